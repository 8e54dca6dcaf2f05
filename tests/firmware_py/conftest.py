"""Fixtures for tests in several folders."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.system.gpio_chip import GpioChip, header_chip
from firmware_py.words.in_use import use
from tests.support.broker import Broker
from tests.support.gpio_wire import GpioWire
from tests.support.machine import free_port


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    use("english")


@pytest.fixture
def port() -> int:
    """Return the number of a port that is currently free."""
    return free_port()


@pytest.fixture
def wire() -> Iterator[GpioWire]:
    """Yield an emulated GPIO chip with access to its lines."""
    wire = GpioWire()
    yield wire
    wire.close()


@pytest.fixture
def chip(wire: GpioWire) -> Iterator[GpioChip]:
    """Yield the emulated GPIO chip for the header, opened in the same way as the real one."""
    chip = header_chip(wire.folder)
    yield chip
    chip.close()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """Yield an MQTT broker that has just been started."""
    with closing(Broker(tmp_path)) as started:
        yield started
