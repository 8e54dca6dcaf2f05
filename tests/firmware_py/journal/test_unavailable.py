"""The replacement for a journal that cannot be opened."""

import errno
from pathlib import Path

import pytest

from engine.events import Event, Kind
from engine.setup import Setup
from firmware_py.journal.journal import Journal
from firmware_py.journal.unavailable import UnavailableJournal
from firmware_py.system.errors import JournalError
from tests.support.journals import LINES, WHOLE, Disk, content_of

WHY = JournalError("games.txt: the disk is read-only")


def test_it_shows_the_match_and_refuses_presses_until_the_journal_can_be_opened(
    path: Path, disk: Disk
) -> None:
    path.write_bytes(b"".join(LINES[:7]))
    journal = UnavailableJournal(path, Setup(), WHY)
    assert journal.history.applied == 6
    assert journal.notice == f"nothing can be saved: {WHY}; the board retries at each press"
    disk.fail("open", errno.EROFS)
    with pytest.raises(JournalError, match=r"Not saved: .*the disk is read-only"):
        journal.append(Event(Kind.REDO))
    assert content_of(path) == b"".join(LINES[:7])
    journal.append(Event(Kind.REDO))
    journal.close()
    assert content_of(path) == WHOLE


def test_a_journal_with_another_match_takes_no_press(path: Path) -> None:
    journal = UnavailableJournal(path, Setup(), WHY)
    path.write_bytes(WHOLE)
    with pytest.raises(JournalError, match="now holds another game; restart Muggins"):
        journal.append(Event(Kind.DEALS, numbers=(0,)))
    assert content_of(path) == WHOLE
    Journal(path).close()  # it was unlocked again
