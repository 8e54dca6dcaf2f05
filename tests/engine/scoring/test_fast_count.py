"""Fast counting agrees with the oracle (RULES.md 4)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, Rank, Suit
from engine.errors import InvalidHand
from engine.rules import Rules
from engine.scoring.fast_count import show_points
from engine.scoring.hands_and_crib import count_show
from tests.support import cases, oracle

PACK = [Card(rank, suit) for suit in Suit for rank in Rank]
FORMS = [
    (Rules(game=game, ace_11=ace_11, crib_flush=crib_flush), crib)
    for game in ("six-card", "five-card", "seven-card")
    for ace_11 in (False, True)
    for crib_flush in ("all_five", "four")
    for crib in (False, True)
]
each_form = pytest.mark.parametrize(
    ("rules", "crib"),
    FORMS,
    ids=[f"{rules.game} {rules.ace_11} {rules.crib_flush} {crib}" for rules, crib in FORMS],
)


def by_brute_force(hand: tuple[Card, ...], starter: Card | None, rules: Rules, crib: bool) -> int:
    words = [str(card) for card in hand]
    items = oracle.count_show(words, str(starter) if starter else None, crib, rules.ace_11, rules.crib_flush)
    return sum(points for _, points, _ in items)


@pytest.mark.parametrize("case", cases.show_cases(), ids=lambda case: case.id)
def test_a_row_of_the_show(case: cases.ShowCase) -> None:
    # RULES.md 8.
    hand = tuple(Card.parse(card) for card in case.cards)
    starter = Card.parse(case.starter) if case.starter else None
    rules = Rules.parse([f"{name}={value}" for name, value in case.options.items()])
    assert show_points(hand, starter, rules, crib=case.crib) == case.total
    if rules == Rules():
        assert show_points(hand, starter, crib=case.crib) == case.total


@each_form
def test_random_hands_count_as_by_brute_force(rules: Rules, crib: bool) -> None:
    random = Random(29)
    size = rules.crib_size if crib else rules.hand_size
    for _ in range(200):
        # Sometimes from few ranks and suits, so that there is more to count.
        pack = random.choice([PACK, random.sample(PACK, 16), PACK[:26], PACK[3:6] + PACK[16:24]])
        *hand, starter = random.sample(pack, size + 1)
        cards = tuple(Card(card.rank) if random.random() < 0.1 else card for card in hand)
        assert show_points(cards, starter, rules, crib=crib) == by_brute_force(cards, starter, rules, crib)
        if rules == Rules():
            assert show_points(cards, starter, crib=crib) == show_points(cards, starter, rules, crib=crib)


@st.composite
def shown(draw: st.DrawFn) -> tuple[list[Card], Card | None, Rules, bool]:
    """Draw a random hand or crib for a count: its cards, the starter, the rules, and True if it is a crib.

    Some suits may be unknown. In some cases, there is no starter. In others, the starter is given as the
    last of the cards instead.
    """
    rules, crib = draw(st.sampled_from(FORMS))
    size = rules.crib_size if crib else rules.hand_size
    cards = draw(st.lists(st.sampled_from(PACK), min_size=size + 1, max_size=size + 1, unique=True))
    hidden = draw(st.just(0) | st.integers(0, 63))
    cards = [Card(card.rank) if hidden >> i & 1 else card for i, card in enumerate(cards)]
    how = draw(st.integers(0, 3))
    return {0: cards[:size], 1: cards}.get(how, cards[:size]), cards[size] if how > 1 else None, rules, crib


@given(shown())
def test_points_are_those_of_the_count(given: tuple[list[Card], Card | None, Rules, bool]) -> None:
    hand, starter, rules, crib = given
    points = count_show(hand, starter, rules, crib=crib).points
    assert show_points(hand, starter, rules, crib=crib) == points
    assert show_points(tuple(hand), starter, rules, crib=crib) == points
    if rules == Rules():
        assert show_points(hand, starter, crib=crib) == points


def test_unknown_suit_scores_neither_flush_nor_nobs() -> None:
    """The hand in case S11 scores a flush or his nobs only if all suits needed for these points are known."""
    hand, starter = tuple(map(Card.parse, "3H 7H 10H JH".split())), Card.parse("KH")
    assert show_points(hand, starter) == 6
    assert show_points(hand, Card(Rank.KING)) == 4
    assert show_points((Card(Rank.THREE), *hand[1:]), starter) == 1
    assert show_points((*hand[:3], Card(Rank.JACK)), starter) == 0
    bare = tuple(Card(card.rank) for card in hand)
    assert show_points(bare, Card(Rank.KING)) == show_points(bare, Card(Rank.KING), crib=True) == 0


@pytest.mark.parametrize(("cards", "rules"), [(3, None), (5, None), (4, Rules(game="seven-card"))])
def test_a_wrong_number_of_cards_is_refused(cards: int, rules: Rules | None) -> None:
    with pytest.raises(InvalidHand, match=r"a hand is [45] cards and a starter"):
        show_points(tuple(PACK[:cards]), PACK[20], rules)
    with pytest.raises(InvalidHand, match=r"a hand is [45] cards and a starter"):
        show_points(tuple(PACK[: cards - 2]), None, rules)
