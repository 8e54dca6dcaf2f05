"""The keys and the words for them."""

import pytest

from engine.cards import Rank, Suit
from firmware_py.input.keys import (
    BUTTONS,
    HELD,
    PHONE_PAD,
    PICKER_PADS,
    RANKS,
    SUITS,
    VOICE_KEYS,
    WORD_KEYS,
    Key,
    Stick,
    parse_input,
)
from firmware_py.words.english import English


def test_every_key_has_its_word_and_every_rank_and_suit_its_key() -> None:
    words = "A 2 3 4 5 6 7 8 9 10 J Q K S H D C GO OK UNDO REDO MENU MUGGINS AGAIN SCORE".split()
    assert [Key.parse(word) for word in words] == list(Key)
    assert [Key.parse(word.lower()) for word in words] == list(Key)
    assert Key.parse("T") is Key.parse("t") is Key.TEN
    assert [rank.symbol for rank in RANKS.values()] == words[:13]
    assert [key.value for key in RANKS] == words[:13]
    assert list(RANKS.values()) == list(Rank)
    assert {key.value: suit for key, suit in SUITS.items()} == {suit.letter: suit for suit in Suit}


@pytest.mark.parametrize("word", ["11", "1", "", "5H", "X", "Q\n", "ＯＫ"])
def test_a_word_that_is_no_key_is_named_with_those_that_are(word: str) -> None:
    with pytest.raises(ValueError) as error:
        Key.parse(word)
    assert repr(word) in str(error.value)
    for right in (
        "A, 2 to 10, J, Q, K",
        "S, H, D, C",
        "GO",
        "OK",
        "UNDO",
        "REDO",
        "MENU",
        "MUGGINS",
        "AGAIN or SCORE",
    ):
        assert right in str(error.value)


def test_the_words_of_a_configuration_are_those_of_the_keys_and_of_a_joystick() -> None:
    words = "A 2 3 4 5 6 7 8 9 10 J Q K S H D C GO OK UNDO REDO MENU MUGGINS AGAIN SCORE".split()
    words += "LEFT RIGHT UP DOWN PICK".split()
    assert [parse_input(word) for word in words] == [*Key, *Stick]
    assert [parse_input(word.lower()) for word in words] == [*Key, *Stick]
    assert parse_input("t") is Key.TEN


@pytest.mark.parametrize("word", ["CENTRE", "", "11", "left\n", "ＵＰ"])
def test_a_word_that_is_no_key_and_no_direction_is_named_with_all_that_are(word: str) -> None:
    with pytest.raises(ValueError) as error:
        parse_input(word)
    assert repr(word) in str(error.value)
    for right in (
        "A, 2 to 10, J, Q, K",
        "S, H, D, C",
        "MUGGINS, AGAIN, SCORE",
        "LEFT, RIGHT, UP, DOWN or PICK",
    ):
        assert right in str(error.value)


def test_a_direction_is_no_key_of_a_key_file() -> None:
    with pytest.raises(ValueError, match="LEFT"):
        Key.parse("LEFT")


def test_every_key_is_on_the_pads_and_has_a_keyboard_letter_and_a_meaning() -> None:
    for pads in (PHONE_PAD, PICKER_PADS):
        assert {key for row in pads for key in row if key} == set(Key) - set(VOICE_KEYS)
    assert {key for row in BUTTONS for key in row} == set(Key) - {*HELD, *VOICE_KEYS}
    typed = [each for key in Key for each in key.typed]
    assert len(typed) == len(set(typed))
    assert all(len(key.typed[0]) == 1 for key in Key)
    assert set(English.CARD_MEANINGS) == {key.value for key in WORD_KEYS}
