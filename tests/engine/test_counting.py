"""The score of a hand or crib (RULES.md 4) agrees with section 8 and with brute force, item by item too."""

from collections.abc import Iterator
from itertools import groupby, product
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    Card,
    Count,
    CribbageError,
    InvalidHand,
    Item,
    Rank,
    Reason,
    Rules,
    Suit,
    count_show,
    distribution,
    show_points,
)
from engine.scoring.hands_and_crib import CouldAdd, impossible_counts, suits_could_add
from tests.support import oracle
from tests.test_cases import KINDS

PACK = [rank + suit for rank in oracle.RANKS for suit in oracle.SUITS]
# Few ranks, so that runs, pairs, flushes and jacks are frequent.
NARROW = [rank + suit for rank in "4 5 6 J Q".split() for suit in oracle.SUITS]
RED = [rank + suit for rank in oracle.RANKS for suit in "HD"]
ORDER = [Reason.FIFTEEN, Reason.PAIR, Reason.RUN, Reason.FLUSH, Reason.NOBS]
PAIRS = (Reason.PAIR, Reason.PAIR_ROYAL, Reason.DOUBLE_PAIR_ROYAL)


def cards_of(words: list[str] | str) -> list[Card]:
    return [Card.parse(word) for word in (words.split() if isinstance(words, str) else words)]


def counted(items: tuple[Item, ...]) -> list[oracle.Item]:
    """Convert the engine's items to the tuples that the brute-force oracle returns."""
    return [(item.reason.value, item.points, tuple(map(str, item.cards))) for item in items]


