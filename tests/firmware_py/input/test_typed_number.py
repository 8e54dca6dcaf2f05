"""Numbers typed on the rank keys."""

import pytest

from engine.refusals import IllegalEvent
from firmware_py.input.keys import Key
from firmware_py.input.typed_number import DIGITS, Digits


def typed(words: str) -> Digits:
    digits = Digits()
    for word in words.split():
        digits = digits.type(Key.parse(word))
    return digits


@pytest.mark.parametrize(
    ("words", "number"),
    [("", 0), ("A", 1), ("10", 0), ("10 7", 7), ("A 2 A", 121), ("9 9 9", 999), ("3 10", 30), ("10 10 8", 8)],
)
def test_typing_a_number(words: str, number: int) -> None:
    """In a number, A is the digit 1 and 10 is the digit 0. Leading zeros are allowed."""
    assert typed(words).number == number


def test_each_digit_has_a_key_and_no_other_key_has_one() -> None:
    assert {key.value: digit for key, digit in DIGITS.items()} == {
        "A": "1",
        **{digit: digit for digit in "23456789"},
        "10": "0",
    }


def test_a_fourth_digit_is_refused() -> None:
    with pytest.raises(IllegalEvent, match="3 digits at most"):
        typed("A 2 3").type(Key.ACE)
    with pytest.raises(IllegalEvent):
        typed("10 10 10").type(Key.ACE)


def test_the_last_digit_is_taken_back() -> None:
    assert typed("A 2 3").less() == Digits("12")
    assert Digits("1").less() == Digits().less() == Digits()
