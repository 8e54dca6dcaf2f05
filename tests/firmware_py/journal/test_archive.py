"""Games that are over get a file each, and the journal keeps what UNDO can reach."""

import json
import os
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from engine.events import Event, Kind
from engine.game_setup import Setup
from engine.match.history import History
from engine.match.record import read_record
from engine.rules import Rules
from firmware_py.board import Board
from firmware_py.commands.match_report import report_object
from firmware_py.errors import JournalError
from firmware_py.housekeeping import Housekeeping
from firmware_py.input.keys import Key
from firmware_py.journal.archive import archived_games, folder_of
from firmware_py.journal.game_result import utc
from firmware_py.journal.journal import Journal
from firmware_py.journal.recovery import read_journal
from tests.firmware_py.journal.test_journal import HEADER, content_of, written
from tests.firmware_py.journal.test_recovery import damaged
from tests.support import keyed
from tests.support.command import complained, muggins

WIN = "J"
"""The dealer turns a jack up and pegs two, from 119."""
AGAIN = "OK 3 MENU A GO A 2 A OK"
"""The next game: a starter, and Right pegs 121 by hand, which is another two presses that take effect."""
UNDO = Event(Kind.UNDO)
START = Setup(Rules(), (119, 100))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.txt"


def play(path: Path, words: str) -> History:
    """Press keys as the board does, with what it does once a press shows; where that leads."""
    journal = Journal(path, START)
    board = Board(journal.history, journal)
    try:
        for word in words.split():
            assert board.press(Key.parse(word)).why is None, word
            assert Housekeeping(board.match).work() is None
        return board.history
    finally:
        journal.close()


def test_a_board_stopped_right_after_the_next_game_began_still_knows_when_the_last_one_ended(
    path: Path,
) -> None:
    play(path, f"OK {WIN}")
    journal = Journal(path)
    board = Board(journal.history, journal)
    assert board.press(Key.OK).took
    journal.close()  # as a power cut would: nothing has been put away
    begun = path.stat().st_mtime
    journal = Journal(path)
    assert Housekeeping(Board(journal.history, journal).match).work() is None
    journal.close()
    (content,) = files(path).values()
    assert f'"ended": "{utc(begun)}"'.encode() in content


def files(path: Path) -> dict[str, bytes]:
    folder = folder_of(path)
    return (
        {name: (folder / name).read_bytes() for name in sorted(os.listdir(folder))} if folder.exists() else {}
    )


def last_line(content: bytes) -> dict[str, Any]:
    """What the last line says, whose checksum fits all that is before it."""
    before, mark, checksum = content.rstrip(b"\n").rpartition(b" #")
    assert mark and int(checksum, 16) == crc32(before)
    made: dict[str, Any] = json.loads(before.rpartition(b"\n# ")[2])
    return made


def listed(path: Path) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = muggins("history", "--journal", path, "--json").json["games"]
    return games


# -- a file each


def test_as_the_next_game_begins_the_one_that_is_over_gets_a_file(path: Path) -> None:
    play(path, f"OK {WIN}")
    assert files(path) == {}
    play(path, "OK")
    assert list(files(path)) == ["00001.txt"]
    content = files(path)["00001.txt"]
    assert content.decode().splitlines()[1:3] == ["deals 0", "starter J"]
    record = read_record(content.decode())  # its last line is a comment
    assert [side.front for side in record.history.game.sides] == [121, 100]
    came_to = last_line(content)
    assert (came_to["number"], came_to["scores"], came_to["winner"]) == (1, [121, 100], 0)
    assert came_to["names"] == ["Left", "Right"]


def test_the_record_of_a_game_that_was_put_away_is_found(path: Path) -> None:
    play(path, f"OK {WIN} {AGAIN} {AGAIN} OK 3 K")
    assert list(files(path)) == ["00001.txt", "00002.txt", "00003.txt"]
    for number in (1, 2, 3, 4):
        made = muggins("record", "--journal", path, "--game", str(number)).out
        if number < 4:
            assert files(path)[f"0000{number}.txt"].startswith(made.encode())
        assert read_record(made)
    complained(muggins("record", "--journal", path, "--game", "5"), "--game 5", "choose 1 to 4")
    folder_of(path).joinpath("00001.txt").unlink()
    complained(muggins("record", "--journal", path, "--game", "1"), "--game 1", "its file is gone")


def test_the_journal_does_not_grow_with_the_games_and_undo_reaches_as_far(path: Path) -> None:
    """DESIGN.md, Keys: as far as the first press of the previous game."""
    one = play(path, f"OK {WIN} {AGAIN} {AGAIN}")
    lines = len(path.read_bytes().splitlines())
    for _ in range(5):
        play(path, AGAIN)
    assert len(path.read_bytes().splitlines()) == lines
    match = play(path, "")
    assert match.applied == one.applied + 5 * 3  # a new game, a score set, a starter
    back = play(path, "UNDO " * 5)  # the two of this game, its beginning, and the two before
    assert back.game.number == match.game.number - 1 and not back.past
    assert play(path, "REDO " * 5).game.sides == match.game.sides


