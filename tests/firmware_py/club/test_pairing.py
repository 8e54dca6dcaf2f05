"""Who plays whom: a round robin, and rounds in which players with similar results meet.

The pairings are compared with a search through all possibilities. The standing so far decides the next round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import cmp_to_key
from itertools import combinations
from random import Random

import pytest

from firmware_py.club.director import event_of
from firmware_py.club.pairing import Draw, Form, Pair, Round, maximum_matching, round_robin, swiss_round
from firmware_py.club.results import Result, Results
from firmware_py.club.rounds import (
    Standings,
    UnfinishedRounds,
    champion,
    draw_now,
    missing,
    missing_in,
    next_draw,
    order,
)
from firmware_py.words.english import English


@pytest.mark.parametrize(
    "start", [{1: 2, 2: 1, 4: 5, 5: 4}, {0: 9, 9: 0, 2: 4, 4: 2}], ids=["a few pairs", "wrong pairs"]
)
def test_augmenting_path_around_an_odd_cycle(start: dict[int, int]) -> None:
    """All eight players are paired, although the graph of possible pairs contains two triangles (odd cycles).

    The search starts from the pairs in `start`. Some of them are not possible, or have to be changed.
    """
    graph: dict[int, set[int]] = {player: set() for player in range(8)}
    for one, other in [(0, 1), (1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4), (6, 7)]:
        graph[one].add(other)
        graph[other].add(one)
    found = maximum_matching(graph, start)
    assert len(found) == 8
    assert all(found[other] == one and other in graph[one] for one, other in found.items())


@pytest.mark.parametrize("number", range(2, 40))
def test_everyone_meets_everyone_once_and_plays_at_most_once_in_a_round(number: int) -> None:
    names = [f"Player {player}" for player in range(number)]
    rounds = round_robin(names)
    assert len(rounds) == number - 1 + number % 2
    met = [frozenset(pair) for each in rounds for pair in each.pairs]
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(sorted(names), 2)))
    for each in rounds:
        playing = [name for pair in each.pairs for name in pair] + ([each.bye] if each.bye else [])
        assert sorted(playing) == sorted(names)
    byes = [each.bye for each in rounds if each.bye]
    assert sorted(byes) == (sorted(names) if number % 2 else [])


def test_fewer_than_two_players_have_no_rounds() -> None:
    assert round_robin([]) == round_robin(["Ann"]) == ()


NAMES = "Ann Bob Cy Di Eve Flo Gus Hal".split()


def all_pairings(players: Sequence[str]) -> Iterator[tuple[Pair, ...]]:
    """Yield every way to pair the players.

    Pairings of the best player with a player of similar standing come first.

    Args:
        players: an even number of players, best first.
    """
    if not players:
        yield ()
        return
    first, *others = players
    for other in others:
        for rest in all_pairings([each for each in others if each != other]):
            yield (Pair(first, other), *rest)


def searched(standing: Sequence[str], rounds: Sequence[Round]) -> Round:
    """Return the best next round, found by searching through all possible rounds.

    Args:
        standing: the players, with the best player first.
        rounds: the earlier rounds.
    """
    met = Counter(frozenset(pair) for each in rounds for pair in each.pairs)
    latest = {frozenset(pair) for pair in rounds[-1].pairs} if rounds else set()
    byes = Counter(each.bye for each in rounds)
    byes_possible: list[str | None] = [None]
    if len(standing) % 2:
        fewest = min(byes[name] for name in standing)
        byes_possible = [name for name in reversed(standing) if byes[name] == fewest]
    possible = [
        Round(pairs, bye)
        for bye in byes_possible
        for pairs in all_pairings([name for name in standing if name != bye])
    ]

    def evils(drawn: Round) -> list[int]:
        times = [met[frozenset(pair)] for pair in drawn.pairs]
        again = sum(frozenset(pair) in latest for pair in drawn.pairs)
        return [*(times.count(often) for often in range(len(rounds), 0, -1)), again]

    return min(possible, key=evils)


@pytest.mark.parametrize("seed", range(24))
def test_no_search_through_all_rounds_finds_a_better_one(seed: int) -> None:
    chance = Random(seed)
    players = NAMES[: chance.randint(2, 8)]
    rounds: list[Round] = []
    for _ in range(12):  # more rounds than there are opponents, so that rematches are unavoidable in the end
        standing = chance.sample(players, len(players))
        found = swiss_round(standing, rounds)
        assert found == searched(standing, rounds)
        rounds.append(found)


@pytest.mark.parametrize("number", [8, 20, 21])
def test_as_many_rounds_as_opponents_need_few_rematches(number: int) -> None:
    chance = Random(number)
    names = [str(player) for player in range(number)]
    rounds: list[Round] = []
    for _ in range(number // 2):  # so many rounds without a rematch always exist (Dirac's theorem)
        rounds.append(swiss_round(chance.sample(names, number), rounds))
    met = [frozenset(pair) for each in rounds for pair in each.pairs]
    assert len(met) == len(set(met)) == (number // 2) * (number // 2)


def test_the_last_in_the_standing_has_the_bye_but_not_twice() -> None:
    first = swiss_round(["Ann", "Bob", "Cy"], [])
    assert first == Round((Pair("Ann", "Bob"),), "Cy")
    assert swiss_round(["Ann", "Bob", "Cy"], [first]) == Round((Pair("Ann", "Cy"),), "Bob")


def test_players_who_left_are_not_paired_and_those_who_came_later_are() -> None:
    played = Round((Pair("Ann", "Bob"), Pair("Cy", "Di")))
    assert swiss_round(["Zoë", "Ann"], [played]) == Round((Pair("Zoë", "Ann"),))
    assert swiss_round(["Ann"], [played]) == Round((), "Ann")
    assert swiss_round([], [played]) == Round(())


WORDS = English()
PLAYERS = ["Ann", "Bob", "Cy", "Di"]


def won(results: Results, winner: str, loser: str, score: int = 100) -> None:
    number = len(results) + 1
    results.add(Result("b1", str(number), "Table 1", (winner, loser), (121, score), 0, None, 0.0))


def test_swiss_rounds_follow_the_standing() -> None:
    results = Results()
    draw = next_draw(None, Form.SWISS, PLAYERS, results, WORDS)
    assert draw.rounds[0].pairs == (Pair("Ann", "Bob"), Pair("Cy", "Di"))
    assert missing(draw, results) == [Pair("Ann", "Bob"), Pair("Cy", "Di")]
    won(results, "Bob", "Ann", 110)
    won(results, "Di", "Cy", 70)
    assert missing(draw, results) == []
    assert order(draw, PLAYERS, results, WORDS) == ["Di", "Bob", "Ann", "Cy"]
    draw = next_draw(draw, Form.SWISS, PLAYERS, results, WORDS)
    assert draw.rounds[1].pairs == (Pair("Di", "Bob"), Pair("Ann", "Cy"))
    assert draw.starts == (0, 2)


def test_a_bye_counts_as_a_win_without_spread() -> None:
    results = Results()
    draw = next_draw(None, Form.SWISS, ["Ann", "Bob", "Cy"], results, WORDS)
    assert draw.rounds[0].bye == "Cy"
    won(results, "Ann", "Bob", 120)
    assert order(draw, ["Cy", "Bob", "Ann"], results, WORDS) == ["Ann", "Cy", "Bob"]
    # A player who has come later has won nothing, as Bob, and has lost by nothing.
    assert order(draw, ["Bob", "Zoë", "Ann"], results, WORDS) == ["Ann", "Zoë", "Bob"]
    draw = next_draw(draw, Form.SWISS, ["Ann", "Bob", "Cy"], results, WORDS)
    assert (draw.rounds[1].pairs, draw.rounds[1].bye) == ((Pair("Ann", "Cy"),), "Bob")


def test_a_second_game_of_two_players_is_not_one_of_the_next_round() -> None:
    results = Results()
    draw = next_draw(None, Form.SWISS, PLAYERS, results, WORDS)
    won(results, "ann", "BOB")
    won(results, "Bob", "Ann", 5)  # one more, for fun
    won(results, "Cy", "Di")
    first = results.first_between("Bob", "Ann", after=0)
    assert first is not None and first.number == 1
    draw = next_draw(draw, Form.SWISS, PLAYERS, results, WORDS)
    assert missing(draw, results) == list(draw.rounds[1].pairs)


def test_of_rounds_drawn_at_once_the_first_unfinished_one_is_played() -> None:
    results = Results()
    draw = next_draw(None, Form.EVERYONE, PLAYERS, results, WORDS)
    unfinished = UnfinishedRounds(draw, results)
    for number, each in enumerate(draw.rounds, 1):
        assert unfinished.now == number
        for pair in each.pairs:
            won(results, *pair)
            assert unfinished.changed_by([name.upper() for name in pair]) == [number]
    assert unfinished.now == 3
    results.undo("b1", "1")
    unfinished.changed_by(draw.rounds[0].pairs[0])
    assert unfinished.now == 1


# -- random evenings, with leavers, latecomers and corrections


BY_DAY, NIGHT = (0, 5, 8), [pytest.mark.night]
SEEDS = [pytest.param(seed, marks=[] if seed in BY_DAY else NIGHT) for seed in range(2000)]
Game = tuple[str, str, int]
"""The winner, the loser, and the loser's score."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_evening_is_drawn_fairly_and_ranked_right(seed: int) -> None:
    chance = Random(seed)
    players = [f"P{number}" for number in range(chance.randint(3, 40))]
    form = chance.choice([Form.SWISS, Form.EVERYONE])
    results, games, byes = Results(), list[Game](), Counter[str | None]()
    rounds, left_in, played = chance.randint(3, 9), set[int](), list[Round]()
    draw = next_draw(None, form, players, results, WORDS, rounds)
    for number in range(1, rounds + 1):
        if form is Form.SWISS and number > 1:
            if chance.random() < 0.3:  # somebody comes late
                players.append(f"Late{number}")
            before = draw_now(draw, results)
            draw = next_draw(before, form, players, results, WORDS)
        for _ in range(2):
            if len(players) > 2 and chance.random() < 0.3:
                leaver = players.pop(chance.randrange(len(players)))
                direct(results, "withdraw", leaver, number)
                left_in.add(number)
            now = draw_now(draw, results)
            assert now is not None
            check_seats(now.rounds[number - 1], now, number, players, results)
            for pair in missing_in(now, number, results)[: chance.randint(1, 40)]:
                winner, loser = chance.sample(pair, 2)
                games.append(play(results, winner, loser, chance.randint(20, 120)))
        for pair in missing_in(now, number, results):
            games.append(play(results, *pair, chance.randint(20, 120)))
        alone = now.rounds[number - 1].bye
        # Who is there when somebody leaves plays on; and everyone may have to meet everyone.
        if number not in left_in and (form is Form.SWISS or rounds % draw.cycle):
            assert alone is None or byes[alone] == min(byes[name] for name in players)
            check_meetings(now._replace(rounds=now.rounds[:number]))
        byes[alone] += 1
        assert now.rounds[: number - 1] == tuple(played), "what was played stays, also the byes"
        played.append(now.rounds[number - 1])
        if chance.random() < 0.5:
            correct(results, games, chance.randrange(len(games)))
    if form is Form.EVERYONE and not left_in:
        met = Counter(frozenset(pair) for each in draw.rounds for pair in each.pairs)
        assert max(met.values()) - min(met[frozenset(pair)] for pair in combinations(players, 2)) <= 1
    shown = Standings(WORDS)
    for result in results.counting(0):
        shown.add(result)
    rows = [(row.name, row.games, row.won, row.game_points, row.spread, row.plus) for row in shown.rows()]
    assert rows == reckoned(games)
    check_knockout(chance, players)


