"""The search of `play_search` as compiled code, so that many deals can be played with it.

`reply_values` finds with it the value of each card with which the dealer can reply to pone's lead. The
starter is ignored there, which makes little difference.

Ranks are numbers from 0 for an ace to 12 for a king. A test checks that both searches find the same values.
"""

from __future__ import annotations

from math import comb, prod
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach import play_search
from engine.coach.unseen import RARE
from engine.coach_tables.exact_play import KeptWeights
from engine.coach_tables.hands import HANDS, pack, packed_fits, without
from engine.coach_tables.play_game import PlayState, card_points

_REPLIES, _GO = play_search.REPLIES, play_search.GO
_HIGH, _DOUBT = play_search.HIGH, play_search.DOUBT
_IMPOSSIBLE = -1e9

COUNTS = np.zeros((len(HANDS), 13), np.int64)
"""The number of cards of each rank in each hand in `HANDS`."""
for _place in range(4):
    COUNTS[np.arange(len(HANDS)), HANDS[:, _place]] += 1


class Seen(NamedTuple):
    """The cards played so far in a deal, and other facts that both players know.

    Attributes:
        played: for each player, the number of cards of each rank that the player has played; shape (2, 13).
        steps: for each card played, in order: the player, the rank, the number of cards played before it
            since the count was last reset, and the count before it; shape (8, 4).
        denied: for each player, the highest card value that the player cannot hold after saying go, e.g. 6
            after a go at 25. The player cannot hold any lower value either. 0 if the player has not said go.
        starter: the rank of the starter, or -1 if it is not known; shape (1,).
    """

    played: NDArray[np.int64]
    steps: NDArray[np.int64]
    denied: NDArray[np.int64]
    starter: NDArray[np.int64]


class Workspace(NamedTuple):
    """Working arrays that the search reuses. The first three are indexed by the number of cards played.

    Attributes:
        rests: the hands that the opponent may hold, as returned by `pack`; shape (9, 1820).
        weights: numbers proportional to the probabilities of these hands; shape (9, 1820).
        merits: a number for each rank; shape (9, 13). On the opponent's turn, it is proportional to the
            probability that the opponent plays the rank. On the player's own turn, it is proportional to the
            value of playing the rank.
        public: the number of cards of each rank that everyone has seen; shape (13,).
        values: receives the value of each rank that the player can play now; shape (13,).
    """

    rests: NDArray[np.int64]
    weights: NDArray[np.float64]
    merits: NDArray[np.float64]
    public: NDArray[np.int64]
    values: NDArray[np.float64]


def new_workspace() -> Workspace:
    """Return a workspace with arrays that are large enough for any search."""
    hands = len(HANDS)
    return Workspace(
        np.zeros((9, hands), np.int64),
        np.zeros((9, hands)),
        np.zeros((9, 13)),
        np.zeros(13, np.int64),
        np.zeros(13),
    )


@njit(cache=True)
def _merits(
    pile: NDArray[np.int64],
    laid: int,
    count: int,
    public: NDArray[np.int64],
    own_cards: int,
    merits: NDArray[np.float64],
) -> None:
    """Write to `merits`, for each rank, a number proportional to the chance that the opponent plays it.

    A rank that would take the count past 31 gets 0.

    Args:
        pile: the ranks of the cards played in this count. The array must have room for two more.
        laid: the number of these cards.
        count: the count.
        public: the number of cards of each rank that everyone has seen.
        own_cards: the number of cards held by the player for whom the search is made.
        merits: receives the result.
    """
    unseen = 52 - public.sum()
    for rank in range(13):
        then = count + min(rank + 1, 10)
        merits[rank] = 0.0
        if then > 31:
            continue
        pile[laid] = rank
        merit = card_points(pile, laid + 1, then) + _HIGH * min(rank + 1, 10)
        if then < 31 and own_cards:
            fitting = 0
            for reply in range(13):
                total = then + min(reply + 1, 10)
                free = 4 - public[reply] - (reply == rank)
                if total <= 31 and free > 0:
                    fitting += free
                    pile[laid + 1] = reply
                    points = card_points(pile, laid + 2, total)
                    merit -= _REPLIES * points * min(1.0, own_cards * free / unseen)
            if then > 21:
                merit += _GO * max(0.0, 1 - fitting / unseen) ** own_cards
        merits[rank] = np.exp(merit)


