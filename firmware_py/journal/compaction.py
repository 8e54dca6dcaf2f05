"""Shorten the journal by dropping the events that UNDO can no longer reach, so that the file stays small."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.match.checkpoint import Checkpoint, compact
from engine.match.history import History
from engine.match.record_lines import write_beginning, write_checkpoint, write_event
from engine.setup import Setup
from firmware_py.journal.checksum import with_checksums
from firmware_py.journal.reading import CHECKPOINT, is_same_match
from firmware_py.journal.recovery import parse

from .checksum import Steps


class ShortJournal(NamedTuple):
    """The contents of a journal after old events have been removed.

    Attributes:
        checkpoint: the state of the match at the beginning of the journal; None if the journal holds the
            whole match.
        game_checkpoint: the state of the match at the beginning of the current game.
        content: the lines in the journal, each with its newline.
        checksum: the checksum of the last line.
    """

    checkpoint: Checkpoint | None
    game_checkpoint: Checkpoint
    content: bytes
    checksum: int


def shortened(
    path: Path,
    header: Setup,
    checkpoint: Checkpoint | None,
    game_checkpoint: Checkpoint | None,
    history: History,
) -> Steps[ShortJournal | None]:
    """Return a journal without the events that UNDO can no longer reach, or None to keep the old journal.

    The old journal is kept if nothing can be removed, or if the new one would not describe the same match.

    Args:
        checkpoint: the state of the match where the journal now begins; None if the journal holds the whole
            match.
        game_checkpoint: the state of the match at the beginning of the current game, if the journal has a
            line for it.
        history: the match after all events in the journal.
    """
    parts = compact(history)
    yield
    if parts is None or (game_checkpoint and parts.checkpoint.applied <= game_checkpoint.applied):
        return None
    checkpoint = parts.start or checkpoint
    texts = write_beginning(header, checkpoint)
    for event in parts.earlier:
        texts.append(write_event(event))
        yield
    texts.append(CHECKPOINT + write_checkpoint(parts.checkpoint))
    for event in parts.later:
        texts.append(write_event(event))
        yield
    content, checksum = with_checksums(texts, 0)
    yield
    reading = yield from parse(path, content)
    if reading is None or not is_same_match(reading.history, history):
        return None  # a long journal is better than a wrong one
    full = yield from reading.full_history()
    return (
        ShortJournal(checkpoint, parts.checkpoint, content, checksum)
        if is_same_match(full, history)
        else None
    )
