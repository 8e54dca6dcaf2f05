"""The journal after a power cut, after damage, and files that are none."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from engine.game_setup import Setup
from engine.rules import Rules
from firmware_py.errors import JournalError
from firmware_py.journal.journal import Journal
from firmware_py.journal.recovery import read_journal
from tests.firmware_py.journal.test_journal import LINES, content_of, keep, read_back, written
from tests.support import keyed
from tests.support.command import nothing_changes
from tests.support.disk import Disk, Killed

WHOLE = b"".join(LINES)
DAMAGED = b"".join([*LINES[:4], b"lay 9 #00000000\n", *LINES[5:]])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.txt"


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


# -- a line that was being written


@pytest.mark.parametrize("tail", [b"", b"\0", b"\0" * 500], ids=["torn", "a NUL", "many NULs"])
def test_a_last_line_torn_at_any_byte_is_dropped_and_all_before_it_kept(path: Path, tail: bytes) -> None:
    before = b"".join(LINES[:-1])
    for length in range(len(LINES[-1])):
        path.write_bytes(before + LINES[-1][:length] + tail)
        reading = read_back(path)
        assert (reading.damage, reading.text) == (None, before)
        journal = Journal(path)
        assert (journal.history.applied, journal.notice) == (6, None)
        journal.close()
        assert keep(path, "REDO") == WHOLE


@pytest.mark.parametrize(
    "tail",
    [
        pytest.param(b"", id="torn"),
        pytest.param(b"\0", id="a NUL", marks=pytest.mark.slow),
        pytest.param(b"\0" * 500, id="many NULs"),
    ],
)
def test_a_header_torn_at_any_byte_is_begun_again(path: Path, tail: bytes) -> None:
    for length in range(len(LINES[0])):
        path.write_bytes(LINES[0][:length] + tail)
        assert read_journal(path) is None
        assert keep(path, "4 9 J K 5 UNDO REDO") == WHOLE


def test_a_header_of_another_game_torn_is_begun_again_as_wanted(path: Path) -> None:
    path.write_bytes(written("muggins 1 players=2 start=100,99 game=six-card")[:-3])
    journal = Journal(path, Setup(start=(7, 8)))
    assert [side.front for side in journal.history.game.sides] == [7, 8]
    journal.close()


def test_a_header_with_names_torn_at_any_byte_is_begun_again(path: Path) -> None:
    setup = Setup(Rules(players=3, muggins=True), (1, 2, 3), ("Zoë", "O'Hara", "7"), (4, 0, 0))
    keep(path, "4", setup)
    whole = content_of(path)
    assert read_back(path).header == setup
    for length in range(whole.index(b"names="), whole.index(b"game=")):
        path.write_bytes(whole[:length])
        assert read_journal(path) is None
        assert keep(path, "4", setup) == whole


def test_reading_drops_nothing_from_the_file(path: Path) -> None:
    path.write_bytes(WHOLE + b"lay 7 #12")
    with nothing_changes(path.parent):
        assert read_back(path).history.applied == 7


# -- files that are none

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
    "a record of a game to come": b"mugginsX 1 players=2 start=0,0 game=six-card",
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
def test_mended_it_is_kept_aside_and_a_match_begins(path: Path, content: bytes) -> None:
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
def test_a_journal_of_a_program_to_come_is_refused_and_left_alone(path: Path, header: str, why: str) -> None:
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


def test_a_folder_and_a_file_that_is_not_there_are_named(tmp_path: Path) -> None:
    for look in (Journal, read_journal):
        with pytest.raises(JournalError) as error:
            look(tmp_path)
        assert str(error.value) == f"{tmp_path}: this is a folder, not a file"
    with pytest.raises(JournalError) as error:
        read_journal(tmp_path / "none.txt")
    assert str(error.value) == f"{tmp_path / 'none.txt'}: there is no such file; check its name"


@pytest.mark.parametrize("below", ["games.txt", "more/games.txt"])
def test_a_folder_that_cannot_be_made_is_said_to_be_the_trouble(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").write_bytes(b"hello")
    with nothing_changes(tmp_path), pytest.raises(JournalError) as error:
        Journal(tmp_path / "file" / below)
    message = str(error.value)
    assert message.startswith(str(tmp_path / "file"))
    why = message.replace(str(tmp_path), "")
    assert "folder" in why or "directory" in why


# -- damage


def damaged(line: int, number: int) -> str:
    """The notice about a damaged line, and the copy of that number."""
    return (
        f"games.txt was damaged at line {line}: set aside as games.damaged-{number}.txt; "
        "the game goes on from what can still be read"
    )


def test_damage_is_refused_with_its_line_and_the_file_left_alone(path: Path) -> None:
    path.write_bytes(DAMAGED)
    with nothing_changes(path.parent), pytest.raises(JournalError) as error:
        Journal(path)
    message = str(error.value)
    assert message.startswith(f"{path}: line 5, ")
    assert "checksum" in message
    assert message.endswith("delete this line and all after it, or name another file")
    Journal(path, repair=True).close()


def test_mended_it_plays_on_from_before_the_damage_and_the_file_is_kept_aside(path: Path) -> None:
    path.write_bytes(DAMAGED)
    journal = Journal(path, repair=True)
    assert journal.history.applied == 3
    assert journal.notice == damaged(5, 1)
    assert (path.parent / "games.damaged-1.txt").read_bytes() == DAMAGED
    assert content_of(path) == b"".join(LINES[:4])
    assert sorted(file.name for file in path.parent.iterdir()) == ["games.damaged-1.txt", "games.txt"]
    with pytest.raises(JournalError):
        Journal(path)
    journal.close()
    assert keep(path, "K 5 UNDO REDO") == WHOLE


def test_a_second_damage_is_kept_under_a_second_name(path: Path) -> None:
    for number in (1, 2, 3):
        path.write_bytes(DAMAGED + b"%d\n" % number)
        journal = Journal(path, repair=True)
        assert journal.notice == damaged(5, number)
        journal.close()
    for number in (1, 2, 3):
        assert (path.parent / f"games.damaged-{number}.txt").read_bytes() == DAMAGED + b"%d\n" % number


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


def test_a_mended_journal_may_still_be_read_by_anyone(path: Path) -> None:
    path.write_bytes(DAMAGED)
    path.chmod(0o644)
    before = os.umask(0o022)
    try:
        Journal(path, repair=True).close()
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o644


def test_what_a_mending_that_was_cut_short_left_behind_is_in_nobodys_way(path: Path) -> None:
    path.write_bytes(DAMAGED)
    path.with_name("games.txt.new").write_bytes(b"x" * 5000)
    Journal(path, repair=True).close()
    assert content_of(path) == b"".join(LINES[:4])
    assert not path.with_name("games.txt.new").exists()


def everything_is_there(path: Path) -> None:
    """The journal's name stands for a file with all that is whole, and the damaged bytes are kept."""
    reading = read_back(path)
    assert reading.text == b"".join(LINES[:4])
    kept = [file.read_bytes() for file in path.parent.iterdir()]
    assert DAMAGED in kept


