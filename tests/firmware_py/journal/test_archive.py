"""The archive: a file and a result for each finished game, also on a failing disk."""

import errno
import json
import os
import stat
from functools import partial
from pathlib import Path
from zlib import crc32

import pytest

from engine.match.record import read_record
from firmware_py.board.board import Board
from firmware_py.board.loop import Housekeeping
from firmware_py.input.keys import Key, Press
from firmware_py.journal.archive import archived_games, folder_of, save_minutes, utc
from firmware_py.journal.journal import Journal
from firmware_py.outputs.log_and_buzzer import GameTime
from firmware_py.reports.match import report_object
from tests.support import keyed
from tests.support.command import check_error, muggins
from tests.support.journals import (
    AGAIN,
    START,
    WIN,
    Disk,
    content_of,
    files,
    journal_of,
    listed,
    play,
    written,
)

from .test_failing_disk import opened

# -- a file for each game


def test_muggins_record_finds_an_archived_game(path: Path) -> None:
    play(path, f"OK {WIN} {AGAIN} {AGAIN} OK 3 K")
    assert list(files(path)) == ["00001.txt", "00002.txt", "00003.txt"]
    for number in (1, 2, 3, 4):
        made = muggins("record", "--journal", path, "--game", str(number)).out
        if number < 4:
            assert files(path)[f"0000{number}.txt"].startswith(made.encode())
        assert read_record(made)
    check_error(muggins("record", "--journal", path, "--game", "5"), "--game 5", "choose 1 to 4")
    folder_of(path).joinpath("00001.txt").unlink()
    check_error(muggins("record", "--journal", path, "--game", "1"), "--game 1", "its file is gone")


def test_a_game_that_was_resumed_gets_another_file_and_the_last_one_counts(path: Path) -> None:
    play(path, f"OK {WIN} OK")
    first = files(path)["00001.txt"]
    play(path, "UNDO UNDO Q K")  # back into the first game, which goes on
    assert listed(path) == []
    play(path, "MENU A GO A 2 A OK")
    assert [game["scores"] for game in listed(path)] == [[119, 121]]
    play(path, "OK")
    assert list(files(path)) == ["00001-2.txt", "00001.txt"]
    assert files(path)["00001.txt"] == first
    assert [game["scores"] for game in listed(path)] == [[119, 121]]
    assert archived_games(path)[0].version == 2


def test_a_game_in_which_nothing_was_played_gets_no_file(path: Path) -> None:
    play(path, "4 MENU 6 OK OK OK 3")  # cut, and a new game begun
    assert files(path) == {}
    assert listed(path) == []
    play(path, "MENU 6 OK OK")
    assert list(files(path)) == ["00002.txt"]
    assert listed(path) == []  # it was given up in its first deal
    check_error(muggins("record", "--journal", path, "--game", "1"), "nothing was played in this game")


def test_the_games_of_a_new_journal_are_numbered_after_the_archived_ones(path: Path) -> None:
    play(path, f"OK {WIN} {AGAIN} OK")
    before = files(path)
    path.unlink()
    match = play(path, f"OK {WIN} OK")
    assert (match.applied, match.game.number) == (3, 3)
    assert {name: content for name, content in files(path).items() if name in before} == before
    assert [game["number"] for game in listed(path)] == [1, 2, 3]
    assert muggins("status", "--journal", path, "--json").json["presses"] == 3


@pytest.mark.parametrize("cut", [1, 40, 400, 560, 700])
def test_a_new_journal_torn_while_its_first_lines_were_written_begins_again(path: Path, cut: int) -> None:
    play(path, f"OK {WIN} OK")
    path.unlink()
    play(path, "OK")
    whole = content_of(path)
    begins = b"".join(whole.splitlines(keepends=True)[:2])
    path.write_bytes(begins[: min(cut, len(begins) - 1)])
    play(path, "OK")
    assert content_of(path) == whole


# -- damaged files


def test_a_game_whose_last_line_is_damaged_is_replayed(path: Path) -> None:
    play(path, f"OK {WIN} {AGAIN} OK")
    file = folder_of(path) / "00001.txt"
    whole = listed(path)
    for content in (
        file.read_bytes().replace(b'"winner": 0', b'"winner": 1'),
        file.read_bytes().rpartition(b"\n#")[0] + b"\n",
    ):
        file.write_bytes(content)
        made = muggins("history", "--journal", path, "--json")
        assert (
            made.err
            == f"muggins: {file}: the file was changed after the board wrote it; it is listed as it is now\n"
        )
        assert json.loads(made.out)["games"] == [whole[0] | {"ended": None}, whole[1]]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"muggins 9 players=2 start=0,0\n", "format '9' is unknown"),
        (b"muggins 1 players=2 start=0,0\nlay 5\n", "No lay now"),
        (b"\xff\xfe", "it is not text"),
        (b"", "the record is empty"),
    ],
)
def test_a_file_without_a_game_is_left_out_with_a_complaint(path: Path, content: bytes, why: str) -> None:
    play(path, f"OK {WIN} {AGAIN} OK")
    file = folder_of(path) / "00001.txt"
    file.write_bytes(content)
    made = muggins("history", "--journal", path, "--json")
    assert made.status == 0
    assert [game["number"] for game in json.loads(made.out)["games"]] == [2]
    assert made.err.count("\n") == 1 and str(file) in made.err and why in made.err
    assert file.read_bytes() == content


