"""The table of keys: their names, groups and pads; and keys read from a file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    read_keys,
)
from firmware_py.words.english import English

WORDS = "A 2 3 4 5 6 7 8 9 10 J Q K S H D C GO OK UNDO REDO MENU MUGGINS AGAIN SCORE".split()
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
    names = "A, 2 to 10, J, Q, K, S, H, D, C, GO, OK, UNDO, REDO, MENU, MUGGINS, AGAIN"
    for parse, all_names in (
        (Key.parse, f"{names} or SCORE"),
        (parse_input, f"{names}, SCORE, LEFT, RIGHT, UP, DOWN or PICK"),
    ):
        with pytest.raises(ValueError) as error:
            parse(word)
        assert str(error.value) == f"{word!r} isn't a key: write {all_names}"


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


def words(text: str) -> list[str]:
    return [each.key.value for each in read_keys(text, "keys.txt")]


def wrong(text: str) -> str:
    with pytest.raises(ValueError) as error:
        read_keys(text, "keys.txt")
    message = str(error.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("text", ["", "\n", "  \t \n\n", "# nothing at all", "#"])
def test_a_file_without_words_names_no_key(text: str) -> None:
    assert words(text) == []


def test_words_stand_between_white_space_in_upper_or_lower_case() -> None:
    assert words("OK j\t5 h\n\n  10 T t\r\nUndo REDO go MENU muggins\n") == (
        "OK J 5 H 10 10 10 UNDO REDO GO MENU MUGGINS".split()
    )


def test_a_comment_goes_to_the_end_of_its_line() -> None:
    assert words("# the cut\nOK # seat 0 deals K\n5#H\n# S\nQ") == ["OK", "5", "Q"]


@given(st.lists(st.sampled_from(list(Key))))
def test_every_key_is_read_back_from_its_word(keys: list[Key]) -> None:
    read = read_keys("\n".join(key.value for key in keys), "keys.txt")
    assert read == [(key, f"line {line}, column 1") for line, key in enumerate(keys, start=1)]


@pytest.mark.parametrize(
    ("text", "word", "where"),
    [
        ("X", "X", "line 1, column 1"),
        ("OK\n 5 1 6", "1", "line 2, column 4"),
        ("OK 5H", "5H", "line 1, column 4"),
        ("OK\n# 77\n\n\tjoker # it is", "joker", "line 4, column 2"),
        ("OK\r\nten", "ten", "line 2, column 1"),
        ("ok 5,6", "5,6", "line 1, column 4"),
        ("\N{BLACK HEART SUIT}", "\N{BLACK HEART SUIT}", "line 1, column 1"),
    ],
)
def test_an_unknown_word_is_named_with_its_line_and_column(text: str, word: str, where: str) -> None:
    message = wrong(text)
    assert message.startswith(f"keys.txt: {where}: {word!r} isn't a key")


def test_the_first_of_several_unknown_words_is_named() -> None:
    assert "'one'" in wrong("OK one two\nthree")


@pytest.mark.parametrize("mark", ["\x0c", "\x85", "\u2028"])
def test_only_an_end_of_line_ends_a_line(mark: str) -> None:
    assert words(f"OK # seat 0 deals {mark} K\n5") == ["OK", "5"]
    assert "line 2, column 1" in wrong(f"OK {mark} 5\nX")
