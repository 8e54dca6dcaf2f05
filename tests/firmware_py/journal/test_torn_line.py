"""A half-written last line, and the spaces that the journal reserves for its next lines."""

from pathlib import Path
from random import Random

import pytest

from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board import Board
from firmware_py.input.keys import Key
from firmware_py.journal.journal import Journal
from firmware_py.journal.recovery import read_journal
from tests.support import keyed
from tests.support.command import nothing_changes
from tests.support.journals import LINES, WHOLE, content_of, keep, read_back, written

BLOCK, SECTOR = 4096, 512


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


def test_after_a_torn_header_the_match_begins_with_the_new_setup(path: Path) -> None:
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


def test_reading_a_journal_with_a_torn_line_does_not_change_it(path: Path) -> None:
    path.write_bytes(WHOLE + b"lay 7 #12")
    with nothing_changes(path.parent):
        assert read_back(path).history.applied == 7


def test_the_file_grows_by_whole_blocks_of_blanks(path: Path) -> None:
    words = keyed.whole_game(3)
    journal = Journal(path)
    board = Board(journal.history, journal)
    sizes = set()
    for word in words:
        assert board.press(Key.parse(word)).took
        sizes.add(path.stat().st_size)
        assert path.read_bytes()[len(content_of(path)) :].strip(b" ") == b""
    journal.close()
    assert sizes == {BLOCK * (number + 1) for number in range(len(sizes))}


def test_the_file_is_text_and_a_record_in_spite_of_its_blanks(path: Path) -> None:
    keep(path, "4 9 J K 5")
    assert all(32 <= byte < 127 or byte == 10 for byte in path.read_bytes())
    reading = read_journal(path)
    assert reading is not None and reading.damage is None and reading.history.applied == 5


def lines_across_a_sector(path: Path) -> list[tuple[bytes, int]]:
    """Play a game, and return each state of its journal in which the last line crosses a sector boundary.

    Each state comes with the offset in bytes at which the last line begins.

    Args:
        path: the path at which the journal is written.
    """
    journal = Journal(path)
    board = Board(journal.history, journal)
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
            reading = read_journal(path)
            assert reading is not None
            assert (reading.damage, reading.text) == (None, whole[:before])
            again = Journal(path)
            assert again.notice is None
            board = Board(again.history, again)
            assert board.press(Key.UNDO).took  # a short line: nothing of the torn one may stay behind it
            again.close()
            after = read_journal(path)
            assert after is not None and after.damage is None
            assert after.history.applied == reading.history.applied + 1


def test_a_complete_last_line_with_a_wrong_byte_is_damaged(path: Path) -> None:
    whole = keep(path, "4 9 J K 5")
    chance = Random(1)
    start = whole.rstrip(b"\n").rfind(b"\n") + 1
    for _ in range(50):
        offset = chance.randrange(start, len(whole) - 1)
        other = bytes([whole[offset] ^ chance.choice([1, 2, 4])])
        if other in (b"\n", b" "):
            continue
        path.write_bytes((whole[:offset] + other + whole[offset + 1 :]).ljust(BLOCK))
        reading = read_journal(path)
        assert reading is not None and reading.damage is not None
        assert reading.damage.line == 6


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
    if kept == (0, 1):  # the whole line
        assert read_journal(path) is not None
    else:
        assert read_journal(path) is None
    assert keep(path, "4", setup) == header
