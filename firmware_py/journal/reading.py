"""The content of a journal that was read: the match, its history, and each game in it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from engine.errors import IllegalEvent, RecordError
from engine.events import Event
from engine.game_setup import Setup
from engine.match.checkpoint import Checkpoint, begin_match
from engine.match.history import History
from engine.match.record_line import read_event
from engine.match.separate_games import timelines_after_each
from engine.match.timeline import Timeline
from firmware_py.journal.checksum import text_of
from firmware_py.journal.steps import Steps, finish

CHECKPOINT = "# "
"""The beginning of a line that says where the game in progress began, so that a start need not replay the
game before it. To a reader of records the line is a comment.
"""


class Reading(NamedTuple):
    """The content of a journal.

    Attributes:
        header: the rules and names with which the match began.
        checkpoint: where the journal begins, if it no longer contains the beginning of the match.
        game_checkpoint: where the game in progress began, if a line of the journal says so.
        history: the match after all events. UNDO reaches back to the beginning of the current game at least.
        text: the intact lines, each with its end.
        checksum: the checksum of the last intact line.
        damage: the first damaged line; None if all lines are intact.
    """

    header: Setup
    checkpoint: Checkpoint | None
    game_checkpoint: Checkpoint | None
    history: History
    text: bytes
    checksum: int
    damage: RecordError | None

    @property
    def begun(self) -> History:
        """The match before the first event in the journal."""
        return begin_match(self.header, self.checkpoint)

    def events(self) -> list[Event]:
        """Return all events, oldest first."""
        return [read_event(text) for text in self._texts() if not text.startswith(CHECKPOINT)]

    def games(self) -> dict[int, Timeline]:
        """Return the events that stand in each game, by the game's number.

        Games before the checkpoint are missing if their events cannot be replayed.
        """
        with suppress(IllegalEvent, RecordError):
            return finish(_games(self.begun, self._texts()))
        return finish(self.recent_games())

    def recent_games(self) -> Steps[dict[int, Timeline]]:
        """Return the events that stand in the game of the checkpoint and in later games, an event a step.

        Without a checkpoint, or if UNDO leads back across it, all games in the journal are returned.

        Raises:
            IllegalEvent: the events cannot be replayed.
            RecordError: a line is no event.
        """
        mark = self.text.rfind(b"\n" + CHECKPOINT.encode())
        if self.game_checkpoint and mark >= 0:
            with suppress(IllegalEvent):  # UNDO leads back across the checkpoint
                since = self.text[mark + 1 :].split(b"\n")[1:-1]
                return (yield from _games(self.game_checkpoint.history(), map(text_of, since)))
        return (yield from _games(self.begun, self._texts()))

    def full_history(self) -> Steps[History]:
        """Return the history with everything that UNDO can reach, an event a step.

        Raises:
            IllegalEvent: the events before the checkpoint cannot be replayed.
            RecordError: one of their lines is no event.
        """
        history = self.begun
        for text in self._texts():
            if not text.startswith(CHECKPOINT):
                history = history.apply(read_event(text))
                yield
        return history

    def reach(self) -> History | None:
        """Return the history with everything that UNDO can reach; None if `history` is that already.

        A start need not wait for this.
        """
        if self.game_checkpoint:
            with suppress(IllegalEvent, RecordError):
                full = finish(self.full_history())
                return full if is_same_match(full, self.history) else None
        return None

    def _texts(self) -> Iterable[str]:
        """Return the texts of the lines after the header and the checkpoint that may follow it."""
        return map(text_of, self.text.split(b"\n")[2 if self.checkpoint else 1 : -1])


def _games(start: History, texts: Iterable[str]) -> Steps[dict[int, Timeline]]:
    """Replay lines, one a step, and return the events that stand in each game, by the game's number."""
    events = (read_event(text) for text in texts if not text.startswith(CHECKPOINT))
    games: dict[int, Timeline] = {}
    for after in timelines_after_each(start, events):
        games = after
        yield
    return games


def is_same_match(one: History, other: History) -> bool:
    """Return True if two histories have reached the same state, apart from the cards of the finished game."""
    plain = [each.game._replace(deal=None, cards=(), before_suit=None) for each in (one, other)]
    return plain[0] == plain[1] and (one.applied, one.pegged) == (other.applied, other.pegged)
