"""The table of keys: their names, groups and pads; and keys read from a file."""

import pytest

from engine.cards import Rank, Suit
from firmware_py.input.keys import (
    ASKING_KEYS,
    BUTTONS,
    HELD,
    PHONE_PAD,
    PICKER_PADS,
    RANKS,
    SUITS,
    WORD_KEYS,
    Key,
    Stick,
    parse_input,
    read_keys,
)
from firmware_py.words.english import English

WORDS = "A 2 3 4 5 6 7 8 9 10 J Q K S H D C GO OK UNDO REDO MENU MUGGINS AGAIN SCORE HELP".split()
MOVES = "LEFT RIGHT UP DOWN PICK".split()


def test_every_key_has_its_word_and_every_rank_and_suit_its_key() -> None:
    assert [Key.parse(word) for word in WORDS] == [Key.parse(word.lower()) for word in WORDS] == list(Key)
    both = [*WORDS, *MOVES]
    assert [parse_input(word) for word in both] == [parse_input(word.lower()) for word in both]
    assert [parse_input(word) for word in both] == [*Key, *Stick]
    assert Key.parse("T") is Key.parse("t") is parse_input("t") is Key.TEN
    assert [key.value for key in RANKS] == [rank.symbol for rank in RANKS.values()] == WORDS[:13]
    assert list(RANKS.values()) == list(Rank)
    assert {key.value: suit for key, suit in SUITS.items()} == {suit.letter: suit for suit in Suit}


@pytest.mark.parametrize("word", ["11", "1", "", "5H", "X", "Q\n", "ＯＫ", "CENTRE", "left\n", "ＵＰ"])
def test_a_word_that_is_no_key_is_named_with_those_that_are(word: str) -> None:
    names = "A, 2 to 10, J, Q, K, S, H, D, C, GO, OK, UNDO, REDO, MENU, MUGGINS, AGAIN, SCORE"
    for parse, all_names in (
        (Key.parse, f"{names} or HELP"),
        (parse_input, f"{names}, HELP, LEFT, RIGHT, UP, DOWN or PICK"),
    ):
        with pytest.raises(ValueError) as error:
            parse(word)
        assert str(error.value) == f"{word!r} isn't a key: write {all_names}"
    with pytest.raises(ValueError, match="LEFT"):
        Key.parse("LEFT")  # a key file has no directions


def test_every_key_is_on_the_pads_and_has_a_keyboard_letter_and_a_meaning() -> None:
    for pads in (PHONE_PAD, PICKER_PADS):
        assert {key for row in pads for key in row if key} >= set(Key) - set(ASKING_KEYS)
    assert {key for row in BUTTONS for key in row} >= set(Key) - {*HELD, *ASKING_KEYS}
    typed = [each for key in Key for each in key.typed]
    assert len(typed) == len(set(typed))
    assert all(len(key.typed[0]) == 1 for key in Key)
    assert set(English.CARD_MEANINGS) == {key.value for key in WORD_KEYS}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *[(text, "") for text in ("", "\n", "  \t \n\n", "# nothing at all", "#")],
        # Words stand between white space, in upper or lower case.
        (
            "OK j\t5 h\n\n  10 T t\r\nUndo REDO go MENU muggins\n",
            "OK J 5 H 10 10 10 UNDO REDO GO MENU MUGGINS",
        ),
        # A comment goes to the end of its line, and only a line feed ends a line.
        ("# the cut\nOK # seat 0 deals K\n5#H\n# S\nQ", "OK 5 Q"),
        *[(f"OK # seat 0 deals {mark} K\n5", "OK 5") for mark in "\x0c\x85\u2028"],
    ],
)
def test_the_words_of_a_file_are_its_keys(text: str, words: str) -> None:
    assert [each.key.value for each in read_keys(text, "keys.txt")] == words.split()


@pytest.mark.parametrize(
    ("text", "word", "where"),
    [
        ("OK\n 5 1 6", "1", "line 2, column 4"),
        ("OK\n# 77\n\n\tjoker # it is", "joker", "line 4, column 2"),
        ("ok 5,6", "5,6", "line 1, column 4"),
        ("\N{BLACK HEART SUIT}", "\N{BLACK HEART SUIT}", "line 1, column 1"),
        *[(f"OK {mark} 5\nX", "X", "line 2, column 1") for mark in "\x0c\x85\u2028"],
    ],
)
def test_the_first_unknown_word_is_named_with_its_line_and_column(text: str, word: str, where: str) -> None:
    with pytest.raises(ValueError) as error:
        read_keys(text, "keys.txt")
    assert str(error.value).startswith(f"keys.txt: {where}: {word!r} isn't a key")
    assert "\n" not in str(error.value)
