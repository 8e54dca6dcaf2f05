"""Tests that need a network address of this machine, other than that of its loopback interface."""

from __future__ import annotations

import pytest

from firmware_py.system.network import own_address

needs_network = pytest.mark.skipif(own_address() is None, reason="this machine has no network address")
