"""All game results that the club has received, and the CSV file made from them (RFC 4180).

The CSV is made in pieces. A piece is made again only when one of its results has changed, in a thread, so
that a club with many results can send its page meanwhile. All browsers receive the same pieces.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from engine.rules import Rules
from engine.scoring.pegs import points_for_win, skunk_at, spread_of
from firmware_py.journal.archive import utc
from firmware_py.system.output import csv_text
from firmware_py.words.english import English

from .director import Act, Decisions, Stroke, decided
from .pairing import Draw, pair_key


class Result(NamedTuple):
    """The result of a game.

    Attributes:
        game: the game's ID, which is unique among the board's games.
        winner: the index of the side that won.
        skunk: `skunk`, `double`, or None if nobody was skunked.
        ended: the time at which the club received the result, in seconds since 1970.
        seated: the label of the table at which these players sat, if another board sent the result; otherwise
            empty.
        director: the mark of a result that is the director's: `entered`, `corrected`, `struck`, `forfeit` or
            `renamed`; otherwise empty. Results that the director entered have no board.
        hands: the points of each side's hands and cribs of 24 points and more; empty if they are not known.
    """

    board: str
    game: str
    table: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    winner: int
    skunk: str | None
    ended: float
    seated: str = ""
    director: str = ""
    hands: tuple[tuple[int, ...], ...] = ()

    @property
    def spread(self) -> int:
        """The number of points by which the winner was ahead of the best opponent."""
        return spread_of(self.scores, self.winner)


class Numbered(NamedTuple):
    """A result with its number, and whether it still counts.

    Attributes:
        number: the number of the result, counted from 1 in the order the club received the results.
            It never changes.
        is_undone: True if the players have undone the win, or the director has struck it or taken it back,
            so that the result does not count.
    """

    number: int
    result: Result
    is_undone: bool


class Results:
    """All results, in the order the club received them.

    A broker may deliver a message twice. Therefore, a game that is already known is not added again. Games
    that a board played before it joined the club are not added at all.

    Attributes:
        decisions: what the director has decided. All results are returned as they are after it.
    """

    def __init__(self) -> None:
        self._results: list[Result] = []
        self._numbers: dict[tuple[str, str], int] = {}
        self._of_pair: dict[frozenset[str], list[int]] = defaultdict(list)
        self._undone: set[tuple[str, str]] = set()
        self._boards: set[str] = set()
        self._earlier: set[tuple[str, str]] = set()
        self._events: list[Stroke] = []
        self._is_indexed = True
        self.decisions = Decisions()

    def __len__(self) -> int:
        """Return the number of results, including results that no longer count."""
        return len(self._results)

    def add(self, result: Result) -> int | None:
        """Add a result and return its number.

        If the game already has a result, or was played before the board joined the club, do nothing and
        return None.
        """
        key = result.board, result.game
        if key in self._numbers or key in self._earlier:
            return None
        self._results.append(result)
        self._numbers[key] = len(self._results)
        self._index(len(self._results))
        return len(self._results)

    def direct(self, event: Stroke) -> int:
        """Add an event of the director, and return the number of the result that it concerns, or 0."""
        event = event._replace(after=len(self._results))
        self._events.append(event)
        if event.enters:
            scores = event.scores or (0, 0)
            self._results.append(Result("", str(event.after), "", event.names, scores, 0, None, event.time))
        self.decisions = decided(self._events)
        self._is_indexed = False
        return event.result

    def spelt_in(self, draw: Draw | None) -> Draw | None:
        """Return a draw with the names that the director has given to players since."""
        return draw and draw.renamed(self.decisions.name)

    def meet(self, board: str, games: Iterable[str]) -> None:
        """Record a board that is new to the club, and the games that the board has already played."""
        self._boards.add(board)
        self._earlier |= {(board, game) for game in games}

    def has_met(self, board: str) -> bool:
        """Return True if this board is known to the club, i.e. if `meet` has been called for it."""
        return board in self._boards

    def undo(self, board: str, game: str) -> bool:
        """Mark a game as undone, so that its result does not count, even if the result is added later.

        Return False if it was already marked.
        """
        if (board, game) in self._undone:
            return False
        self._undone.add((board, game))
        return True

    def number_of(self, board: str, game: str) -> int | None:
        """Return a game's position in the list of results, counted from 1, or None if it has no result."""
        return self._numbers.get((board, game))

    def numbered(self, number: int) -> Numbered:
        """Return the result with this number, and whether it still counts.

        The first result has the number 1.
        """
        result, decisions = self._results[number - 1], self.decisions
        event, names = decisions.results.get(number), result.names
        is_undone = (result.board, result.game) in self._undone or not (result.board or event)
        if event:
            is_undone = is_undone or event.act is Act.STRIKE
            result = _decided(result, event, lambda name: decisions.name(name, number).casefold())
        if decisions.renames:
            names = tuple(decisions.name(name, number) for name in result.names)
            if names != result.names:
                result = result._replace(names=names, director=result.director or "renamed")
        return Numbered(number, result, is_undone)

    def first_between(self, one: str, other: str, after: int, skipped: int = 0) -> Numbered | None:
        """Return the first game between two players that counts, or None if there is none.

        Args:
            one: the name of one player. Capital letters make no difference.
            after: the number of results to skip, such as those from before a round was paired.
            skipped: the number of games between the two to skip after that.
        """
        if not self._is_indexed:
            self._is_indexed = True
            self._of_pair.clear()
            for number in range(1, len(self._results) + 1):
                self._index(number)
        numbers = self._of_pair.get(pair_key((one, other)), [])
        later = (self.numbered(number) for number in numbers[bisect_right(numbers, after) :])
        return next(islice((each for each in later if not each.is_undone), skipped, None), None)

    def _index(self, number: int) -> None:
        names = self.numbered(number).result.names
        if len(names) == 2:
            self._of_pair[pair_key(names)].append(number)

    def since(self, after: int) -> Iterator[Numbered]:
        """Yield all results with numbers greater than `after`, even those of games whose win was undone."""
        return (self.numbered(number) for number in range(after + 1, len(self._results) + 1))

    def counting(self, after: int) -> Sequence[Result]:
        """Return the results with numbers greater than `after`, in order, leaving out undone wins."""
        return [each.result for each in self.since(after) if not each.is_undone]


