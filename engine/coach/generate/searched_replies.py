"""The value of each card with which the dealer can reply to pone's lead.

The values are found by the search that the coach uses for all later cards, except that the starter is
ignored. This makes little difference.
"""

from __future__ import annotations

from math import comb, prod

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach.generate.exact_play import KeptWeights
from engine.coach.generate.play_game import PlayState
from engine.coach.generate.play_values import HANDS
from engine.coach.generate.searched_play import COUNTS, Seen, Workspace, new_workspace, search
from engine.coach.unseen_cards.other_cards import RARE

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
