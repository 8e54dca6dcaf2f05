"""The standings of a club night: one row for each player who has finished a game, best player first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from firmware_py.club.results import Result
from firmware_py.game_points import Scorecard, ScorecardRow
from firmware_py.words.english import English


class Standings:
    """The standings, to which results are added one by one, and from which undone ones are removed.

    Players are identified by name across all boards, ignoring case. A player who has not entered a name is
    identified by the name of the seat and the label of the table.
    """

    def __init__(self, words: English, players: Iterable[str] = ()) -> None:
        """Create standings without results.

        Args:
            words: the message catalogue, which contains the names of the seats.
            players: the names of the players in the draw, which decide how their names are spelt. Other
                names are spelt as in their first result.
        """
        self._words = words
        self._spelt = {name.casefold(): name for name in players}
        self._card = Scorecard()

    def add(self, result: Result) -> None:
        """Add the result of a game."""
        for name in result.names:
            self._spelt.setdefault(name.casefold(), name)
        self._card.add(self._identified(result), result.scores, result.winner, result.skunk)

    def remove(self, result: Result) -> None:
        """Remove the result of a game that was added before."""
        self._card.remove(self._identified(result), result.scores, result.winner, result.skunk)

    def add_byes(self, name: str, byes: int) -> None:
        """Count byes of a player: each is a win without spread. The player may have no game yet."""
        self._card.add_byes(self.spelt([name])[0], byes)

    def rows(self) -> list[ScorecardRow]:
        """Return a row for each player, best first."""
        return self._card.rows()

    def spelt(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return the names of players in the spelling of the standings."""
        return tuple(self._spelt.get(name.casefold(), name) for name in names)

    def _identified(self, result: Result) -> Sequence[str]:
        usual = self._words.seats(len(result.names))
        return [
            self._words.club_seat_at(name, result.table) if name in usual else self.spelt([name])[0]
            for name in result.names
        ]
