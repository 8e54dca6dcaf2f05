"""Create an add-on only when it is first wanted, so that a board that never wants it starts sooner."""

from __future__ import annotations

from collections.abc import Callable

from firmware_py.ports import AddOn, AddOnMessage


class LazyAddOn:
    """An add-on that is created, and its code imported, when it is first wanted. Then it stays."""

    def __init__(self, is_wanted: Callable[[], bool], create: Callable[[], AddOn]) -> None:
        """Create nothing yet.

        Args:
            is_wanted: a quick function that returns True as soon as the add-on has something to do.
            create: a function that imports and creates the add-on.
        """
        self._is_wanted, self._create = is_wanted, create
        self._made: AddOn | None = None

    @property
    def deadline(self) -> float | None:
        """The add-on's deadline. None if it has none, or has not been created."""
        return self._made.deadline if self._made else None

    def follow(self, now: float) -> None:
        """Create the add-on if it is now wanted for the first time, and let it follow the board."""
        if self._made is None and self._is_wanted():
            self._made = self._create()
        if self._made is not None:
            self._made.follow(now)

    def hear(self, message: AddOnMessage, now: float) -> None:
        """Pass a message on to the add-on. Drop it if the add-on has not been created."""
        if self._made is not None:
            self._made.hear(message, now)

    def close(self) -> None:
        """Close the add-on if it has been created."""
        if self._made is not None:
            self._made.close()
