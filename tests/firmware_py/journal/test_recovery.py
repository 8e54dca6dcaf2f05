"""Damaged journals, and files that are not journals."""

import errno
import json
import os
from pathlib import Path

import pytest

from firmware_py.board.board import Board
from firmware_py.input.keys import Key
from firmware_py.journal.journal import Journal
from firmware_py.journal.recovery import read_journal
from firmware_py.reports.match import report_object
from firmware_py.system.errors import JournalError
from tests.support import keyed
from tests.support.command import check_error, muggins, nothing_changes
from tests.support.journals import (
    DAMAGED,
    LINES,
    WHOLE,
    Disk,
    Killed,
    check_nothing_was_lost,
    content_of,
    damage_notice,
    keep,
    listed,
    play,
    read_back,
    written,
)

# -- a line that was being written


# -- files that are no journal

FOREIGN = {
    "a letter": b"Dear aunt,\nthank you for the cards.\n",
    "a key file": b"OK 3 K 5\n",
    "keys without an end of line": b"MUGGINS OK 3 K 5",
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "its name, and then something else": b"muggins, the story of a dog",
    "a note about it": b"muggins is to be bought a new pack of cards by friday, before the others come",
    "other people's numbers": b"muggins 12 sausages",
    "spaces": b" ",
    "an end of line": b"\n",
    "a record of another format": b"mugginsX 1 players=2 start=0,0 game=six-card",
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN.keys())
def test_a_file_that_is_no_journal_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with nothing_changes(path.parent):
        with pytest.raises(JournalError) as error:
            Journal(path)
        assert str(error.value) == f"{path}: this isn't a journal of Muggins; name another file"
        with pytest.raises(JournalError):
            read_journal(path)


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN.keys())
def test_repairing_a_file_that_is_no_journal_sets_it_aside_and_begins_a_match(
    path: Path, content: bytes
) -> None:
    path.write_bytes(content)
    journal = Journal(path, repair=True)
    assert journal.history.applied == 0
    assert journal.notice == "games.txt was damaged: set aside as games.damaged-1.txt; a new game begins"
    journal.close()
    assert path.with_name("games.damaged-1.txt").read_bytes() == content
    assert keep(path, "4 9 J K 5 UNDO REDO") == WHOLE


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ("muggins 3 players=2 start=0,0", "format '3' is unknown: this program reads 1 and 2"),
        ("muggins 1 players=5 start=0,0,0 game=six-card", "5 players is not possible"),
        ("muggins 1 players=2 start=0,0 game=tarot", "game cannot be 'tarot'"),
        ("muggins 1 players=2 start=0,0 game=six-card tempo=fast", "there is no option 'tempo'"),
        ("muggins 1 players=2 start=0,121 game=six-card", "start cannot be 0,121"),
        ("muggins 1 players=2 start=0 game=six-card", "start cannot be 0"),
        ("muggins 1 game=six-card", "players=… is missing"),
        ("muggins 1 players=two start=0,0 game=six-card", "whole numbers"),
    ],
)
def test_a_journal_of_a_newer_program_is_refused_and_left_alone(path: Path, header: str, why: str) -> None:
    content = written(header, "deals 0", "whatever that is")
    path.write_bytes(content)
    with nothing_changes(path.parent):
        with pytest.raises(JournalError) as error:
            Journal(path)
        assert str(error.value).startswith(f"{path}: line 1")
        assert why in str(error.value)
    journal = Journal(path, repair=True)
    journal.close()
    assert journal.notice == (
        "games.txt was written by another version of Muggins: set aside as games.other-version-1.txt; "
        "a new game begins"
    )
    assert path.with_name("games.other-version-1.txt").read_bytes() == content


def test_the_error_names_a_folder_or_a_missing_file(tmp_path: Path) -> None:
    for look in (Journal, read_journal):
        with pytest.raises(JournalError) as error:
            look(tmp_path)
        assert str(error.value) == f"{tmp_path}: this is a folder, not a file"
    with pytest.raises(JournalError) as error:
        read_journal(tmp_path / "none.txt")
    assert str(error.value) == f"{tmp_path / 'none.txt'}: there is no such file; check its name"


