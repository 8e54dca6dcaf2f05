"""Game points, spread, and the scorecard of an evening, as the American Cribbage Congress counts them.

Who stands above whom is decided here alone, for the page of a board, the club's page and its draw: by game
points, then games won, then spread, then plus points. If exactly two are still equal, the games between
those two decide. Players who are equal in all of this share a place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from engine.scoring.pegs import points_for_win, spread_of

Hands = Sequence[Sequence[int]]


class ScorecardRow(NamedTuple):
    """A side's row on the scorecard.

    Attributes:
        name: the side's name. Partners share one name.
        game_points: the total number of game points: 3 for each win with a skunk, 2 for any other win.
        spread: the total number of points by which the side was ahead of its best opponent at the end of its
            games. Negative if the side was behind.
        plus: the plus points: the spread of the games that the side has won.
        place: the side's place, counted from 1. Equal sides share a place.
        skunks: the number of games that the side has won with a skunk or a double skunk.
        byes: the number of byes, which are among the games won, but not among the games.
        hands: the points of the side's hands and cribs of 24 points and more, the best first.
    """

    name: str
    games: int = 0
    won: int = 0
    game_points: int = 0
    spread: int = 0
    plus: int = 0
    place: int = 1
    skunks: int = 0
    byes: int = 0
    hands: tuple[int, ...] = ()

    @property
    def has_won_all(self) -> bool:
        """True if the side has played at least nine games, a whole evening by the book, and won all."""
        return self.games >= WHOLE and self.games == self.won - self.byes

    def plus_row(self, other: ScorecardRow) -> ScorecardRow:
        """Return the row for the games of both rows, in place 1."""
        return ScorecardRow(
            self.name,
            self.games + other.games,
            self.won + other.won,
            self.game_points + other.game_points,
            self.spread + other.spread,
            self.plus + other.plus,
            skunks=self.skunks + other.skunks,
            byes=self.byes + other.byes,
            hands=tuple(sorted(self.hands + other.hands, reverse=True)),
        )

    @property
    def cells(self) -> list[int | str]:
        """The games, the games won, the game points, the spread, and its plus and minus points, as shown."""
        points = (self.spread, self.plus, self.spread - self.plus)
        return [self.games, self.won, self.game_points, *map(signed, points)]


WHOLE = 9
"""The number of games that make a scorecard of the American Cribbage Congress."""
GOOD_CARD = 12
"""The least game points of a scorecard that clubs mention."""


def signed(points: int) -> str:
    """Return a number in figures, with its sign, such as `+31`."""
    sign = "\N{MINUS SIGN}" if points < 0 else "+" if points > 0 else ""
    return f"{sign}{abs(points)}"


class Scorecard:
    """A scorecard to which games are added, and from which a game that was undone can be removed."""

    def __init__(self) -> None:
        self._rows: dict[str, ScorecardRow] = {}
        self._wins: Counter[tuple[str, str]] = Counter()

    def add(
        self,
        names: Sequence[str],
        scores: Sequence[int],
        winner: int,
        skunk: str | None,
        hands: Hands = (),
        *,
        times: int = 1,
    ) -> None:
        """Add a game, or remove one that was added.

        Args:
            scores: the sides' scores at the end of the game.
            winner: the index of the side that won.
            skunk: `skunk` or `double` if a loser was skunked, otherwise None.
            hands: the points of each side's hands and cribs of 24 points and more; empty if not known.
            times: 1 to add the game, -1 to remove it.
        """
        for side, name in enumerate(names):
            row = self._rows.get(name, ScorecardRow(name))
            ahead = times * spread_of(scores, side)
            row = row._replace(games=row.games + times, spread=row.spread + ahead)
            if side == winner:
                row = row._replace(
                    won=row.won + times,
                    game_points=row.game_points + times * points_for_win(skunk),
                    plus=row.plus + ahead,
                    skunks=row.skunks + (times if skunk else 0),
                )
            else:
                self._wins[names[winner], name] += times
            held = Counter(row.hands)
            for points in hands[side] if hands else ():
                held[points] += times
            row = row._replace(hands=tuple(sorted(held.elements(), reverse=True)))
            if row == ScorecardRow(name):
                del self._rows[name]
            else:
                self._rows[name] = row

    def add_byes(self, name: str, byes: int, points: int) -> None:
        """Count byes of a player: each is a win without spread. The player may have no game yet."""
        row = self._rows.get(name, ScorecardRow(name))
        points = row.game_points + points * byes
        self._rows[name] = row._replace(won=row.won + byes, game_points=points, byes=row.byes + byes)

    def add_row(self, row: ScorecardRow) -> None:
        """Add a row of another scorecard. The games between two players then decide nothing."""
        self._rows[row.name] = self._rows.get(row.name, ScorecardRow(row.name)).plus_row(row)

    def rows(self) -> list[ScorecardRow]:
        """Return a row for each side, best side first. Equal sides are in the order of their names."""
        found: list[ScorecardRow] = []
        ordered = sorted(self._rows.values(), key=lambda row: (_measure(row), row.name))
        for _, group in groupby(ordered, _measure):
            equal = list(group)
            lead = self._lead(*equal) if len(equal) == 2 else 0
            if lead < 0:
                equal.reverse()
            first = len(found) + 1
            found += [row._replace(place=first + (index if lead else 0)) for index, row in enumerate(equal)]
        return found

    def _lead(self, one: ScorecardRow, other: ScorecardRow) -> int:
        return self._wins[one.name, other.name] - self._wins[other.name, one.name]


def scorecard(games: Iterable[Mapping[str, Any]]) -> list[ScorecardRow]:
    """Return a row for each side that has finished a game, best side first.

    Args:
        games: the games as JSON objects. Games without a winner are ignored.
    """
    card = Scorecard()
    for game in games:
        if game["winner"] is not None:
            card.add(game["names"], game["scores"], game["winner"], game["skunk"])
    return card.rows()


def tied(rows: Iterable[ScorecardRow]) -> list[ScorecardRow]:
    """Return those rows of a scorecard that share a place: only one more game can decide between them."""
    sharing = Counter(row.place for row in rows)
    return [row for row in rows if sharing[row.place] > 1]


def best_rows(rows: Iterable[ScorecardRow]) -> list[ScorecardRow]:
    """Return rows of several scorecards, the best first."""
    return sorted(rows, key=_measure)


def _measure(row: ScorecardRow) -> tuple[int, int, int, int]:
    return -row.game_points, -row.won, -row.spread, -row.plus
