"""The type of a table in a TOML file."""

from __future__ import annotations

from typing import Any

TomlTable = dict[str, Any]
"""A table as Python's TOML parser returns it: its values, lists and further tables, keyed by name."""