def _decided(result: Result, event: Stroke, key: Callable[[str], str]) -> Result:
    if event.act is Act.STRIKE:
        return result._replace(director="struck")
    names, scores = event.names, event.scores
    if event.act is Act.FORFEIT:
        return result._replace(names=names, scores=(0, 0), winner=1, director="forfeit", hands=())
    winner, skunk = scores.index(max(scores)), skunk_at(min(scores), Rules())
    held = dict(zip(map(key, result.names), result.hands, strict=False))
    return result._replace(
        names=names,
        scores=scores,
        winner=winner,
        skunk=skunk and skunk.value,
        director="entered" if event.enters else "corrected",
        hands=tuple(held.get(key(name), ()) for name in names),
    )


ROWS = 500
"""The number of results in a piece."""
_BYTE_ORDER_MARK = "\ufeff"
"""The first character of the CSV file, which makes every spreadsheet read the file as UTF-8."""
_SIDES = 4
"""The most sides of a game. The columns of the fourth come last, so that all others keep their places."""


class ResultsCsv:
    """All results as CSV, with a line for each game, oldest first. Undone games are left out."""

    def __init__(self, results: Results, words: English) -> None:
        """Prepare to make the CSV. Nothing is made until somebody asks for it.

        Args:
            results: all results. `changed` must be called for each result that is added or undone later.
        """
        self._results = results
        self._heading = (_BYTE_ORDER_MARK + csv_text([words.CLUB_CSV_HEADINGS])).encode()
        self._made: dict[int, bytes] = {}
        self._stale = set(range(-(-len(results) // ROWS)))
        self._lock = asyncio.Lock()

    def changed(self, number: int) -> None:
        """Note that the result with this number was added or undone."""
        self._stale.add((number - 1) // ROWS)

    def all_changed(self) -> None:
        """Note that any result may have changed, because the director has decided something."""
        self._stale |= set(range(-(-len(self._results) // ROWS)))

    async def pieces(self) -> Sequence[bytes]:
        """Return the CSV in pieces, in UTF-8, beginning with a byte order mark."""
        async with self._lock:
            while self._stale:
                piece = self._stale.pop()
                last = min((piece + 1) * ROWS, len(self._results))
                results = [self._results.numbered(number) for number in range(piece * ROWS + 1, last + 1)]
                self._made[piece] = await asyncio.to_thread(_lines, results)
            return [self._heading, *(content for _, content in sorted(self._made.items()))]


def _lines(results: Iterable[Numbered]) -> bytes:
    return csv_text(_row(number, result) for number, result, is_undone in results if not is_undone).encode()


def _row(number: int, result: Result) -> list[Any]:
    none = [""] * (_SIDES - len(result.names))
    *sides, fourth = zip([*result.names, *none], [*result.scores, *none], strict=True)
    points = points_for_win(result.skunk)
    winner, ended = result.names[result.winner], utc(result.ended)
    about = [winner, result.skunk or "", result.spread, points, result.director]
    hands = [" ".join(map(str, each)) for each in result.hands]
    hands += [""] * (_SIDES - len(hands))
    return [number, ended, result.table, *chain(*sides), *about, *hands[:-1], *fourth, hands[-1]]