def test_other_files_in_the_folder_are_ignored(path: Path) -> None:
    play(path, f"OK {WIN} OK")
    for name in ("notes.txt", "1.txt", "00000.txt", "00002.new", "00002.txt.bak"):
        (folder_of(path) / name).write_text("x")
    os.mkfifo(folder_of(path) / "00002.txt")
    assert [game["number"] for game in listed(path)] == [1]


def test_a_journal_that_something_else_changed_is_left_as_it_is(path: Path) -> None:
    play(path, f"OK {WIN}")
    journal, board = opened(path)
    path.write_bytes(path.read_bytes().replace(b"deals 0", b"deals 1"))
    assert board.press(Key.OK).took
    changed = path.read_bytes()
    assert Housekeeping(board).work() == f"{path}: another program has changed this file; restart Muggins"
    journal.close()
    assert (files(path), path.read_bytes()) == ({}, changed)


def test_games_after_an_older_journal_that_was_copied_back_are_still_listed(path: Path) -> None:
    play(path, f"OK {WIN}")
    older = path.read_bytes()
    play(path, f"{AGAIN} {AGAIN} OK")
    path.write_bytes(older)
    assert [game["number"] for game in listed(path)] == [1, 2, 3]


def test_a_link_to_a_journal_stays_a_link(path: Path, tmp_path: Path) -> None:
    real = tmp_path / "card" / "games.txt"
    real.parent.mkdir()
    path.symlink_to(real)
    play(path, f"OK {WIN} {AGAIN} OK")
    assert path.is_symlink()
    assert list(files(real)) == ["00001.txt", "00002.txt"]
    assert [game["number"] for game in listed(path)] == [1, 2]


def test_a_file_with_the_name_of_the_folder_does_not_keep_the_board_from_playing(path: Path) -> None:
    folder_of(path).write_text("something else")
    journal = Journal(path)
    why = f"{folder_of(path)}: this is a file where a folder is needed (move it away)"
    assert journal.notice == f"{why}; finished games cannot be saved there"
    board = Board(journal.history, journal)
    keyed.press(board, "OK 3 MENU A A 2 A OK OK")
    assert Housekeeping(board).work() == (
        f"{folder_of(path)}: the last game could not be saved in a file of its own: "
        f"{why.partition(': ')[2]}; it stays in the journal"
    )
    journal.close()


BEFORE = f"OK {WIN} {AGAIN}"


ARCHIVED = ["unlink", "open", "pwrite", "fsync", "replace", "open", "fsync"]
"""The system calls that write a game's file."""
SHORTENED = ["unlink", "open", "pwrite", "fsync", "flock", "replace", "open", "fsync"]
"""The system calls that replace the journal with a shorter one."""
CALLS = ARCHIVED + SHORTENED


@pytest.mark.parametrize(
    "index", [index for index, call in enumerate(CALLS) if call not in ("unlink", "flock")]
)
def test_if_a_game_cannot_be_archived_nothing_is_lost_and_the_board_tries_again(
    path: Path, disk: Disk, index: int
) -> None:
    play(path, BEFORE)
    journal, board = opened(path)
    assert board.press(Key.OK).took
    disk.calls.clear()
    disk.fail(CALLS[index], errno.ENOSPC, after=CALLS[:index].count(CALLS[index]))
    why = (
        f"{folder_of(path)}: the last game could not be saved in a file of its own: "
        "the disk is full (free some space); it stays in the journal"
    )
    assert Housekeeping(board).work() == why
    assert disk.calls[: index + 1] == CALLS[: index + 1]
    disk.heal()
    assert report_object(journal_of(path)) == report_object(board.history)
    assert len(listed(path)) == 2
    # The next press is saved in the current journal, and the folder is synced if the failure prevented that.
    disk.calls.clear()
    assert board.press(Key.THREE).took
    assert ("fsync" in disk.calls) == (index >= len(CALLS) - 2)
    assert report_object(journal_of(path)) == report_object(board.history)
    assert Housekeeping(board).work() is None and not Housekeeping(board).due
    journal.close()
    assert list(files(path)) == (["00001.txt"] if index < len(ARCHIVED) - 2 else ["00001.txt", "00002.txt"])
    assert play(path, "UNDO UNDO UNDO").game.number == 1
    play(path, "REDO REDO REDO")
    assert list(files(path)) == ["00001.txt", "00002.txt"]


