"""Names typed on the rank keys."""

import pytest

from engine.refusals import IllegalEvent
from firmware_py.input.keys import Key
from firmware_py.input.typed_name import LETTERS, TypedName
from firmware_py.input.typed_number import DIGITS

TELEPHONE = {"2": "ABC2", "3": "DEF3", "4": "GHI4", "5": "JKL5", "6": "MNO6", "7": "PQRS7", "8": "TUV8"}


def typed(words: str) -> TypedName:
    """Return the name typed with these keys.

    Pressing a key again changes the current letter, as on a telephone. K completes the letter, and UNDO
    deletes the last one.
    """
    name = TypedName()
    for word in words.split():
        match word:
            case "K":
                name = name.end_letter()
            case "UNDO":
                name = name.less()
            case _:
                name = name.type(Key.parse(word))
    return name


def test_letters_are_those_of_a_telephone() -> None:
    assert {
        key: {"A": "1", "9": "WXYZ9", "10": "0"}.get(key.value) or TELEPHONE[key.value] for key in DIGITS
    } == LETTERS


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("", ""),
        ("2", "A"),
        ("2 2", "B"),
        ("2 K 2", "Aa"),
        ("2 2 2 2 2", "A"),
        ("6 6 3 3", "Ne"),
        ("2 3 UNDO 3", "Ad"),
        ("10 10", "0"),
    ],
)
def test_a_name_is_typed(words: str, text: str) -> None:
    assert typed(words).text == text


def test_an_eleventh_letter_is_refused_but_the_tenth_still_turns() -> None:
    full = typed(" ".join(["2 K"] * 9 + ["2"]))
    assert full.type(Key.TWO).text == "Aaaaaaaaab"
    with pytest.raises(IllegalEvent, match="A name has 10 letters at most"):
        full.type(Key.THREE)
    with pytest.raises(IllegalEvent):
        full.end_letter().type(Key.TWO)
