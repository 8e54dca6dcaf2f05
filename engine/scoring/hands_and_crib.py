"""Counting a hand or the crib (RULES.md 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from typing import NamedTuple

from engine.cards import Card, Rank, Suit
from engine.errors import InvalidHand, quoted
from engine.rules import Rules, in_force
from engine.scoring.calling import call_hand
from engine.scoring.impossible_counts import nineteen_is_a_joke
from engine.scoring.items import PAIRS, Finding, Item, Reason, total
from engine.scoring.suit_questions import Answer, Question, possible


class Count(NamedTuple):
    """The count of a hand or crib.

    Attributes:
        items: the reasons for its points, in the order of calling.
        nineteen: no such hand can count 19, so that a hand of nothing is called "nineteen" in jest.
        grouped: the count is called kind by kind, with the total last.
    """

    items: tuple[Item, ...]
    nineteen: bool = True
    grouped: bool = False

    @property
    def points(self) -> int:
        """The points of all items."""
        return total(self.items)

    @property
    def call(self) -> str:
        """The count as a player calls it."""
        return call_hand(self.items, nineteen=self.nineteen, grouped=self.grouped)


def count_show(
    hand: Sequence[Card], starter: Card | None = None, rules: Rules | None = None, *, crib: bool = False
) -> Count:
    """Count a hand, or the crib, with its starter (RULES.md 4; ace 1 or 11: 5).

    The rules, those of the six-card game unless given, say how many cards a hand has, what an ace counts and
    what is a flush in the crib. `engine.scoring.fast_count.show_points` gives the points alone, faster.

    Without `starter`, one card more than a hand holds is the starter; a hand alone is counted without one. An
    unknown suit makes no flush and no nobs; `suits_could_add` returns what it might add.

    Raises:
        InvalidHand: not cards, the wrong number of them, a card twice, or five of a rank.
        InvalidRules: not rules.
    """
    rules = in_force(rules)
    size = rules.crib_size if crib else rules.hand_size
    check_cards(hand, starter)
    cards = tuple(hand) if starter is None else (*hand, starter)
    _check(hand, cards, size)
    hand, starter = split_off_starter(hand, starter, size)
    one_suit, with_starter = _of_one_suit(hand), _of_one_suit(cards) and starter is not None
    found = find_ranks([card.rank for card in cards], ace_11=rules.ace_11)
    by_itself = one_suit and (rules.four_flush_in_crib or not crib)
    found += find_flush(size, hand=by_itself, with_starter=with_starter)
    if starter is not None and starter.suit is not None:
        found += find_nobs(hand, starter.suit)
    return Count(
        tuple(Item.of(one, cards) for one in found),
        nineteen=nineteen_is_a_joke(rules, crib=crib),
        grouped=rules.calls_by_kind,
    )


class CouldAdd(NamedTuple):
    """The points that unknown suits could add to a count.

    Attributes:
        flush: for a flush, or for a longer one than was counted; 0 if no suits would add any.
        nobs: for his nobs; 0 likewise.
        together: the same suits could add both.
    """

    flush: int = 0
    nobs: int = 0
    together: bool = False


def suits_could_add(
    hand: Sequence[Card], starter: Card | None = None, rules: Rules | None = None, *, crib: bool = False
) -> CouldAdd:
    """Return the points that unknown suits could add to `count_show` of the same cards.

    Suits could add points if there is a way to give each unknown card a suit, no card twice, that makes them.

    Raises:
        InvalidHand: not cards, the wrong number of them, a card twice, or five of a rank.
        InvalidRules: not rules.
    """
    rules = in_force(rules)
    counted = {item.reason: item.points for item in count_show(hand, starter, rules, crib=crib).items}
    size = rules.crib_size if crib else rules.hand_size
    hand, starter = split_off_starter(hand, starter, size)
    deal = tuple(hand) if starter is None else (starter, *hand)
    places = tuple(range(len(deal) - size, len(deal)))
    a_flush = Answer(Question.FLUSH, places, yes=True)
    of_all = Answer(Question.FLUSH_WITH_STARTER, places, yes=True)
    his_nobs = Answer(Question.NOBS, places, yes=True)
    most, best = 0, a_flush
    if starter is not None and possible(deal, (of_all,)):
        most, best = size + 1, of_all
    elif (rules.four_flush_in_crib or not crib) and possible(deal, (a_flush,)):
        most = size
    flush = most - counted.get(Reason.FLUSH, 0)
    can_be_nobs = starter is not None and Reason.NOBS not in counted and possible(deal, (his_nobs,))
    return CouldAdd(flush, int(can_be_nobs), bool(flush) and can_be_nobs and possible(deal, (best, his_nobs)))


def split_off_starter(
    hand: Sequence[Card], starter: Card | None, size: int
) -> tuple[Sequence[Card], Card | None]:
    """Return a hand of so many cards and its starter: without one, the card that follows the hand."""
    if starter is None and len(hand) > size:
        return hand[:size], hand[size]
    return hand, starter


def find_ranks(ranks: Sequence[Rank], *, ace_11: bool = False) -> tuple[Finding, ...]:
    """Fifteens, pairs and runs among all cards of a hand, the starter last: what needs no suit.

    With `ace_11` an ace is 1 or 11 in each fifteen by itself; cards that make fifteen in more than one way
    still make one (RULES.md 5, Cribbage 1/11).
    """
    return (*_fifteens(ranks, ace_11), *_pairs(ranks), *_runs(ranks))


def find_flush(cards: int, *, hand: bool, with_starter: bool) -> tuple[Finding, ...]:
    """The flush of a hand of so many cards, the starter at place `cards`.

    Args:
        cards: how many are in the hand.
        hand: they are of one suit, and count so by themselves (in a crib they do not).
        with_starter: they are of one suit and the starter agrees.
    """
    if with_starter:
        return (Finding(Reason.FLUSH, cards + 1, tuple(range(cards + 1))),)
    return (Finding(Reason.FLUSH, cards, tuple(range(cards))),) if hand else ()


def find_nobs(hand: Sequence[Card], starter: Suit) -> tuple[Finding, ...]:
    """His nobs: the jack of the starter's suit in the hand or crib."""
    for place, card in enumerate(hand):
        if card.rank is Rank.JACK and card.suit is starter:
            return (Finding(Reason.NOBS, 1, (place,)),)
    return ()


