"""Players with similar results are paired, and nobody meets the same opponent twice if it can be avoided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from firmware_py.club.pairing import Pair, Round, swiss_round

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
    met = {frozenset(pair) for each in rounds for pair in each.pairs}
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
    return min(possible, key=lambda each: sum(frozenset(pair) in met for pair in each.pairs))


@pytest.mark.parametrize("seed", range(40))
def test_no_search_through_all_rounds_finds_a_better_one(seed: int) -> None:
    chance = Random(seed)
    players = NAMES[: chance.randint(2, 8)]
    rounds: list[Round] = []
    for _ in range(9):  # more rounds than there are opponents, so that rematches are unavoidable in the end
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


def test_neighbours_in_the_standing_meet() -> None:
    assert swiss_round(NAMES[:4], []) == Round((Pair("Ann", "Bob"), Pair("Cy", "Di")))


def test_the_best_player_gives_way_if_the_others_could_not_be_paired() -> None:
    # Cy and Di have met. If Ann played Bob, they would have to meet again.
    played = Round((Pair("Cy", "Di"), Pair("Ann", "Bob")))
    assert swiss_round(["Ann", "Eve", "Cy", "Di"], [played]) == Round((Pair("Ann", "Cy"), Pair("Eve", "Di")))


def test_the_last_in_the_standing_has_the_bye_but_not_twice() -> None:
    first = swiss_round(["Ann", "Bob", "Cy"], [])
    assert first == Round((Pair("Ann", "Bob"),), "Cy")
    assert swiss_round(["Ann", "Bob", "Cy"], [first]) == Round((Pair("Ann", "Cy"),), "Bob")


def test_players_who_left_are_not_paired_and_those_who_came_later_are() -> None:
    played = Round((Pair("Ann", "Bob"), Pair("Cy", "Di")))
    assert swiss_round(["Zoë", "Ann"], [played]) == Round((Pair("Zoë", "Ann"),))
    assert swiss_round(["Ann"], [played]) == Round((), "Ann")
    assert swiss_round([], [played]) == Round(())
