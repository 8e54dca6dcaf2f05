"""Encode a string as a QR code, using the library segno."""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any

Modules = tuple[tuple[bool, ...], ...]
"""A QR code without its quiet zone: rows of modules from top to bottom, True for a dark module."""


@lru_cache(maxsize=1)
def qr_code(text: str) -> Modules:
    """Return the smallest QR code for a string, with as much error correction as its size allows.

    If segno is not installed, return an empty tuple.
    """
    encoder = _encoder()
    if encoder is None:
        return ()
    matrix = encoder.encode(text, micro=False).matrix
    return tuple(tuple(map(bool, row)) for row in matrix)


@lru_cache(maxsize=1)
def _encoder() -> Any:
    """Return the module `segno.encoder`, or None if segno is not installed.

    Importing the package `segno` would also import modules for HTTP and TLS. On a small Pi, this takes half a
    second and 1.8 MB of memory. Therefore an empty module takes the place of the package during the import.
    """
    found = find_spec("segno")
    if found is None or found.submodule_search_locations is None:
        return None
    if "segno" in sys.modules:
        from segno import encoder

        return encoder
    package = ModuleType("segno")
    package.__path__ = list(found.submodule_search_locations)
    sys.modules["segno"] = package
    try:
        from segno import encoder
    finally:
        del sys.modules["segno"]
    return encoder
