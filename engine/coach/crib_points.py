"""The probabilities of a crib's possible scores while some of its cards are still unknown.

If both hands are known, the probabilities depend on what players who keep such hands usually throw. If not,
they depend on the players' general throwing habits. A flush of five cards, which occurs in one crib out of
four hundred, is ignored unless three cards in the crib are known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import comb, exp, perm

from engine.cards import Card, Rank, Suit
from engine.coach.tables import Habits, habits
from engine.coach.unseen import PAIRS, RankPair, thrown_weights
from engine.options import FOUR_CARDS
from engine.scoring.fast_count import show_points

_MOST = 29
_RICHER = 0.0205
"""A correction, used if the hands are unknown: each score's chance is multiplied by `exp(_RICHER * points)`.

Players keep cards that score together, so the cards left for the crib score together more often than chance
would have it. In a million deals of the generator, this makes cribs richer by 0.21 points.
"""
_RARE = 1e-6
"""The least weight of a crib, because people throw any cards."""
_SUITS = tuple(Suit)
_CODES = {(low, high): Card(low).code + Card(high).code for low, high in PAIRS}
"""The sum of the codes of two cards (`Card.code`), keyed by their ranks."""
_JACK = Card(Rank.JACK).code

Chances = list[float]
"""The chance of each number of points. The number of points is the index."""


def crib_points(
    starter: Card, pone: Sequence[Card], dealer: Sequence[Card], crib: Sequence[Card] = ()
) -> Chances:
    """Return the probability of each score that the crib can have, given the cards that are known."""
    seen = (*pone, *dealer)
    if len(crib) >= FOUR_CARDS - 1:
        return _with_suits(starter, seen, crib)
    left = Counter({rank: len(_SUITS) for rank in Rank})
    left.subtract(card.rank for card in (starter, *seen))
    known = Counter(card.rank for card in crib)
    if len(pone) == len(dealer) == FOUR_CARDS:
        weights = _cribs(_thrown(pone, left, dealer=False), _thrown(dealer, left, dealer=True), left)
        richer = 0.0
    else:
        pones, dealers = (pair_weights(left, habits(dealer=each)) for each in (False, True))
        weights = _cribs(pones, dealers, left)
        richer = _RICHER * (1 - len(crib) / FOUR_CARDS)
    if known:
        weights = {code: weight * _order(code, known) for code, weight in weights.items()}
    sure = starter.jack is not None and starter.jack is not starter and starter.jack in crib
    nobs = 0.0 if sure else _nobs(starter, [*seen, *crib])
    named = sum(card.rank is Rank.JACK and card.suit is not None for card in crib)
    chances = [0.0] * (_MOST + 1)
    for code, weight in weights.items():
        if weight:
            points = _points(code + starter.code)
            jacks = code // _JACK % 5 - named
            if jacks:
                chances[points + 1] += weight * nobs * jacks
                weight *= 1 - nobs * jacks
            chances[points] += weight
    if sure:
        chances = [0.0, *chances[:-1]]
    return _normal([chance * exp(richer * points) for points, chance in enumerate(chances)])


def points_of_throw(
    thrown: Sequence[Card], starter: Rank, left: Mapping[Rank, int], others: Mapping[RankPair, float]
) -> Chances:
    """Return the probability of each score that a crib can have, given the two cards that one player throws.

    Args:
        left: for each rank, the number of cards that the player has not seen.
        others: the weight of each pair of ranks that the opponent may throw, from `pair_weights`.
    """
    own = sum(card.code for card in thrown) + Card(starter).code
    jacks = sum(card.rank is Rank.JACK for card in thrown)
    nobs = 0.0 if starter is Rank.JACK else 1 / len(_SUITS)
    free = left[starter]
    chances = [0.0] * (_MOST + 1)
    for pair, weight in others.items():
        if starter in pair:
            weight *= (free - pair.count(starter)) / free if free else 0.0
            if weight <= 0:
                continue
        points = _points(own + _CODES[pair])
        right = nobs * (jacks + pair.count(Rank.JACK))
        if right:
            chances[points + 1] += weight * right
            weight *= 1 - right
        chances[points] += weight
    return _normal(chances)


def _thrown(kept: Sequence[Card], left: Mapping[Rank, int], *, dealer: bool) -> dict[RankPair, float]:
    return thrown_weights(tuple(sorted(card.rank for card in kept)), left, dealer=dealer)


def _cribs(
    pones: Mapping[RankPair, float], dealers: Mapping[RankPair, float], left: Mapping[Rank, int]
) -> dict[int, float]:
    """Return a weight for each combination of four ranks in the crib, keyed by their `Card.code` in all."""
    cribs: dict[int, float] = {}
    coded = [(pair, _CODES[pair], weight) for pair, weight in dealers.items()]
    for first, weight in pones.items():
        code, (low, high) = _CODES[first], first
        for second, other_code, other in coded:
            both = weight * other
            if low in second or high in second:
                both *= _disjoint(first, second, left)
            cribs[code + other_code] = cribs.get(code + other_code, 0.0) + both
    return cribs


@cache
def _points(code: int) -> int:
    """Return the points of five cards whose codes have this sum; 0 if a rank occurs five times."""
    cards = []
    for rank in Rank:
        code, number = divmod(code, 5)
        cards += [Card(rank)] * number
    return show_points(cards[:-1], cards[-1]) if len(cards) > FOUR_CARDS else 0


def pair_weights(left: Mapping[Rank, int], habit: Habits) -> dict[RankPair, float]:
    """Return how likely a player is to throw each pair of ranks, as weights.

    `left` holds, for each rank, the number of cards that have not been seen.
    """
    found = {}
    for low, high in PAIRS:
        if low is high:
            weight = comb(left[low], 2) * habit.unsuited[low, high]
        else:
            # A quarter of all pairs of cards with different ranks have the same suit.
            mean = (habit.suited[low, high] + 3 * habit.unsuited[low, high]) / 4
            weight = left[low] * left[high] * mean
        if weight:
            found[low, high] = weight
    return found


def _order(code: int, known: Mapping[Rank, int]) -> int:
    """Return the number of ways to choose a different card of the crib for each known card.

    For example, if two fives are known and the crib has three fives, there are six ways.
    """
    ways = 1
    for rank, times in known.items():
        ways *= perm(code // Card(rank).code % 5, times)
    return ways


def _disjoint(first: RankPair, second: RankPair, left: Mapping[Rank, int]) -> float:
    """Return the probability that two pairs of cards, drawn independently, have no card in common."""
    chance = 1.0
    for rank in set(second):
        times, free = second.count(rank), left[rank]
        chance *= comb(free - first.count(rank), times) / comb(free, times)
    return chance


def _nobs(starter: Card, seen: Iterable[Card]) -> float:
    """Return the probability that any unseen jack has the starter's suit; 0 if the starter is a jack."""
    if starter.rank is Rank.JACK:
        return 0.0
    jacks = [card for card in seen if card.rank is Rank.JACK]
    if starter.jack is None:
        return 1 / len(_SUITS)
    if starter.jack in jacks:
        return 0.0
    return 1 / max(1, len(_SUITS) - sum(card.suit is not None for card in jacks))


