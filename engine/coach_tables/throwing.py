"""Find how the dealer and pone throw cards if each adapts to the other's habits as well as possible.

Each round finds the best throw for every hand, given how the opponent threw on average in all earlier
rounds. The average of the rounds approaches an equilibrium, at which neither player can gain by throwing
differently (fictitious play in a zero-sum game: J. Robinson, "An iterative method of solving a game",
1951).

A habit is the probability that a player who holds two particular cards throws both to the crib. It depends
on the *kind* of pair that they form: their two ranks, and whether they have the same suit. The opponent's
habits determine the average points of a crib.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach_tables.hands import ShowTables, SixCards, count_show, hand_index

KINDS = 182
"""The number of kinds of pairs. 13 of them cannot occur: two cards with the same rank and the same suit."""

HabitTable = NDArray[np.float64]
"""For each kind of pair, the probability that a player who holds such a pair throws it; shape (KINDS,)."""


class CribSums(NamedTuple):
    """The sums from which `crib_mean` calculates the average points of a crib.

    Each crib is weighted by its likelihood. The first index of each array depends on the two cards that a
    player throws, and is returned by `pair_kind`. The second index is 0 for the sum of the weighted points,
    and 1 for the sum of the weights.

    Attributes:
        all: the sums over all cribs and starters; shape (KINDS, 2).
        with_card: the sums over only those combinations of crib and starter that include one given card. The
            last index is the card's rank; shape (KINDS, 2, 13).
        with_cards: the sums over only those combinations that include two given cards. The last two indices
            are their ranks, the lower one first; shape (KINDS, 2, 13, 13).
    """

    all: NDArray[np.float64]
    with_card: NDArray[np.float64]
    with_cards: NDArray[np.float64]


@njit(cache=True)
def pair_kind(x: int, y: int) -> int:
    """Return an index for two cards, which depends on their ranks and on whether they have the same suit.

    The cards are numbers from 0 to 51, and `x` must be less than `y`.
    """
    low, high = x // 4, y // 4
    return int((high * (high + 1) // 2 + low) * 2 + (x % 4 == y % 4))


def crib_sums(habits: HabitTable) -> CribSums:
    """Return the sums of points and weights from which `crib_mean` calculates the average points of a crib.

    The sums cover every pair of cards that a player can throw to the crib.

    Args:
        habits: the throwing habits of the opponent, which determine how likely each crib is.
    """
    sums = CribSums(np.zeros((KINDS, 2)), np.zeros((KINDS, 2, 13)), np.zeros((KINDS, 2, 13, 13)))
    for high in range(13):
        for low in range(high + 1):
            for suited in range(2 if low < high else 1):
                a, b = 4 * low, 4 * high + 1 - suited
                _add(a, b, pair_kind(a, b), habits, *sums)
    return sums


@njit(cache=True)
def _add(
    a: int,
    b: int,
    kind: int,
    habits: HabitTable,
    sums: NDArray[np.float64],
    with_card: NDArray[np.float64],
    with_cards: NDArray[np.float64],
) -> None:
    """Sum the weighted points and the weights over all cribs that contain the cards `a` and `b`.

    Every starter is included. The results are written to the arrays of `CribSums`, at the index `kind`.

    Args:
        a: the lower of the two cards that the player throws, from 0 to 51.
        b: the higher of the two cards.
        kind: the index that `pair_kind` returns for the two cards.
        habits: for each kind of pair, the probability that an opponent who holds such a pair throws it.
        sums: the array `CribSums.all`.
        with_card: the array `CribSums.with_card`.
        with_cards: the array `CribSums.with_cards`.
    """
    one, two = np.zeros((2, 52)), np.zeros((2, 52, 52))
    terms = np.zeros(2)
    for y in range(52):
        for x in range(y):
            if x in (a, b) or y in (a, b):
                continue
            terms[1] = habits[pair_kind(x, y)]
            if terms[1] == 0.0:
                continue
            for starter in range(52):
                if starter in (a, b, x, y):
                    continue
                terms[0] = terms[1] * count_show(a, b, x, y, starter, True)
                for i in range(2):
                    sums[kind, i] += terms[i]
                    one[i, x] += terms[i]
                    one[i, y] += terms[i]
                    one[i, starter] += terms[i]
                    two[i, x, y] += terms[i]
                    two[i, min(x, starter), max(x, starter)] += terms[i]
                    two[i, min(y, starter), max(y, starter)] += terms[i]
    cards, pairs = np.zeros(13), np.zeros((13, 13))
    for y in range(52):
        if y in (a, b):
            continue
        cards[y // 4] += 1
        for i in range(2):
            with_card[kind, i, y // 4] += one[i, y]
        for x in range(y):
            if x in (a, b):
                continue
            low, high = x // 4, y // 4
            pairs[low, high] += 1
            for i in range(2):
                with_cards[kind, i, low, high] += two[i, x, y]
    for high in range(13):
        for i in range(2):
            with_card[kind, i, high] /= max(cards[high], 1)
            for low in range(high + 1):
                with_cards[kind, i, low, high] /= max(pairs[low, high], 1)


@njit(cache=True)
def crib_mean(
    kind: int,
    kept: NDArray[np.int64],
    sums: NDArray[np.float64],
    with_card: NDArray[np.float64],
    with_cards: NDArray[np.float64],
) -> float:
    """Return the average points of the crib if a player throws two given cards to it and keeps four others.

    The result is approximate. A card that the player keeps can be neither in the crib nor the starter, so
    such cases are left out. One impossible case, about one in five thousand, remains: the opponent's two
    cards and the starter are all among the cards kept.

    Args:
        kind: the index that `pair_kind` returns for the two cards thrown.
        kept: the four cards that are kept, in ascending order.
        sums: the array `CribSums.all`.
        with_card: the array `CribSums.with_card`.
        with_cards: the array `CribSums.with_cards`.
    """
    points, weights = sums[kind, 0], sums[kind, 1]
    for i in range(4):
        high = kept[i] // 4
        points -= with_card[kind, 0, high]
        weights -= with_card[kind, 1, high]
        for j in range(i):
            low = kept[j] // 4
            points += with_cards[kind, 0, low, high]
            weights += with_cards[kind, 1, low, high]
    return float(points / weights)


THROWS = 15
"""The number of ways to throw two of six cards."""

PlayValues = NDArray[np.float64]
"""For each hand of four cards, the player's average points in the play minus the opponent's.

