"""A line of a record is split into words, each with its column."""

import pytest

from engine.errors import RecordError
from engine.match.record import Word, number, split_into_words


def test_each_word_has_its_column() -> None:
    assert split_into_words("  peg 0   12") == [Word("peg", 3), Word("0", 7), Word("12", 11)]
    assert split_into_words("   ") == []


@pytest.mark.parametrize(
    ("text", "name", "value"), [("0", "side", 0), ("9", "seat", 9), ("0121", "points", 121)]
)
def test_a_number_within_its_range_is_read(text: str, name: str, value: int) -> None:
    assert number(Word(text, 1), name, 1) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "seat is missing: write a whole number up to 9"),
        ("10", "seat has to be a whole number up to 9, not '10'"),
        ("-1", "seat has to be a whole number up to 9, not '-1'"),
        ("x", "seat has to be a whole number up to 9, not 'x'"),
        ("²", "seat has to be a whole number up to 9, not '²'"),
    ],
)
def test_another_word_is_refused_with_its_line_and_column(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        number(Word(text, 7), "seat", 4)
    assert (caught.value.line, caught.value.column, caught.value.message) == (4, 7, message)
