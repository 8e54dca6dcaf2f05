"""Counting a hand or crib (RULES.md 4), against the table of section 8 and against brute force."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, Rank, Suit
from engine.errors import CribbageError, InvalidHand
from engine.score import Item, Reason
from engine.show import count_show, find_flush, find_nobs, find_ranks
from tests import cases, oracle
from tests.test_oracle import KINDS

PACK = [rank + suit for rank in oracle.RANKS for suit in oracle.SUITS]
# Where runs, pairs, flushes and jacks are many.
NARROW = [rank + suit for rank in "4 5 6 J Q".split() for suit in oracle.SUITS]
RED = [rank + suit for rank in oracle.RANKS for suit in "HD"]
ORDER = [Reason.FIFTEEN, Reason.PAIR, Reason.RUN, Reason.FLUSH, Reason.NOBS]
PAIRS = (Reason.PAIR, Reason.PAIR_ROYAL, Reason.DOUBLE_PAIR_ROYAL)


def cards_of(words: list[str] | str) -> list[Card]:
    return [Card.parse(word) for word in (words.split() if isinstance(words, str) else words)]


def counted(items: tuple[Item, ...]) -> list[oracle.Item]:
    """Items as the oracle writes them."""
    return [(item.reason.value, item.points, tuple(map(str, item.cards))) for item in items]


def by_kind(items: tuple[Item, ...]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for item in items:
        kind = KINDS[item.reason.value]
        sums[kind] = sums.get(kind, 0) + item.points
    return sums


def hand_and_starter(case: cases.ShowCase) -> tuple[list[Card], Card | None]:
    """A row's cards; S9 has five and no starter, and counts the same with the last of them as the starter."""
    cards = cards_of(list(case.cards))
    if len(cards) == 5:
        return cards[:4], cards[4]
    return cards, Card.parse(case.starter) if case.starter else None


@pytest.mark.parametrize("case", cases.show_cases(), ids=lambda case: case.id)
def test_a_row_of_the_show(case: cases.ShowCase) -> None:
    """S1 to S30: the points of each kind, and all of them."""
    hand, starter = hand_and_starter(case)
    count = count_show(hand, starter, crib=case.crib)
    assert by_kind(count.items) == case.breakdown
    assert count.points == case.total


@pytest.mark.parametrize("case", cases.show_cases(), ids=lambda case: case.id)
def test_a_row_of_the_show_by_ranks_alone(case: cases.ShowCase) -> None:
    """S1 to S30 with no suit known: no flush and no nobs, the rest as it stands."""
    hand, starter = hand_and_starter(case)
    bare = [Card(card.rank) for card in hand]
    count = count_show(bare, Card(starter.rank) if starter else None, crib=case.crib)
    rest = {kind: points for kind, points in case.breakdown.items() if kind not in ("flush", "nobs")}
    assert by_kind(count.items) == rest


def test_the_maximum_item_by_item() -> None:
    """S2: cards stand as they were laid, the starter after them."""
    assert counted(count_show(cards_of("5H 5D 5C JS"), Card.parse("5S")).items) == [
        ("fifteen", 2, ("5H", "JS")),
        ("fifteen", 2, ("5D", "JS")),
        ("fifteen", 2, ("5C", "JS")),
        ("fifteen", 2, ("JS", "5S")),
        ("fifteen", 2, ("5H", "5D", "5C")),
        ("fifteen", 2, ("5H", "5D", "5S")),
        ("fifteen", 2, ("5H", "5C", "5S")),
        ("fifteen", 2, ("5D", "5C", "5S")),
        ("double_pair_royal", 12, ("5H", "5D", "5C", "5S")),
        ("nobs", 1, ("JS",)),
    ]


def test_the_flush_of_a_hand_and_of_a_crib() -> None:
    """RULES.md 4: four in a hand, one more with the starter; a crib only with all five (S10, S26, S27)."""
    hearts, heart, club = cards_of("2H 6H 8H QH"), Card.parse("KH"), Card.parse("KC")
    assert counted(count_show(hearts, club).items) == [("flush", 4, ("2H", "6H", "8H", "QH"))]
    five = [("flush", 5, ("2H", "6H", "8H", "QH", "KH"))]
    assert counted(count_show(hearts, heart).items) == five
    assert counted(count_show(hearts, heart, crib=True).items) == five
    assert count_show(hearts, club, crib=True).points == 0
    assert count_show(hearts).points == 4
    assert count_show(hearts, crib=True).points == 0


@pytest.mark.parametrize(
    ("hand", "starter", "points"),
    [
        # One suit not known, whether in the hand or of the starter.
        ("2H 6H 8H Q", "KH", 0),
        ("2H 6H 8H QH", "K", 4),
        ("2 6 8 Q", "K", 0),
        ("2 6 8 JH", "KH", 1),
        ("2 6 8 J", "KH", 0),
        ("2 6 8 JH", "K", 0),
    ],
)
def test_a_suit_that_is_not_known_makes_nothing(hand: str, starter: str, points: int) -> None:
    """DESIGN.md, Commands: a card whose suit is not known is its rank alone."""
    assert count_show(cards_of(hand), Card.parse(starter)).points == points


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[str], str | None, bool]:
    """Four cards and a starter or none, any of the suits known or not, as a hand or a crib."""
    pack = draw(st.sampled_from([PACK, NARROW, RED]))
    cards = draw(st.lists(st.sampled_from(pack), min_size=5, max_size=5, unique=True))
    hidden = draw(st.sampled_from([0, 0, 31]) | st.integers(0, 31))
    cards = [oracle.rank_of(card) if hidden >> i & 1 else card for i, card in enumerate(cards)]
    starter = cards[4] if draw(st.integers(0, 7)) else None
    return cards[:4], starter, draw(st.booleans())


