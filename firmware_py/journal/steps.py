"""Long tasks in small steps, so that a key pressed in the meantime is handled after the current step.

A function that returns `Steps` is a generator: it yields after each step, and returns its result at the end.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

_Result = TypeVar("_Result")

Steps = Generator[None, None, _Result]
"""The type of a generator that works in steps and then returns a result."""


def finish(steps: Steps[_Result]) -> _Result:
    """Run all remaining steps of a generator, and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: _Result = done.value
            return result