@njit
def _own_turn(
    own: int, cards: tuple[int, int], pile: NDArray[np.int64], laid: int, count: int, n: int, space: Workspace
) -> float:
    """Return the player's expected points from here on minus the opponent's, multiplied by the total weight.

    It is the player's turn. The total weight is the sum of the weights of all hands that the opponent may
    hold.

    Args:
        own: the player's hand, as returned by `pack`.
        cards: the numbers of cards that the player and the opponent hold.
        pile: the ranks of the cards played in this count, from 0 for an ace to 12 for a king.
        laid: the number of these cards.
        count: the count.
        n: the number of hands that the opponent may hold.
        space: the working arrays of the search, which contain these hands and their weights.
    """
    if cards[0] == 0:
        return 0.0
    at = 8 - cards[0] - cards[1]
    rests, weights = space.rests[at], space.weights[at]
    total = weights[:n].sum()
    then = pile.copy()
    best = _IMPOSSIBLE
    for rank in range(13):
        place = 0
        while place < cards[0] and (own >> 4 * place & 15) != rank + 1:
            place += 1
        after = count + min(rank + 1, 10)
        if place == cards[0] or after > 31:
            continue
        then[laid] = rank
        left = without(own, rank)
        value = total * card_points(then, laid + 1, after)
        space.public[rank] += 1
        for answered in (True, False):
            number, weight = 0, 0.0
            for i in range(n):
                if packed_fits(rests[i], after) == answered:
                    space.rests[at + 1, number] = rests[i]
                    space.weights[at + 1, number] = weights[i]
                    weight += weights[i]
                    number += 1
            if number == 0:
                continue
            now = cards[0] - 1, cards[1]
            if answered:
                value += _others_turn(left, now, then, laid + 1, after, number, space)
            elif packed_fits(left, after):
                value += _own_turn(left, now, then, laid + 1, after, number, space)
            else:
                value += weight if after != 31 else 0.0
                if cards[1]:
                    value += _others_turn(left, now, then, 0, 0, number, space)
                else:
                    value += _own_turn(left, now, then, 0, 0, number, space)
        space.public[rank] -= 1
        space.merits[at, rank] = value
        best = max(best, value)
    return best


@njit
def _others_turn(
    own: int, cards: tuple[int, int], pile: NDArray[np.int64], laid: int, count: int, n: int, space: Workspace
) -> float:
    at = 8 - cards[0] - cards[1]
    rests, weights, merits = space.rests[at], space.weights[at], space.merits[at]
    then = pile.copy()
    _merits(then, laid, count, space.public, cards[0], merits)
    possible = 0
    for i in range(n):
        for place in range(cards[1]):
            possible |= 1 << (rests[i] >> 4 * place & 15)
    value = 0.0
    for rank in range(13):
        after = count + min(rank + 1, 10)
        if not possible >> (rank + 1) & 1 or after > 31:
            continue
        then[:laid] = pile[:laid]
        then[laid] = rank
        points = card_points(then, laid + 1, after)
        answered = packed_fits(own, after)
        space.public[rank] += 1
        for goes_on in (True, False):
            number, weight = 0, 0.0
            for i in range(n):
                sum_of_merits, last, holds = 0.0, 0, False
                for place in range(cards[1]):
                    held = rests[i] >> 4 * place & 15
                    if held != last:
                        sum_of_merits += merits[held - 1]
                        holds |= held == rank + 1
                    last = held
                if not holds:
                    continue
                left = without(rests[i], rank)
                if (answered or packed_fits(left, after)) != goes_on:
                    continue
                chance = 1.0 if cards[1] == 1 else merits[rank] / sum_of_merits
                space.rests[at + 1, number] = left
                space.weights[at + 1, number] = weights[i] * chance
                weight += weights[i] * chance
                number += 1
            if number == 0:
                continue
            value -= weight * points
            now = cards[0], cards[1] - 1
            if answered:
                value += _own_turn(own, now, then, laid + 1, after, number, space)
            elif goes_on:
                value += _others_turn(own, now, then, laid + 1, after, number, space)
            else:
                value -= weight if after != 31 else 0.0
                if cards[0]:
                    value += _own_turn(own, now, then, 0, 0, number, space)
                elif cards[1] > 1:
                    value += _others_turn(own, now, then, 0, 0, number, space)
        space.public[rank] -= 1
    return value


@njit(cache=True)
def _rest(hand: int, me: int, mine: NDArray[np.int64], seen: Seen, kept: NDArray[np.float64]) -> float:
    """Return a weight proportional to the probability that the opponent kept a given hand.

    The weight takes account of the known cards and of the opponent's gos, but not of the choices that the
    opponent has made in the play.

    Args:
        hand: the index in `HANDS` of the four cards that the opponent may have kept.
        me: the player who is choosing a card: 0 for pone, 1 for the dealer.
        mine: the number of cards of each rank that this player still holds.
        seen: the cards that have been played, the starter, and the gos.
        kept: how often the opponent keeps each hand in `HANDS`, divided by the number of possible
            combinations of suits; shape (1820,).
    """
    weight = kept[hand]
    for rank in range(13):
        left = COUNTS[hand, rank] - seen.played[1 - me, rank]
        if left < 0 or (left and min(rank + 1, 10) <= seen.denied[1 - me]):
            return 0.0
        free = 4 - seen.played[0, rank] - seen.played[1, rank] - mine[rank] - (rank == seen.starter[0])
        for number in range(left):
            weight *= max(free - number, 0) / (number + 1)
    return weight


