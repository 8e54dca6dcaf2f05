"""How often each score occurs among all possible hands and starters (RULES.md 4)."""

from __future__ import annotations

from engine.rules import Rules, in_force
from engine.scoring.fast_count import CountedRanks, all_ranks


def distribution(rules: Rules | None = None, *, crib: bool = False) -> tuple[int, ...]:
    """Return the number of hands with each score: the value at index 8 is the number of hands with 8 points.

    Every combination of a hand and a starter from the whole pack is counted once. For four cards and a
    starter, there are 12,994,800 combinations.

    Args:
        rules: the rules; the standard rules by default.
        crib: if True, count four cards by the rules for the crib.

    Raises:
        InvalidRules: `rules` is not a Rules object.
    """
    rules = in_force(rules)
    cards = (rules.crib_size if crib else rules.hand_size) + 1
    numbers = [0] * 64
    for ranks in all_ranks(cards, rules.ace_11):
        if ranks.cards == cards:
            _add_suits(numbers, ranks, four=rules.four_flush_in_crib or not crib)
    while not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _add_suits(numbers: list[int], ranks: CountedRanks, *, four: bool) -> None:
    """Add to `numbers` how many hands with the given ranks make each score.

    Every choice of suits is included, with each card in turn as the starter.

    Args:
        numbers: the number of hands counted so far with each score, indexed by score. This list is updated.
        ranks: the ranks of the cards in the hand and of the starter.
        four: True if a hand of one suit is a flush even when the starter is of another suit; False if the
            starter must be of the same suit.
    """
    # Any card can be the starter. A jack in the hand has the starter's suit in one case out of four. A hand
    # of different ranks has one suit in four ways. A starter of yet another rank has the same suit in one
    # case out of four, but a starter that pairs a card never has it.
    points, cards = ranks.points, ranks.cards
    flush = flush_and_nobs = flush_of_hand = 0
    if ranks.kinds == cards:
        flush_and_nobs = 4 * (cards - 1) * ranks.jacks
        flush = 4 * cards - flush_and_nobs
        flush_of_hand = 12 * cards * four
    elif ranks.kinds == cards - 1:
        # Only a card of the pair can be the starter. It has one of the three other suits.
        flush_of_hand = 12 * four
    nobs = ranks.suits * ranks.jacks * (cards - ranks.jacks) // 4 - flush_and_nobs
    numbers[points + cards + 1] += flush_and_nobs
    numbers[points + cards] += flush
    numbers[points + cards - 1] += flush_of_hand
    numbers[points + 1] += nobs
    numbers[points] += ranks.suits * cards - flush_and_nobs - flush - flush_of_hand - nobs