@pytest.mark.parametrize("number", [2, 3, 5, 6, 8, 13, 32, 40])
def test_a_knockout_of_many_sizes(number: int) -> None:
    check_knockout(Random(number), [f"P{seed}" for seed in range(number)])


Meeting = tuple[str | None, str | None]
"""Two places of a knock-out. None is a place without a player."""


def check_knockout(chance: Random, players: list[str]) -> None:
    """In each round, the best place left meets the last, and so on; who goes on has the better place.

    Somebody may leave, and any result may be corrected, also one of an earlier round.
    """
    results, games, best_of = Results(), list[Game](), chance.choice([1, 3, 5])
    draw = next_draw(None, Form.KNOCKOUT, players, results, WORDS)
    draw = draw._replace(rounds=(draw.rounds[0]._replace(best_of=best_of),))
    leaver, gone = chance.choice([None, chance.choice(players)]), set[str | None]([None])
    assert draw.places(1) // 2 < len(players) <= draw.places(1)

    def meetings(number: int) -> list[Meeting]:
        left: list[str | None] = [*players, *[None] * (draw.places(1) - len(players))]
        if number > 1:
            left = [goes_on(each, games, best_of, gone) for each in meetings(number - 1)]
        return list(zip(left[: len(left) // 2], reversed(left), strict=False))

    while True:
        while waiting := missing(now := draw_now(draw, results) or draw, results):
            for pair in chance.sample(waiting, chance.randint(1, len(waiting))):
                games.append(play(results, *chance.sample(pair, 2), chance.randint(20, 120)))
            if chance.random() < 0.4:
                correct(results, games, chance.randrange(len(games)))
            if leaver not in gone and chance.random() < 0.3:
                direct(results, "withdraw", leaver)
                gone.add(leaver)
        meet = meetings(len(draw.rounds))
        assert set(map(frozenset, now.rounds[-1].pairs)) == {frozenset(each) for each in meet if all(each)}
        assert {*now.rounds[-1].seeded} == {name for each in meet if not all(each) for name in each if name}
        if len(meet) == 1:
            break
        draw = next_draw(draw, Form.KNOCKOUT, [], results, WORDS)
    assert champion(draw, results) == goes_on(meet[0], games, best_of, gone) is not None


def goes_on(meet: Meeting, games: list[Game], best_of: int, gone: Set[str | None]) -> str | None:
    """Return who has first won most of the games of two, or else who is left alone."""
    wins: Counter[str] = Counter()
    for name, loser, _ in games:
        wins[name] += {name, loser} == {*meet}
        if 2 * wins[name] > best_of:
            return name
    left = [name for name in meet if name not in gone]
    return left[0] if len(left) == 1 else None


def correct(results: Results, games: list[Game], chosen: int) -> None:
    loser, winner, _ = games[chosen]
    direct(results, "result", chosen + 1, winner, 121, loser, 97)
    games[chosen] = winner, loser, 97


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
