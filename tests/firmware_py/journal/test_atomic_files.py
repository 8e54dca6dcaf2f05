"""The room that the journal makes for its next lines, and what a power cut can leave of one written there."""

from pathlib import Path
from random import Random

import pytest

from engine.game_setup import Setup
from engine.rules import Rules
from firmware_py.board import Board
from firmware_py.input.keys import Key
from firmware_py.journal.journal import Journal
from firmware_py.journal.recovery import read_journal
from tests.firmware_py.journal.test_journal import content_of, keep
from tests.support import keyed

BLOCK, SECTOR = 4096, 512


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.txt"


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


def test_it_is_a_record_all_the_same_and_text_through_and_through(path: Path) -> None:
    keep(path, "4 9 J K 5")
    assert all(32 <= byte < 127 or byte == 10 for byte in path.read_bytes())
    reading = read_journal(path)
    assert reading is not None and reading.damage is None and reading.history.applied == 5


def lines_across_a_sector(path: Path) -> list[tuple[bytes, int]]:
    """Journals whose last line lies in two sectors, each with the place of the second."""
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


def test_a_line_of_which_the_disk_kept_only_one_sector_is_dropped_and_all_before_it_kept(path: Path) -> None:
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
            assert board.press(
                Key.UNDO
            ).took  # a shorter line than most: nothing of the torn one stays behind
            again.close()
            after = read_journal(path)
            assert after is not None and after.damage is None
            assert after.history.applied == reading.history.applied + 1


def test_a_last_line_that_was_whole_and_is_damaged_is_damage(path: Path) -> None:
    whole = keep(path, "4 9 J K 5")
    chance = Random(1)
    start = whole.rstrip(b"\n").rfind(b"\n") + 1
    for _ in range(50):
        place = chance.randrange(start, len(whole) - 1)
        other = bytes([whole[place] ^ chance.choice([1, 2, 4])])
        if other in (b"\n", b" "):
            continue
        path.write_bytes((whole[:place] + other + whole[place + 1 :]).ljust(BLOCK))
        reading = read_journal(path)
        assert reading is not None and reading.damage is not None
        assert reading.damage.line == 6


@pytest.mark.parametrize("kept", [(), (0,), (1,), (0, 1), (2, 5), (1, 7)])
def test_a_first_write_of_which_the_disk_kept_some_sectors_begins_again(
    path: Path, kept: tuple[int, ...]
) -> None:
    """In a new file, a sector that was not written holds nothing."""
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
    if kept == (0, 1):  # that is all of the line
        assert read_journal(path) is not None
    else:
        assert read_journal(path) is None
    assert keep(path, "4", setup) == header
