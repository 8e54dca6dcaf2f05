"""Counting a hand or crib: fifteens, pairs, runs, the flush and his nobs (RULES.md 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import Card, Rank, Suit
from engine.errors import InvalidHand, one_line, quoted
from engine.indices import DealIndex
from engine.options import FOUR_CARDS, SEVEN_CARD
from engine.rules import Rules, in_force
from engine.scoring.items import PAIRS, Finding, Item, Reason, total
from engine.scoring.suit_questions import Answer, Question, possible

if TYPE_CHECKING:
    from engine.scoring.calling import CallWords


@one_line
class Count(NamedTuple):
    """The count of a hand or crib.

    Attributes:
        items: what the points are for, in the order in which they are called.
        nineteen: True if a hand without points is jokingly called "nineteen", because no hand can count 19.
        grouped: True to call the points of each kind and then the total; False to call a running total.
    """

    items: tuple[Item, ...]
    nineteen: bool = True
    grouped: bool = False

    @property
    def points(self) -> int:
        """The total number of points that the hand or crib scores."""
        return total(self.items)

    @property
    def call(self) -> str:
        """The words a player says when counting the hand aloud, in English."""
        return self.called()

    def called(self, words: CallWords | None = None) -> str:
        """Return the words a player says when counting the hand aloud, in the given language."""
        from engine.scoring.calling import ENGLISH, call_hand  # a game alone does not need them

        words = words or ENGLISH
        return call_hand(self.items, nineteen=self.nineteen, grouped=self.grouped, words=words)


def count_show(
    hand: Sequence[Card], starter: Card | None = None, rules: Rules | None = None, *, crib: bool = False
) -> Count:
    """Count a hand or crib, and return each fifteen, pair and so on with its points (RULES.md 4).

    A card without a suit cannot be part of a flush or score nobs. The function `suits_could_add` returns the
    points that unknown suits could add. `show_points` is faster, but returns only the points.

    Args:
        hand: the cards in the hand or crib. The starter may be added as its last card instead of being passed
            as `starter`.
        starter: the starter. If it is None and not part of `hand`, the hand is counted without a starter.
        rules: the rules; the standard rules by default.
        crib: if True, count the cards as a crib, whose flush normally needs the starter.

    Raises:
        InvalidHand: the arguments are not cards, there are too many or too few, a card is repeated, or a
            rank occurs five times.
        InvalidRules: `rules` is not a Rules object.
    """
    rules = in_force(rules)
    size = rules.crib_size if crib else rules.hand_size
    check_cards(hand, starter)
    cards = tuple(hand) if starter is None else (*hand, starter)
    _check(hand, cards, size)
    hand, starter = split_off_starter(hand, starter, size)
    one_suit, with_starter = _of_one_suit(hand), _of_one_suit(cards) and starter is not None
    found = find_ranks([card.rank for card in cards], ace_11=rules.ace_11)
    found += find_flush(rules, size, crib=crib, one_suit=one_suit, with_starter=with_starter)
    if starter is not None and starter.suit is not None:
        found += find_nobs(hand, starter.suit)
    return Count(
        tuple(Item.of(one, cards) for one in found),
        nineteen=nineteen_is_a_joke(rules, crib=crib),
        grouped=rules.calls_by_kind,
    )


class CouldAdd(NamedTuple):
    """The points that could be added to a count if unknown suits became known.

    Attributes:
        flush: the points that a flush could add; 0 if no flush is possible.
        nobs: the point for his nobs; 0 if it is not possible.
        together: True if both could be scored at the same time.
    """

    flush: int = 0
    nobs: int = 0
    together: bool = False


def suits_could_add(
    hand: Sequence[Card], starter: Card | None = None, rules: Rules | None = None, *, crib: bool = False
) -> CouldAdd:
    """Return the points that a flush and nobs could add to a hand or crib if unknown suits became known.

    The arguments and the exceptions are the same as for `count_show`.
    """
    rules = in_force(rules)
    counted = {item.reason: item.points for item in count_show(hand, starter, rules, crib=crib).items}
    size = rules.crib_size if crib else rules.hand_size
    hand, starter = split_off_starter(hand, starter, size)
    deal = tuple(hand) if starter is None else (starter, *hand)
    indices = tuple(map(DealIndex, range(len(deal) - size, len(deal))))
    a_flush = Answer(Question.FLUSH, indices, yes=True)
    of_all = Answer(Question.FLUSH_WITH_STARTER, indices, yes=True)
    his_nobs = Answer(Question.NOBS, indices, yes=True)
    alone, with_starter = rules.flush_points(crib=crib)
    most, best = 0, a_flush
    if starter is not None and possible(deal, (of_all,)):
        most, best = with_starter, of_all
    elif alone and possible(deal, (a_flush,)):
        most = alone
    flush = most - counted.get(Reason.FLUSH, 0)
    can_be_nobs = starter is not None and Reason.NOBS not in counted and possible(deal, (his_nobs,))
    return CouldAdd(flush, int(can_be_nobs), bool(flush) and can_be_nobs and possible(deal, (best, his_nobs)))


def split_off_starter(
    hand: Sequence[Card], starter: Card | None, size: int
) -> tuple[Sequence[Card], Card | None]:
    """Return the hand and the starter separately.

    If `starter` is None and `hand` has more than `size` cards, the last card of `hand` is the starter.
    """
    if starter is None and len(hand) > size:
        return hand[:size], hand[size]
    return hand, starter


def find_ranks(ranks: Sequence[Rank], *, ace_11: bool = False) -> tuple[Finding, ...]:
    """Return the fifteens, pairs and runs of these ranks, those of the hand before that of the starter.

    If `ace_11` is True, an ace counts as 1 or 11 in each fifteen (RULES.md 5, Cribbage 1/11). Each set of
    cards makes at most one fifteen.
    """
    return (*_fifteens(ranks, ace_11), *_pairs(ranks), *_runs(ranks))


def find_flush(
    rules: Rules, cards: int, *, crib: bool, one_suit: bool, with_starter: bool
) -> tuple[Finding, ...]:
    """Return the points for a flush, if it counts, in a hand or crib of so many cards without the starter.

    Args:
        one_suit: True if these cards are of one suit.
        with_starter: True if the starter has the same suit.
    """
    if not (one_suit or with_starter):
        return ()
    points = rules.flush_points(crib=crib)[with_starter]
    return (Finding(Reason.FLUSH, points, tuple(range(cards + with_starter))),) if points else ()


def find_nobs(hand: Sequence[Card], starter: Suit) -> tuple[Finding, ...]:
    """Return the point for his nobs, or an empty tuple if the hand has no jack of the starter's suit."""
    for index, card in enumerate(hand):
        if card.rank is Rank.JACK and card.suit is starter:
            return (Finding(Reason.NOBS, 1, (index,)),)
    return ()


