"""Every error is a CribbageError and also a ValueError, as callers expect for invalid input."""

import pytest

from engine import cards, errors


@pytest.mark.parametrize(
    "kind", [cards.InvalidCard, errors.InvalidHand, errors.InvalidRules, errors.IllegalEvent]
)
def test_an_error_says_its_message_and_has_one_root(kind: type[errors.CribbageError]) -> None:
    error = kind("what was wrong")
    assert isinstance(error, errors.CribbageError)
    assert isinstance(error, ValueError)
    assert str(error) == "what was wrong"


def test_an_error_in_a_record_says_where() -> None:
    error = errors.RecordError("what was wrong", line=7, column=3)
    assert isinstance(error, errors.CribbageError)
    assert isinstance(error, ValueError)
    assert str(error) == "line 7, column 3: what was wrong"
    assert (error.message, error.line, error.column) == ("what was wrong", 7, 3)
    assert (errors.RecordError("x").line, errors.RecordError("x").column) == (1, 1)
