"""A board whose journal cannot be opened: it shows the game, and refuses presses until it can keep them."""

from __future__ import annotations

from pathlib import Path

from engine.events import Event
from engine.game_setup import Setup
from engine.match.history import History
from engine.match.record import begun
from firmware_py.errors import JournalError
from firmware_py.journal.journal import Journal
from firmware_py.journal.recovery import Reading, read_journal, same
from firmware_py.journal.steps import Steps


class WaitingJournal:
    """Stands in for a journal that cannot be opened, and tries again with each press.

    Attributes:
        history: where the match stands, by the lines that can be read; the beginning of a match if none can.
        notice: why the journal cannot be opened, for the screen.
    """

    def __init__(self, path: Path, header: Setup, why: JournalError) -> None:
        """Wait for the board's own journal.

        Args:
            path: the journal.
            header: what is played if it holds nothing.
            why: why it cannot be opened.
        """
        self._path, self._header = path, header
        self._journal: Journal | None = None
        self._reading = _read(path)
        self.history = self._reading.history if self._reading else begun(header)
        self.notice = f"nothing can be saved: {why}; the board retries at each press"

    def append(self, event: Event) -> None:
        """Keep an event, if the journal can be opened by now.

        Raises:
            JournalError: it cannot, or it was just repaired, or it holds another match than the one shown.
        """
        if self._journal is None:
            self._journal = self._opened()
        self._journal.append(event)

    @property
    def due(self) -> bool:
        """True if there is housekeeping to do."""
        return self._journal is not None and self._journal.due

    def reach(self) -> History | None:
        """The history with all that UNDO can reach; None if `history` has it already."""
        return self._reading.reach() if self._reading else None

    def settle(self, history: History) -> Steps[None]:
        """Do the housekeeping of the journal, once there is one."""
        if self._journal is not None:
            yield from self._journal.settle(history)

    def close(self) -> None:
        """Let another program have the journal."""
        if self._journal is not None:
            self._journal.close()

    def _opened(self) -> Journal:
        """Open the journal.

        Raises:
            JournalError: it cannot be opened, or a press on what is shown does not belong in it.
        """
        try:
            journal = Journal(self._path, self._header, mend=True)
        except JournalError as error:
            raise JournalError(f"Not saved: {error}") from None
        if not same(journal.history, self.history):
            journal.close()
            raise JournalError(f"Not saved: {self._path} now holds another game; restart Muggins")
        if journal.notice:
            self._journal = journal
            raise JournalError(f"{journal.notice}; press the key again")
        return journal


def _read(path: Path) -> Reading | None:
    """The whole lines of a journal, if any can be read."""
    try:
        reading = read_journal(path)
    except JournalError:
        return None
    return reading if reading and reading.text else None
