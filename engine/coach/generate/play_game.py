"""The play (RULES.md 3) for two players with four cards each, as compiled code.

Suits do not matter in the play, so a card is represented by its rank, from 0 for an ace to 12 for a king. The
hands are an array of shape (2, 13) with the number of cards of each rank. Player 0 is pone, player 1 the
dealer.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray


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
