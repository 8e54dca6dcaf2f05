"""Write a match as a record, i.e. text with one event per line, and read it back (RECORD.md).

A board's journal is a record, and so is a game that people save or share. `record_lines` has the lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.change_types import Change
from engine.errors import InvalidGame, InvalidRules, RecordError, one_line, quoted, shown
from engine.events import Event, check
from engine.game import Game
from engine.match.changes_between import changes_along
from engine.match.checkpoint import Checkpoint, begin_match
from engine.match.games import timelines
from engine.match.history import History
from engine.match.record_lines import (
    CONTINUES,
    FORMAT,
    VERSION,
    continues,
    read_checkpoint,
    read_event,
    read_header,
    write_beginning,
    write_event,
)
from engine.refusals import IllegalEvent
from engine.setup import Setup


@one_line
class Record(NamedTuple):
    """A parsed record, i.e. a match that was written as text with one event per line (RECORD.md).

    Attributes:
        setup: the match's initial setup.
        events: the events in the record, oldest first.
        history: the match after these events.
        checkpoint: the state of the match before these events; None if the record holds the whole match.
    """

    setup: Setup
    events: tuple[Event, ...]
    history: History
    checkpoint: Checkpoint | None = None

    @property
    def start(self) -> History:
        """The match as it was before the record's first event."""
        return begin_match(self.setup, self.checkpoint)

    def changes(self) -> Iterator[Change]:
        """Yield all changes of the record's games, oldest first, without those that were taken back."""
        for timeline in timelines(self.start, self.events).values():
            yield from changes_along(timeline)


def write_record(setup: Setup, events: Iterable[Event], checkpoint: Checkpoint | None = None) -> str:
    """Return a match as text that `read_record` can read.

    Args:
        setup: the match's initial setup.
        events: the events to write, oldest first.
        checkpoint: the state of the match before these events; None if they are the whole match.

    Raises:
        InvalidRules: `setup` is not a Setup, or describes a game that cannot be played.
        IllegalEvent: an event is malformed.
        InvalidGame: `checkpoint` is not a Checkpoint.
    """
    if not isinstance(setup, Setup):
        raise InvalidRules(f"a setup is made by Setup(…), not {quoted(setup)}")
    if checkpoint is not None and not isinstance(checkpoint, Checkpoint):
        raise InvalidGame(f"a checkpoint is made by compact(…), not {quoted(checkpoint)}")
    events = tuple(events) if isinstance(events, Iterable) else (events,)
    for event in events:
        check(event)
    lines = [*write_beginning(setup, checkpoint), *(write_event(event) for event in events)]
    return "".join(f"{line}\n" for line in lines)


def read_record(text: str) -> Record:
    """Parse a record, i.e. a match written as text with one event per line, and apply its events.

    Empty lines and comments, from `#` to the end of the line, are ignored.

    Raises:
        RecordError: a line is malformed, or its event is not allowed. The error contains the line number.
    """
    if not isinstance(text, str):
        raise RecordError(f"a record is a text, not {quoted(text)}")
    setup = checkpoint = None
    awaited = False
    events: list[Event] = []
    history = History.of(Game.new())
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.partition("#")[0].rstrip()
        if not content:
            continue
        try:
            if setup is None:
                setup = read_header(content, number)
                awaited = continues(content)
                history = begin_match(setup)
            elif awaited:
                checkpoint, awaited = read_checkpoint(content, number), False
                history = checkpoint.history()
            else:
                event = read_event(content, number)
                history = history.apply(event)
                events.append(event)
        except IllegalEvent as error:
            raise RecordError(f"{shown(content)}: {error}", number) from None
    if setup is None:
        raise RecordError(f"the record is empty: it has to begin with '{FORMAT} {VERSION}'")
    if awaited:
        raise RecordError(f"the record ends after its first line: a line with '{CONTINUES}' has to follow")
    return Record(setup, tuple(events), history, checkpoint)
