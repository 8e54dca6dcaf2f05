"""Fast counting of hands, without the reasons for the points, and how often each score occurs (RULES.md 4).

A table holds the points of every combination of ranks for fifteens, pairs and runs. Only the flush and his
nobs are worked out for each hand. `engine.scoring.hands_and_crib` also gives the reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from engine.cards import Card, Rank
from engine.errors import InvalidHand
from engine.options import FOUR_CARDS
from engine.rules import STANDARD, Rules, in_force
from engine.scoring.hands_and_crib import check_cards
from engine.scoring.items import PAIRS

_SIX_CARD: dict[int, int] = {}
"""The table for the standard rules; empty until it is first used. See `_table`."""
_FLUSH, _CRIB_FLUSH = STANDARD.flush_points(crib=False), STANDARD.flush_points(crib=True)


def show_points(
    hand: Sequence[Card], starter: Card | None = None, rules: Rules | None = None, *, crib: bool = False
) -> int:
    """Return the number of points that a hand or crib scores. This is faster than `count_show(…).points`.

    The result is undefined if a card is repeated or a rank occurs five times.

    Args:
        hand: the cards in the hand or crib. If it has one card more than usual, the last one is the starter.
        starter: the starter; None if it is the last card in `hand`, or if there is no starter.
        rules: the rules; the standard rules by default.
        crib: True for a crib. Under most rules, a flush in a crib must include the starter.

    Raises:
        InvalidHand: the arguments are not cards, or there are too many or too few.
        InvalidRules: `rules` is not a Rules object.
    """
    if rules is not None or starter is None:
        return _points(hand, starter, in_force(rules), crib)
    try:
        a, b, c, d = hand
        points = _SIX_CARD[a.code + b.code + c.code + d.code + starter.code]
    except (KeyError, ValueError, TypeError, AttributeError):
        # The table is still empty, or these are not four cards.
        return _points(hand, starter, STANDARD, crib)
    suit = a.suit
    if suit is b.suit and suit is c.suit and suit is d.suit and suit is not None:
        points += (_CRIB_FLUSH if crib else _FLUSH)[starter.suit is suit]
    jack = starter.jack
    if jack is a or jack is b or jack is c or jack is d:
        points += 1
    return points


def _points(hand: Sequence[Card], starter: Card | None, rules: Rules, crib: bool) -> int:
    check_cards(hand, starter)
    size = rules.crib_size if crib else rules.hand_size
    cards = tuple(hand) if starter is None else (*hand, starter)
    if len(cards) != size + 1 and (starter is not None or len(cards) != size):
        raise InvalidHand(f"a hand is {size} cards and a starter: {len(cards)} cards in all given")
    if starter is None and len(cards) > size:
        starter = cards[size]
    points = _table(size + 1, rules.ace_11).get(sum(card.code for card in cards))
    if points is None:
        raise InvalidHand("a card is given twice, or a rank five times")
    suit = cards[0].suit
    if suit is not None and all(card.suit is suit for card in cards[:size]):
        points += rules.flush_points(crib=crib)[len(cards) > size and cards[size].suit is suit]
    if starter is not None and starter.jack in cards[:size]:
        points += 1
    return points


class CountedRanks(NamedTuple):
    """The ranks of a set of cards, and the points that they score.

    A set is built up with `and_below`, from the highest rank to the lowest.

    Attributes:
        code: the sum of the cards' codes (`Card.code`).
        points: the points for fifteens, pairs and runs.
        cards: the number of cards.
        kinds: the number of different ranks.
        jacks: the number of jacks.
        suits: the number of ways to assign suits to the cards.
        sets: for each total from 0 to 15, the number of subsets of cards that add up to it. The numbers are
            packed into one integer with eight bits for each, which is enough for six cards.
        lowest: the lowest rank; 0 if there are no cards.
        length: the number of consecutive ranks that start at `lowest`. A lower card can extend this sequence.
        runs: the number of ways to choose one card of each rank in this sequence.
        settled: the points for pairs, and for the runs that a lower card cannot extend.
    """

    code: int = 0
    points: int = 0
    cards: int = 0
    kinds: int = 0
    jacks: int = 0
    suits: int = 1
    sets: int = 1
    lowest: int = 0
    length: int = 0
    runs: int = 1
    settled: int = 0

    def and_below(self, rank: Rank, number: int, ace_11: bool) -> CountedRanks:
        """Return this set of cards with 1 to 4 cards of a rank added that is lower than all in this set.

        If `ace_11` is True, an ace counts as 1 or 11 in each fifteen.
        """
        code, _, cards, kinds, jacks, suits, sets, lowest, length, runs, settled = self
        for _ in range(number):
            sets += sets << _BITS * rank.counting_value & _ALL
        if lowest != rank + 1:
            settled += _run(length, runs)
            length, runs = 0, 1
        length, runs, settled = length + 1, runs * number, settled + _OF_A_KIND[number]
        fifteens = sets >> _BITS * 15
        if ace_11 and rank is Rank.ACE:
            # A set with an ace and a total of 5 makes fifteen if that ace counts 11.
            fifteens += (sets >> _BITS * 5 & _EACH) - (self.sets >> _BITS * 5 & _EACH)
        return CountedRanks(
            code + number * _CODES[rank],
            2 * fifteens + settled + _run(length, runs),
            cards + number,
            kinds + 1,
            jacks + number * (rank is Rank.JACK),
            suits * comb(4, number),
            sets,
            rank,
            length,
            runs,
            settled,
        )


_BITS = 8
_EACH = (1 << _BITS) - 1
_ALL = (1 << 16 * _BITS) - 1
_CODES = {rank: Card(rank).code for rank in Rank}
_OF_A_KIND = {1: 0} | {number: points for number, (_, points) in PAIRS.items()}


def _run(length: int, runs: int) -> int:
    return length * runs if length >= 3 else 0


_tables: dict[tuple[int, bool], dict[int, int]] = {(FOUR_CARDS + 1, False): _SIX_CARD}


def _table(cards: int, ace_11: bool) -> dict[int, int]:
    """Return a table of the points for fifteens, pairs and runs in each set of up to `cards` cards.

    The key for each combination of ranks is the sum of the cards' codes (`Card.code`).
    """
    table = _tables.setdefault((cards, ace_11), {})
    if not table:
        table.update((ranks.code, ranks.points) for ranks in all_ranks(cards, ace_11))
    return table


def all_ranks(most: int, ace_11: bool) -> list[CountedRanks]:
    """Return all combinations of 1 to `most` ranks, each at most four times, with their points."""
    found: list[CountedRanks] = []
    growing = [CountedRanks()]
    for rank in reversed(Rank):
        more = [
            ranks.and_below(rank, number, ace_11)
            for ranks in growing
            for number in range(1, min(4, most - ranks.cards) + 1)
        ]
        found += more
        growing += [ranks for ranks in more if ranks.cards < most]
    return found


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
            _add_suits(numbers, ranks, rules.flush_points(crib=crib))
    while not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _add_suits(numbers: list[int], ranks: CountedRanks, flush_points: tuple[int, int]) -> None:
    """Add to `numbers` how many hands of these ranks make each score, whatever card is the starter."""
    # Any card can be the starter. A jack in the hand has the starter's suit in one case out of four. A hand
    # of different ranks has one suit in four ways. A starter of yet another rank has the same suit in one
    # case out of four, but a starter that pairs a card never has it.
    points, cards = ranks.points, ranks.cards
    flush = flush_and_nobs = flush_of_hand = 0
    if ranks.kinds == cards:
        flush_and_nobs = 4 * (cards - 1) * ranks.jacks
        flush = 4 * cards - flush_and_nobs
        flush_of_hand = 12 * cards
    elif ranks.kinds == cards - 1:
        # Only a card of the pair can be the starter. It has one of the three other suits.
        flush_of_hand = 12
    nobs = ranks.suits * ranks.jacks * (cards - ranks.jacks) // 4 - flush_and_nobs
    alone, with_starter = flush_points
    numbers[points + with_starter + 1] += flush_and_nobs
    numbers[points + with_starter] += flush
    numbers[points + alone] += flush_of_hand
    numbers[points + 1] += nobs
    numbers[points] += ranks.suits * cards - flush_and_nobs - flush - flush_of_hand - nobs