def test_presses_and_the_state_are_those_of_a_match_kept_whole(path: Path) -> None:
    words = f"OK {WIN} {AGAIN} {AGAIN} OK 3 K UNDO REDO UNDO Q 5"
    played = report_object(play(path, words))
    reading = read_journal(path)
    assert reading is not None and report_object(reading.history) == played
    status = muggins("status", "--journal", path, "--json").json
    plain = muggins("replay", "-", "--start", "119,100", "--json", stdin=words).json
    assert status == played == plain


def test_a_game_taken_up_again_gets_another_file_and_the_last_one_counts(path: Path) -> None:
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


def test_a_game_in_which_nothing_was_played_gets_none(path: Path) -> None:
    play(path, "4 MENU 6 OK OK OK 3")  # cut, and begun anew
    assert files(path) == {}
    assert listed(path) == []
    play(path, "MENU 6 OK OK")
    assert list(files(path)) == ["00002.txt"]
    assert listed(path) == []  # it was given up in its first deal
    complained(muggins("record", "--journal", path, "--game", "1"), "nothing was played in this game")


def test_a_journal_of_version_1_that_holds_many_games_is_taken_apart(path: Path) -> None:
    header = HEADER.replace("0,0", "119,100")
    another = ["next-game", "starter 3", "peg 1 121"]
    path.write_bytes(written(header, "deals 0", "starter J", *another * 4))
    before = path.read_bytes()
    assert len(listed(path)) == 5
    assert path.read_bytes() == before and files(path) == {}
    match = play(path, "OK")
    assert list(files(path)) == [f"0000{number}.txt" for number in range(1, 6)]
    assert (match.applied, match.game.number) == (15, 5)
    assert len(content_of(path)) < len(before) + 2000
    assert [game["number"] for game in listed(path)] == [1, 2, 3, 4, 5]


def test_a_new_journal_beside_kept_games_numbers_on_and_leaves_them_alone(path: Path) -> None:
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


def test_when_a_game_ended_is_when_its_last_press_was_kept_whatever_the_clock_says_later(path: Path) -> None:
    """A Pi has no clock of its own: it may jump, and the games keep their order."""
    for year in (2030, 1999):
        play(path, f"OK {WIN}" if year == 2030 else AGAIN.removeprefix("OK "))
        seconds = (year - 1970) * 365.25 * 86400
        os.utime(path, (seconds, seconds))
        play(path, "OK")
    assert [(game["number"], game["ended"][:4]) for game in listed(path)] == [(1, "2030"), (2, "1999")]


# -- files that are not as they were


def test_a_file_whose_last_line_is_damaged_is_played_again(path: Path) -> None:
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
def test_a_file_that_holds_no_game_is_left_out_in_one_line(path: Path, content: bytes, why: str) -> None:
    play(path, f"OK {WIN} {AGAIN} OK")
    file = folder_of(path) / "00001.txt"
    file.write_bytes(content)
    made = muggins("history", "--journal", path, "--json")
    assert made.status == 0
    assert [game["number"] for game in json.loads(made.out)["games"]] == [2]
    assert made.err.count("\n") == 1 and str(file) in made.err and why in made.err
    assert file.read_bytes() == content


def test_what_else_lies_in_the_folder_is_no_game(path: Path) -> None:
    play(path, f"OK {WIN} OK")
    for name in ("notes.txt", "1.txt", "00002.new", "00002.txt.bak"):
        (folder_of(path) / name).write_text("x")
    assert len(listed(path)) == 1


@pytest.mark.parametrize("version", ["0", "3", "17"])
def test_a_journal_of_another_version_is_refused_and_left_as_it_is(path: Path, version: str) -> None:
    path.write_bytes(written(f"muggins {version} players=2 start=0,0 more=new", "something new"))
    before = path.read_bytes()
    with pytest.raises(JournalError, match=f"'{version}' is unknown: this program reads 1 and 2"):
        Journal(path)
    complained(muggins("history", "--journal", path), f"format '{version}'")
    assert path.read_bytes() == before


def test_a_journal_that_something_else_changed_is_left_as_it_is(path: Path) -> None:
    play(path, f"OK {WIN}")
    journal = Journal(path)
    board = Board(journal.history, journal)
    path.write_bytes(path.read_bytes().replace(b"deals 0", b"deals 1"))
    assert board.press(Key.OK).took
    changed = path.read_bytes()
    assert (
        Housekeeping(board.match).work() == f"{path}: another program has changed this file; restart Muggins"
    )
    journal.close()
    assert (files(path), path.read_bytes()) == ({}, changed)


