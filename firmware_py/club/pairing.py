"""The pairings of a club night: who plays whom in a round robin, a Swiss tournament or a knock-out.

In the Swiss system, players of similar strength meet. Meetings are counted. Players meet for a second time
only if some round without that does not exist, for a third time only if second meetings do not suffice, and
so on. Of the rounds that are equal in this, those are left in which the fewest pairs meet twice in a row.
Among these, the best player is paired with the nearest possible player in the standings, then the best of the
remaining players, and so on.

Each pair therefore has a weight, and the round with the smallest total weight is searched for: depth first,
leaving out every choice whose total must exceed the limit. If there is no round within the limit, the search
begins again with the next higher limit that makes a difference.

The bounds of the search come from maximum matchings, found with Edmonds's algorithm. As long as there is an
augmenting path between two unpaired players, its paired and unpaired edges are swapped. If the search finds a
cycle of odd length, which Edmonds calls a blossom, it treats the cycle as a single player (J. Edmonds,
"Paths, Trees, and Flowers", 1965).
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
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
        seeded: the players of a knock-out who go on to the next round without a game.
        best_of: the largest number of games in which each pair decides who goes on.
    """

    pairs: tuple[Pair, ...]
    bye: str | None = None
    seeded: tuple[str, ...] = ()
    best_of: int = 1

    @property
    def idle(self) -> list[str]:
        """The players who do not play in this round."""
        return [*([self.bye] if self.bye else []), *self.seeded]


class Form(Enum):
    """The method that decides who plays whom in each round."""

    EVERYONE = "everyone"
    """A round robin: everyone plays everyone else once. All rounds are paired at the start."""
    SWISS = "swiss"
    """Players with similar results play each other. Each round is paired after the previous one."""
    KNOCKOUT = "knockout"
    """The loser is out. The best have a bye in the first round if not all can meet in pairs to the end."""


class Draw(NamedTuple):
    """The pairings for the rounds of a club night.

    Attributes:
        after: the number of results that the club had received before the first round was paired. Only later
            results affect the pairings of the following rounds.
        starts: for each round, the number of results that the club had received before the round was paired.
            Only later results can belong to the round.
        bye: the game points that a bye is worth in the standings.
        meetings: how often the pair in a round has met in earlier rounds drawn together with it, by the
            number of the round and the pair, if players have withdrawn since; otherwise empty.
    """

    form: Form
    after: int
    rounds: tuple[Round, ...]
    starts: tuple[int, ...]
    bye: int = 0
    meetings: Mapping[tuple[int, frozenset[str]], int] = {}

    @property
    def players(self) -> tuple[str, ...]:
        """The names of all players in the rounds paired so far."""
        names = [name for each in self.rounds for pair in each.pairs for name in pair]
        idle = [name for each in self.rounds for name in each.idle]
        return tuple({name.casefold(): name for name in reversed(names + idle)}.values())

    def places(self, number: int) -> int:
        """Return the number of places in a round of a knock-out: 2 in the final, 4 in the round before."""
        first = self.rounds[0]
        last = 2 * len(first.pairs) + len(first.seeded) - 1
        return 1 << (last.bit_length() - number + 1)

    @property
    def cycle(self) -> int:
        """The number of rounds of a round robin in which everyone meets everyone else once."""
        first = self.rounds[0]
        return 2 * len(first.pairs) + (1 if first.bye else -1)

    def meetings_before(self, number: int, pair: Pair) -> int:
        """Return how often the pair in a round has met in earlier rounds drawn together with it."""
        if self.meetings:
            return self.meetings[number, pair_key(pair)]
        return (number - 1) // self.cycle if self.form is Form.EVERYONE else 0

    def renamed(self, name: Callable[[str], str]) -> Draw:
        """Return the same pairings of players whose names have changed; `name` returns the name now."""
        rounds = tuple(
            each._replace(
                pairs=tuple(Pair(*map(name, pair)) for pair in each.pairs),
                bye=each.bye and name(each.bye),
                seeded=tuple(map(name, each.seeded)),
            )
            for each in self.rounds
        )
        return self._replace(rounds=rounds)


def pair_key(names: Iterable[str]) -> frozenset[str]:
    """Return a key for the players of a game, the same for every order of the names, in any case."""
    return frozenset(map(str.casefold, names))


