"""Pair the players for the next round of a Swiss tournament, in which players of similar strength meet.

Meetings are counted. Players meet for a second time only if some round without that does not exist, for a
third time only if second meetings do not suffice, and so on. Of the rounds that are equal in this, those are
left in which the fewest pairs meet twice in a row. Among these, the best player is paired with the nearest
possible player in the standings, then the best of the remaining players, and so on.

Each pair therefore has a weight, and the round with the smallest total weight is searched for: depth first,
leaving out every choice whose total must exceed the limit. If there is no round within the limit, the search
begins again with the next higher limit that makes a difference.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from firmware_py.club.draw_types import Pair, Round, pair_key
from firmware_py.club.matching import maximum_matching

Weights = dict[int, dict[int, int]]
"""For each player, the weights of the pairs with earlier opponents. Players are numbered, best first."""
Players = frozenset[int]


def swiss_round(standing: Sequence[str], rounds: Sequence[Round]) -> Round:
    """Return the next round of a Swiss tournament.

    If the number of players is odd, the bye goes to one of the players who have had the fewest byes,
    normally the lowest of them in the standings.

    Args:
        standing: the players' names, best first. They must all be different, even ignoring case.
        rounds: the rounds played so far.
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
        """Return a bound for these players. `before` are the matchings of a larger group, to save time."""
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
