"""Everyone plays everyone else once, in as few rounds as possible."""

from itertools import combinations

import pytest

from firmware_py.club.pairing import Pair, Round, round_robin


@pytest.mark.parametrize("number", [3, 4, 5, 8, 21, 100])
def test_rounds_match_a_different_construction(number: int) -> None:
    """The pairings are the same as those made by a second method.

    All players but one have a number. Two players meet in the round whose index is the sum of their numbers,
    modulo the number of rounds. A player paired with themselves plays the one without a number instead.
    """
    places = number - 1 + number % 2
    # In round `which`, two players meet if the numbers of their places add up to `which`, modulo `places`.
    # A player who would meet themselves meets player 0, who has no place.
    by_sums = {
        frozenset(
            frozenset((one, other)) if one != other else frozenset((one, "player 0"))
            for one in range(places)
            for other in range(one, places)
            if (one + other) % places == which
        )
        for which in range(places)
    }
    found = set()
    for each in round_robin(["player 0", *map(str, range(number - 1))]):
        pairs = [*each.pairs, *([Pair(each.bye, str(number - 1))] if each.bye else [])]
        found.add(
            frozenset(frozenset(int(name) if name.isdigit() else name for name in pair) for pair in pairs)
        )
    assert found == by_sums


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


@pytest.mark.parametrize("names", [[], ["Ann"]])
def test_fewer_than_two_players_have_no_rounds(names: list[str]) -> None:
    assert round_robin(names) == ()


def test_four_players_move_around_the_circle() -> None:
    # The circle method by hand: Ann stays, the others move clockwise by one place.
    assert round_robin(["Ann", "Bob", "Cy", "Di"]) == (
        Round((Pair("Ann", "Di"), Pair("Bob", "Cy"))),
        Round((Pair("Ann", "Cy"), Pair("Di", "Bob"))),
        Round((Pair("Ann", "Bob"), Pair("Cy", "Di"))),
    )
