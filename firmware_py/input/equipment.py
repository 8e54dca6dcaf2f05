"""The equipment of a board, as far as it decides which presses the board accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.game_setup import Setup


class Equipment(NamedTuple):
    """The parts and settings of a board that decide which presses it accepts, and what each press does.

    Attributes:
        joystick: True if the board has a joystick, so that keys are picked on the screen.
        new_game: the setup of a new game from the menu; None for the setup of the game in progress.
        powers_off: True if the menu can switch the machine off.
    """

    joystick: bool = False
    new_game: Setup | None = None
    powers_off: bool = False


KEYS_ALONE = Equipment()
"""The equipment of a board that has keys but no joystick, and no other settings."""
