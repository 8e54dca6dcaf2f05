"""Random evenings, with leavers, latecomers and corrections: who meets whom, who sits out, and who leads."""

from __future__ import annotations

from collections import Counter
from functools import cmp_to_key
from itertools import combinations
from random import Random

import pytest

from firmware_py.club.director import event_of
from firmware_py.club.pairing import Draw, Form, Round
from firmware_py.club.results import Result, Results
from firmware_py.club.rounds import Standings, draw_now, missing_in, next_draw
from firmware_py.words.english import English

WORDS = English()
SEEDS = [*range(3), *(pytest.param(seed, marks=pytest.mark.night) for seed in range(3, 2000))]
Game = tuple[str, str, int]
"""The winner, the loser, and the loser's score."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_evening_is_drawn_fairly_and_ranked_right(seed: int) -> None:
    chance = Random(seed)
    players = [f"P{number}" for number in range(chance.randint(3, 40))]
    form = chance.choice([Form.SWISS, Form.EVERYONE])
    results, games = Results(), list[Game]()
    draw = next_draw(None, form, players, results, WORDS)
    for number in range(1, min(chance.randint(3, 9), len(players) - 1) + 1):
        if form is Form.SWISS and number > 1:
            if chance.random() < 0.3:  # somebody comes late
                players.append(f"Late{number}")
            before = draw_now(draw, results)
            draw = next_draw(before, form, players, results, WORDS)
            check_meetings(draw)
        for _ in range(2):
            if len(players) > 2 and chance.random() < 0.3:
                leaver = players.pop(chance.randrange(len(players)))
                direct(results, "withdraw", leaver)
            now = draw_now(draw, results)
            assert now is not None
            check_seats(now.rounds[number - 1], now, number, players, results)
            for pair in missing_in(now, number, results)[: chance.randint(1, 40)]:
                winner, loser = chance.sample(pair, 2)
                games.append(play(results, winner, loser, chance.randint(20, 120)))
        for pair in missing_in(now, number, results):
            games.append(play(results, *pair, chance.randint(20, 120)))
        chosen = chance.randrange(len(games))
        if chance.random() < 0.5:
            loser, winner, _ = games[chosen]
            direct(results, "result", chosen + 1, winner, 121, loser, 97)
            games[chosen] = winner, loser, 97
    shown = Standings(WORDS)
    for result in results.counting(0):
        shown.add(result)
    rows = [(row.name, row.games, row.won, row.game_points, row.spread, row.plus) for row in shown.rows()]
    assert rows == reckoned(games)


def play(results: Results, winner: str, loser: str, score: int) -> Game:
    skunk = "double" if score < 61 else "skunk" if score < 91 else None
    results.add(Result("b1", str(len(results)), "", (winner, loser), (121, score), 0, skunk, 0.0))
    return winner, loser, score


def direct(results: Results, *typed: object) -> None:
    event = event_of([str(word) for word in typed], 0.0)
    assert event is not None
    results.direct(event)


def check_seats(drawn: Round, draw: Draw, number: int, players: list[str], results: Results) -> None:
    """At most one of those who are still there has no game in the round: all others have one in pairs."""
    left = set(players)
    played = {name for pair in missing_in(draw, number, results) for name in pair}
    played |= {
        name
        for pair in drawn.pairs
        if results.first_between(*pair, draw.starts[number - 1], draw.meetings_before(number, pair))
        for name in pair
    }
    alone = left - played
    assert len(alone) <= 1 and alone <= {drawn.bye}


def check_meetings(draw: Draw) -> None:
    """No two pairs of the last round would have met less often if they had exchanged partners."""
    met = Counter(frozenset(pair) for each in draw.rounds[:-1] for pair in each.pairs)
    for (a, b), (c, d) in combinations(draw.rounds[-1].pairs, 2):
        worst = max(met[frozenset((a, b))], met[frozenset((c, d))])
        for others in (((a, c), (b, d)), ((a, d), (b, c))):
            assert worst - max(met[frozenset(pair)] for pair in others) <= 0


def reckoned(games: list[Game]) -> list[tuple[str, int, int, int, int, int]]:
    """Rank the players by the rules, from a list of games, comparing two players at a time."""
    rows = []
    for name in {name for game in games for name in game[:2]}:
        own = [121 - score for winner, _, score in games if winner == name]
        lost = [121 - score for _, loser, score in games if loser == name]
        points = sum(3 if ahead > 30 else 2 for ahead in own)
        rows.append((name, len(own) + len(lost), len(own), points, sum(own) - sum(lost), sum(own)))
    alike = Counter((row[3], row[2], row[4], row[5]) for row in rows)

    def compare(one: tuple[str, int, int, int, int, int], other: tuple[str, int, int, int, int, int]) -> int:
        for column in (3, 2, 4, 5):
            if one[column] != other[column]:
                return other[column] - one[column]
        if alike[one[3], one[2], one[4], one[5]] == 2:
            wins = Counter(game[:2] for game in games)
            lead = wins[other[0], one[0]] - wins[one[0], other[0]]
            if lead:
                return lead
        return -1 if one[0] < other[0] else 1

    return sorted(rows, key=cmp_to_key(compare))