@pytest.mark.parametrize("below", ["games.txt", "more/games.txt"])
def test_the_error_names_a_folder_that_cannot_be_created(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_bytes(b"hello")
    with nothing_changes(tmp_path), pytest.raises(JournalError) as error:
        Journal(tmp_path / "file" / below)
    message = str(error.value)
    assert message.startswith(str(tmp_path / "file"))
    why = message.replace(str(tmp_path), "")
    assert "folder" in why or "directory" in why


# -- damage


def test_damage_is_refused_with_its_line_and_the_file_left_alone(path: Path) -> None:
    path.write_bytes(DAMAGED)
    with nothing_changes(path.parent), pytest.raises(JournalError) as error:
        Journal(path)
    message = str(error.value)
    assert message.startswith(f"{path}: line 5, ")
    assert "checksum" in message
    assert message.endswith("delete this line and all after it, or name another file")
    Journal(path, repair=True).close()


def test_a_repaired_match_goes_on_from_before_the_damage_and_the_file_is_set_aside(path: Path) -> None:
    path.write_bytes(DAMAGED)
    journal = Journal(path, repair=True)
    assert journal.history.applied == 3
    assert journal.notice == damage_notice(5, 1)
    assert (path.parent / "games.damaged-1.txt").read_bytes() == DAMAGED
    assert content_of(path) == b"".join(LINES[:4])
    assert sorted(file.name for file in path.parent.iterdir()) == ["games.damaged-1.txt", "games.txt"]
    with pytest.raises(JournalError):
        Journal(path)
    journal.close()
    assert keep(path, "K 5 UNDO REDO") == WHOLE


def test_a_damaged_header_leaves_a_new_game_and_the_file_aside(path: Path) -> None:
    damaged = WHOLE.replace(b"players=2", b"players=4", 1)
    path.write_bytes(damaged)
    journal = Journal(path, repair=True)
    assert journal.history.applied == 0
    assert journal.notice == (
        "games.txt was damaged at line 1: set aside as games.damaged-1.txt; a new game begins"
    )
    journal.close()
    assert keep(path, "4 9 J K 5 UNDO REDO") == WHOLE
    assert (path.parent / "games.damaged-1.txt").read_bytes() == damaged


def test_everyone_may_still_read_a_repaired_journal(path: Path) -> None:
    path.write_bytes(DAMAGED)
    path.chmod(0o644)
    before = os.umask(0o022)
    try:
        Journal(path, repair=True).close()
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o644


def test_the_leftover_of_an_interrupted_repair_is_replaced(path: Path) -> None:
    path.write_bytes(DAMAGED)
    path.with_name("games.txt.new").write_bytes(b"x" * 5000)
    Journal(path, repair=True).close()
    assert content_of(path) == b"".join(LINES[:4])
    assert not path.with_name("games.txt.new").exists()


def repair_calls(folder: Path) -> int:
    """Repair a damaged journal in this folder, and return how many system calls this took."""
    with pytest.MonkeyPatch.context() as patch:
        disk = Disk(patch)
        (folder / "games.txt").write_bytes(DAMAGED)
        Journal(folder / "games.txt", repair=True).close()
        return len(disk.calls)


@pytest.mark.parametrize("most", [None, 7], ids=["whole writes", "short writes"])
def test_killed_at_any_call_of_a_repair_nothing_is_lost(tmp_path: Path, most: int | None) -> None:
    (tmp_path / "count").mkdir()
    calls = repair_calls(tmp_path / "count")
    assert calls > 5
    for number in range(calls):
        for moment in ("stop_before", "stop_after"):
            folder = tmp_path / f"{moment}-{number}"
            folder.mkdir()
            path = folder / "games.txt"
            path.write_bytes(DAMAGED)
            with pytest.MonkeyPatch.context() as patch:
                disk = Disk(patch)
                disk.most = most
                setattr(disk, moment, number)
                with pytest.raises(Killed):
                    Journal(path, repair=True).close()
                    raise Killed  # short writes take more calls
                disk.die()
            check_nothing_was_lost(path)
            Journal(path, repair=True).close()
            check_nothing_was_lost(path)
            Journal(path).close()


def test_a_repair_with_writes_of_a_few_bytes_is_complete(path: Path, disk: Disk) -> None:
    path.write_bytes(DAMAGED)
    disk.most = 7
    journal = Journal(path, repair=True)
    assert content_of(path) == b"".join(LINES[:4])
    for step in keyed.board("4 9 J K").history.past[3:]:
        journal.append(step.event)
    journal.close()
    assert content_of(path) == b"".join(LINES[:5])


def test_the_new_journal_is_synced_before_it_takes_the_name_and_the_folder_after(
    path: Path, disk: Disk
) -> None:
    path.write_bytes(DAMAGED)
    Journal(path, repair=True).close()
    steps = [call for call in disk.calls if call in ("link", "pwrite", "fsync", "replace")]
    assert steps == ["link", "pwrite", "fsync", "replace", "fsync"]


@pytest.mark.parametrize("call", ["link", "pwrite", "fsync", "replace"])
def test_a_repair_that_fails_says_why_and_leaves_the_folder_as_it_was(
    path: Path, disk: Disk, call: str
) -> None:
    path.write_bytes(DAMAGED)
    with nothing_changes(path.parent):
        for _ in range(3):
            disk.fail(call, errno.ENOSPC)
            with pytest.raises(JournalError) as error:
                Journal(path, repair=True)
            assert str(error.value) == f"{path}: the disk is full (free some space)"
    disk.heal()
    Journal(path, repair=True).close()
    check_nothing_was_lost(path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("go", "'go' cannot happen here: No go at 0"),
        ("jump", "'jump' isn't an event"),
        ("lay 1", "'1' isn't a rank"),
        ("undo 2", "'undo' ends here"),
        (
            "muggins 1 players=2 start=0,0 game=six-card",
            "seat has to be a whole number up to 9, not 'players=2'",
        ),
    ],
)
def test_an_impossible_line_with_a_right_checksum_is_damaged(path: Path, text: str, why: str) -> None:
    path.write_bytes(written("muggins 1 players=2 start=0,0 game=six-card", "deals 0", "starter 3", text))
    reading = read_back(path)
    assert reading.damage is not None
    assert reading.damage.line == 4
    assert why in str(reading.damage)
    assert reading.history.applied == 2


