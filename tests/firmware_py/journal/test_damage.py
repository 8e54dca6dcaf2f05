"""Damage to a journal is noticed and repaired, and a line that was only being written is no damage."""

import errno
import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.input.keys import Key
from firmware_py.journal.journal import Journal
from firmware_py.journal.recovery import read_journal
from firmware_py.reports.match import report_object
from firmware_py.system.errors import JournalError
from tests.support import keyed
from tests.support.command import check_error, muggins, nothing_changes
from tests.support.journals import (
    DAMAGE_NOTICE,
    DAMAGED,
    LINES,
    WHOLE,
    Disk,
    Killed,
    check_nothing_was_lost,
    content_of,
    journal_of,
    keep,
    listed,
    play,
    read_back,
    written,
)

from .test_failing_disk import opened

BLOCK, SECTOR = 4096, 512


def damage_in(path: Path, lines: list[bytes]) -> tuple[int | None, int]:
    """Write these lines to a journal, and then read the journal.

    Returns:
        The number of the damaged line (None if no line is damaged), and the number of readable key presses.
    """
    for size in (0, BLOCK):  # the blanks behind the last line change nothing
        content = b"".join(lines).ljust(size)
        path.write_bytes(content)
        reading = read_back(path)
        assert path.read_bytes() == content
        assert reading.text == b"".join(lines[: (reading.damage.line - 1) if reading.damage else None])
    return reading.damage.line if reading.damage else None, reading.history.applied


@pytest.mark.parametrize("number", range(1, 8))
def test_a_changed_line_is_noticed(path: Path, number: int) -> None:
    for index in range(len(LINES[number]) - 1):
        for bit in (1, 32):
            byte = bytes([LINES[number][index] ^ bit])
            if byte == b"\n":
                continue
            changed = LINES[number][:index] + byte + LINES[number][index + 1 :]
            lines = [*LINES[:number], changed, *LINES[number + 1 :]]
            assert damage_in(path, lines) == (number + 1, number - 1)


@pytest.mark.parametrize("number", range(1, 7))
def test_a_line_that_is_missing_repeated_or_exchanged_with_the_next_is_noticed(
    path: Path, number: int
) -> None:
    before, line, following, after = LINES[:number], LINES[number], LINES[number + 1], LINES[number + 2 :]
    assert damage_in(path, [*before, following, *after]) == (number + 1, number - 1)
    assert damage_in(path, [*before, line, line, following, *after]) == (number + 2, number)
    assert damage_in(path, [*before, following, line, *after]) == (number + 1, number - 1)


def test_a_header_that_is_repeated_or_changed_is_noticed(path: Path) -> None:
    assert damage_in(path, [LINES[0], *LINES]) == (2, 0)
    for index in range(len(LINES[0]) - 1):
        changed = LINES[0][:index] + b"~" + LINES[0][index + 1 :]
        assert damage_in(path, [changed, *LINES[1:]]) == (1, 0)


@pytest.mark.parametrize(
    "wrong",
    [b"\n", b"lay 3\n", b"\xff\xfe\n", b" #\n", b"lay 3 #\n", b"\0" * 40 + b"\n", b"#" * 5000 + b"\n"],
)
def test_a_line_that_the_journal_never_wrote_is_noticed(path: Path, wrong: bytes) -> None:
    assert damage_in(path, [*LINES[:5], wrong, *LINES[5:]]) == (6, 4)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example writes the file anew
@given(st.data())
def test_random_damage_never_adds_to_the_lines_that_are_read(path: Path, data: st.DataObject) -> None:
    content = bytearray(b"".join(LINES))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(start + 30, len(content))))
        content[start:end] = data.draw(st.binary(max_size=12))
    path.write_bytes(bytes(content))
    try:
        reading = read_journal(path)
    except JournalError:
        return
    if reading is not None:
        assert b"".join(LINES).startswith(reading.text)
        assert bytes(content).startswith(reading.text)


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


@pytest.mark.parametrize("tail", [b"lay\x01", b"x" * 2 * BLOCK], ids=["a control character", "too long"])
def test_what_no_journal_was_writing_behind_the_last_line_is_damage(path: Path, tail: bytes) -> None:
    path.write_bytes(WHOLE + tail)
    reading = read_back(path)
    assert reading.damage is not None and reading.damage.line == len(LINES) + 1
    assert (reading.text, reading.history.applied) == (WHOLE, 7)


