"""The cards that a program gives to the coach."""

from typing import Any

import pytest

from engine.cards import Card
from engine.coach.given import given_cards
from engine.errors import InvalidHand


def test_any_sequence_of_cards_becomes_a_tuple() -> None:
    hand = [Card.parse("5H"), Card.parse("J")]
    assert given_cards(hand) == tuple(hand)
    assert given_cards(()) == ()


@pytest.mark.parametrize("hand", [None, 5, "5H", ["5H"], [5]])
def test_anything_else_is_refused(hand: Any) -> None:
    with pytest.raises(InvalidHand, match="a hand is a sequence of cards"):
        given_cards(hand)