def test_a_match_whose_earlier_game_cannot_be_replayed_goes_on(path: Path) -> None:
    play(path, f"{BEFORE} OK")
    texts = [line.rpartition(b" #")[0].decode() for line in content_of(path).splitlines()]
    texts[texts.index("starter 3")] = "lay 3"
    path.write_bytes(written(*texts))
    match = play(path, "3 K 5")
    assert match.game.number == 2
    play(path, "MENU A A 2 A OK OK 3")
    assert list(files(path)) == ["00001.txt", "00002.txt", "00003.txt"]
    assert [game["number"] for game in listed(path)] == [1, 2, 3]


def test_a_shortened_journal_keeps_its_mode_and_owner(path: Path) -> None:
    play(path, BEFORE)
    path.chmod(0o664)
    before = os.umask(0o077)
    try:
        play(path, "OK")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o664


def test_a_board_stopped_after_the_next_game_began_knows_when_the_last_ended(path: Path) -> None:
    play(path, f"OK {WIN}")
    journal, board = opened(path)
    assert board.press(Key.OK).took
    journal.close()  # like a power cut: nothing is archived yet
    begun = path.stat().st_mtime
    journal = Journal(path)
    assert Housekeeping(Board(journal.history, journal)).work() is None
    journal.close()
    (content,) = files(path).values()
    assert f'"ended": "{utc(begun)}"'.encode() in content


def test_date_of_a_finished_game_does_not_depend_on_later_clock_changes(path: Path) -> None:
    for year in (2030, 1999):
        play(path, f"OK {WIN}" if year == 2030 else AGAIN.removeprefix("OK "))
        seconds = (year - 1970) * 365.25 * 86400
        os.utime(path, (seconds, seconds))
        play(path, "OK")
    assert [(game["number"], game["ended"][:4]) for game in listed(path)] == [(1, "2030"), (2, "1999")]


def timed(path: Path, presses: list[tuple[int, str]]) -> None:
    """Press keys on a running board at these times, in minutes, and stop it."""
    journal, now = Journal(path, START), 0
    board, time = Board(journal.history, journal), GameTime(partial(save_minutes, path), lambda: 60.0 * now)
    for at, words in presses:
        now = at
        for word in words.split():
            time.pressed(Press(Key.parse(word)), board.press(Key.parse(word)))
            assert Housekeeping(board).work() is None
    journal.close()


LOSE = "UNDO MENU A GO 2 A OK"
"""The keys that take the win back, and let the other player win."""


@pytest.mark.parametrize(
    ("first", "then", "minutes"),
    [
        ([(7, "OK"), (38, WIN)], [(900, "OK")], 31),  # archived the next evening
        ([(7, "OK"), (38, WIN), (800, "UNDO"), (801, "REDO")], [], 31),
        ([(0, "OK"), (300, WIN)], [], None),  # nobody plays for five hours
        ([(0, "OK")], [(5, WIN)], None),  # the board was off meanwhile
        ([(0, "OK"), (20, WIN)], [(5, LOSE)], None),
    ],
)
def test_a_game_that_was_followed_from_its_first_key_to_its_win_has_its_minutes(
    path: Path, first: list[tuple[int, str]], then: list[tuple[int, str]], minutes: int | None
) -> None:
    timed(path, first)
    timed(path, then)
    assert [game["minutes"] for game in listed(path)] == [minutes]


def test_games_without_minutes_or_from_an_older_program_are_listed_without_them(path: Path) -> None:
    timed(path, [(0, "OK"), (31, f"{WIN} OK")])
    assert muggins("history", "--journal", path).out.splitlines()[0].endswith("; 31 minutes")
    archive = folder_of(path) / "00001.txt"
    text = archive.read_text().rpartition(" #")[0].replace('"minutes": 31, ', "")
    archive.write_text(f"{text} #{crc32(text.encode()):08x}\n")
    result = muggins("history", "--journal", path)
    assert "minute" not in result.out and result.err == ""
    assert listed(path)[0]["minutes"] is None


def test_a_win_that_was_undone_does_not_count(path: Path) -> None:
    play(path, f"OK {WIN} OK UNDO UNDO UNDO MENU 6 OK OK OK 7 MENU 6 OK OK OK 8 K")
    assert listed(path) == []
    assert muggins("status", "--journal", path, "--json").json["sides"][0]["games"] == 0
