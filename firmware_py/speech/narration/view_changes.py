"""Compare views of the board to find new key presses, and to notice when the board starts or stops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from firmware_py.speech.narration.seen_press import Press

_RECENT = 32
"""The number of key presses that the view file lists. If all of them are new, there may have been more."""


class ViewChanges(NamedTuple):
    """The differences between two successive views of the board.

    Attributes:
        presses: the new key presses, oldest first.
        starts: True if the board has been started since the previous view, or if this is the first view.
        stops: True if the board has stopped since the previous view.
        missed: True if there may have been more key presses than the view lists.
    """

    presses: Sequence[Press]
    starts: bool
    stops: bool
    missed: bool


class ViewComparer:
    """Compares each view of the board with the previous one, and reports the differences."""

    def __init__(self) -> None:
        self._run: str | None = None
        self._sequence = 0
        self._running = False

    def look(self, view: Mapping[str, Any]) -> ViewChanges | None:
        """Return the differences between this view and the previous one.

        In the first view, no key presses count as new. If the board is started, but stops before any
        view shows it running, return None.
        """
        starts, is_first = view["run"] != self._run, self._run is None
        if starts and not view["running"]:
            return None
        since = 0 if starts else self._sequence
        presses = [press for press in view["recent"] if press["sequence"] > since]
        stops = self._running and not view["running"]
        self._run, self._sequence, self._running = view["run"], view["sequence"], view["running"]
        missed = not starts and len(presses) == _RECENT
        return ViewChanges(() if is_first else presses, starts, stops, missed)