@njit
def search(
    me: int,
    hands: NDArray[np.int64],
    pile: NDArray[np.int64],
    turn: PlayState,
    seen: Seen,
    step: int,
    kept: NDArray[np.float64],
    space: Workspace,
) -> int:
    """Return the rank of the card that the coach would play.

    Return -1 if no hand that the opponent could hold agrees with the play so far. The value of each rank
    is written to `space.values`.

    Args:
        me: the player whose turn it is: 0 for pone, 1 for the dealer.
        hands: for each player, the number of cards of each rank in hand. Of the opponent's hand, only the
            total number of cards is used.
        pile: the ranks of the cards played since the count was last reset.
        turn: the state of the play.
        seen: all cards that have been played in this deal.
        step: the number of cards in `seen`.
        kept: how often the opponent keeps each hand in `HANDS`, divided by the number of possible
            combinations of suits; shape (1820,).
        space: the working arrays of the search.
    """
    cards = hands[me].sum(), hands[1 - me].sum()
    past = np.zeros((8, 13))
    public, then = np.zeros(13, np.int64), np.zeros(10, np.int64)
    if seen.starter[0] >= 0:
        public[seen.starter[0]] += 1
    held = 4
    for i in range(step):
        player, rank, laid, count = seen.steps[i]
        if player == me:
            held -= 1
        else:
            _merits(then, laid, count, public, held, past[i])
        then[laid] = rank
        public[rank] += 1
    number, total = 0, 0.0
    for hand in range(len(COUNTS)):
        weight = _rest(hand, me, hands[me], seen, kept)
        if weight == 0:
            continue
        left = COUNTS[hand].copy()
        for i in range(step):
            player, rank = seen.steps[i, 0], seen.steps[i, 1]
            if player != me:
                merits = 0.0
                for other in range(13):
                    if left[other]:
                        merits += past[i, other]
                weight *= past[i, rank] / merits + _DOUBT
                left[rank] -= 1
        space.rests[8 - cards[0] - cards[1], number] = pack(left)
        space.weights[8 - cards[0] - cards[1], number] = weight
        number += 1
        total += weight
    if number == 0:
        return -1
    space.public[:] = public
    then[: turn.laid] = pile[: turn.laid]
    values = space.merits[8 - cards[0] - cards[1]]
    values[:] = _IMPOSSIBLE
    _own_turn(pack(hands[me]), cards, then, turn.laid, turn.so_far, number, space)
    space.values[:] = values / total
    return int(np.argmax(space.values))


_WAYS = np.array([prod(comb(4, number) for number in counts) for counts in COUNTS.tolist()])
"""The number of ways to choose the suits of each hand in `HANDS`."""


@njit
def _search_all(
    chosen: NDArray[np.int64], kept: NDArray[np.float64], space: Workspace, replies: NDArray[np.float64]
) -> None:
    hands, pile = np.zeros((2, 13), np.int64), np.zeros(10, np.int64)
    hands[0, 0] = 3  # of pone's hand, the search uses the number of cards alone
    for hand in chosen:
        hands[1] = COUNTS[hand]
        for lead in range(13):
            if COUNTS[hand, lead] == 4:
                continue
            seen = Seen(
                np.zeros((2, 13), np.int64),
                np.zeros((8, 4), np.int64),
                np.zeros(2, np.int64),
                np.full(1, -1),
            )
            seen.steps[0] = 0, lead, 0, 0
            seen.played[0, lead] = 1
            pile[0] = lead
            turn = PlayState(1, 1, min(lead + 1, 10), 0)
            if search(1, hands, pile, turn, seen, 1, kept, space) >= 0:
                for rank in range(13):
                    if COUNTS[hand, rank]:
                        replies[hand, lead, rank] = space.values[rank]


def reply_values(
    kept: KeptWeights, *, most: int = len(HANDS), chosen: NDArray[np.int64] | None = None
) -> NDArray[np.float64]:
    """Return the value of each of the dealer's replies to each lead, in points; shape (1820, 13, 13).

    The indices are the dealer's hand, the rank that pone leads and the rank of the reply. A value is the
    dealer's expected points in the play minus pone's. It is NaN if the lead or the reply is impossible. For
    all hands, this takes a few minutes.

    Args:
        kept: how often pone keeps each hand in a million deals.
        most: the maximum number of pone's hands to consider. If there are more, a sample is used, and the
            values are approximate.
        chosen: the indices of the dealer's hands to find the values for; None for all hands. The values of
            all other hands are NaN.
    """
    each = kept / _WAYS + RARE
    if most < len(HANDS):
        reached = np.round(kept.cumsum() / kept.sum() * most)
        each = np.diff(reached, prepend=0.0) / _WAYS
    replies = np.full((len(HANDS), 13, 13), np.nan)
    every = np.arange(len(HANDS)) if chosen is None else chosen
    _search_all(every, each, new_workspace(), replies)
    return replies
