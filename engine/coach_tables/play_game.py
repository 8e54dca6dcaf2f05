"""The play (RULES.md 3) for two players with four cards each, as compiled code, and a policy that learns it.

Suits do not matter in the play, so a card is represented by its rank, from 0 for an ace to 12 for a king.
The hands are an array of shape (2, 13) with the number of cards of each rank. Player 0 is pone, player 1
the dealer.

How it learns: counterfactual regret minimisation with sampled deals. Two simulated players play deal after
deal against each other, and pone and the dealer take turns to learn. The learner finds out how many points
each possible card would have gained, and plays the better cards more often from then on. A card's *regret*
is how many more points it would have gained than the learner's present mix of cards, summed over the deals.
The policy is the average behaviour of both players over all deals. It ignores the cards played before the
count was last reset.

The method is external sampling (M. Lanctot and others, "Monte Carlo sampling for regret minimization in
extensive games", 2009). Negative regrets are replaced with 0, and later deals count more in the average (O.
Tammelin, "Solving large imperfect information games using CFR+", 2014). `PROOFS.md` compares this with
linear regret minimisation, in which negative regrets are kept, and later deals count more in the regrets as
well as in the average (N. Brown and T. Sandholm, "Solving imperfect-information games via discounted regret
minimization", 2019).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit, uint64
from numpy.typing import NDArray

from engine.coach_tables.hands import pack


class PlayState(NamedTuple):
    """The state of the play when it is a player's turn.

    Attributes:
        player: the player whose turn it is: 0 for pone, 1 for the dealer.
        laid: the number of cards played since the count was last reset.
        so_far: the count so far.
        go: 1 if the opponent has said go, otherwise 0.
    """

    player: int
    laid: int
    so_far: int
    go: int


@njit(cache=True)
def card_points(pile: NDArray[np.int64], laid: int, count: int) -> int:
    """Return the points that the last card scores for fifteen, thirty-one, pairs and runs (RULES.md 3).

    Args:
        pile: the ranks of the cards played since the count was last reset.
        laid: the number of these cards.
        count: the count including the last card.
    """
    points = 2 if count in (15, 31) else 0
    last = pile[laid - 1]
    same = 1
    while same < laid and pile[laid - 1 - same] == last:
        same += 1
    points += same * (same - 1)
    seen, low, high, run = 0, last, last, 0
    for length in range(1, laid + 1):
        rank = pile[laid - length]
        if seen >> rank & 1:
            break
        seen |= 1 << rank
        low, high = min(low, rank), max(high, rank)
        if length >= 3 and high - low == length - 1:
            run = length
    return points + run


@njit(cache=True)
def fits(hand: NDArray[np.int64], count: int) -> bool:
    """Return True if a card in the hand can be played without taking the count past 31."""
    for rank in range(13):  # noqa: SIM110  # Numba compiles no `any` of a generator
        if hand[rank] and count + min(rank + 1, 10) <= 31:
            return True
    return False


@njit(cache=True)
def lay(
    hands: NDArray[np.int64], pile: NDArray[np.int64], turn: PlayState, rank: int
) -> tuple[int, PlayState]:
    """Play a card for the player whose turn it is, and update the hands and the pile.

    Args:
        hands: the number of cards of each rank that each player holds; shape (2, 13).
        pile: the ranks of the cards played since the count was last reset.
        turn: the state of the play.
        rank: the rank of the card, from 0 (ace) to 12 (king).

    Returns:
        The points that the card scores, and the state of the play after it. The points include those for go
        and for the last card.
    """
    me, other = turn.player, 1 - turn.player
    hands[me, rank] -= 1
    pile[turn.laid] = rank
    laid, count = turn.laid + 1, turn.so_far + min(rank + 1, 10)
    points = card_points(pile, laid, count)
    if fits(hands[other], count):
        return points, PlayState(other, laid, count, 0)
    if fits(hands[me], count):
        return points, PlayState(me, laid, count, 1)
    if count != 31:
        points += 1
    return points, PlayState(other if hands[other].any() else me, 0, 0, 0)


_BITS = 24
SLOTS = 1 << _BITS
"""The size of the table of situations, which is more than three times their number."""
_MILLIONTH = 1e-6
"""The factor that keeps the weighted regrets small enough for 32 bits."""


class PlayPolicy(NamedTuple):
    """A policy for the play, stored as a hash table with open addressing.

    Attributes:
        keys: the situations, as returned by `situation`; 0 for an empty slot.
        regrets: for each situation and card, how many more points the player would have gained with the card
            than by following the policy, summed over the deals simulated so far.
        weights: for each situation and card, a number proportional to the probability of playing the card.
    """

    keys: NDArray[np.uint64]
    regrets: NDArray[np.float32]
    weights: NDArray[np.float32]


def new_policy() -> PlayPolicy:
    """Return an untrained policy."""
    return PlayPolicy(
        np.zeros(SLOTS, np.uint64), np.zeros((SLOTS, 4), np.float32), np.zeros((SLOTS, 4), np.float32)
    )


@njit(cache=True)
def _situation(hands: NDArray[np.int64], pile: NDArray[np.int64], turn: PlayState) -> int:
    return situation(pack(hands[turn.player]), hands[1 - turn.player].sum(), pile, turn)


@njit(cache=True)
def situation(packed: int, others: int, pile: NDArray[np.int64], turn: PlayState) -> int:
    """Return a number that represents everything that the current player knows about the deal.

    Args:
        packed: the current player's hand, as returned by `pack`.
        others: the number of cards that the opponent holds.
        pile: the ranks of the cards played since the count was last reset.
        turn: the state of the play.
    """
    cards = uint64(1)
    while packed:
        cards = cards * uint64(14) + uint64(packed & 15)
        packed >>= 4
    laid = uint64(0)
    for i in range(turn.laid):
        laid = laid * uint64(16) + uint64(pile[i] + 1)
    rest = uint64(others * 4 + turn.go * 2 + turn.player)
    return (cards << uint64(40)) | (laid << uint64(8)) | rest


@njit(cache=True)
def slot(keys: NDArray[np.uint64], key: int) -> int:
    """Return the index of a situation in the policy's hash table.

    If the table does not contain the situation yet, return the index of the empty slot where it belongs.

    Args:
        keys: the policy's `keys`.
        key: the number of the situation, as returned by `situation`.
    """
    at = np.int64((key * uint64(0x9E3779B97F4A7C15)) >> uint64(64 - _BITS))
    while keys[at] != uint64(0) and keys[at] != key:  # Numba compares no tuple of both
        at = (at + 1) & (SLOTS - 1)
    return at


@njit(cache=True)
def cards_that_fit(hand: NDArray[np.int64], count: int, ranks: NDArray[np.int64]) -> int:
    """Write to `ranks` the ranks of the cards that can be played, and return how many ranks there are.

    Args:
        hand: the number of cards of each rank in the hand.
        count: the current count.
        ranks: receives the ranks, from 0 (ace) to 12 (king), in ascending order.
    """
    number = 0
    for rank in range(13):
        if hand[rank] and count + min(rank + 1, 10) <= 31:
            ranks[number] = rank
            number += 1
    return number


@njit(cache=True)
def choose(
    keys: NDArray[np.uint64],
    weights: NDArray[np.float32],
    hands: NDArray[np.int64],
    pile: NDArray[np.int64],
    turn: PlayState,
) -> int:
    """Return the rank of the card that a policy plays, from 0 for an ace to 12 for a king.

    Args:
        keys: the situations that the policy knows (`PlayPolicy.keys`).
        weights: the policy's weight for each card in each situation (`PlayPolicy.weights`).
        hands: for pone and the dealer, the number of cards of each rank in the player's hand; shape (2, 13).
        pile: the ranks of the cards played since the count was last reset.
        turn: the state of the play.
    """
    ranks = np.empty(4, np.int64)
    number = cards_that_fit(hands[turn.player], turn.so_far, ranks)
    if number == 1:
        return int(ranks[0])
    found = weights[slot(keys, _situation(hands, pile, turn))]
    total = found[:number].sum()
    if total <= 0:
        return int(ranks[np.random.randint(number)])
    return int(ranks[_drawn(found, number, total)])


@njit(cache=True)
def _drawn(weights: NDArray[np.float32], number: int, total: float) -> int:
    """Return a random index below `number`, with probabilities proportional to the weights.

    `total` is the sum of the first `number` weights.
    """
    left = np.random.random() * total
    for i in range(number - 1):
        if left < weights[i]:
            return i
        left -= weights[i]
    return number - 1


@njit  # A function that calls itself cannot be cached.
def _learn(
    hands: NDArray[np.int64],
    pile: NDArray[np.int64],
    turn: PlayState,
    learner: int,
    linear: bool,
    weight: float,
    keys: NDArray[np.uint64],
    regrets: NDArray[np.float32],
    weights: NDArray[np.float32],
) -> float:
    """Play the rest of a deal to improve a policy. Return the learner's average points minus the opponent's.

    On the learner's turns, every card is tried, and `regrets` is updated. On the opponent's turns, one card
    is drawn at random, and `weights` is updated. Cards that did better in earlier deals are drawn more often.

    Args:
        hands: the number of cards of each rank that each player holds; shape (2, 13).
        pile: the ranks of the cards played since the count was last reset.
        turn: the state of the play.
        learner: the player who learns: 0 for pone, 1 for the dealer.
        linear: True to keep negative regrets, and to multiply each new regret by `weight`. False to replace
            negative regrets with 0, and to count the regrets of all deals equally.
        weight: how much this deal counts in the policy. Later deals count more.
        keys: the array `PlayPolicy.keys`, to which new situations are added.
        regrets: the array `PlayPolicy.regrets`, which is modified.
        weights: the array `PlayPolicy.weights`, which is modified.
    """
    if not hands.any():
        return 0.0
    me = turn.player
    ranks = np.empty(4, np.int64)
    number = cards_that_fit(hands[me], turn.so_far, ranks)
    first, end = 0, number
    at, chances = -1, np.ones(4)
    if number > 1:
        key = _situation(hands, pile, turn)
        at = slot(keys, key)
        keys[at] = key
        gains = np.maximum(regrets[at, :number], np.float32(0))
        total = gains.sum()
        for i in range(number):
            chances[i] = gains[i] / total if total > 0 else 1 / number
        if me != learner:
            for i in range(number):
                weights[at, i] += chances[i] * weight
            first = _drawn(chances, number, 1.0)
            end = first + 1
    values = np.zeros(4)
    mean = 0.0
    for i in range(first, end):
        points, then = lay(hands, pile, turn, ranks[i])
        values[i] = points if me == learner else -points
        # The next card overwrites the pile, which is still needed here if the count starts again.
        next_pile = pile if then.laid else np.zeros(8, np.int64)
        values[i] += _learn(hands, next_pile, then, learner, linear, weight, keys, regrets, weights)
        hands[me, ranks[i]] += 1
        mean += values[i] * (chances[i] if end - first > 1 else 1.0)
    if me == learner and number > 1:
        for i in range(number):
            if linear:
                regrets[at, i] += (values[i] - mean) * weight * _MILLIONTH
            else:
                regrets[at, i] = max(regrets[at, i] + values[i] - mean, 0.0)
    return mean


@njit
def _learn_from(
    deals: NDArray[np.int8],
    first: int,
    end: int,
    seed: int,
    linear: bool,
    keys: NDArray[np.uint64],
    regrets: NDArray[np.float32],
    weights: NDArray[np.float32],
) -> None:
    np.random.seed(seed)
    pile, start = np.zeros(8, np.int64), PlayState(0, 0, 0, 0)
    for number in range(first, end):
        for learner in range(2):
            hands = np.zeros((2, 13), np.int64)
            for i in range(8):
                hands[i // 4, deals[number % len(deals), i] // 4] += 1
            _learn(hands, pile, start, learner, linear, float(number + 1), keys, regrets, weights)


def learn(
    policy: PlayPolicy, deals: NDArray[np.int8], first: int, end: int, seed: int, *, linear: bool = False
) -> None:
    """Improve a policy by playing the deals numbered from `first` to `end - 1`.

    If the numbers exceed the number of deals, the deals are used again from the beginning.

    Args:
        policy: the policy, which is modified.
        deals: the deals. Only the cards that the players keep are used.
        first: the number of the first deal to play, i.e. how many deals the policy has already learnt from.
        end: one more than the number of the last deal to play.
        seed: the seed for the random numbers.
        linear: True for linear regret minimisation, False for the usual method. The module's docstring
            describes both.
    """
    _learn_from(deals, first, end, seed, linear, *policy)
