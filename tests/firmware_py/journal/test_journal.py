"""The journal: the format of its file, its lock, and games that are saved, resumed and shortened."""

import fcntl
import os
import stat
from pathlib import Path

import pytest

from engine.cards import Rank
from engine.events import Event, Kind
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.journal.journal import Journal
from firmware_py.reports.match import report_object
from firmware_py.system.errors import JournalBusy, JournalError
from tests.support import keyed
from tests.support.command import muggins
from tests.support.journals import (
    AGAIN,
    DAMAGED,
    HEADER,
    LINES,
    WIN,
    content_of,
    files,
    keep,
    listed,
    play,
    read_back,
    written,
)

# -- the format


def test_a_journal_is_a_header_and_an_event_a_line_each_with_a_checksum(path: Path) -> None:
    assert keep(path, "4 9 J H UNDO REDO K 5 4") == written(
        HEADER, "cut 4", "cut 9", "starter J", "suit H", "undo", "redo", "lay K", "lay 5", "lay 4"
    )


def test_missing_folders_are_created_and_everyone_may_read_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "state" / "muggins" / "games.txt"
    before = os.umask(0o022)
    try:
        keep(path, "4")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o755
    assert read_back(path).history.applied == 1


# -- playing on


def test_a_match_played_in_pieces_has_the_journal_of_one_played_at_once(path: Path, tmp_path: Path) -> None:
    words = keyed.whole_game(8, suits=True, second_thoughts=True)
    whole = keep(path, " ".join(words))
    pieces = tmp_path / "pieces.txt"
    for start in range(0, len(words), 37):
        content = keep(pieces, " ".join(words[start : start + 37]))
    assert content == whole
    assert read_back(pieces).history == keyed.board(" ".join(words)).history


def test_a_match_that_has_begun_keeps_its_own_rules(path: Path) -> None:
    keep(path, "OK", Setup(Rules(), (10, 20)))
    journal = Journal(path, Setup(Rules(), (1, 2)))
    assert journal.header == Setup(Rules(), (10, 20)).checked()
    assert [side.front for side in journal.history.game.sides] == [10, 20]
    journal.close()


def test_only_one_program_can_play_on_a_journal_and_any_may_read_it(path: Path) -> None:
    keep(path, "4 9 J H K 5")
    holder = Journal(path)
    with pytest.raises(JournalBusy) as error:
        Journal(path)
    # Linux tells which process has locked a file.
    whose = f" (process {os.getpid()})" if os.path.exists("/proc/locks") else ""
    assert str(error.value) == f"{path}: another Muggins{whose} is using it; stop that one first"
    with pytest.raises(JournalError):
        Journal(path, repair=True)
    assert read_back(path).history == holder.history
    holder.append(Event(Kind.LAY, Rank.TWO))
    assert read_back(path).history.applied == holder.history.applied + 1
    holder.close()
    Journal(path).close()


def test_a_journal_that_was_renamed_stays_locked_and_its_old_name_is_free(path: Path) -> None:
    keep(path, "4 9 J H K 5")
    holder = Journal(path)
    path.rename(path.with_name("old.txt"))
    other = Journal(path)
    assert other.history.applied == 0
    other.close()
    holder.close()


def test_a_journal_that_another_program_repairs_just_then_is_opened_repaired(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(DAMAGED)
    lock = fcntl.flock

    def repaired_by_another(file: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", lock)
        Journal(path, repair=True).close()
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", repaired_by_another)
    journal = Journal(path)
    for step in keyed.board("4 9 J K").history.past[3:]:
        journal.append(step.event)
    journal.close()
    assert content_of(path) == b"".join(LINES[:5])
    assert path.with_name("games.damaged-1.txt").read_bytes() == DAMAGED


def test_a_start_replays_only_the_game_in_progress_and_undo_still_reaches_the_game_before(path: Path) -> None:
    match = play(path, f"OK {WIN} {AGAIN} OK 3 K")
    journal = Journal(path)
    assert report_object(journal.history) == report_object(match)
    assert len(journal.history.past) == 2  # the starter and the king
    assert journal.history.replay([Event(Kind.UNDO), Event(Kind.UNDO)]).game.number == 2
    whole = journal.reach()
    assert whole is not None and len(whole.past) == len(match.past) == 5
    assert report_object(whole) == report_object(match)
    assert journal.reach() is None
    journal.close()


def test_a_checkpoint_that_contradicts_the_events_is_ignored(path: Path) -> None:
    play(path, f"OK {WIN} OK 3")
    texts = [line.rpartition(b" #")[0].decode() for line in content_of(path).splitlines()]
    index = next(number for number, text in enumerate(texts) if text.startswith("# continues"))
    texts[index] = texts[index].replace("# continues 3 3 1 1", "# continues 3 3 1 0")
    path.write_bytes(written(*texts))
    match = play(path, "K")  # the first press reads everything that UNDO can reach
    assert match.game.dealer == 0


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
    assert report_object(read_back(path).history) == played
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
