"""The expected points in the play for each hand and each card, if the opponent follows a given policy.

Instead of playing random deals, the calculation goes through the hands that the opponent may hold and the
cards that each player may play. The player either follows the same policy or plays the best response to it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach_tables.hands import HANDS, pack, packed_fits, without
from engine.coach_tables.play_game import PlayPolicy, PlayState, card_points, situation, slot

KeptWeights = NDArray[np.float64]
"""How often a player keeps each hand in `HANDS`; shape (1820,). Only the proportions matter."""


class HandValues(NamedTuple):
    """The average points that a player and the opponent score in the play, for each hand of the player.

    The first index of each array is the index of the player's hand in `HANDS`.

    Attributes:
        weights: a number proportional to the probability that the player holds the hand, given that no card
            can be in both players' hands; shape (1820,).
        points: the average points of the player and of the opponent; shape (1820, 2).
        first: the player's expected points in the play minus the opponent's, for each card that the player
            may play first; shape (1820, 13, 13). The second index is the rank of pone's lead, from 0 for an
            ace to 12 for a king. If the player is pone, this index is always 0. The third index is the rank
            of the player's first card. The value is NaN if the player does not hold this rank.
    """

    weights: NDArray[np.float64]
    points: NDArray[np.float64]
    first: NDArray[np.float64]

    @property
    def net(self) -> float:
        """The player's average points in the play minus the opponent's.

        This is an average over all hands of the player, weighted by the likelihood of each hand.
        """
        return float(np.average(self.points[:, 0] - self.points[:, 1], weights=self.weights))


class _Lists(NamedTuple):
    """The hands that the opponent may still hold at each step of the play.

    The first index of each array is the number of cards that both players have played, from 0 to 8. The
    second index numbers the hands.

    Attributes:
        hands: the hands, as returned by `pack`; shape (9, 1820).
        weights: the probability that the opponent holds each hand and has played the cards seen so far;
            shape (9, 1820).
        chances: the probability that the opponent plays each card of each hand next; shape (9, 1820, 4).
    """

    hands: NDArray[np.int64]
    weights: NDArray[np.float64]
    chances: NDArray[np.float64]


class _Player(NamedTuple):
    """The player whose average points are calculated. The opponent always follows a given policy.

    Attributes:
        number: 0 for pone, 1 for the dealer.
        best: True if the player plays as well as possible against the opponent's policy; False if both
            players follow the same policy.
    """

    number: int
    best: bool


@njit(cache=True)
def _chances(
    packed: int,
    others: int,
    pile: NDArray[np.int64],
    turn: PlayState,
    policy: PlayPolicy,
    chances: NDArray[np.float64],
) -> None:
    """Fill `chances` with the probability that a player plays each card in a hand.

    If several playable cards have the same rank, the first gets the probability of that rank and the others
    get 0.

    Args:
        packed: the player's hand, as returned by `pack`.
        others: the number of cards that the opponent holds.
        pile: the cards played since the count was last reset.
        turn: the state of the play.
        policy: the policy that the player follows.
        chances: receives the probabilities, one for each card; shape (4,).
    """
    number, last, at, left = 0, 0, 0, packed
    chances[:] = 0.0
    while left:
        rank = left & 15
        if rank != last and turn.so_far + min(rank, 10) <= 31:
            chances[at] = 1.0
            number += 1
            last = rank
        left >>= 4
        at += 1
    if number > 1:
        found = policy.weights[slot(policy.keys, situation(packed, others, pile, turn))]
        total = 0.0
        for i in range(number):
            total += found[i]
        i = 0
        for at in range(4):
            if chances[at]:
                chances[at] = found[i] / total if total > 0 else 1 / number
                i += 1


@njit
def _follow(
    mine: int,
    cards: tuple[int, int],
    pile: NDArray[np.int64],
    turn: PlayState,
    number: int,
    player: _Player,
    lists: _Lists,
    policy: PlayPolicy,
    first: NDArray[np.float64],
) -> tuple[float, float]:
    """Return the points that each player scores in the rest of the play: first `player`, then the opponent.

    The points are summed over all hands that the opponent may hold, each multiplied by the hand's weight.

    Args:
        mine: the player's hand, as returned by `pack`.
        cards: the number of cards that the player holds, and the number that the opponent holds.
        pile: the ranks of the cards played since the count was last reset.
        turn: the state of the play.
        number: the number of hands that the opponent may hold.
        player: the player whose hand is examined.
        lists: the hands that the opponent may hold, with their weights.
        policy: the opponent's policy. If `player.best` is False, the player follows it too.
        first: receives the value of each possible first card of the player; shape (13, 13). The first index
            is the rank of pone's lead, from 0 for an ace to 12 for a king. If the player is pone, this index
            is always 0. The second index is the rank of the player's card.
    """
    if number == 0 or cards[0] + cards[1] == 0:
        return 0.0, 0.0
    if turn.player == player.number:
        return _own_card(mine, cards, pile, turn, number, player, lists, policy, first)
    at = 8 - cards[0] - cards[1]
    hands, weights, chances = lists.hands[at], lists.weights[at], lists.chances[at]
    possible = 0
    for i in range(number):
        _chances(hands[i], cards[0], pile, turn, policy, chances[i])
        for j in range(cards[1]):
            if chances[i, j] > 0:
                possible |= 1 << (hands[i] >> 4 * j & 15)
    own, others = 0.0, 0.0
    then = pile.copy()
    for rank in range(13):
        if not possible >> (rank + 1) & 1:
            continue
        then[turn.laid] = rank
        laid, count = turn.laid + 1, turn.so_far + min(rank + 1, 10)
        points = card_points(then, laid, count)
        answered = packed_fits(mine, count)
        for goes_on in (True, False):
            n, weight = 0, 0.0
            for i in range(number):
                for j in range(cards[1]):
                    if (hands[i] >> 4 * j & 15) == rank + 1 and chances[i, j] > 0:
                        left = without(hands[i], rank)
                        if (answered or packed_fits(left, count)) == goes_on:
                            lists.hands[at + 1, n] = left
                            lists.weights[at + 1, n] = weights[i] * chances[i, j]
                            weight += weights[i] * chances[i, j]
                            n += 1
            if answered:
                after = PlayState(player.number, laid, count, 0)
            elif goes_on:
                after = PlayState(1 - player.number, laid, count, 1)
            else:
                after = PlayState(player.number if mine else 1 - player.number, 0, 0, 0)
                others += weight if count != 31 else 0.0
            left_cards = cards[0], cards[1] - 1
            found = _follow(mine, left_cards, then, after, n, player, lists, policy, first)
            own += found[0]
            others += found[1] + weight * points
    return own, others


@njit
def _own_card(
    mine: int,
    cards: tuple[int, int],
    pile: NDArray[np.int64],
    turn: PlayState,
    number: int,
    player: _Player,
    lists: _Lists,
    policy: PlayPolicy,
    first: NDArray[np.float64],
) -> tuple[float, float]:
    at = 8 - cards[0] - cards[1]
    hands, weights = lists.hands[at], lists.weights[at]
    chances = np.empty(4)
    _chances(mine, cards[1], pile, turn, policy, chances)
    total = weights[:number].sum()
    own, others, best = 0.0, 0.0, -np.inf
    then = pile.copy()
    for j in range(cards[0]):
        rank = (mine >> 4 * j & 15) - 1
        fresh = j == 0 or rank != (mine >> 4 * (j - 1) & 15) - 1
        if not fresh or turn.so_far + min(rank + 1, 10) > 31:
            continue
        if chances[j] == 0 and not player.best and cards[0] < 4:
            continue
        then[turn.laid] = rank
        laid, count = turn.laid + 1, turn.so_far + min(rank + 1, 10)
        left = without(mine, rank)
        values = np.zeros(2)
        values[0] = total * card_points(then, laid, count)
        for answered in (True, False):
            n, weight = 0, 0.0
            for i in range(number):
                if packed_fits(hands[i], count) == answered:
                    lists.hands[at + 1, n] = hands[i]
                    lists.weights[at + 1, n] = weights[i]
                    weight += weights[i]
                    n += 1
            if answered:
                after = PlayState(1 - player.number, laid, count, 0)
            elif packed_fits(left, count):
                after = PlayState(player.number, laid, count, 1)
            else:
                after = PlayState(1 - player.number if cards[1] else player.number, 0, 0, 0)
                values[0] += weight if count != 31 else 0.0
            left_cards = cards[0] - 1, cards[1]
            found = _follow(left, left_cards, then, after, n, player, lists, policy, first)
            values[0] += found[0]
            values[1] += found[1]
        net = values[0] - values[1]
        if cards[0] == 4 and at < 2:
            first[pile[0] if at else 0, rank] = net / total
        if not player.best:
            own += chances[j] * values[0]
            others += chances[j] * values[1]
        elif net > best:
            best = net
            own, others = values[0], values[1]
    return own, others


@njit(cache=True)
def _share(mine: NDArray[np.int64], theirs: NDArray[np.int64]) -> float:
    """Return the probability that two hands have no card in common, if their suits are chosen at random.

    For example, the result is 0.5 if one hand has one five, the other has two fives, and no other rank is in
    both.

    Args:
        mine: the number of cards of each rank in the first hand.
        theirs: the number of cards of each rank in the second hand.
    """
    share = 1.0
    for rank in range(13):
        for number in range(theirs[rank]):
            share *= max(4 - mine[rank] - number, 0) / (4 - number)
    return share


@njit(cache=True)
def _opponents(
    weights: NDArray[np.float64], total: float, most: int, counts: NDArray[np.int64], lists: _Lists
) -> int:
    """Write to `lists` the hands that the opponent may hold, and return their number.

    If there are more than `most` hands, a sample of at most this size is taken. More probable hands are more
    likely to be in the sample.

    Args:
        weights: the relative probability of each hand.
        total: the sum of the weights.
        most: the maximum number of hands to write.
        counts: for each hand, the number of cards of each rank.
        lists: receives the hands, as packed by `pack`, and their probabilities.
    """
    number, passed, points = 0, 0.0, 0
    every = most >= len(weights)
    for other in range(len(weights)):
        passed += weights[other]
        reached = int(passed / total * most + 0.5)
        share = weights[other] / total if every else (reached - points) / most
        points = reached
        if share > 0:
            lists.hands[0, number] = pack(counts[other])
            lists.weights[0, number] = share
            number += 1
    return number


@njit
def _follow_hands(
    player: _Player,
    chosen: NDArray[np.int64],
    own: KeptWeights,
    others: KeptWeights,
    most: int,
    counts: NDArray[np.int64],
    lists: _Lists,
    policy: PlayPolicy,
    values: HandValues,
) -> None:
    pile, weights = np.zeros(8, np.int64), np.empty(len(counts))
    for hand in chosen:
        total = 0.0
        for other in range(len(counts)):
            weights[other] = others[other] * _share(counts[hand], counts[other])
            total += weights[other]
        number = _opponents(weights, total, most, counts, lists)
        values.weights[hand] = own[hand] * total
        found = _follow(
            pack(counts[hand]),
            (4, 4),
            pile,
            PlayState(0, 0, 0, 0),
            number,
            player,
            lists,
            policy,
            values.first[hand],
        )
        values.points[hand, 0] = found[0]
        values.points[hand, 1] = found[1]


def values_of_hands(
    policy: PlayPolicy,
    own: KeptWeights,
    others: KeptWeights,
    *,
    dealer: bool,
    best: bool = False,
    most: int = len(HANDS),
    chosen: NDArray[np.int64] | None = None,
) -> HandValues:
    """Return the average points of a player and the opponent in the play, for each hand of the player.

    For all hands of both players, this takes a quarter of an hour.

    Args:
        policy: the opponent's policy.
        own: how often the player keeps each hand, compared with the other hands.
        others: how often the opponent keeps each hand. Hands that are never kept are left out.
        dealer: True if the player is the dealer.
        best: True if the player plays the best response to the policy, False if the player also follows the
            policy.
        most: the maximum number of the opponent's hands to examine for each hand of the player. If there
            are more, a sample of them is used, and the results are approximate.
        chosen: the indices of the player's hands to examine; None for all hands. The results of all other
            hands are 0 or NaN.
    """
    hands = len(HANDS)
    counts = np.zeros((hands, 13), np.int64)
    for place in range(4):
        counts[np.arange(hands), HANDS[:, place]] += 1
    lists = _Lists(np.zeros((9, hands), np.int64), np.zeros((9, hands)), np.zeros((9, hands, 4)))
    values = HandValues(np.zeros(hands), np.zeros((hands, 2)), np.full((hands, 13, 13), np.nan))
    every = np.arange(hands) if chosen is None else chosen
    _follow_hands(_Player(int(dealer), best), every, own, others, most, counts, lists, policy, values)
    return values
