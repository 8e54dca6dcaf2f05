"""The connection between a pin of the emulated GPIO header and a chip's RES# input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def reset_line(pin: Any, reset: Callable[[], object]) -> Any:
    """Make a pin call `reset` each time it goes low, and return the pin.

    Args:
        pin: a pin created by gpiozero's mock factory.
        reset: a function that resets the emulated chip.
    """
    change = pin._change_state

    def changing(value: bool) -> bool:
        changed: bool = change(value)
        if changed and not value:
            reset()
        return changed

    pin._change_state = changing
    return pin
