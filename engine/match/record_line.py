"""Write an event as a line of a record, and read it back: `lay 5`, `peg 0 12`, `change 3 go`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import InvalidCard, Suit
from engine.cribbage_error import shown
from engine.errors import RecordError
from engine.event_kinds import CORRECTS, HOLDS_ANOTHER, NUMBERS, OPTIONAL, TAKES
from engine.events import Event, Kind
from engine.match.record_header import read_setup, write_setup
from engine.match.record_words import Word, number, split_into_words

_CORRECTIONS = frozenset(kind.value for kind in CORRECTS)


def write_event(event: Event) -> str:
    """Return an event as a line of text that `read_event` can read."""
    words = [event.kind.value]
    if event.named is not None:
        words.append(event.named.letter if isinstance(event.named, Suit) else event.named.symbol)
    words += map(str, event.numbers)
    if event.setup is not None:
        words.append(write_setup(event.setup))
    if event.other is not None:
        words.append(write_event(event.other))
    return " ".join(words)


def read_event(text: str, line: int = 1) -> Event:
    """Parse a line with an event.

    Args:
        text: the line, without a comment.
        line: the line number, for error messages.

    Raises:
        RecordError: the line is not an event. The error contains the line number and column.
    """
    return _read(split_into_words(text), line, 1)


def _read(words: Sequence[Word], line: int, column: int) -> Event:
    """Parse the words of an event.

    Args:
        words: the words in the line, starting with the kind of event.
        line: the line number, for error messages.
        column: the column to report in an error message if there are no words.

    Raises:
        RecordError: the words do not describe an event.
    """
    first = words[0] if words else Word("", column)
    try:
        kind = Kind(first.text)
    except ValueError:
        known = ", ".join(kind.value for kind in Kind)
        raise RecordError(f"{shown(first.text)} isn't an event: write {known}", line, first.column) from None
    rest = words[1:]
    end = words[-1].column + len(words[-1].text) + 1  # the column for a missing word
    if kind is Kind.NEW_GAME and rest:
        return Event(kind, setup=read_setup(rest, line))
    if kind in TAKES:
        named = rest[0] if rest else Word("", end)
        _refuse_more(rest[1:], kind, line)
        try:
            return Event(kind, TAKES[kind].parse(named.text))
        except InvalidCard as error:
            raise RecordError(str(error), line, named.column) from None
    names = () if kind in OPTIONAL and not rest else NUMBERS.get(kind, ())
    numbers = tuple(
        number(rest[i] if i < len(rest) else Word("", end), name, line) for i, name in enumerate(names)
    )
    rest = rest[len(names) :]
    if kind in HOLDS_ANOTHER:
        if rest and rest[0].text in _CORRECTIONS:
            raise RecordError(f"{kind.value!r} cannot hold {rest[0].text!r}", line, rest[0].column)
        return Event(kind, numbers=numbers, other=_read(rest, line, end))
    _refuse_more(rest, kind, line)
    return Event(kind, numbers=numbers)


def _refuse_more(words: Sequence[Word], kind: Kind, line: int) -> None:
    if words:
        why = f"{kind.value!r} ends here: remove {shown(words[0].text)}"
        raise RecordError(why, line, words[0].column)
