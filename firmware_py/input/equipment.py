"""The parts of a configuration that decide which presses a board takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.game_setup import Setup


class Equipment(NamedTuple):
    """The equipment of a board that decides which presses it takes, and what they do.

    Attributes:
        joystick: True if the board has a joystick, so that keys are picked on the screen.
        new_game: the setup with which the menu's new game starts; None for that of the game in progress.
        powers_off: True if the menu can switch the machine off.
    """

    joystick: bool = False
    new_game: Setup | None = None
    powers_off: bool = False


KEYS_ALONE = Equipment()
"""The equipment of a board with keys and no joystick, which no configuration adds to."""
