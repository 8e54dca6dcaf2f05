"""Find as many pairs of players as possible if some players must not be paired with each other.

The result is a maximum matching in a graph, found with Edmonds's algorithm. As long as there is an
augmenting path between two unpaired players, its paired and unpaired edges are swapped. If the search finds a
cycle of odd length, which Edmonds calls a blossom, it treats the cycle as a single player (J. Edmonds,
"Paths, Trees, and Flowers", 1965).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Set

Graph = Mapping[int, Set[int]]
"""For each player, the players with whom this player may be paired."""


def maximum_matching(graph: Graph, start: Mapping[int, int] | None = None) -> dict[int, int]:
    """Return a matching with as many pairs as possible. The result maps each paired player to their partner.

    Args:
        graph: maps each player to the players who are possible partners. It must be symmetric.
        start: a matching from which to start the search, to save time. Pairs that are not in the graph are
            ignored.
    """
    partner = {
        one: other for one, other in (start or {}).items() if one in graph and other in graph.get(one, ())
    }
    for one in graph:
        if one not in partner:
            free = next((other for other in graph[one] if other not in partner), None)
            if free is not None:
                partner[one], partner[free] = free, one
    for one in graph:
        if one not in partner:
            _PathSearch(graph, partner).augment_from(one)
    return partner


class _PathSearch:
    """A search for an augmenting path, i.e. for a way to change the pairs so that one more pair is formed.

    It grows a search tree of alternating paths from an unpaired player.
    """

    def __init__(self, graph: Graph, partner: dict[int, int]) -> None:
        self._graph, self._partner = graph, partner
        self._parent: dict[int, int] = {}
        self._base = {each: each for each in graph}
        self._outer: set[int] = set()
        self._queue: deque[int] = deque()

    def augment_from(self, root: int) -> None:
        """Form one more pair by an augmenting path from the unpaired player `root`, if possible."""
        self._root = root
        self._add(root)
        while self._queue:
            one = self._queue.popleft()
            for other in self._graph[one]:
                if self._base[one] == self._base[other] or self._partner.get(one) == other:
                    continue
                if other in self._outer:
                    self._contract(one, other)
                elif other not in self._parent:
                    self._parent[other] = one
                    if other not in self._partner:
                        self._flip(other)
                        return
                    self._add(self._partner[other])

    def _add(self, player: int) -> None:
        self._outer.add(player)
        self._queue.append(player)

    def _flip(self, end: int) -> None:
        """Form one more pair along the path from the unpaired player `end` to the root of the search tree.

        Partners on the path are separated, and neighbours who were not partners are paired instead. Every
        player on the path then has a partner.
        """
        player: int | None = end
        while player is not None:
            before = self._parent[player]
            following = self._partner.get(before)
            self._partner[player], self._partner[before] = before, player
            player = following

    def _contract(self, one: int, other: int) -> None:
        """Treat the players in a cycle of odd length as a single player from now on.

        The players `one` and `other` are neighbours in the graph. The cycle consists of the edge between
        them and their paths up the search tree, as far as the player where the paths meet.
        """
        base = self._common_base(one, other)
        blossom: set[int] = set()
        self._mark(one, base, other, blossom)
        self._mark(other, base, one, blossom)
        for each in self._base:
            if self._base[each] in blossom:
                self._base[each] = base
                if each not in self._outer:
                    self._add(each)

    def _common_base(self, one: int, other: int) -> int:
        passed = set()
        while True:
            one = self._base[one]
            passed.add(one)
            if one == self._root:
                break
            one = self._parent[self._partner[one]]
        while self._base[other] not in passed:
            other = self._parent[self._partner[self._base[other]]]
        return self._base[other]

    def _mark(self, player: int, base: int, child: int, blossom: set[int]) -> None:
        """Set new parents on one side of an odd cycle, going up the search tree from `player` to `base`.

        The new parent of `player` is `child`. Going up from `player`, every second player gets the player
        below as the new parent. So the new parents lead down to `player`, across to `child`, and up the other
        side of the cycle.

        Args:
            player: the player at which to start, who is on the cycle.
            base: the player on the cycle who is nearest to the root of the search tree.
            child: the player at the other end of the edge that closes the cycle.
            blossom: a set to which the bases of the players on the way are added.
        """
        while self._base[player] != base:
            mate = self._partner[player]
            blossom |= {self._base[player], self._base[mate]}
            self._parent[player] = child
            child = mate
            player = self._parent[mate]
