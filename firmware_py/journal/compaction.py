"""The journal without what UNDO cannot reach any more, so that it does not grow with the years."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.game_setup import Setup
from engine.match.checkpoint import Checkpoint, compact
from engine.match.history import History
from engine.match.record import write, write_beginning, write_checkpoint
from firmware_py.journal.recovery import CHECKPOINT, checked_lines, parse, same
from firmware_py.journal.steps import Steps


class Shorter(NamedTuple):
    """A shorter journal.

    Attributes:
        checkpoint: where it begins.
        here: where the game in progress began.
        content: its lines, each with its end.
        checksum: that of the last line.
    """

    checkpoint: Checkpoint | None
    here: Checkpoint
    content: bytes
    checksum: int


def shortened(
    path: Path, header: Setup, checkpoint: Checkpoint | None, here: Checkpoint | None, history: History
) -> Steps[Shorter | None]:
    """Leave out what UNDO cannot reach, in short steps; None if the journal stays as it is.

    The result was read back: it leads to the same history.

    Args:
        path: the name of the journal, for messages.
        header: what the match began with.
        checkpoint: where the journal begins now.
        here: where it says now that the game in progress began.
        history: where all its events lead.
    """
    over = compact(history)
    yield
    if over is None or (here and over.checkpoint.applied <= here.applied):
        return None  # it is as short as it can be
    checkpoint = over.start or checkpoint
    texts = write_beginning(header, checkpoint)
    for event in over.earlier:
        texts.append(write(event))
        yield
    texts.append(CHECKPOINT + write_checkpoint(over.checkpoint))
    for event in over.later:
        texts.append(write(event))
        yield
    content, checksum = checked_lines(texts, 0)
    yield
    again = yield from parse(path, content)
    if again is None or not same(again.history, history):
        return None  # a journal that grows is better than one that says something else
    whole = yield from again.whole()
    return Shorter(checkpoint, over.checkpoint, content, checksum) if same(whole, history) else None
