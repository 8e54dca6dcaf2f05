"""A substitute for a journal that cannot be opened: the board shows the game, but accepts no key presses.

At each key press, the board tries again to open the journal. Once the journal is open, key presses are
accepted again.
"""

from __future__ import annotations

from pathlib import Path

from engine.events import Event
from engine.match.checkpoint import begin_match
from engine.match.history import History
from engine.setup import Setup
from firmware_py.journal.journal import Journal
from firmware_py.journal.reading import Reading, is_same_match
from firmware_py.journal.recovery import read_journal
from firmware_py.system.errors import JournalError

from .checksum import Steps


class UnavailableJournal:
    """A substitute for a journal that cannot be opened, for example because the disk is read-only.

    On each key press, it tries again to open the journal.

    Attributes:
        history: the part of the match that can be read from the file; a new match if nothing can be read.
        notice: a message for the display that says why the journal cannot be opened.
    """

    def __init__(self, path: Path, header: Setup, why: JournalError) -> None:
        """Create a substitute for the board's own journal, to be used until the journal can be opened.

        Args:
            header: the rules and names for a new match, in case no match can be read from the journal.
        """
        self._path, self._header = path, header
        self._journal: Journal | None = None
        self._reading = _read(path)
        self.history = self._reading.history if self._reading else begin_match(header)
        self.notice = f"nothing can be saved: {why}; the board retries at each press"

    def append(self, event: Event) -> None:
        """Save an event, if the journal can be opened now.

        Raises:
            JournalError: the event has not been saved, for example because the journal cannot be opened,
                holds a different match from the one on the display, or had to be repaired first. After a
                repair, the message asks the player to press the key again.
        """
        if self._journal is None:
            self._journal = self._opened()
        self._journal.append(event)

    @property
    def due(self) -> bool:
        """True if the journal is open by now, and holds a finished game to be archived."""
        return self._journal is not None and self._journal.due

    def reach(self) -> History | None:
        """Return the match including all events that UNDO can reach."""
        return self._reading.reach() if self._reading else None

    def settle(self, history: History) -> Steps[None]:
        """If the journal is open by now, archive finished games and shorten the journal."""
        if self._journal is not None:
            yield from self._journal.settle(history)

    def close(self) -> None:
        """Close the journal, if it is open by now, so that another program can open it."""
        if self._journal is not None:
            self._journal.close()

    def _opened(self) -> Journal:
        try:
            journal = Journal(self._path, self._header, repair=True)
        except JournalError as error:
            raise JournalError(f"Not saved: {error}") from None
        if not is_same_match(journal.history, self.history):
            journal.close()
            raise JournalError(f"Not saved: {self._path} now holds another game; restart Muggins")
        if journal.notice:
            self._journal = journal
            raise JournalError(f"{journal.notice}; press the key again")
        return journal


def _read(path: Path) -> Reading | None:
    """Read up to the first damaged line. Return None if nothing useful can be read."""
    try:
        reading = read_journal(path)
    except JournalError:
        return None
    return reading if reading and reading.text else None