def _with_suits(starter: Card, seen: Sequence[Card], crib: Sequence[Card]) -> Chances:
    """Do the same as `crib_points` if three or all four cards of the crib are known."""
    taken = {starter, *seen, *crib}
    chances = [0.0] * (_MOST + 1)
    if len(crib) == FOUR_CARDS:
        whole: list[tuple[tuple[Card, ...], float]] = [(tuple(crib), 1.0)]
    else:
        numbers = Counter(card.rank for card in (starter, *seen, *crib))
        whole = []
        for rank in Rank:
            free = [card for suit in _SUITS if (card := Card(rank, suit)) not in taken]
            for card in free:
                share = (len(_SUITS) - numbers[rank]) / len(free)
                whole.append(((*crib, card), share * _split_weight((*crib, card))))
    for cards, weight in whole:
        ways = list(_suits(cards, starter, taken))
        for four, top in ways:
            chances[show_points(four, top, crib=True)] += weight / len(ways)
    return _normal(chances)


def _suits(crib: Sequence[Card], starter: Card, taken: set[Card]) -> Iterator[tuple[tuple[Card, ...], Card]]:
    """Yield the crib and the starter once for each way to choose the suits that are not known."""
    choices = [
        (card,)
        if card.suit
        else tuple(each for suit in _SUITS if (each := Card(card.rank, suit)) not in taken)
        for card in (*crib, starter)
    ]
    for cards in product(*choices):
        if len(set(cards)) == len(cards):
            yield cards[:-1], cards[-1]


def _split_weight(crib: Sequence[Card]) -> float:
    """Return how likely a crib is compared with others, over all six ways to throw it."""
    pone, dealer = habits(dealer=False), habits(dealer=True)
    a, b, c, d = crib
    halves = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
    return _RARE + sum(
        pone.of(*first) * dealer.of(*second) + pone.of(*second) * dealer.of(*first)
        for first, second in halves
    )


def _normal(chances: Chances) -> Chances:
    total = sum(chances)
    return [chance / total for chance in chances]