The shape is (13, 13, 13, 13). The indices are the ranks of the hand in ascending order.
"""


class Policy(NamedTuple):
    """The probabilities with which a player throws cards to the crib.

    Attributes:
        throws: the probability of each throw for each hand of six cards; shape (hands, THROWS).
        habits: the probability that a player who holds two particular cards throws both. The index is the
            kind of pair, as returned by `pair_kind`: the two ranks, and whether the cards share a suit.
    """

    throws: NDArray[np.float32]
    habits: HabitTable


class Equilibrium(NamedTuple):
    """The throwing policies after the last round of adaptation, and how close they are to an equilibrium.

    Attributes:
        dealer: the dealer's policy.
        pone: pone's policy.
        dealer_gain: the points per deal that the dealer would gain by the best response to pone's policy.
        pone_gain: the points per deal that pone would gain by the best response to the dealer's policy.
        dealer_cribs: the average points of a crib to which the dealer throws two particular cards. The index
            is the one that `pair_kind` returns for the two cards.
        pone_cribs: the same for two cards that pone throws.
    """

    dealer: Policy
    pone: Policy
    dealer_gain: float
    pone_gain: float
    dealer_cribs: NDArray[np.float64]
    pone_cribs: NDArray[np.float64]


def equilibrium(
    cards: SixCards, shows: ShowTables, play: tuple[PlayValues, PlayValues], rounds: int
) -> Equilibrium:
    """Let the dealer and pone adapt their throws to each other, and return the resulting policies.

    Args:
        cards: all hands of six cards.
        shows: the points that every hand scores in the show.
        play: for each hand of four cards, the player's average points in the play minus the opponent's,
            first for the dealer and then for pone.
        rounds: the number of rounds in which the policies are adapted, at least 1.
    """
    means = hand_means(cards.hands, shows)
    dealer = pone = None
    for number in range(1, rounds + 1):
        dealer_values = throw_values(cards.hands, means, play[0], _sums(pone), 1)
        pone_values = throw_values(cards.hands, means, play[1], _sums(dealer), -1)
        dealer = _average(dealer, dealer_values, cards, number)
        pone = _average(pone, pone_values, cards, number)
    dealer_values = throw_values(cards.hands, means, play[0], _sums(pone), 1)
    pone_values = throw_values(cards.hands, means, play[1], _sums(dealer), -1)
    assert dealer is not None and pone is not None
    no_play = np.zeros((13, 13, 13, 13))
    return Equilibrium(
        dealer,
        pone,
        _gain(dealer, dealer_values, cards),
        _gain(pone, pone_values, cards),
        _cribs(dealer, throw_values(cards.hands, 0 * means, no_play, _sums(pone), 1), cards),
        _cribs(pone, throw_values(cards.hands, 0 * means, no_play, _sums(dealer), 1), cards),
    )


def _sums(other: Policy | None) -> CribSums:
    """Return the sums of points and weights from which `crib_mean` calculates the average points of a crib.

    Args:
        other: the opponent's throwing policy; None if the opponent throws at random.
    """
    return crib_sums(np.ones(KINDS) if other is None else other.habits)


@njit(cache=True)
def _split(hand: NDArray[np.int8], i: int, j: int, kept: NDArray[np.int64]) -> None:
    """Store in `kept` the four cards left in a hand after removing the cards at the indices `i` and `j`."""
    number = 0
    for k in range(6):
        if k not in (i, j):
            kept[number] = hand[k]
            number += 1


@njit(cache=True)
def _hand_means(
    hands: NDArray[np.int8], points: NDArray[np.int8], totals: NDArray[np.int32], means: NDArray[np.float32]
) -> None:
    kept = np.empty(4, np.int64)
    for n in range(len(hands)):
        hand = hands[n]
        number = 0
        for i in range(5):
            for j in range(i + 1, 6):
                _split(hand, i, j, kept)
                index = hand_index(kept[0], kept[1], kept[2], kept[3])
                known = points[index, hand[i]] + points[index, hand[j]]
                means[n, number] = (totals[index] - known) / 46
                number += 1


def hand_means(hands: NDArray[np.int8], shows: ShowTables) -> NDArray[np.float32]:
    """Return the average points in the show of the four cards kept, for each throw from each hand.

    The average is over all 46 starters. The shape of the result is (hands, THROWS).

    Args:
        hands: the hands of six cards.
        shows: the points that every hand scores in the show.
    """
    means = np.zeros((len(hands), THROWS), np.float32)
    _hand_means(hands, *shows, means)
    return means


@njit(cache=True)
def _throw_values(
    hands: NDArray[np.int8],
    play: PlayValues,
    sign: int,
    sums: NDArray[np.float64],
    with_card: NDArray[np.float64],
    with_cards: NDArray[np.float64],
    values: NDArray[np.float32],
) -> None:
    kept = np.empty(4, np.int64)
    for n in range(len(hands)):
        hand = hands[n]
        number = 0
        for i in range(5):
            for j in range(i + 1, 6):
                _split(hand, i, j, kept)
                crib = crib_mean(pair_kind(hand[i], hand[j]), kept, sums, with_card, with_cards)
                ranks = kept // 4
                values[n, number] += sign * crib + play[ranks[0], ranks[1], ranks[2], ranks[3]]
                number += 1


def throw_values(
    hands: NDArray[np.int8], means: NDArray[np.float32], play: PlayValues, sums: CribSums, sign: int
) -> NDArray[np.float32]:
    """Return the value of each throw from each hand, in points; shape (hands, THROWS).

    The value is the average points of the cards kept, plus their value in the play, plus or minus the
    average points of the crib.

    Args:
        hands: the hands of six cards.
        means: the average points for the cards kept, as returned by `hand_means`.
        play: for each hand of four cards, its value in the play.
        sums: the sums from which the average points of the crib are calculated, as returned by `crib_sums`.
        sign: 1 if the crib is the player's own, or -1 if it is the opponent's.
    """
    values = means.copy()
    _throw_values(hands, play, sign, *sums, values)
    return values


@njit(cache=True)
def _habits(
    hands: NDArray[np.int8],
    weights: NDArray[np.int64],
    throws: NDArray[np.float32],
    values: NDArray[np.float32],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how likely two cards in a hand are to be thrown together, and the average value of this throw.

    Both results are arrays. The index is the one that `pair_kind` returns for the two cards. It depends on
    their ranks, and on whether their suits are the same.

    Args:
        hands: the hands of six cards.
        weights: how often each hand occurs.
        throws: for each hand, the probability of each of its fifteen throws.
        values: for each hand, the value of each of its throws.
    """
    held, thrown, value = np.zeros(KINDS), np.zeros(KINDS), np.zeros(KINDS)
    for n in range(len(hands)):
        number = 0
        for i in range(5):
            for j in range(i + 1, 6):
                kind = pair_kind(hands[n, i], hands[n, j])
                held[kind] += weights[n]
                thrown[kind] += weights[n] * throws[n, number]
                value[kind] += weights[n] * throws[n, number] * values[n, number]
                number += 1
    return thrown / np.maximum(held, 1), value / np.maximum(thrown, 1e-9)


