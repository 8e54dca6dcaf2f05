"""The lock on a journal."""

import fcntl
import os
from pathlib import Path

import pytest

from engine.cards import Rank
from engine.events import Event, Kind
from firmware_py.journal.journal import Journal
from firmware_py.system.errors import JournalBusy, JournalError
from tests.support import keyed
from tests.support.journals import DAMAGED, LINES, content_of, keep, read_back


def test_only_one_program_can_play_on_a_journal_and_any_may_read_it(path: Path) -> None:
    keep(path, "4 9 J H K 5")
    holder = Journal(path)
    with pytest.raises(JournalBusy) as error:
        Journal(path)
    # Linux tells which process has locked a file.
    whose = f" (process {os.getpid()})" if os.path.exists("/proc/locks") else ""
    assert str(error.value) == f"{path}: another Muggins{whose} is using it; stop that one first"
    with pytest.raises(JournalError):
        Journal(path, repair=True)
    assert read_back(path).history == holder.history
    holder.append(Event(Kind.LAY, Rank.TWO))
    assert read_back(path).history.applied == holder.history.applied + 1
    holder.close()
    Journal(path).close()


def test_a_journal_that_was_renamed_stays_locked_and_its_old_name_is_free(path: Path) -> None:
    keep(path, "4 9 J H K 5")
    holder = Journal(path)
    path.rename(path.with_name("old.txt"))
    other = Journal(path)
    assert other.history.applied == 0
    other.close()
    holder.close()


def test_a_journal_that_another_program_repairs_just_then_is_opened_repaired(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(DAMAGED)
    lock = fcntl.flock

    def repaired_by_another(file: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", lock)
        Journal(path, repair=True).close()
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", repaired_by_another)
    journal = Journal(path)
    for step in keyed.board("4 9 J K").history.past[3:]:
        journal.append(step.event)
    journal.close()
    assert content_of(path) == b"".join(LINES[:5])
    assert path.with_name("games.damaged-1.txt").read_bytes() == DAMAGED
