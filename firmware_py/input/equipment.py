"""The parts and settings of a board that affect its input."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.setup import Setup


class Equipment(NamedTuple):
    """The parts and settings of a board that determine which keys it accepts, and what they do.

    Attributes:
        joystick: True if the board has a joystick for picking keys on the screen.
        new_game: the default setup for a new game, or None to use the current game's setup.
        powers_off: True if the menu can be used to switch the machine off.
        phones: True if the menu can be used to let phones join, so that they can press the board's keys.
        coach: True if the coach gives advice after each deal, False if it is switched off, None if the board
            has no coach.
    """

    joystick: bool = False
    new_game: Setup | None = None
    powers_off: bool = False
    phones: bool = False
    coach: bool | None = None


KEYS_ALONE = Equipment()
"""The equipment of a board that has only keys and uses the default settings."""
