"""Find as many pairs of players as possible if some players must not be paired with each other.

The result is a maximum matching in a graph, found with Edmonds's algorithm. As long as there is an
augmenting path between two unpaired players, its paired and unpaired edges are swapped. If the search finds a
cycle of odd length, which Edmonds calls a blossom, it treats the cycle as a single player (J. Edmonds,
"Paths, Trees, and Flowers", 1965).

Pair the players for the next round of a Swiss tournament, in which players of similar strength meet.

The best player is paired with the nearest possible player in the standings, then the best of the remaining
players, and so on. Two players are paired only if this keeps the total number of rematches in the round as
small as possible.

Data types for the pairings of a club night: who plays whom in each round.

Pair the players for all rounds of a round robin, in which everyone plays everyone else once.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence, Set
from enum import Enum
from typing import NamedTuple


class Pair(NamedTuple):
    """The names of two players who play against each other."""

    one: str
    other: str


class Round(NamedTuple):
    """A round of games on a club night.

    Attributes:
        pairs: the pairs, in the order of their tables.
        bye: the player who does not play in this round, or None if everyone plays.
    """

    pairs: tuple[Pair, ...]
    bye: str | None = None


class Form(Enum):
    """The method that decides who plays whom in each round."""

    EVERYONE = "everyone"
    """A round robin: everyone plays everyone else once. All rounds are paired at the start."""
    SWISS = "swiss"
    """Players with similar results play each other. Each round is paired after the previous one."""


class Draw(NamedTuple):
    """The pairings for the rounds of a club night.

    Attributes:
        form: the method by which players are paired: round robin, or the Swiss system.
        after: the number of results that the club had received before the first round was paired. Only later
            results affect the pairings of the following rounds.
        rounds: the rounds paired so far.
        starts: for each round, the number of results that the club had received before the round was paired.
            Only later results can belong to the round.
    """

    form: Form
    after: int
    rounds: tuple[Round, ...]
    starts: tuple[int, ...]


def round_robin(players: Sequence[str]) -> tuple[Round, ...]:
    """Return rounds in which everyone plays everyone else exactly once.

    The players are paired by the circle method. If the number of players is odd, one player has a bye in
    each round.

    Args:
        players: the players' names, which must all be different. For fewer than two players, there are no
            rounds.
    """
    places: list[str | None] = list(players)
    if len(places) < 2:
        return ()
    if len(places) % 2:
        places.append(None)
    rounds = []
    for _ in range(len(places) - 1):
        rounds.append(_opposite(places))
        places.insert(1, places.pop())
    return tuple(rounds)


def _opposite(places: Sequence[str | None]) -> Round:
    """Return the round that pairs the first player with the last, the second with the second to last, etc."""
    pairs, bye = [], None
    half = len(places) // 2
    for one, other in zip(places[:half], reversed(places[half:]), strict=True):
        if one is None or other is None:
            bye = one or other
        else:
            pairs.append(Pair(one, other))
    return Round(tuple(pairs), bye)


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


def swiss_round(standing: Sequence[str], rounds: Iterable[Round]) -> Round:
    """Return the next round of a Swiss tournament.

    If the number of players is odd, the bye goes to one of the players who have had the fewest byes,
    normally the lowest of them in the standings.

    Args:
        standing: the players' names, best first. They must all be different.
        rounds: the rounds played so far.
    """
    rounds = tuple(rounds)
    players = range(len(standing))
    number = {name: player for player, name in enumerate(standing)}
    met = {player: {player} for player in players}
    for pair in (pair for each in rounds for pair in each.pairs):
        if pair.one in number and pair.other in number:
            one, other = number[pair.one], number[pair.other]
            met[one].add(other)
            met[other].add(one)
    strangers = {player: set(players) - met[player] for player in players}
    bye = _bye(standing, rounds, strangers) if len(standing) % 2 else None
    pairs = _pairs(_without(strangers, bye))
    return Round(
        tuple(Pair(standing[one], standing[other]) for one, other in pairs),
        None if bye is None else standing[bye],
    )


Strangers = dict[int, set[int]]
"""For each player, the players whom this player has not met yet. Players are numbered from best to worst."""


def _bye(standing: Sequence[str], rounds: Sequence[Round], strangers: Strangers) -> int:
    """Return the index of the player who gets the bye in the next round.

    Args:
        standing: the players' names, best first.
        rounds: the rounds played so far, with the earlier byes.
        strangers: for each player's index, the indices of the players whom this player has not met yet.
    """
    byes = Counter(each.bye for each in rounds)
    fewest = min(byes[name] for name in standing)
    candidates = [player for player in reversed(range(len(standing))) if byes[standing[player]] == fewest]
    start = maximum_matching(strangers)
    return min(candidates, key=lambda player: _rematches(_without(strangers, player), start))


def _pairs(strangers: Strangers) -> list[tuple[int, int]]:
    """Pair all players with as few rematches as possible. The pair with the best player comes first.

    The players are numbered, best first. `strangers` maps each player to the players not met yet.
    """
    found = []
    matching = maximum_matching(strangers)
    while strangers:
        best = min(strangers)
        allowed = len(strangers) - len(matching)  # the players who are left for rematches
        for other in sorted(strangers.keys() - {best}):
            rest = _without(_without(strangers, best), other)
            after = maximum_matching(rest, matching)
            is_rematch = other not in strangers[best]
            if len(rest) - len(after) + 2 * is_rematch <= allowed:
                break
        found.append((best, other))
        strangers, matching = rest, after
    return found


def _rematches(strangers: Strangers, start: dict[int, int]) -> int:
    """Return the minimum number of rematches needed to pair all players.

    Args:
        strangers: maps each player to the players whom this player has not met yet.
        start: some pairs of players who have not met yet. The search begins with these pairs, to save time.
    """
    return (len(strangers) - len(maximum_matching(strangers, start))) // 2


def _without(strangers: Strangers, player: int | None) -> Strangers:
    return {each: others - {player} for each, others in strangers.items() if each != player}
