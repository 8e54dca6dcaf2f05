"""The journal: the format of its file, and games that are saved and resumed."""

import os
import stat
from pathlib import Path

import pytest

from engine.events import Event, Kind
from engine.refusals import IllegalEvent
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board import Board
from firmware_py.input.keys import Key
from firmware_py.journal.journal import Journal
from firmware_py.journal.recovery import read_journal
from tests.support import keyed
from tests.support.journals import HEADER, content_of, keep, read_back, written

WORDS = "4 9 J H K 5 UNDO 6 UNDO REDO 9"


# -- the format


def test_a_journal_is_a_header_and_an_event_a_line_each_with_a_checksum(path: Path) -> None:
    assert keep(path, "4 9 J H UNDO REDO K 5 4") == written(
        HEADER,
        "cut 4",
        "cut 9",
        "starter J",
        "suit H",
        "undo",
        "redo",
        "lay K",
        "lay 5",
        "lay 4",
    )


def test_the_header_has_the_rules_and_the_start(path: Path) -> None:
    header = Setup(Rules(), (119, 60))
    assert keep(path, "OK J OK", header) == written(
        HEADER.replace("0,0", "119,60"), "deals 0", "starter J", "next-game"
    )
    assert read_back(path).header == header.checked()


def test_a_journal_is_text(path: Path) -> None:
    content = keep(path, WORDS)
    assert all(32 <= byte < 127 or byte == 10 for byte in content)
    assert content.endswith(b"\n")


def test_nothing_is_written_before_the_first_press(path: Path) -> None:
    journal = Journal(path)
    journal.close()
    assert content_of(path) == b""
    assert read_journal(path) is None


def test_missing_folders_are_created(tmp_path: Path) -> None:
    path = tmp_path / "state" / "muggins" / "games.txt"
    keep(path, "4")
    assert read_back(path).history.applied == 1


def test_everyone_may_read_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "state" / "games.txt"
    before = os.umask(0o022)
    try:
        keep(path, "4")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o755


# -- playing on


def test_a_journal_that_is_opened_again_has_the_same_match(path: Path) -> None:
    words = keyed.whole_game(7, suits=True, second_thoughts=True)
    content = keep(path, " ".join(words))
    journal = Journal(path)
    expected = keyed.board(" ".join(words)).history
    assert journal.history == expected
    assert journal.notice is None
    journal.close()
    assert content_of(path) == content


def test_a_match_played_in_pieces_has_the_same_journal_as_one_played_at_once(
    path: Path, tmp_path: Path
) -> None:
    words = keyed.whole_game(8, second_thoughts=True)
    whole = keep(path, " ".join(words))
    pieces = tmp_path / "pieces.txt"
    for start in range(0, len(words), 37):
        content = keep(pieces, " ".join(words[start : start + 37]))
    assert content == whole


def test_undo_still_reaches_back_after_it_was_opened_again(path: Path) -> None:
    words = "OK J OK 3 K 5"
    keep(path, words, Setup(Rules(), keyed.WON))
    journal = Journal(path)
    board = Board(journal.history, journal)
    for _ in words.split():
        assert board.press(Key.UNDO).took
    assert board.press(Key.UNDO).why == "Nothing to undo"
    journal.close()
    again = Journal(path)
    board = Board(again.history, again)
    for _ in words.split():
        assert board.press(Key.REDO).took
    assert board.history.game.sides == keyed.board(words, start=keyed.WON).history.game.sides
    again.close()


def test_a_match_that_has_begun_keeps_its_own_rules(path: Path) -> None:
    keep(path, "OK", Setup(Rules(), (10, 20)))
    journal = Journal(path, Setup(Rules(), (1, 2)))
    assert journal.header == Setup(Rules(), (10, 20)).checked()
    assert [side.front for side in journal.history.game.sides] == [10, 20]
    journal.close()


def test_an_impossible_event_is_never_written(path: Path) -> None:
    journal = Journal(path)
    with pytest.raises(IllegalEvent):
        journal.history.apply(Event(Kind.GO))
    board = Board(journal.history, journal)
    board.press(Key.GO)
    journal.close()
    assert content_of(path) == b""
