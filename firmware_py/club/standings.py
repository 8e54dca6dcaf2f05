"""The standings of a club night: one row for each player who has finished a game, best player first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from firmware_py.club.results import Result
from firmware_py.game_points import ScorecardRow, scorecard
from firmware_py.words.english import English


def standing(results: Iterable[Result], words: English) -> list[ScorecardRow]:
    """Return the standings: a row for each player, best first.

    Players are identified by name across all boards, ignoring case. A player who has not entered a name is
    identified by the name of the seat and the label of the table.

    Args:
        results: the results to count. The caller must leave out games that were undone.
        words: the message catalogue, which contains the names of the seats.
    """
    spelt: dict[str, str] = {}
    games = []
    for result in results:
        usual = words.seats(len(result.names))
        names = [
            words.club_seat_at(name, result.table)
            if name in usual
            else spelt.setdefault(name.casefold(), name)
            for name in result.names
        ]
        games.append({**result._asdict(), "names": names})
    return scorecard(games)


def places(rows: Sequence[ScorecardRow]) -> list[int]:
    """Return each player's place in the standings, counted from 1.

    Players with equal game points, spread and wins share a place.

    Args:
        rows: the rows of the standings, one for each player, best first.
    """
    found: list[int] = []
    for index, row in enumerate(rows):
        is_equal = index > 0 and _measure(row) == _measure(rows[index - 1])
        found.append(found[-1] if is_equal else index + 1)
    return found


def _measure(row: ScorecardRow) -> tuple[int, int, int]:
    return row.game_points, row.spread, row.won
