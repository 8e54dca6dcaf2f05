"""The parsed content of a journal: the match, its history, and its games."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from engine.errors import RecordError
from engine.events import Event
from engine.match.checkpoint import Checkpoint, begin_match
from engine.match.history import History
from engine.match.record_lines import read_event
from engine.match.timeline import Timeline
from engine.refusals import IllegalEvent
from engine.setup import Setup
from firmware_py.journal.checksum import text_of

from .checksum import Steps, finish

CHECKPOINT = "# "
"""The beginning of a line that holds the state of the match at the beginning of the current game.

Thanks to this line, the board can start without replaying the previous game.
"""


class Reading(NamedTuple):
    """The parsed content of a journal.

    Attributes:
        header: the rules and names of the match.
        checkpoint: the state of the match where the journal begins; None if the journal holds the whole
            match.
        game_checkpoint: the state of the match at the beginning of the current game, if the journal has a
            line for it.
        history: the match after all events. It contains at least the events in the current game, so that
            they can be undone.
        text: the intact lines, each with its newline.
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
        """The match as it was before the first event in the journal."""
        return begin_match(self.header, self.checkpoint)

    def events(self) -> list[Event]:
        """Return all events that the journal contains, oldest first."""
        return [read_event(text) for text in self._texts() if not text.startswith(CHECKPOINT)]

    def games(self) -> dict[int, Timeline]:
        """Return the timelines of all games, keyed by game number.

        If the events before the last checkpoint cannot be replayed, only the games after it are included.
        """
        with suppress(IllegalEvent, RecordError):
            return finish(_games(self.begun, self._texts()))
        return finish(self.recent_games())

    def recent_games(self) -> Steps[dict[int, Timeline]]:
        """Return the timelines of the games since the last checkpoint, keyed by game number.

        If there is no checkpoint, or if UNDO has gone back beyond it, the result includes all games in the
        journal. This generator replays one event per step.

        Raises:
            IllegalEvent: the events cannot be replayed.
            RecordError: a line is not an event.
        """
        mark = self.text.rfind(b"\n" + CHECKPOINT.encode())
        if self.game_checkpoint and mark >= 0:
            with suppress(IllegalEvent):  # UNDO goes back beyond the checkpoint
                since = self.text[mark + 1 :].split(b"\n")[1:-1]
                return (yield from _games(self.game_checkpoint.history(), map(text_of, since)))
        return (yield from _games(self.begun, self._texts()))

    def full_history(self) -> Steps[History]:
        """Replay all events in the journal, one per step, and return the match.

        Raises:
            IllegalEvent: an event cannot be replayed.
            RecordError: a line is not an event.
        """
        history = self.begun
        for text in self._texts():
            if not text.startswith(CHECKPOINT):
                history = history.apply(read_event(text))
                yield
        return history

    def reach(self) -> History | None:
        """Replay the journal, and return the match with all events that UNDO can reach.

        Return None if the attribute `history` already contains all these events, or if replaying them fails.
        Replaying many events may take a while.
        """
        if self.game_checkpoint:
            with suppress(IllegalEvent, RecordError):
                full = finish(self.full_history())
                return full if is_same_match(full, self.history) else None
        return None

    def _texts(self) -> Iterable[str]:
        return map(text_of, self.text.split(b"\n")[2 if self.checkpoint else 1 : -1])


def _games(start: History, texts: Iterable[str]) -> Steps[dict[int, Timeline]]:
    from engine.match.games import timelines_after_each  # only once a game is over

    events = (read_event(text) for text in texts if not text.startswith(CHECKPOINT))
    games: dict[int, Timeline] = {}
    for after in timelines_after_each(start, events):
        games = after
        yield
    return games


def is_same_match(one: History, other: History) -> bool:
    """Return True if two histories lead to the same state of the match.

    The cards in the current deal are not compared.
    """
    plain = [each.game._replace(deal=None, cards=(), before_suit=None) for each in (one, other)]
    return plain[0] == plain[1] and (one.applied, one.pegged) == (other.applied, other.pegged)
