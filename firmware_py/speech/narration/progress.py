"""How far the voice has followed the board: which presses are new, and whether the board began again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from firmware_py.speech.narration.seen_press import Press

_RECENT = 32
"""The number of presses that the window lists. If all of them are new, there may have been more."""


class News(NamedTuple):
    """What is new in the window.

    Attributes:
        presses: the presses that have not been told yet, oldest first.
        starts: True if the board was started since the last look, or if this is the first look.
        stops: True if the board has stopped since the last look.
        missed: True if there may have been more presses than the window lists.
    """

    presses: Sequence[Press]
    starts: bool
    stops: bool
    missed: bool


class Progress:
    """How far the voice has followed the board."""

    def __init__(self) -> None:
        self._run: str | None = None
        self._sequence = 0
        self._running = False

    def look(self, view: Mapping[str, Any]) -> News | None:
        """Return what is new in the window; None if it shows a board that stopped before the first look.

        At the first look, no press is new: they were made before anybody listened.
        """
        starts, is_first = view["run"] != self._run, self._run is None
        if starts and not view["running"]:
            return None
        since = 0 if starts else self._sequence
        presses = [press for press in view["recent"] if press["sequence"] > since]
        stops = self._running and not view["running"]
        self._run, self._sequence, self._running = view["run"], view["sequence"], view["running"]
        missed = not starts and len(presses) == _RECENT
        return News(() if is_first else presses, starts, stops, missed)
