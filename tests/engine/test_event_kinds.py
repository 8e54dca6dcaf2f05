"""The kinds of events are those listed in RECORD.md, with the same keywords and fields."""

import re
from pathlib import Path

import pytest

import engine
from engine.cards import Rank, Suit
from engine.events import CORRECTS, HIGHEST, HOLDS_ANOTHER, NUMBERS, OPTIONAL, TAKES, Kind

TEXT = (Path(engine.__file__).parent / "RECORD.md").read_text(encoding="utf-8")
EVENTS = TEXT[TEXT.index("## Events") : TEXT.index("## Finished games")]
WRITTEN = [
    words.split()
    for line in EVENTS.splitlines()
    if line.startswith("| `")
    for words in re.findall(r"`([^`]+)`", line.split("|")[1])
]
"""The ways to write an event, each as its word and the names of its fields in capitals."""


def fields(kind: Kind) -> list[list[str]]:
    """Return the field names that RECORD.md lists for this kind of event.

    If a field is optional, there is one list with it and one without it.
    """
    return [names for word, *names in WRITTEN if word == kind.value]


def test_each_kind_is_described_and_no_other() -> None:
    assert {word for word, *_ in WRITTEN} == {kind.value for kind in Kind}


@pytest.mark.parametrize("kind", Kind)
def test_an_event_holds_the_fields_that_are_described(kind: Kind) -> None:
    names = max(fields(kind), key=len)
    cards = {Rank: "RANK", Suit: "SUIT"}
    held = [cards[TAKES[kind]]] if kind in TAKES else []
    held += [name.upper() for name in NUMBERS.get(kind, ())]
    held += ["EVENT"] if kind in HOLDS_ANOTHER else []
    assert held == names


@pytest.mark.parametrize("kind", Kind)
def test_only_described_numbers_may_be_left_out(kind: Kind) -> None:
    assert (kind in OPTIONAL) is (len(fields(kind)) > 1)


def test_corrections_are_the_events_with_the_index_of_another() -> None:
    assert set(CORRECTS) == {Kind(word) for word, *names in WRITTEN if "INDEX" in names}


def test_each_number_has_a_limit() -> None:
    assert set(HIGHEST) == {name for names in NUMBERS.values() for name in names}


def test_equal_kinds_have_equal_hashes() -> None:
    assert hash(Kind("lay")) == hash(Kind.LAY)
    assert {Kind.LAY: 1}[Kind("lay")] == 1