def test_damage_in_the_game_before_loses_neither_game(path: Path) -> None:
    play(path, "OK 3 K 4 MENU A A 2 A OK OK 9 J 4")
    expected = report_object(play(path, ""))
    path.write_bytes(path.read_bytes().replace(b"lay 4 #", b"lay 6 #", 1))
    assert [
        game["winner"] for game in json.loads(muggins("history", "--journal", path, "--json").out)["games"]
    ] == [0]
    journal = Journal(path, repair=True)
    assert journal.notice == damage_notice(5, 1)
    assert report_object(journal.history) == expected
    board = Board(journal.history, journal)
    assert board.press(Key.UNDO).took
    journal.close()
    match = play(path, "7 MENU 6 OK OK OK 3")
    assert match.game.number == 2
    assert listed(path)[0]["winner"] == 0


@pytest.mark.parametrize("version", ["0", "3", "17"])
def test_a_journal_of_another_version_is_refused_and_left_as_it_is(path: Path, version: str) -> None:
    path.write_bytes(written(f"muggins {version} players=2 start=0,0 more=new", "something new"))
    before = path.read_bytes()
    with pytest.raises(JournalError, match=f"'{version}' is unknown: this program reads 1 and 2"):
        Journal(path)
    check_error(muggins("history", "--journal", path), f"format '{version}'")
    assert path.read_bytes() == before