@given(hands())
def test_any_hand_counts_as_by_brute_force(hand: tuple[list[str], str | None, bool]) -> None:
    """RULES.md 4, item by item, with known, unknown and mixed suits."""
    cards, starter, crib = hand
    count = count_show(cards_of(cards), Card.parse(starter) if starter else None, crib=crib)
    expected = oracle.count_show(cards, starter, crib)
    assert sorted(counted(count.items)) == sorted(expected)
    assert count.points == sum(points for _, points, _ in expected)


@given(hands())
def test_items_come_in_the_order_of_calling(hand: tuple[list[str], str | None, bool]) -> None:
    """RULES.md 4, Calling: fifteens, pairs, runs, flush, nobs; an item's cards as laid, then the starter."""
    cards, starter, crib = hand
    count = count_show(cards_of(cards), Card.parse(starter) if starter else None, crib=crib)
    kinds = [Reason.PAIR if item.reason in PAIRS else item.reason for item in count.items]
    once = [kind for kind, _ in groupby(kinds)]
    assert once == [kind for kind in ORDER if kind in kinds]
    everything = [*cards, *([starter] if starter else [])]
    for item in count.items:
        rest = iter(everything)
        assert all(str(card) in rest for card in item.cards)


def test_a_fifteen_of_all_five_cards() -> None:
    """RULES.md 4: every distinct set of two or more cards."""
    items = count_show(cards_of("AH 2D 3C 4S"), Card.parse("5H")).items
    assert counted(items) == [
        ("fifteen", 2, ("AH", "2D", "3C", "4S", "5H")),
        ("run", 5, ("AH", "2D", "3C", "4S", "5H")),
    ]


def test_what_needs_no_suit_has_places() -> None:
    """DESIGN.md: pairs one item a rank; fifteens and runs an item each."""
    ranks = [Rank.parse(rank) for rank in "4 4 5 6 6".split()]
    places = [(found.reason.value, found.places) for found in find_ranks(ranks)]
    assert sorted(places) == sorted(
        [
            ("fifteen", (0, 2, 3)),
            ("fifteen", (0, 2, 4)),
            ("fifteen", (1, 2, 3)),
            ("fifteen", (1, 2, 4)),
            ("pair", (0, 1)),
            ("pair", (3, 4)),
            ("run", (0, 2, 3)),
            ("run", (0, 2, 4)),
            ("run", (1, 2, 3)),
            ("run", (1, 2, 4)),
        ]
    )
    assert find_ranks([]) == ()


def test_what_suits_make_has_places() -> None:
    assert [found.places for found in find_flush(4, hand=True, with_starter=True)] == [(0, 1, 2, 3, 4)]
    assert [found.places for found in find_flush(4, hand=True, with_starter=False)] == [(0, 1, 2, 3)]
    assert find_flush(4, hand=False, with_starter=False) == ()
    assert [found.places for found in find_nobs(cards_of("5H JS JD 2C"), Suit.DIAMONDS)] == [(2,)]
    assert find_nobs(cards_of("5H JS J 2C"), Suit.DIAMONDS) == ()


@pytest.mark.parametrize(
    ("hand", "starter", "message"),
    [
        ("5H 5C 5S", "5D", "a hand is 4 cards: 3 given"),
        ("5H 5C 5S JD 2C", "5D", "a hand is 4 cards: 5 given"),
        ("", None, "a hand is 4 cards, or 5 with its starter: 0 given"),
        ("5H 5H 6S JD", "5D", "5H is there twice: a pack has each card once"),
        ("5H 6H 6S JD", "5H", "5H is there twice: a pack has each card once"),
        ("10H 10C 10H 2D", None, "10H is there twice: a pack has each card once"),
        ("5 5 5 5", "5", "5 cards of rank 5: a pack has 4 of each"),
        ("Q QH QS Q", "QD", "5 cards of rank Q: a pack has 4 of each"),
    ],
)
def test_what_can_be_no_hand_is_refused(hand: str, starter: str | None, message: str) -> None:
    """RULES.md 1: a pack has each card once. The message names what is wrong and what would be right."""
    for crib in (False, True):
        with pytest.raises(InvalidHand) as caught:
            count_show(cards_of(hand), Card.parse(starter) if starter else None, crib=crib)
        assert str(caught.value) == message
        assert isinstance(caught.value, CribbageError)


def test_four_of_a_rank_unknown_are_a_hand() -> None:
    """S24 by ranks: four may be alike without a suit known."""
    assert count_show(cards_of("7 7 7 7"), Card.parse("A")).points == 24