def _fifteens(ranks: Sequence[Rank], ace_11: bool) -> list[Finding]:
    sums = [0]
    for value in [rank.counting_value for rank in ranks]:
        sums += [each + value for each in sums]
    found = [chosen for number, chosen in _sets_of(len(ranks)) if sums[number] == 15]
    if ace_11 and Rank.ACE in ranks:
        # Two aces as 11 would pass 15, so at most one ace counts 11.
        found = [
            chosen
            for number, chosen in _sets_of(len(ranks))
            if sums[number] == 15 or (sums[number] == 5 and any(ranks[index] is Rank.ACE for index in chosen))
        ]
    return [Finding(Reason.FIFTEEN, 2, chosen) for chosen in found]


@cache
def _sets_of(cards: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return all sets of two or more of these cards, smallest first, each as a number and as indices.

    In the number, the bit `1 << index` is set for each card of the set.
    """
    return tuple(
        (sum(1 << index for index in chosen), chosen)
        for size in range(2, cards + 1)
        for chosen in combinations(range(cards), size)
    )


def _pairs(ranks: Sequence[Rank]) -> list[Finding]:
    """Return a pair, pair royal or double pair royal for each repeated rank, lowest rank first."""
    different = set(ranks)
    if len(different) == len(ranks):
        return []
    found = []
    for rank in sorted(different):
        alike = tuple([index for index, each in enumerate(ranks) if each is rank])
        if len(alike) > 1:
            reason, points = PAIRS[len(alike)]
            found.append(Finding(reason, points, alike))
    return found


def _runs(ranks: Sequence[Rank]) -> list[Finding]:
    """Return all runs of three or more cards. A double run, such as 3-4-4-5, is returned as two runs."""
    indices: dict[int, list[int]] = {}
    for index, rank in enumerate(ranks):
        indices.setdefault(int(rank), []).append(index)
    found = []
    for low in indices:
        if low - 1 in indices:
            continue
        high = low
        while high + 1 in indices:
            high += 1
        length = high - low + 1
        if length >= 3:
            block = (indices[rank] for rank in range(low, high + 1))
            found += [Finding(Reason.RUN, length, tuple(sorted(chosen))) for chosen in product(*block)]
    return found


def _of_one_suit(cards: Sequence[Card]) -> bool:
    suits = {card.suit for card in cards}
    return len(suits) == 1 and None not in suits


def check_cards(hand: object, starter: object = None) -> None:
    """Raise InvalidHand if a hand is not a list of cards, or if the starter is neither a card nor None."""
    if not isinstance(hand, Sequence) or isinstance(hand, str):
        raise InvalidHand(f"{quoted(hand)} is not a hand: give a list of cards")
    for card in hand if starter is None else (*hand, starter):
        if not isinstance(card, Card):
            raise InvalidHand(f"{quoted(card)} is not a card: write Card('5H')")


def _check(hand: Sequence[Card], cards: Sequence[Card], size: int) -> None:
    if len(cards) > len(hand) and len(hand) != size:
        raise InvalidHand(f"a hand is {size} cards: {len(hand)} given")
    if len(hand) not in (size, size + 1):
        raise InvalidHand(f"a hand is {size} cards, or {size + 1} with its starter: {len(hand)} given")
    if len(set(cards)) == len(cards) and None not in [card.suit for card in cards]:
        return
    seen: set[Card] = set()
    for card in cards:
        if card.suit is not None and card in seen:
            raise InvalidHand(f"{card} is given twice: a pack has each card once")
        seen.add(card)
    for rank, number in Counter(card.rank for card in cards).items():
        if number > len(Suit):
            raise InvalidHand(f"{number} {rank.plural} are given: a pack has {len(Suit)}")


_IMPOSSIBLE = {
    (3, False): (20, frozenset({16, 17, 18, 19})),
    (4, False): (29, frozenset({19, 25, 26, 27})),
    (5, False): (46, frozenset({35, 41, 42, 43, 44, 45})),
    (3, True): (20, frozenset({16, 17, 18, 19})),
    (4, True): (29, frozenset({25, 26, 27})),
    (5, True): (46, frozenset({35, 41, 43, 45})),
}
"""The highest count and the impossible counts below it, keyed by hand size and `ace_11`."""


def impossible_counts(rules: Rules, *, crib: bool) -> tuple[int, frozenset[int]]:
    """Return the highest possible count of a hand or crib, and all lower counts that are impossible."""
    return _IMPOSSIBLE[FOUR_CARDS if crib else rules.hand_size, rules.ace_11]


def nineteen_is_a_joke(rules: Rules, *, crib: bool) -> bool:
    """Return True if a hand without points is jokingly called `nineteen`, because no hand can score 19.

    The result is False if the given rules allow a score of 19. It is always False in seven-card cribbage.
    """
    return rules.game != SEVEN_CARD and 19 in impossible_counts(rules, crib=crib)[1]