def _fifteens(ranks: Sequence[Rank], ace_11: bool) -> list[Finding]:
    """Every distinct set of two or more cards that totals 15, two points each, smaller sets first."""
    worth = [rank.counting_value for rank in ranks]
    found = []
    for size in range(2, len(ranks) + 1):
        for chosen in combinations(range(len(ranks)), size):
            worth_all = sum(worth[place] for place in chosen)
            # Two aces of 11 are past 15 already, so one is the most that helps.
            as_11 = ace_11 and worth_all == 5 and any(ranks[place] is Rank.ACE for place in chosen)
            if worth_all == 15 or as_11:
                found.append(Finding(Reason.FIFTEEN, 2, chosen))
    return found


def _pairs(ranks: Sequence[Rank]) -> list[Finding]:
    """Every rank held more than once, one item each, low ranks first."""
    found = []
    for rank, number in sorted(Counter(ranks).items()):
        if number > 1:
            reason, points = PAIRS[number]
            found.append(Finding(reason, points, tuple(i for i, r in enumerate(ranks) if r is rank)))
    return found


def _runs(ranks: Sequence[Rank]) -> list[Finding]:
    """Every run in each block of three or more consecutive ranks, an item for each choice of cards."""
    places: dict[int, list[int]] = {}
    for place, rank in enumerate(ranks):
        places.setdefault(int(rank), []).append(place)
    found = []
    for low in places:
        if low - 1 in places:
            continue
        high = low
        while high + 1 in places:
            high += 1
        length = high - low + 1
        if length >= 3:
            block = (places[rank] for rank in range(low, high + 1))
            found += [Finding(Reason.RUN, length, tuple(sorted(chosen))) for chosen in product(*block)]
    return found


def _of_one_suit(cards: Sequence[Card]) -> bool:
    suits = {card.suit for card in cards}
    return len(suits) == 1 and None not in suits


def check_cards(hand: object, starter: object = None) -> None:
    """Refuse a hand or a starter that is not made of cards.

    Raises:
        InvalidHand: the hand is not a list of cards, or the starter is not a card.
    """
    if not isinstance(hand, Sequence) or isinstance(hand, str):
        raise InvalidHand(f"{quoted(hand)} is not a hand: give a list of cards")
    for card in hand if starter is None else (*hand, starter):
        if not isinstance(card, Card):
            raise InvalidHand(f"{quoted(card)} is not a card: write Card.parse('5H')")


def _check(hand: Sequence[Card], cards: Sequence[Card], size: int) -> None:
    """Refuse what cannot be a hand of so many cards, or of one more that are not told apart."""
    if len(cards) > len(hand) and len(hand) != size:
        raise InvalidHand(f"a hand is {size} cards: {len(hand)} given")
    if len(hand) not in (size, size + 1):
        raise InvalidHand(f"a hand is {size} cards, or {size + 1} with its starter: {len(hand)} given")
    seen: set[Card] = set()
    for card in cards:
        if card.suit is not None and card in seen:
            raise InvalidHand(f"{card} is given twice: a pack has each card once")
        seen.add(card)
    for rank, number in Counter(card.rank for card in cards).items():
        if number > len(Suit):
            raise InvalidHand(f"{number} {rank.plural} are given: a pack has {len(Suit)}")
