"""Pair the players for the next round of a club night, and find the games played in each round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.scoring.pegs import WIN
from firmware_py.club.draw_types import Draw, Form, Pair
from firmware_py.club.results import Numbered, Results
from firmware_py.club.round_robin import round_robin
from firmware_py.club.standings import standing
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
    rows = {row.name.casefold(): row for row in standing(results.counting(draw.after), words)}
    byes = Counter(each.bye.casefold() for each in draw.rounds if each.bye)

    def measure(name: str) -> tuple[int, int, int]:
        row, free = rows.get(name.casefold()), byes[name.casefold()]
        if row is None:
            return -WIN * free, 0, -free
        return -row.game_points - WIN * free, -row.spread, -row.won - free

    return sorted(players, key=measure)


Played = dict[frozenset[str], Numbered]
"""The first game between each pair of players, keyed by the players' names in lower case."""


def played(draw: Draw, results: Results) -> list[Played]:
    """Return, for each round, the games played since the round was paired, keyed by the players' names.

    If two players have met more than once since then, only their first game is included.

    Args:
        draw: the rounds, and for each round the number of results that existed when it was paired.
        results: all results so far.
    """
    since = {start: _first_games(results, start) for start in set(draw.starts)}
    return [since[start] for start in draw.starts]


def game_of(pair: Pair, games: Played) -> Numbered | None:
    """Return the game between the players of a pair, or None if they have not finished one.

    Args:
        pair: the two players' names.
        games: the finished games, keyed by the players' names.
    """
    return games.get(frozenset(map(str.casefold, pair)))


def missing(draw: Draw, results: Results) -> list[Pair]:
    """Return the pairs that have not finished their game in the last round.

    Args:
        draw: the pairings so far.
        results: all results so far.
    """
    if not draw.rounds:
        return []
    games = _first_games(results, draw.starts[-1])
    return [pair for pair in draw.rounds[-1].pairs if game_of(pair, games) is None]


def _first_games(results: Results, start: int) -> Played:
    found: Played = {}
    for each in results.since(start):
        if not each.is_undone and len(each.result.names) == 2:
            found.setdefault(frozenset(map(str.casefold, each.result.names)), each)
    return found
