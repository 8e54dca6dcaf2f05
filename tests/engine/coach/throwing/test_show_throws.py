"""Throws in the five-card and the seven-card game."""

from itertools import combinations

import pytest

from engine.cards import PACK, Card
from engine.coach.crib import crib_mean, other_throws
from engine.coach.tables import habits
from engine.coach.throws import show_throws
from engine.errors import InvalidHand
from tests.support import oracle

FIVE = "5H 5D JS 6C 2H".split()
SEVEN = "4H 4D 5H 5S 6C KD QH".split()


def cards(texts: list[str]) -> list[Card]:
    return [Card.parse(text) for text in texts]


@pytest.mark.parametrize("dealt", [FIVE, SEVEN, "2H 4H 6H 9H KH 8S 3C".split(), "2H 6H KH 9H 3C".split()])
def test_mean_of_the_hand_agrees_with_the_oracle(dealt: list[str]) -> None:
    starters = [str(card) for card in PACK if str(card) not in dealt]
    found = show_throws(cards(dealt), dealer=True)
    assert {frozenset(map(str, throw.thrown)) for throw in found} == set(
        map(frozenset, combinations(dealt, 2))
    )
    for throw in found:
        kept = [str(card) for card in throw.kept]
        items = [item for starter in starters for item in oracle.count_show(kept, starter, crib=False)]
        assert throw.hand == pytest.approx(sum(points for _, points, _ in items) / len(starters))


@pytest.mark.parametrize(("dealer", "sign"), [(True, 1), (False, -1)])
@pytest.mark.parametrize("dealt", [FIVE, SEVEN])
def test_crib_is_the_same_as_in_the_six_card_game(dealt: list[str], dealer: bool, sign: int) -> None:
    """Check that the mean points of the crib are calculated as in the six-card game.

    With five or seven cards, too, each player throws two cards to the crib.
    """
    found = show_throws(cards(dealt), dealer=dealer)
    unseen = [card for card in PACK if str(card) not in dealt]
    others = other_throws(unseen, habits(dealer=not dealer))
    for throw in found:
        assert throw.crib == pytest.approx(sign * crib_mean(throw.thrown, unseen, others))
    totals = [throw.total for throw in found]
    assert totals == sorted(totals, reverse=True)
    assert found[0].total == found[0].hand + found[0].crib


def test_throws_on_which_all_players_agree() -> None:
    assert set(map(str, show_throws(cards("4H 4D 5H 5S 6C 10D KH".split()), dealer=False)[0].thrown)) == {
        "10D",
        "KH",
    }
    assert set(map(str, show_throws(cards("5H 5D 5S 10C 2H".split()), dealer=False)[0].kept)) >= {
        "5H",
        "5D",
        "5S",
    }


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (cards(FIVE[:4]), "two of 5 or 7 cards are thrown, not of 4"),
        (cards("3H 3D 5H 5D 6H 7S".split()), "two of 5 or 7 cards are thrown, not of 6"),
        (cards([*FIVE[:4], "2"]), "needs the suit of every card"),
        (cards([*FIVE[:4], "5H"]), "5H is given twice"),
        (5, "a sequence of cards"),
    ],
)
def test_what_is_no_hand_of_five_or_seven_is_refused(hand: object, says: str) -> None:
    with pytest.raises(InvalidHand, match=says):
        show_throws(hand, dealer=True)  # type: ignore[arg-type]
