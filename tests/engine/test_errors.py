"""Every error is a CribbageError and also a ValueError, as callers expect for invalid input."""

import copy
import pickle

import pytest

from engine import Event, Game, History, cards, errors
from engine.refusals import RefusalWords


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


def refusal() -> errors.IllegalEvent:
    with pytest.raises(errors.IllegalEvent) as refused:
        History.of(Game.new()).apply(Event.undo())
    return refused.value


class Hollow(RefusalWords):
    NOTHING_TO_UNDO = "…"


def test_a_refusal_shows_its_english_message_wherever_it_is_printed() -> None:
    error = refusal()
    assert repr(error) == "IllegalEvent('Nothing to undo')"
    assert (str(error), error.args) == ("Nothing to undo", ("Nothing to undo",))
    assert error.in_words(Hollow()) == "…"


@pytest.mark.parametrize(
    "error",
    [
        refusal(),
        errors.IllegalEvent("what was wrong"),
        errors.RecordError("what was wrong", 7, 3),
        errors.InvalidRules("what was wrong", "game", "players"),
    ],
)
def test_an_error_can_be_copied_and_sent_to_another_process(error: errors.CribbageError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(again), str(again)) == (type(error), str(error))
        for name in ("message", "line", "column", "options"):
            assert getattr(again, name, None) == getattr(error, name, None)
