"""The English catalogue."""

import pytest

from engine.cards import Card
from firmware_py.words.english import English

ENGLISH = English()


@pytest.mark.parametrize(
    ("card", "words"),
    [("5H", "five of hearts"), ("AS", "ace of spades"), ("10", "ten"), ("KC", "king of clubs")],
)
def test_a_card_in_words(card: str, words: str) -> None:
    assert ENGLISH.card_in_words(Card.parse(card)) == words


def test_a_card_of_a_player_and_a_press_taken_back() -> None:
    five = ENGLISH.card_of("Ann", Card.parse("5"))
    assert five == "Ann's five"
    assert ENGLISH.taken_back_press(five) == "taken back: Ann's five"
