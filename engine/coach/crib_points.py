"""How likely each number of points is for a crib, as long as not all of its cards are known.

The players throw by their habits. Suits are left out where they matter little: a flush of five cards, which
is in one crib out of four hundred, is ignored unless three cards of the crib are known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from math import comb, exp, perm

from engine.cards import Card, Rank, Suit
from engine.coach.tables import Habits, habits
from engine.hand_size import FOUR_CARDS
from engine.scoring.fast_count import show_points

_MOST = 29
_RICHER = 0.0205
"""By how much a point more is more likely than the habits say, as a logarithm.

Players keep cards together that score together. So the cards that score with those in the crib are less often
in their hands than chance would have it, and more often in the crib or turned up. In a million deals of the
generator, this makes cribs richer by 0.21 points, whatever the starter is.
"""
_RARE = 1e-6
"""The least weight of a crib, because people throw any cards."""
_SUITS = tuple(Suit)
_PAIRS = tuple(combinations_with_replacement(Rank, 2))

Chances = list[float]
"""The chance of each number of points. The number of points is the index."""
Pair = tuple[Rank, Rank]
"""The ranks of two cards, the lower rank first."""


def crib_points(starter: Card, seen: Sequence[Card], crib: Sequence[Card] = ()) -> Chances:
    """Return the chance of each number of points for the crib.

    Args:
        starter: the starter.
        seen: the other cards that have been seen and are not in the crib.
        crib: the cards of the crib that are known.
    """
    if len(crib) >= FOUR_CARDS - 1:
        return _with_suits(starter, seen, crib)
    left = Counter({rank: len(_SUITS) for rank in Rank})
    left.subtract(card.rank for card in (starter, *seen))
    pones, dealers = (pair_weights(left, habits(dealer=dealer)) for dealer in (False, True))
    known = Counter(card.rank for card in crib)
    weights: dict[tuple[Rank, ...], float] = {}
    for first, weight in pones.items():
        for second, other in dealers.items():
            ranks: tuple[Rank, ...] = (*first, *second)
            if known and not _order(ranks, known):
                continue
            both = weight * other * _order(ranks, known)
            if first[0] in second or first[1] in second:
                both *= _disjoint(first, second, left)
                if not both:
                    continue
            ranks = tuple(sorted(ranks))
            weights[ranks] = weights.get(ranks, 0.0) + both
    sure = starter.jack is not None and starter.jack is not starter and starter.jack in crib
    nobs = 0.0 if sure else _nobs(starter, [*seen, *crib])
    hidden = sum(card.rank is Rank.JACK and card.suit is not None for card in crib)
    chances = [0.0] * (_MOST + 1)
    for ranks, weight in weights.items():
        _add(chances, ranks, starter.rank, nobs, weight, ranks.count(Rank.JACK) - hidden)
    if sure:
        chances = [0.0, *chances[:-1]]
    richer = _RICHER * (1 - len(crib) / FOUR_CARDS)
    return _normal([chance * exp(richer * points) for points, chance in enumerate(chances)])


def points_of_throw(
    thrown: Sequence[Card], starter: Rank, left: Mapping[Rank, int], others: Mapping[Pair, float]
) -> Chances:
    """Return the chance of each number of points for a crib to which a player throws two cards.

    Args:
        thrown: the two cards.
        starter: the rank of the starter.
        left: for each rank, the number of cards that the player has not seen.
        others: the weights with which the other player throws pairs of ranks, as `pair_weights` returns them.
    """
    own = tuple(card.rank for card in thrown)
    nobs = 0.0 if starter is Rank.JACK else 1 / len(_SUITS)
    chances = [0.0] * (_MOST + 1)
    for pair, weight in others.items():
        free = left[starter]
        if free:
            weight *= (free - pair.count(starter)) / free
        if weight > 0:
            ranks = (*own, *pair)
            _add(chances, ranks, starter, nobs, weight, ranks.count(Rank.JACK))
    return _normal(chances)


def pair_weights(left: Mapping[Rank, int], habit: Habits) -> dict[Pair, float]:
    """Return, for each pair of ranks, the weight with which a player throws two cards of these ranks.

    Args:
        left: for each rank, the number of cards that the player may have thrown.
        habit: the habits of the player.
    """
    found = {}
    for low, high in _PAIRS:
        if low is high:
            weight = comb(left[low], 2) * habit.unsuited[low, high]
        else:
            # A quarter of all pairs of cards with different ranks have the same suit.
            mean = (habit.suited[low, high] + 3 * habit.unsuited[low, high]) / 4
            weight = left[low] * left[high] * mean
        if weight:
            found[low, high] = weight
    return found


def _add(
    chances: Chances, ranks: Sequence[Rank], starter: Rank, nobs: float, weight: float, jacks: int
) -> None:
    """Add the weight of a crib to the chances.

    Args:
        chances: the list to add to.
        ranks: the ranks of the four cards.
        starter: the rank of the starter.
        nobs: the chance that a jack of the crib whose suit is unknown is the jack of the starter's suit.
        weight: the weight of the crib.
        jacks: the number of jacks of the crib whose suit is unknown.
    """
    a, b, c, d = ranks
    points = show_points((Card(a), Card(b), Card(c), Card(d)), Card(starter))
    if jacks:
        chances[points + 1] += weight * nobs * jacks
        weight *= 1 - nobs * jacks
    chances[points] += weight


def _order(ranks: Sequence[Rank], known: Mapping[Rank, int]) -> int:
    """Return the number of ways to turn up the known ranks first; 0 if the crib does not contain them."""
    ways = 1
    for rank, times in known.items():
        ways *= perm(ranks.count(rank), times)
    return ways


def _disjoint(first: Pair, second: Pair, left: Mapping[Rank, int]) -> float:
    """Return the probability that two pairs of these ranks, drawn independently, have no card in common."""
    chance = 1.0
    for rank in set(second):
        times, free = second.count(rank), left[rank]
        chance *= comb(free - first.count(rank), times) / comb(free, times)
    return chance


def _nobs(starter: Card, seen: Iterable[Card]) -> float:
    """Return the chance that a jack that has not been seen is the jack of the starter's suit."""
    if starter.rank is Rank.JACK:
        return 0.0
    jacks = [card for card in seen if card.rank is Rank.JACK]
    if starter.jack is None:
        return 1 / len(_SUITS)
    if starter.jack in jacks:
        return 0.0
    return 1 / max(1, len(_SUITS) - sum(card.suit is not None for card in jacks))


def _with_suits(starter: Card, seen: Sequence[Card], crib: Sequence[Card]) -> Chances:
    """Return the chance of each number of points for a crib of which three or four cards are known."""
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
    """Yield the crib and the starter with all suits that their cards may have."""
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
    """Return the weight of a crib: the sum over all ways to say who threw which two of its cards."""
    pone, dealer = habits(dealer=False), habits(dealer=True)
    a, b, c, d = crib
    halves = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
    return _RARE + sum(
        pone.of(*first) * dealer.of(*second) + pone.of(*second) * dealer.of(*first)
        for first, second in halves
    )


def _normal(chances: Chances) -> Chances:
    """Return the chances divided by their sum."""
    total = sum(chances)
    return [chance / total for chance in chances]
