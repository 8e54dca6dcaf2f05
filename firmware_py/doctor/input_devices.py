"""Parse /proc/bus/input/devices, which lists the input devices and their keys."""

from __future__ import annotations

import re
from typing import NamedTuple


class InputDevice(NamedTuple):
    """An input device.

    Attributes:
        name: the name that the device reports.
        node: the device file, such as `/dev/input/event0`, or None if there is none.
        codes: the key codes that the device can send (linux/input-event-codes.h).
    """

    name: str
    node: str | None
    codes: frozenset[int]


def read(text: str, word_bits: int) -> list[InputDevice]:
    """Parse the list of input devices and return them in the same order.

    Args:
        text: the content of /proc/bus/input/devices.
        word_bits: the size of a C `long` in bits, 32 or 64. The kernel prints bitmaps as words of this size
            (drivers/input/input.c, `input_bits_to_string`).
    """
    devices = []
    for block in re.split(r"\n\s*\n", text):
        name = re.search(r'^\s*N: Name="(.*)"', block, re.MULTILINE)
        if not name:
            continue
        handlers = re.search(r"^\s*H: Handlers=(.*)", block, re.MULTILINE)
        event = re.search(r"\bevent\d+\b", handlers[1]) if handlers else None
        keys = re.search(r"^\s*B: KEY=(.*)", block, re.MULTILINE)
        devices.append(
            InputDevice(
                name[1],
                f"/dev/input/{event[0]}" if event else None,
                _bits(keys[1], word_bits) if keys else frozenset(),
            )
        )
    return devices


def _bits(words: str, word_bits: int) -> frozenset[int]:
    number = 0
    for word in words.split():
        number = number << word_bits | int(word, 16)
    return frozenset(bit for bit in range(number.bit_length()) if number >> bit & 1)
