"""The rows of a page: text in two columns, key hints, and the names of partners."""

from __future__ import annotations

import pytest

from firmware_py.input.keys import Key
from firmware_py.input.page import Hint, Row, hint_rows, name_rows, two_columns, yes_no


def test_texts_are_put_in_two_columns_with_an_odd_last_one_at_the_right() -> None:
    assert two_columns("ABCD") == (("A", "B"), ("C", "D"))
    assert two_columns("ABC") == (("A", "B"), ("", "C"))
    assert two_columns(()) == ()


def test_hints_are_put_in_two_columns_with_an_odd_last_one_at_the_left() -> None:
    assert hint_rows(yes_no()) == (("OK yes", "GO no"),)
    three = (*yes_no(), Hint(Key.UNDO, "leaves"))
    assert hint_rows(three) == (("OK yes", "GO no"), ("UNDO leaves", ""))


@pytest.mark.parametrize(
    ("names", "rows"),
    [
        (("Left",), (Row("Left"),)),
        (("North", "South"), (Row("North & South"),)),
        (("Konstantin", "Wilhelmina"), (Row("Konstantin &"), Row("Wilhelmina"))),
    ],
)
def test_partners_with_long_names_take_a_row_each(names: tuple[str, ...], rows: tuple[Row, ...]) -> None:
    assert name_rows(names) == rows
