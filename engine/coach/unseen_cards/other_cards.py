"""The ranks that the opponent may still hold during the play, and the probability of each combination."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import comb, prod

from engine.cards import Suit
from engine.coach.tables import kept

RARE = 0.004
"""The least number of times that each hand is kept in a million deals, because people keep any hand."""

Ranks = tuple[int, ...]
"""Ranks of cards, in ascending order, from 1 for an ace to 13 for a king."""


def possible_rests(
    shown: Sequence[int], seen: Sequence[int], *, dealer: bool, denied: int
) -> dict[Ranks, float]:
    """Return every set of ranks that a player may still hold, with a weight proportional to its probability.

    Args:
        shown: the ranks of the cards that the player has played.
        seen: the ranks of all other cards that cannot be in the player's hand, such as the starter.
        dealer: True if the player is the dealer.
        denied: the highest card value that the player cannot hold after saying go, e.g. 6 after a go at 25.
            The player cannot hold any lower value either. 0 if the player has not said go. If no hand fits,
            `denied` is ignored, because the player must have said go wrongly.
    """
    left = Counter({rank: len(Suit) for rank in range(1, 14)})
    left.subtract(shown)
    left.subtract(seen)
    played = sorted(shown)
    found: dict[Ranks, float] = {}
    for ranks, each in each_hand(dealer=dealer):
        rest = ranks_without(ranks, played)
        if rest is None or (rest and min(rest[0], 10) <= denied):
            continue
        ways = prod(comb(left[rank], rest.count(rank)) for rank in set(rest))
        if ways:
            found[rest] = ways * each
    if not found and denied:
        return possible_rests(shown, seen, dealer=dealer, denied=0)
    return found


@cache
def each_hand(*, dealer: bool) -> list[tuple[Ranks, float]]:
    """Return each combination of four ranks, and how often a player keeps one hand with these ranks.

    The frequency is per million deals, and is an average over all hands with these ranks.

    Args:
        dealer: True for the dealer's hands, False for pone's.
    """
    table = kept(dealer=dealer)
    found = []
    for ranks, number in table.mixed.items():
        ways = prod(comb(len(Suit), ranks.count(rank)) for rank in set(ranks))
        found.append((tuple(map(int, ranks)), (number + table.suited.get(ranks, 0)) / ways + RARE))
    return found


def ranks_without(ranks: Ranks, played: Sequence[int]) -> Ranks | None:
    """Return the ranks left in a hand after some were played, or None if one of these was not in the hand."""
    left = list(ranks)
    for rank in played:
        if rank not in left:
            return None
        left.remove(rank)
    return tuple(left)
