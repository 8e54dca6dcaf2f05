"""Checks for the values that describe an LED layout in a configuration.

Each check raises a ValueError if the value is wrong. The message tells the user which values are allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def check_whole(name: str, value: Any, allowed: Sequence[int]) -> None:
    """Raise a ValueError unless a value is one of the allowed whole numbers.

    `name` is the name of the value in the error message.
    """
    if type(value) is not int or value not in allowed:
        span = isinstance(allowed, range)
        right = f"{allowed[0]} to {allowed[-1]}" if span else _either([str(each) for each in allowed])
        raise ValueError(f"{name} is {value!r}: choose {right}")


def check_one_of(name: str, value: Any, allowed: Sequence[str]) -> None:
    """Raise a ValueError unless a value is one of the allowed words.

    `name` is the name of the value in the error message.
    """
    if value not in allowed:
        raise ValueError(f"{name} is {value!r}: choose {_either([repr(each) for each in allowed])}")


def check_flag(name: str, value: Any) -> None:
    """Raise a ValueError unless a value is True or False.

    `name` is the name of the value in the error message.
    """
    if type(value) is not bool:
        raise ValueError(f"{name} is {value!r}: choose true or false")


def check_distance(name: str, value: Any) -> None:
    """Raise a ValueError unless a value is a distance from 0 (exclusive) to 1000 (inclusive) millimetres.

    `name` is the name of the value in the error message.
    """
    if type(value) not in (int, float) or not 0 < value <= 1000:
        raise ValueError(f"{name} is {value!r}: write a distance in mm, above 0 and up to 1000")


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