def test_a_start_follows_the_game_in_progress_alone_and_undo_still_reaches_the_one_before(path: Path) -> None:
    match = play(path, f"OK {WIN} {AGAIN} OK 3 K")
    journal = Journal(path)
    assert report_object(journal.history) == report_object(match)
    assert len(journal.history.past) == 2  # the starter and the king
    assert journal.history.replay([UNDO, UNDO]).game.number == 2
    whole = journal.reach()
    assert whole is not None and len(whole.past) == len(match.past) == 5
    assert report_object(whole) == report_object(match)
    assert journal.reach() is None
    journal.close()


def test_a_checkpoint_that_says_something_else_is_not_followed(path: Path) -> None:
    """Its checksum fits, so that somebody wrote it: the events are the truth."""
    play(path, f"OK {WIN} OK 3")
    texts = [line.rpartition(b" #")[0].decode() for line in content_of(path).splitlines()]
    place = next(number for number, text in enumerate(texts) if text.startswith("# continues"))
    texts[place] = texts[place].replace("# continues 3 3 1 1", "# continues 3 3 1 0")
    path.write_bytes(written(*texts))
    match = play(path, "K")  # the first press asks for all that UNDO can reach
    assert match.game.dealer == 0


def test_a_win_that_was_taken_back_is_won_no_more(path: Path) -> None:
    play(path, f"OK {WIN} OK UNDO UNDO UNDO MENU 6 OK OK OK 7 MENU 6 OK OK OK 8 K")
    assert listed(path) == []
    assert muggins("status", "--journal", path, "--json").json["sides"][0]["games"] == 0


def test_damage_in_the_game_before_costs_neither_game(path: Path) -> None:
    play(path, "OK 3 K 4 MENU A A 2 A OK OK 9 J 4")
    expected = report_object(play(path, ""))
    path.write_bytes(path.read_bytes().replace(b"lay 4 #", b"lay 6 #", 1))
    assert [
        game["winner"] for game in json.loads(muggins("history", "--journal", path, "--json").out)["games"]
    ] == [0]
    journal = Journal(path, repair=True)
    assert journal.notice == damaged(5, 1)
    assert report_object(journal.history) == expected
    board = Board(journal.history, journal)
    assert board.press(Key.UNDO).took
    journal.close()
    match = play(path, "7 MENU 6 OK OK OK 3")
    assert match.game.number == 2
    assert listed(path)[0]["winner"] == 0


def test_games_after_an_older_journal_that_was_copied_back_are_still_listed(path: Path) -> None:
    play(path, f"OK {WIN}")
    older = path.read_bytes()
    play(path, f"{AGAIN} {AGAIN} OK")
    path.write_bytes(older)
    assert [game["number"] for game in listed(path)] == [1, 2, 3]


def test_a_journal_whose_name_was_taken_away_takes_it_again(path: Path) -> None:
    play(path, "OK 3")
    journal = Journal(path)
    board = Board(journal.history, journal)
    path.unlink()
    assert board.press(Key.KING).took
    reading = read_journal(path)
    assert reading is not None and reading.history.applied == 3
    path.unlink()
    path.write_text("something else")
    assert board.press(Key.FIVE).why == f"Not saved: {path} was replaced by another file; restart Muggins"
    journal.close()


def test_a_link_to_a_journal_stays_one(path: Path, tmp_path: Path) -> None:
    real = tmp_path / "card" / "games.txt"
    real.parent.mkdir()
    path.symlink_to(real)
    play(path, f"OK {WIN} {AGAIN} OK")
    assert path.is_symlink()
    assert list(files(real)) == ["00001.txt", "00002.txt"]
    assert [game["number"] for game in listed(path)] == [1, 2]


def test_what_is_no_plain_file_in_the_folder_is_no_game(path: Path) -> None:
    play(path, f"OK {WIN} OK")
    os.mkfifo(folder_of(path) / "00002.txt")
    (folder_of(path) / "00000.txt").write_text("x")
    assert [game["number"] for game in listed(path)] == [1]


def test_a_file_of_a_name_that_is_wanted_for_the_folder_is_no_reason_not_to_play(path: Path) -> None:
    folder_of(path).write_text("something else")
    journal = Journal(path)
    why = f"{folder_of(path)}: this is a file where a folder is needed (move it away)"
    assert journal.notice == f"{why}; finished games cannot be saved there"
    board = Board(journal.history, journal)
    keyed.press(board, "OK 3 MENU A A 2 A OK OK")
    assert Housekeeping(board.match).work() == (
        f"{folder_of(path)}: the last game could not be saved in a file of its own: "
        f"{why.partition(': ')[2]}; it stays in the journal"
    )
    journal.close()