def test_the_file_is_text_and_grows_by_whole_blocks_of_blanks(path: Path) -> None:
    words = keyed.whole_game(3)
    journal, board = opened(path)
    sizes = set()
    for word in words:
        assert board.press(Key.parse(word)).took
        sizes.add(path.stat().st_size)
        assert path.read_bytes()[len(content_of(path)) :].strip(b" ") == b""
    journal.close()
    assert all(32 <= byte < 127 or byte == 10 for byte in path.read_bytes())
    assert sizes == {BLOCK * (number + 1) for number in range(len(sizes))}


def lines_across_a_sector(path: Path) -> list[tuple[bytes, int]]:
    """Play a game, and return each state of its journal in which the last line crosses a sector boundary.

    Each state comes with the offset in bytes at which the last line begins.

    Args:
        path: the path at which the journal is written.
    """
    journal, board = opened(path)
    found = []
    for word in keyed.whole_game(4):
        before = len(content_of(path)) if path.stat().st_size else 0
        board.press(Key.parse(word))
        after = len(content_of(path))
        sector = after - after % SECTOR
        if before and before < sector < after:
            found.append((path.read_bytes(), before))
    journal.close()
    return found


def test_a_line_with_only_one_of_its_sectors_written_is_dropped_and_all_before_it_kept(path: Path) -> None:
    journals = lines_across_a_sector(path)
    assert len(journals) >= 3
    for whole, before in journals:
        end = len(whole.rstrip(b" "))
        sector = end - end % SECTOR
        first_alone = whole[:sector] + b" " * (len(whole) - sector)
        second_alone = whole[:before] + b" " * (sector - before) + whole[sector:]
        for torn in (first_alone, second_alone):
            path.write_bytes(torn)
            reading = read_back(path)
            assert (reading.damage, reading.text) == (None, whole[:before])
            again = Journal(path)
            assert again.notice is None
            board = Board(again.history, again)
            assert board.press(Key.UNDO).took  # a short line: nothing of the torn one may stay behind it
            again.close()
            assert journal_of(path).applied == reading.history.applied + 1