def round_robin(players: Sequence[str], number: int | None = None) -> tuple[Round, ...]:
    """Return rounds in which everyone moves on by a seat and plays everyone else exactly once.

    The players are paired by the circle method. If the number of players is odd, one player has a bye in
    each round.

    Args:
        players: the players' names, which must all be different. For fewer than two players, there are no
            rounds.
        number: the number of rounds, which end sooner or begin again; by default, as many as are needed.
    """
    places: list[str | None] = list(players)
    if len(places) < 2:
        return ()
    if len(places) % 2:
        places.append(None)
    rounds = []
    for turn in range(number or len(places) - 1):
        rounds.append(_opposite(places, turn, turn // (len(places) - 1)))
        places.insert(1, places.pop())
    return tuple(rounds)


def _opposite(places: Sequence[str | None], turn: int, meetings: int) -> Round:
    """Pair the first player with the last, the second with the second to last, etc.

    Everyone but the first moves to the neighbours' table after this, and so sits now here, now there, if
    the seats of each second table are exchanged, and those of the first table in each second round. Players
    who meet again exchange seats.
    """
    pairs, bye = [], None
    half = len(places) // 2
    for table, (one, other) in enumerate(zip(places[:half], reversed(places[half:]), strict=True)):
        if (table + meetings if table else turn) % 2:
            one, other = other, one
        if one is None or other is None:
            bye = one or other
        else:
            pairs.append(Pair(one, other))
    return Round(tuple(pairs), bye)


Place = tuple[str | None, str | None]
"""Two players who would meet in a round of a knock-out; None where nobody is left."""


def seeded_places(players: Sequence[str]) -> list[Place]:
    """Return the first round of a knock-out, in the order in which the winners meet.

    The best two can meet only in the final, the best four only in the round before, and so on. The best
    have nobody to meet if the number of players is no power of two.

    Args:
        players: the players' names, best first.
    """
    seeds = [0, 1]
    while len(seeds) < len(players):
        seeds = [seed for one in seeds for seed in (one, 2 * len(seeds) - 1 - one)]
    names = [players[seed] if seed < len(players) else None for seed in seeds]
    return list(zip(names[::2], names[1::2], strict=True))


def knockout_round(places: Iterable[Place], best_of: int = 1) -> Round:
    """Return the round of a knock-out in which these players meet."""
    pairs, seeded = [], []
    for one, other in places:
        if one and other:
            pairs.append(Pair(one, other))
        elif one or other:
            seeded.append(str(one or other))
    return Round(tuple(pairs), None, tuple(seeded), best_of)


def places_of(first: Round) -> list[Place]:
    """Return the places from which `knockout_round` has made the first round of a knock-out."""
    pairs, seeded = iter(first.pairs), iter(first.seeded)
    alike = seeded_places([""] * (2 * len(first.pairs) + len(first.seeded)))
    return [(next(seeded), None) if None in place else next(pairs) for place in alike]


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
    """A search for an augmenting path, in a tree of alternating paths from an unpaired player."""

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
        """Swap paired and unpaired edges from the unpaired player `end` to the root, for one more pair."""
        player: int | None = end
        while player is not None:
            before = self._parent[player]
            following = self._partner.get(before)
            self._partner[player], self._partner[before] = before, player
            player = following

    def _contract(self, one: int, other: int) -> None:
        """Treat the odd cycle that two neighbours close in the search tree as a single player."""
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
        """
        while self._base[player] != base:
            mate = self._partner[player]
            blossom |= {self._base[player], self._base[mate]}
            self._parent[player] = child
            child = mate
            player = self._parent[mate]


Weights = dict[int, dict[int, int]]
"""For each player, the weights of the pairs with earlier opponents. Players are numbered, best first."""
Players = frozenset[int]


def swiss_round(standing: Sequence[str], rounds: Sequence[Round]) -> Round:
    """Return the next round of a Swiss tournament.

    If the number of players is odd, the bye goes to one of the players who have had the fewest byes,
    normally the lowest of them in the standings.

    Args:
        standing: the players' names, best first. They must all be different, even ignoring case.
    """
    weights = _weights(standing, rounds)
    everyone = frozenset(range(len(standing)))
    byes = _possible_byes(standing, rounds) if len(standing) % 2 else [None]
    limit: int | None = 0
    while limit is not None:
        search = _Search(weights, limit)
        for bye in byes:
            pairs = search.pairs(everyone - {bye})
            if pairs is not None:
                names = tuple(Pair(standing[one], standing[other]) for one, other in pairs)
                return Round(names, None if bye is None else standing[bye])
        limit = search.next_limit
    raise AssertionError("some round always exists")


def _weights(standing: Sequence[str], rounds: Sequence[Round]) -> Weights:
    number = {name.casefold(): player for player, name in enumerate(standing)}
    weights: Weights = defaultdict(dict)
    met = Counter(pair_key(pair) for each in rounds for pair in each.pairs)
    latest = {pair_key(pair) for pair in rounds[-1].pairs} if rounds else set()
    for pair, times in met.items():
        if pair <= number.keys():
            one, other = (number[name] for name in pair)
            # A meeting weighs more than all pairs together that have met less often.
            weights[one][other] = weights[other][one] = len(standing) ** (times + 1) + (pair in latest)
    return weights


def _possible_byes(standing: Sequence[str], rounds: Sequence[Round]) -> list[int | None]:
    """Return the players who have had the fewest byes, the lowest in the standings first."""
    byes = Counter(each.bye.casefold() for each in rounds if each.bye)
    fewest = min(byes[name.casefold()] for name in standing)
    return [
        player for player in reversed(range(len(standing))) if byes[standing[player].casefold()] == fewest
    ]


class _Bound(NamedTuple):
    """A total weight that no pairing of some players can fall below.

    For each weight, a matching as large as possible without such heavy pairs leaves some players over, and
    they must form pairs that are at least so heavy. `matchings` are these matchings, lightest weight first.
    """

    total: int
    matchings: tuple[dict[int, int], ...]


class _Choice(NamedTuple):
    pair: tuple[int, int]
    others: Players
    spent: int
    bound: _Bound


class _Search:
    """The search for a round whose total weight is within a limit.

    Attributes:
        next_limit: the smallest total that was left out for being above the limit, or None.
    """

    def __init__(self, weights: Weights, limit: int) -> None:
        self._weights, self._limit = weights, limit
        self._steps = sorted({weight for others in weights.values() for weight in others.values()})
        self.next_limit: int | None = None

    def pairs(self, players: Players) -> list[tuple[int, int]] | None:
        """Pair an even number of players, the pair with the best of them first.

        Return None if there is no round within the limit.
        """
        bound = self._bound(players, ())
        if not self._is_within(bound.total):
            return None
        found: list[_Choice] = []
        untried = [self._choices(players, 0, bound)]
        while 2 * len(found) < len(players):
            choice = next(untried[-1], None)
            if choice is not None:
                found.append(choice)
                untried.append(self._choices(choice.others, choice.spent, choice.bound))
            elif found:
                found.pop()
                untried.pop()
            else:
                return None
        return [choice.pair for choice in found]

    def _choices(self, players: Players, spent: int, bound: _Bound) -> Iterator[_Choice]:
        """Yield the opponents whom the best of the players may get, nearest first."""
        best, *others = sorted(players)
        for other in others:
            rest = players - {best, other}
            after = spent + self._weights[best].get(other, 0)
            below = self._bound(rest, bound.matchings)
            if self._is_within(after + below.total):
                yield _Choice((best, other), rest, after, below)

    def _is_within(self, total: int) -> bool:
        if total <= self._limit:
            return True
        self.next_limit = total if self.next_limit is None else min(total, self.next_limit)
        return False

    def _bound(self, players: Players, before: Sequence[dict[int, int]]) -> _Bound:
        """`before` are the matchings of a larger group, to save time."""
        total, lighter, matchings = 0, 0, []
        for index, weight in enumerate(self._steps):
            graph = {
                one: players - {one, *(other for other, own in self._weights[one].items() if own >= weight)}
                for one in players
            }
            matching = maximum_matching(graph, before[index] if index < len(before) else None)
            left = (len(players) - len(matching)) // 2
            if not left:
                break
            matchings.append(matching)
            total, lighter = total + (weight - lighter) * left, weight
        return _Bound(total, tuple(matchings))
