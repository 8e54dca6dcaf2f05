"""The game as the board's view file describes it, and the key presses that are new in each view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.indices import Seat, Side
from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.words.english import English

from .changes_json import TAKEN_BACK

Change = Mapping[str, Any]
"""A change as listed in the view file: the kind of change as `what`, and its other attributes."""
Press = Mapping[str, Any]
"""A key press as listed in the view file: the key, the reason if it was refused, and the changes."""


class Changes(NamedTuple):
    """The changes to a game, such as a card played or points scored, that a key press caused or undid.

    A correction undoes old changes and causes new ones.

    Attributes:
        taken_back: the earlier changes that the key press undid, oldest first.
        made: the changes that the key press caused, oldest first.
    """

    taken_back: Sequence[Change]
    made: Sequence[Change]


def changes_of(press: Press) -> Changes:
    """Return the changes to the game, such as a card played, that a key press caused or undid."""
    happened = press["happened"]
    if happened and happened[0]["what"] == TAKEN_BACK:
        return Changes(happened[0]["changes"], happened[1:])
    return Changes((), happened)


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


def seen_rules(view: Mapping[str, Any]) -> Rules:
    """Return the rules that the JSON object from the board's view file describes.

    Raises:
        InvalidRules: the rules are not known to this program, e.g. because the board is a newer version.
    """
    settings = (f"game={view['game']}", f"target={view['target']}", *view["options"])
    return Rules.parse(settings, players=view["players"], recorded=True)


class SeenGame(NamedTuple):
    """The state of the game, according to the board's view file.

    Attributes:
        words: the message catalogue to use.
        rules: the rules in force.
        names: the players' names, by seat.
        scores: each side's score.
        games: the number of games that each side has won in the match.
        dealer: the dealer's seat, or None before the cut for deal.
        count: the count of the play, or 0 if no cards are being played.
        is_play: True while cards are being played.
        winner: the side that has won, or None if the game is not over.
    """

    words: English
    rules: Rules
    names: tuple[str, ...]
    scores: tuple[int, ...]
    games: tuple[int, ...]
    dealer: int | None
    count: int  # type: ignore[assignment]  # a word of cribbage; it hides tuple.count
    is_play: bool
    winner: int | None

    @classmethod
    def of(cls, view: Mapping[str, Any], words: English) -> SeenGame:
        """Return the game that the JSON object from the board's view file describes."""
        sides = view["sides"]
        return cls(
            words,
            seen_rules(view),
            tuple(view["names"]),
            tuple(side["score"] for side in sides),
            tuple(side["games"] for side in sides),
            view["dealer"],
            view["count"],
            view["prompt"] == Prompt.PLAY.value,
            view["winner"],
        )

    def players_of(self, side: int) -> tuple[str, ...]:
        """Return the names of a side's one or two players."""
        seats = self.rules.seats
        return tuple(self.names[seat] for seat in seats if self.rules.side_of(Seat(seat)) == side)

    def name_of(self, side: int) -> str:
        """Return a side's name, e.g. `Ann` or `Ann and Bob`."""
        return self.words.listed(self.players_of(side))

    def scorer(self, points: Mapping[str, Any]) -> str:
        """Return the name of the player who scored points, or the side's name for a manual correction.

        Args:
            points: the points, as a JSON object from the board's view file.
        """
        seat = points["seat"]
        return self.name_of(points["side"]) if seat is None else self.names[seat]

    @property
    def each_side(self) -> tuple[Side, ...]:
        """All sides, beginning with side 0."""
        return self.rules.each_side
