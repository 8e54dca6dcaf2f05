"""The state of the game according to the board's view file: the players, the rules and the scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.indices import Seat, Side
from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.seen_rules import seen_rules
from firmware_py.words.english import English


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