def mending_calls(folder: Path) -> int:
    """How many calls it takes to mend a journal."""
    with pytest.MonkeyPatch.context() as patch:
        disk = Disk(patch)
        (folder / "games.txt").write_bytes(DAMAGED)
        Journal(folder / "games.txt", repair=True).close()
        return len(disk.calls)


@pytest.mark.parametrize("most", [None, 7], ids=["whole writes", "short writes"])
def test_killed_at_any_call_of_a_mending_nothing_is_lost(tmp_path: Path, most: int | None) -> None:
    (tmp_path / "count").mkdir()
    calls = mending_calls(tmp_path / "count")
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
            everything_is_there(path)
            Journal(path, repair=True).close()
            everything_is_there(path)
            Journal(path).close()


def test_a_mending_whose_writes_take_little_at_a_time_is_whole(path: Path, disk: Disk) -> None:
    path.write_bytes(DAMAGED)
    disk.most = 7
    journal = Journal(path, repair=True)
    assert content_of(path) == b"".join(LINES[:4])
    for step in keyed.board("4 9 J K").history.past[3:]:
        journal.append(step.event)
    journal.close()
    assert content_of(path) == b"".join(LINES[:5])


def test_what_is_put_in_its_place_is_synced_before_and_the_names_after(path: Path, disk: Disk) -> None:
    path.write_bytes(DAMAGED)
    Journal(path, repair=True).close()
    steps = [call for call in disk.calls if call in ("link", "pwrite", "fsync", "replace")]
    assert steps == ["link", "pwrite", "fsync", "replace", "fsync"]


def test_a_journal_that_is_mended_by_another_program_just_then_is_opened_as_mended(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(DAMAGED)
    lock = fcntl.flock

    def mended_by_another(file: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", lock)
        Journal(path, repair=True).close()
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", mended_by_another)
    journal = Journal(path)
    for step in keyed.board("4 9 J K").history.past[3:]:
        journal.append(step.event)
    journal.close()
    assert content_of(path) == b"".join(LINES[:5])
    assert path.with_name("games.damaged-1.txt").read_bytes() == DAMAGED


def test_without_links_a_damaged_journal_is_kept_as_a_copy(path: Path, disk: Disk) -> None:
    path.write_bytes(DAMAGED)
    disk.fail("link", errno.EPERM)
    Journal(path, repair=True).close()
    everything_is_there(path)


@pytest.mark.parametrize("call", ["link", "pwrite", "fsync", "replace"])
def test_a_mending_that_fails_says_why_and_leaves_the_folder_as_it_was(
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
    everything_is_there(path)
