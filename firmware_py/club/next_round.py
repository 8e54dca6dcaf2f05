"""Pair the players for the next round of a club night, and find the games played in each round."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from firmware_py.club.draw_types import Draw, Form, Pair, pair_key
from firmware_py.club.results import Results
from firmware_py.club.round_robin import round_robin
from firmware_py.club.standings import Standings
from firmware_py.club.swiss import swiss_round
from firmware_py.words.english import English


def next_draw(
    draw: Draw | None, form: Form, players: Sequence[str], results: Results, words: English
) -> Draw:
    """Return the pairings for all rounds so far, with the next round added.

    A round robin replaces all earlier pairings, because its rounds are all paired at once.

    Args:
        draw: the pairings so far, or None if no round has been paired yet. Pairings made by a different
            method than `form` are discarded.
        form: the method by which players are paired: round robin, or the Swiss system.
        players: the players' names, in the order used to pair the first round.
        results: the results so far.
        words: the message catalogue.
    """
    now = len(results)
    if form is Form.EVERYONE:
        rounds = round_robin(players)
        return Draw(form, now, rounds, (now,) * len(rounds))
    if draw is None or draw.form is not form:
        draw = Draw(form, now, (), ())
    found = swiss_round(order(draw, players, results, words), draw.rounds)
    return draw._replace(rounds=(*draw.rounds, found), starts=(*draw.starts, now))


def order(draw: Draw, players: Sequence[str], results: Results, words: English) -> list[str]:
    """Return the players, ordered by their results in the rounds so far, best first.

    A bye counts as a win with a spread of 0. Players with equal results stay in the given order.

    Args:
        draw: the pairings so far.
        players: the players' names.
        results: all results so far.
        words: the message catalogue. It contains the default names of players who have not entered a name.
    """
    standings = Standings(words, players)
    for result in results.counting(draw.after):
        standings.add(result)
    byes = Counter(each.bye.casefold() for each in draw.rounds if each.bye)
    for name in players:
        standings.add_byes(name, byes[name.casefold()])
    place = {row.name: row.place for row in standings.rows()}
    return sorted(players, key=place.__getitem__)


def missing(draw: Draw, results: Results) -> list[Pair]:
    """Return the pairs that have not finished their game in the last round.

    Args:
        draw: the pairings so far.
        results: all results so far.
    """
    return missing_in(draw, len(draw.rounds), results) if draw.rounds else []


def missing_in(draw: Draw, number: int, results: Results) -> list[Pair]:
    """Return the pairs that have not finished their game in a round.

    Args:
        draw: the pairings so far.
        number: the number of the round, counted from 1.
        results: all results so far.
    """
    start = draw.starts[number - 1]
    return [pair for pair in draw.rounds[number - 1].pairs if results.first_between(*pair, start) is None]


class UnfinishedRounds:
    """The rounds of a draw: which of them have missing games, and which one is being played.

    When a result arrives, only the rounds in which its players meet are looked at again.
    """

    def __init__(self, draw: Draw | None, results: Results) -> None:
        """Find the games that are missing in each round.

        Args:
            draw: the pairings so far, or None if nothing has been paired.
            results: the results, which may grow later.
        """
        self._draw, self._results = draw, results
        self._rounds_of: dict[frozenset[str], list[int]] = defaultdict(list)
        self._unfinished: set[int] = set()
        for number, each in enumerate(draw.rounds if draw else (), 1):
            for pair in each.pairs:
                self._rounds_of[pair_key(pair)].append(number)
            self._look_at(number)

    @property
    def total(self) -> int:
        """The number of rounds paired so far."""
        return len(self._draw.rounds) if self._draw else 0

    @property
    def now(self) -> int:
        """The number of the round that is being played, or 0 if there is none.

        Of rounds that were all paired at once, it is the first with a missing game. Otherwise it is the round
        paired last, even if games of earlier rounds will never be finished.
        """
        if self._draw and self._draw.form is Form.EVERYONE:
            return min(self._unfinished, default=self.total)
        return self.total

    def changed_by(self, names: Sequence[str]) -> list[int]:
        """Look again at the rounds in which these players meet, and return the numbers of these rounds."""
        numbers = self._rounds_of.get(pair_key(names), [])
        for number in numbers:
            self._look_at(number)
        return numbers

    def _look_at(self, number: int) -> None:
        assert self._draw is not None
        if missing_in(self._draw, number, self._results):
            self._unfinished.add(number)
        else:
            self._unfinished.discard(number)