@pytest.mark.parametrize("kept", [(), (0,), (1,), (0, 1), (2, 5), (1, 7)])
def test_journal_with_a_torn_first_write_is_started_again(path: Path, kept: tuple[int, ...]) -> None:
    """If a power cut left zeros in the first line of a new journal, that line is written again."""
    setup = Setup(Rules(players=4), names=("Alexandria", "Bartholomy", "Clementine", "Dorothea"))
    header = keep(path, "4", setup)
    path.unlink()
    lines = header.splitlines(keepends=True)[0]
    whole = lines.ljust(BLOCK)
    torn = b"".join(
        whole[at * SECTOR : (at + 1) * SECTOR] if at in kept else bytes(SECTOR)
        for at in range(BLOCK // SECTOR)
    )
    path.write_bytes(torn)
    assert (read_journal(path) is None) == (kept != (0, 1))  # which is the whole line
    assert keep(path, "4", setup) == header


# -- files that are no journal

FOREIGN = {
    "a picture": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "its name, and then something else": b"muggins, the story of a dog",
    "spaces": b" ",
    "an end of line": b"\n",
    "a record of another format": b"mugginsX 1 players=2 start=0,0 game=six-card",
}


@pytest.mark.parametrize("content", FOREIGN.values(), ids=FOREIGN.keys())
def test_a_file_that_is_no_journal_is_left_alone_unless_it_is_repaired(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with nothing_changes(path.parent):
        with pytest.raises(JournalError) as error:
            Journal(path)
        assert str(error.value) == f"{path}: this isn't a journal of Muggins; name another file"
        with pytest.raises(JournalError):
            read_journal(path)
    # If it is repaired, it is set aside, and a match begins.
    journal = Journal(path, repair=True)
    assert journal.history.applied == 0
    assert journal.notice == "games.txt was damaged: set aside as games.damaged-1.txt; a new game begins"
    journal.close()
    assert path.with_name("games.damaged-1.txt").read_bytes() == content


@pytest.mark.parametrize(
    ("header", "why"),
    [
        ("muggins 3 players=2 start=0,0", "format '3' is unknown: this program reads 1 and 2"),
        ("muggins 1 players=5 start=0,0,0 game=six-card", "5 players is not possible"),
        ("muggins 1 players=2 start=0,121 game=six-card", "start cannot be 0,121"),
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
        check_error(muggins("history", "--journal", path), why)


# -- damage


def test_damage_is_refused_with_its_line_and_repaired_by_going_on_from_before_it(path: Path) -> None:
    path.write_bytes(DAMAGED)
    with nothing_changes(path.parent), pytest.raises(JournalError) as error:
        Journal(path)
    message = str(error.value)
    assert message.startswith(f"{path}: line 5, ")
    assert "checksum" in message
    assert message.endswith("delete this line and all after it, or name another file")
    journal = Journal(path, repair=True)
    assert (journal.history.applied, journal.notice) == (3, DAMAGE_NOTICE)
    assert (path.parent / "games.damaged-1.txt").read_bytes() == DAMAGED
    assert content_of(path) == b"".join(LINES[:4])
    assert sorted(file.name for file in path.parent.iterdir()) == ["games.damaged-1.txt", "games.txt"]
    journal.close()
    assert keep(path, "K 5 UNDO REDO") == WHOLE
    # A damaged header leaves a new game.
    damaged = WHOLE.replace(b"players=2", b"players=4", 1)
    path.write_bytes(damaged)
    with pytest.raises(JournalError, match=r"line 1.*; name another file$"):
        Journal(path)
    journal = Journal(path, repair=True)
    assert (journal.history.applied, journal.notice) == (
        0,
        "games.txt was damaged at line 1: set aside as games.damaged-2.txt; a new game begins",
    )
    journal.close()
    assert (path.parent / "games.damaged-2.txt").read_bytes() == damaged


@pytest.mark.parametrize("most", [None, 7], ids=["whole writes", "short writes"])
@pytest.mark.parametrize("moment", ["stop_before", "stop_after"])
def test_a_kill_at_any_call_of_a_repair_loses_nothing(tmp_path: Path, moment: str, most: int | None) -> None:
    for number in range(20):
        path = tmp_path / str(number) / "games.txt"
        path.parent.mkdir()
        path.write_bytes(DAMAGED)
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(patch)
            disk.most = most
            setattr(disk, moment, number)
            with suppress(Killed):
                Journal(path, repair=True).close()
            disk.die()
        check_nothing_was_lost(path)
        Journal(path, repair=True).close()
        check_nothing_was_lost(path)
        Journal(path).close()
    assert most or 5 < len(disk.calls) < 20  # so there was a kill at each


def test_a_new_journal_is_synced_before_its_name_and_the_folder_after_it(path: Path, disk: Disk) -> None:
    path.write_bytes(DAMAGED)
    Journal(path, repair=True).close()
    steps = [call for call in disk.calls if call in ("link", "pwrite", "fsync", "replace")]
    assert steps == ["link", "pwrite", "fsync", "replace", "fsync"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("go", "'go' cannot happen here: No go at 0"),
        ("jump", "'jump' isn't an event"),
        ("muggins 1 players=2 start=0,0", "seat has to be a whole number up to 9, not 'players=2'"),
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
    before = json.loads(muggins("history", "--journal", path, "--json").out)
    assert [game["winner"] for game in before["games"]] == [0]
    journal = Journal(path, repair=True)
    assert journal.notice == DAMAGE_NOTICE
    assert report_object(journal.history) == expected
    board = Board(journal.history, journal)
    assert board.press(Key.UNDO).took
    journal.close()
    match = play(path, "7 MENU 6 OK OK OK 3")
    assert match.game.number == 2
    assert listed(path)[0]["winner"] == 0


def test_on_a_file_system_without_links_a_damaged_journal_is_copied(path: Path, disk: Disk) -> None:
    path.write_bytes(DAMAGED)
    disk.fail("link", errno.EPERM)
    Journal(path, repair=True).close()
    check_nothing_was_lost(path)
