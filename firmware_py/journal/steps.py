"""Long work in small steps, so that a key pressed in the meantime does not have to wait for all of it.

Such a function is a generator: it yields after each step, and returns the result at the end.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

_Result = TypeVar("_Result")

Steps = Generator[None, None, _Result]
"""Work in steps, with the type of its result."""


def finish(steps: Steps[_Result]) -> _Result:
    """Do all remaining steps, and return the result."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: _Result = done.value
            return result
