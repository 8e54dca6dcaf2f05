"""A faulty file is renamed, and nothing is overwritten."""

import errno
from pathlib import Path

from firmware_py.journal.journal import Journal
from tests.support.journals import DAMAGED, Disk, check_nothing_was_lost, damage_notice


def test_a_second_damaged_journal_gets_a_second_name(path: Path) -> None:
    for number in (1, 2, 3):
        path.write_bytes(DAMAGED + b"%d\n" % number)
        journal = Journal(path, repair=True)
        assert journal.notice == damage_notice(5, number)
        journal.close()
    for number in (1, 2, 3):
        assert (path.parent / f"games.damaged-{number}.txt").read_bytes() == DAMAGED + b"%d\n" % number


def test_on_a_file_system_without_links_a_damaged_journal_is_copied(path: Path, disk: Disk) -> None:
    path.write_bytes(DAMAGED)
    disk.fail("link", errno.EPERM)
    Journal(path, repair=True).close()
    check_nothing_was_lost(path)
