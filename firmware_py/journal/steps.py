"""Long work in small steps, so that a key pressed meanwhile need not wait until all of it is done.

A function that works like this is a generator: it yields after each step, and its return value is the result.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

_Result = TypeVar("_Result")

Steps = Generator[None, None, _Result]
"""Work in steps, and what it results in."""


def finish(steps: Steps[_Result]) -> _Result:
    """Do all the steps that are left, and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: _Result = done.value
            return result
