"""The journal is shortened when a game begins."""

from pathlib import Path

from firmware_py.journal.recovery import read_journal
from firmware_py.reports.match import report_object
from tests.support.command import muggins
from tests.support.journals import AGAIN, HEADER, WIN, content_of, files, listed, play, written


def test_the_journal_does_not_grow_with_the_games_and_undo_reaches_as_far(path: Path) -> None:
    one = play(path, f"OK {WIN} {AGAIN} {AGAIN}")
    lines = len(path.read_bytes().splitlines())
    for _ in range(5):
        play(path, AGAIN)
    assert len(path.read_bytes().splitlines()) == lines
    match = play(path, "")
    assert match.applied == one.applied + 5 * 3  # a new game, a score set, a starter
    back = play(path, "UNDO " * 5)  # two presses in this game, its beginning, and two in the game before
    assert back.game.number == match.game.number - 1 and not back.past
    assert play(path, "REDO " * 5).game.sides == match.game.sides


def test_a_shortened_journal_has_the_state_and_the_presses_of_the_whole_match(path: Path) -> None:
    words = f"OK {WIN} {AGAIN} {AGAIN} OK 3 K UNDO REDO UNDO Q 5"
    played = report_object(play(path, words))
    reading = read_journal(path)
    assert reading is not None and report_object(reading.history) == played
    status = muggins("status", "--journal", path, "--json").json
    plain = muggins("replay", "-", "--start", "119,100", "--json", stdin=words).json
    assert status == played == plain


def test_a_journal_of_version_1_with_many_games_is_archived_and_shortened(path: Path) -> None:
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