def _average(before: Policy | None, values: NDArray[np.float32], cards: SixCards, number: int) -> Policy:
    """Return the average of the throwing policies found in all rounds of the calculation so far.

    In each round, the policy is to make the throw with the highest value. The average gives each throw a
    probability: the share of rounds in which it was the best.

    Args:
        before: the average of all earlier rounds, or None if this is the first round.
        values: the value of each throw from each hand in this round; shape (hands, THROWS).
        cards: all hands of six cards.
        number: the number of this round, counted from 1.
    """
    best = np.zeros_like(values)
    best[np.arange(len(values)), values.argmax(axis=1)] = 1
    throws = best if before is None else before.throws + (best - before.throws) / np.float32(number)
    return Policy(throws, _habits(*cards, throws, values)[0])


def _gain(policy: Policy, values: NDArray[np.float32], cards: SixCards) -> float:
    """Return how many more points per deal a player would score with the best throws than with a policy.

    Args:
        policy: the policy, which gives the probability of each throw.
        values: the points that the player expects after each throw from each hand; shape (hands, THROWS).
        cards: all possible hands of six cards, and how often each of them occurs.
    """
    lost = values.max(axis=1) - (policy.throws * values).sum(axis=1)
    return float(np.average(lost, weights=cards.weights))


def _cribs(policy: Policy, values: NDArray[np.float32], cards: SixCards) -> NDArray[np.float64]:
    return _habits(*cards, policy.throws, values)[1]
