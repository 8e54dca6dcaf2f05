"""Add-ons: they follow the game and give the board something more to show.

Unlike a listener, an add-on can change what the board shows, and press keys in place of the players. To add
one, write its class, and name it in `_add_ons` in `firmware_py.start.assembly`.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.indices import Seat
from firmware_py.input.keys import AddOnMessage, Input
from firmware_py.view.view import NO_ADDITIONS, Additions

from .board import Outcome


class AddOn:
    """The base class of add-ons, which does nothing.

    The methods must return quickly, because the main loop calls them.
    """

    @property
    def deadline(self) -> float | None:
        """The time by which `follow` must be called even if nothing happens, or None if there is none."""
        return None

    @property
    def shows(self) -> Additions:
        """The additions that the board shows from now on. They are read after each call of `follow`."""
        return NO_ADDITIONS

    def follow(self, now: float) -> None:
        """Respond to the current state of the board, before the outputs show it. `now` is in seconds."""

    def hear(self, message: AddOnMessage, now: float) -> None:
        """Respond to a message, or ignore a message that is for another add-on. `follow` is called next."""

    def press(self, key: Input, seat: Seat | None) -> Outcome | None:
        """Handle a key press in place of the board, or return None to leave it to the board.

        Args:
            key: the key, or the joystick move.
            seat: the seat of the player who pressed the key, or None if it is unknown.
        """
        return None

    def close(self) -> None:
        """Stop any work in progress. The main loop is not running when this method is called."""


class LazyAddOn(AddOn):
    """An add-on that is created, and its code imported, when it is first wanted.

    A board that never wants it starts sooner and needs less memory. Once created, the add-on stays until it
    is closed.
    """

    def __init__(self, is_wanted: Callable[[], bool], create: Callable[[], AddOn]) -> None:
        """Prepare to create the add-on later.

        Args:
            is_wanted: a quick function that returns True as soon as the add-on has something to do.
        """
        self._is_wanted, self._create = is_wanted, create
        self._made = _NONE

    @property
    def deadline(self) -> float | None:
        """The add-on's deadline. None if it has none, or has not been created."""
        return self._made.deadline

    @property
    def shows(self) -> Additions:
        """The additions that the board shows for the add-on."""
        return self._made.shows

    def follow(self, now: float) -> None:
        """Create the add-on if it is wanted and does not exist yet. If it exists, call its `follow`."""
        if self._made is _NONE and self._is_wanted():
            self._made = self._create()
        self._made.follow(now)

    def hear(self, message: AddOnMessage, now: float) -> None:
        """Pass a message on to the add-on. Drop it if the add-on has not been created."""
        self._made.hear(message, now)

    def press(self, key: Input, seat: Seat | None) -> Outcome | None:
        """Pass a key press on to the add-on. The board handles it if the add-on has not been created."""
        return self._made.press(key, seat)

    def close(self) -> None:
        """Close the add-on if it has been created. It is created anew when it is next wanted."""
        self._made.close()
        self._made = _NONE


_NONE = AddOn()