def by_kind(items: tuple[Item, ...]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for item in items:
        kind = KINDS[item.reason.value]
        sums[kind] = sums.get(kind, 0) + item.points
    return sums


FORMS = [
    Rules(game=game, ace_11=ace_11, crib_flush=crib_flush)
    for game in ("six-card", "five-card", "seven-card")
    for ace_11 in (False, True)
    for crib_flush in ("all_five", "four")
]
# Few ranks, so that fifteens with aces are frequent.
LOW = [rank + suit for rank in "A 3 4 10 K".split() for suit in oracle.SUITS]


class Shown(NamedTuple):
    """A hand or crib, with its cards as text, and the rules used to count it."""

    cards: list[str]
    starter: str | None
    crib: bool
    rules: Rules

    @property
    def count(self) -> Count:
        starter = Card.parse(self.starter) if self.starter else None
        return count_show(cards_of(self.cards), starter, self.rules, crib=self.crib)


@st.composite
def hands(draw: st.DrawFn) -> Shown:
    """Return a random hand or crib with random rules. The starter and some suits may be missing."""
    rules, crib = draw(st.sampled_from([FORMS[0], *FORMS])), draw(st.booleans())
    size = rules.crib_size if crib else rules.hand_size
    pack = draw(st.sampled_from([PACK, NARROW, RED, LOW]))
    cards = draw(st.lists(st.sampled_from(pack), min_size=size + 1, max_size=size + 1, unique=True))
    hidden = draw(st.sampled_from([0, 0, 63]) | st.integers(0, 63))
    cards = [oracle.rank_of(card) if hidden >> i & 1 else card for i, card in enumerate(cards)]
    starter = cards[size] if draw(st.integers(0, 7)) else None
    return Shown(cards[:size], starter, crib, rules)


@given(hands())
def test_any_hand_counts_the_same_by_brute_force(shown: Shown) -> None:
    """RULES.md 4 and 5: the engine finds the same items as brute force in any hand, with or without suits."""
    rules = shown.rules
    expected = oracle.count_show(shown.cards, shown.starter, shown.crib, rules.ace_11, rules.crib_flush)
    assert sorted(counted(shown.count.items)) == sorted(expected)
    points = sum(points for _, points, _ in expected)
    assert shown.count.points == points
    starter = Card.parse(shown.starter) if shown.starter else None
    assert show_points(cards_of(shown.cards), starter, rules, crib=shown.crib) == points
    if rules == Rules():
        assert show_points(tuple(cards_of(shown.cards)), starter, crib=shown.crib) == points


@given(hands())
@settings(deadline=None)
def test_the_points_unknown_suits_could_add_agree_with_brute_force(shown: Shown) -> None:
    starter = Card.parse(shown.starter) if shown.starter else None
    could = suits_could_add(cards_of(shown.cards), starter, shown.rules, crib=shown.crib)
    certain = by_kind(shown.count.items)
    added = set()
    for named in every_choice([*shown.cards, *([shown.starter] if shown.starter else [])]):
        words, last = (named[:-1], named[-1]) if shown.starter else (named, None)
        items = oracle.count_show(words, last, shown.crib, shown.rules.ace_11, shown.rules.crib_flush)
        points = {reason: points for reason, points, _ in items}
        added.add(tuple(points.get(reason, 0) - certain.get(reason, 0) for reason in ("flush", "nobs")))
    flush, nobs = max(flush for flush, _ in added), max(nobs for _, nobs in added)
    assert could == CouldAdd(flush, nobs, bool(flush and nobs and (flush, nobs) in added))


def every_choice(cards: list[str]) -> Iterator[list[str]]:
    """Yield every way to fill in the unknown suits of the cards without repeating a card."""
    choices = [[card] if oracle.suit_of(card) else [card + suit for suit in "SHDC"] for card in cards]
    return (list(named) for named in product(*choices) if len(set(named)) == len(cards))


@given(hands())
def test_items_are_in_calling_order(shown: Shown) -> None:
    """RULES.md 4, Calling: fifteens are called first, then pairs, runs, a flush and nobs."""
    items = shown.count.items
    kinds = [Reason.PAIR if item.reason in PAIRS else item.reason for item in items]
    once = [kind for kind, _ in groupby(kinds)]
    assert once == [kind for kind in ORDER if kind in kinds]
    everything = [*shown.cards, *([shown.starter] if shown.starter else [])]
    for item in items:
        rest = iter(everything)
        assert all(str(card) in rest for card in item.cards)


@pytest.mark.parametrize(
    ("hand", "starter", "message"),
    [
        ("5H 5C 5S", "5D", "a hand is 4 cards: 3 given"),
        ("", None, "a hand is 4 cards, or 5 with its starter: 0 given"),
        ("5H 5H 6S JD", "5D", "5H is given twice: a pack has each card once"),
        ("10H 10C 10H 2D", None, "10H is given twice: a pack has each card once"),
        ("5 5 5 5", "5", "5 fives are given: a pack has 4"),
    ],
)
def test_an_impossible_hand_is_refused(hand: str, starter: str | None, message: str) -> None:
    """RULES.md 1: an impossible hand, such as one with five queens, is rejected with an explanation."""
    for crib in (False, True):
        with pytest.raises(InvalidHand) as caught:
            count_show(cards_of(hand), Card.parse(starter) if starter else None, crib=crib)
        assert str(caught.value) == message
        assert isinstance(caught.value, CribbageError)


@pytest.mark.parametrize(
    ("settings", "crib", "nineteen"),
    [
        ("", False, "nineteen"),
        ("game=five-card", False, "nineteen"),
        ("game=seven-card", False, "nothing"),
        ("ace_11=on", False, "nothing"),
        ("game=five-card ace_11=on", False, "nineteen"),
        ("game=five-card ace_11=on", True, "nothing"),
    ],
)
def test_no_points_are_called_nineteen_if_no_hand_counts_19(settings: str, crib: bool, nineteen: str) -> None:
    """RULES.md 4, Calling: zero points are called "nineteen" if no hand can score 19, otherwise "nothing"."""
    rules = Rules.parse(settings.split())
    hand = cards_of("2S 4H 6D 8C 10S")[: rules.crib_size if crib else rules.hand_size]
    count = count_show(hand, Card.parse("QD"), rules, crib=crib)
    assert (count.points, count.call) == (0, nineteen)


# Not `engine.PACK`: in another order, and a list.
SUITED = [Card(rank, suit) for suit in Suit for rank in Rank]


@pytest.mark.parametrize(("cards", "rules"), [(3, None), (5, None), (4, Rules(game="seven-card"))])
def test_a_wrong_number_of_cards_is_refused(cards: int, rules: Rules | None) -> None:
    with pytest.raises(InvalidHand, match=r"a hand is [45] cards and a starter"):
        show_points(tuple(SUITED[:cards]), SUITED[20], rules)
    with pytest.raises(InvalidHand, match=r"a hand is [45] cards and a starter"):
        show_points(tuple(SUITED[: cards - 2]), None, rules)


# These numbers were found by counting every hand with every starter, one by one.
SIX_CARD = (
    *(1009008, 99792, 2813796, 505008, 2855676, 697508, 1800268, 751324, 1137236, 361224),
    *(388740, 51680, 317340, 19656, 90100, 9168, 58248, 11196, 2708, 0),
    *(8068, 2496, 444, 356, 3680, 0, 0, 0, 76, 4),
)
CRIB = (
    *(1022208, 99792, 2839800, 508908, 2868960, 703496, 1787176, 755320, 1118336, 358368),
    *(378240, 43880, 310956, 16548, 88132, 9072, 57288, 11196, 2264, 0),
    *(7828, 2472, 444, 356, 3680, 0, 0, 0, 76, 4),
)
ACE_11 = (
    *(1009008, 99792, 2594988, 497952, 2496144, 645632, 2059520, 750064, 1166928, 370348),
    *(544456, 96160, 378900, 21572, 131740, 11936, 74768, 12060, 11828, 256),
    *(12136, 2960, 1176, 676, 3720, 0, 0, 0, 76, 4),
)
FIVE_CARD = (
    *(260220, 18180, 403032, 63288, 144716, 69300, 72928, 16832, 18668, 5964),
    *(4044, 824, 4372, 164, 268, 96, 0, 0, 0, 0, 4),
)
FIVE_CARD_ACE_11 = (
    *(250620, 18180, 373320, 60768, 164440, 68148, 85564, 19348, 21468, 6720),
    *(7796, 1104, 4772, 284, 268, 96, 0, 0, 0, 0, 4),
)
SEVEN_CARD = (
    *(1774800, 183600, 9957948, 2432568, 13320708, 4068132, 17624764, 5467580, 16386996, 8158580),
    *(12862764, 5053628, 7799368, 2136456, 5231408, 779096, 4407312, 719424, 1559468, 88128),
    *(997528, 156620, 252168, 95040, 213904, 25436, 163280, 38100, 113464, 13864),
    *(46476, 1308, 4764, 36, 2544, 0, 1284, 60, 9960, 12),
    *(1248, 0, 0, 0, 0, 0, 1296),
)


def test_the_distribution_of_the_counts() -> None:
    assert distribution() == distribution(Rules()) == SIX_CARD
    assert distribution(Rules(ace_11=True)) == ACE_11
    assert distribution(Rules(game="seven-card")) == SEVEN_CARD
    assert distribution(Rules(game="five-card")) == FIVE_CARD
    assert distribution(Rules(game="five-card", ace_11=True)) == FIVE_CARD_ACE_11
    for game in ("six-card", "five-card", "seven-card"):
        assert distribution(Rules(game=game), crib=True) == CRIB


@pytest.mark.parametrize(
    ("settings", "most", "never"),
    [
        ("game=five-card", 20, {16, 17, 18, 19}),
        ("game=six-card", 29, {19, 25, 26, 27}),
        ("game=seven-card", 46, {35, 41, 42, 43, 44, 45}),
        ("game=five-card ace_11=on", 20, {16, 17, 18, 19}),
        ("game=six-card ace_11=on", 29, {25, 26, 27}),
        ("game=seven-card ace_11=on", 46, {35, 41, 43, 45}),
    ],
)
def test_the_highest_count_and_the_impossible_counts(settings: str, most: int, never: set[int]) -> None:
    # RULES.md 4.
    rules = Rules.parse(settings.split())
    numbers = distribution(rules)
    assert len(numbers) - 1 == most
    assert {points for points, hands in enumerate(numbers) if not hands} == never
    assert impossible_counts(rules, crib=False) == (most, never)
    crib = distribution(rules, crib=True)
    assert len(crib) - 1 == 29
    never_in_a_crib = {25, 26, 27} if rules.ace_11 else {19, 25, 26, 27}
    assert {points for points, hands in enumerate(crib) if not hands} == never_in_a_crib
    assert impossible_counts(rules, crib=True) == (29, never_in_a_crib)


def test_crib_with_four_card_flush_counts_as_a_hand() -> None:
    """RULES.md 2, crib_flush: if a four-card flush counts in the crib, the crib is counted like a hand."""
    assert distribution(Rules(crib_flush="four"), crib=True) == SIX_CARD
    assert distribution(Rules(game="seven-card", crib_flush="four"), crib=True) == SIX_CARD
    assert distribution(Rules(ace_11=True, crib_flush="four"), crib=True) == ACE_11
