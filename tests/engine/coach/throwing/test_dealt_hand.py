import pytest

from engine.cards import Card
from engine.coach import throws
from engine.coach.given import checked_hand
from engine.errors import InvalidHand

SIX = "3H 3D 5H 5D 6H 7S".split()


def cards(*texts: str) -> list[Card]:
    return [Card.parse(text) for text in texts]


def test_six_cards_are_a_hand() -> None:
    assert checked_hand(iter(cards(*SIX))) == tuple(cards(*SIX))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (cards(*SIX[:5]), "give it six cards, not 5"),
        (cards(*SIX, "8H"), "give it six cards, not 7"),
        (cards(*SIX[:5], "7"), "needs the suit of every card"),
        (cards(*SIX[:5], "3H"), "3H is given twice: a pack has each card once"),
        (SIX, "a sequence of cards"),
        (6, "a sequence of cards"),
    ],
)
def test_what_is_no_hand_of_six_is_refused(hand: object, says: str) -> None:
    with pytest.raises(InvalidHand, match=says):
        checked_hand(hand)  # type: ignore[arg-type]
    with pytest.raises(InvalidHand, match=says):
        throws(hand, dealer=True)  # type: ignore[arg-type]


def test_the_message_depends_only_on_the_sizes_that_are_allowed() -> None:
    for sizes in (tuple(map(int, "6")), [6], range(6, 7)):
        with pytest.raises(InvalidHand, match="give it six cards, not 5"):
            checked_hand(cards(*SIX[:5]), sizes)
    with pytest.raises(InvalidHand, match="two of 5 or 6 cards are thrown, not of 4"):
        checked_hand(cards(*SIX[:4]), (5, 6))
