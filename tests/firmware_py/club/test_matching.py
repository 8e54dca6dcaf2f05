"""As many players as possible are paired. The result is compared with a search through all possibilities."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from firmware_py.club.pairing import maximum_matching

Graph = dict[int, set[int]]


def graph_of(number: int, edges: list[tuple[int, int]]) -> Graph:
    found: Graph = {player: set() for player in range(number)}
    for one, other in edges:
        found[one].add(other)
        found[other].add(one)
    return found


def most_pairs(graph: Graph, players: tuple[int, ...]) -> int:
    """Return the largest possible number of pairs of these players, found by trying all possibilities.

    Args:
        graph: the possible opponents of each player.
        players: the players to pair.
    """
    if not players:
        return 0
    first, rest = players[0], players[1:]
    with_first = [
        1 + most_pairs(graph, tuple(each for each in rest if each != other))
        for other in rest
        if other in graph[first]
    ]
    return max([most_pairs(graph, rest), *with_first])


def check(graph: Graph, matching: dict[int, int]) -> None:
    assert all(matching[other] == one and other in graph[one] for one, other in matching.items())


@pytest.mark.parametrize("seed", range(120))
def test_no_search_finds_more_pairs(seed: int) -> None:
    chance = Random(seed)
    number = chance.randint(1, 10)
    density = chance.choice([0.15, 0.25, 0.4, 0.7])
    graph = graph_of(number, [pair for pair in combinations(range(number), 2) if chance.random() < density])
    found = maximum_matching(graph)
    check(graph, found)
    assert len(found) == 2 * most_pairs(graph, tuple(graph))


@pytest.mark.parametrize(
    "start", [{1: 2, 2: 1, 4: 5, 5: 4}, {0: 9, 9: 0, 2: 4, 4: 2}], ids=["a few pairs", "wrong pairs"]
)
def test_augmenting_path_around_an_odd_cycle(start: dict[int, int]) -> None:
    """All eight players are paired, although the graph of possible pairs contains two triangles (odd cycles).

    The search starts from the pairs in `start`. Some of them are not possible, or have to be changed.
    """
    graph = graph_of(8, [(0, 1), (1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 6), (6, 4), (6, 7)])
    found = maximum_matching(graph, start)
    check(graph, found)
    assert len(found) == 2 * most_pairs(graph, tuple(graph))


@pytest.mark.parametrize("number", [9, 31])
def test_in_a_ring_of_odd_length_one_player_is_left(number: int) -> None:
    ring = graph_of(number, [(player, (player + 1) % number) for player in range(number)])
    assert len(maximum_matching(ring)) == number - 1
