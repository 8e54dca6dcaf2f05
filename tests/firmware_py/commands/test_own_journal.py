"""A journal that is damaged, that cannot be written, or that holds another game than the one asked for.

The tests start the program in the normal way. A damaged file given by a user is refused and left unchanged.
"""

import errno
import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.board.loop import Housekeeping
from firmware_py.input.keys import Key
from firmware_py.journal import recovery
from firmware_py.start import board as start_board
from tests.kills.program import ForkServer
from tests.support.command import Result, check_error, muggins, nothing_changes
from tests.support.journals import HEADER, LINES, Disk, written
from tests.support.machine import NOBODY, as_nobody, folder_of_nobody
from tests.support.starts import Starts
from tests.support.wired import service

from .test_saved import deal

__all__ = ["folder_of_nobody"]
WHOLE = b"".join(LINES)  # seven presses
RANDOM = Random(11).randbytes(5000)


class Started(Starts):
    """A test rig that starts a board with the real `muggins` command.

    As soon as the board has started, `play` presses a key. Some tests replace this method.
    """

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        super().__init__(folder, patch, has_pins=True)
        self.folder, self.journal = folder, folder / "games.txt"
        patch.setattr("firmware_py.drivers.splash.splash", lambda *given: None)
        patch.setattr(start_board, "show_fault", lambda *given: pytest.fail("the board does not come up"))

    def play(self, board: Board) -> None:
        assert any(board.press(key).took for key in (Key.UNDO, Key.OK, Key.THREE))

    def start(self, *command: str) -> tuple[int, str | None]:
        """Start the board. Return the number of events in its match so far, and the notice shown, if any."""
        assert muggins(*command) == Result(0, "", "")
        return self.presses[-1], self.notices[-1]

    def others(self) -> dict[str, bytes | None]:
        """Return the contents of the files in the folder, except `games.txt` and `config.cache`.

        The contents are keyed by the name of the file. A subfolder or a pipe has None instead of contents.
        """
        return {
            path.name: path.read_bytes() if path.is_file() else None
            for path in sorted(self.folder.iterdir())
            if path.name not in ("games.txt", "config.cache")
        }


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Started:
    (tmp_path / "state").mkdir()
    return Started(tmp_path / "state", monkeypatch)


NEW = "a new game begins"
GOES_ON = "the game goes on from what can still be read"
DAMAGED = {
    "random bytes": (RANDOM, "was damaged", 0),
    "zeros alone": (bytes(300), "was damaged", 0),
    "zeros for the first block": (bytes(4096) + WHOLE, "was damaged at line 1", 0),
    "zeros within": (LINES[0] + LINES[1] + bytes(16) + WHOLE[-20:], "was damaged at line 3", 1),
    "many zeros at the end": (WHOLE + bytes(20_000), "was damaged at line 9", 7),
    "a header that is cut": (LINES[0][:100] + b"\n" + b"".join(LINES[1:]), "was damaged at line 1", 0),
    "a very long line": (WHOLE + b"lay " + b"5" * 3_000_000 + b" #00000000\n", "was damaged at line 9", 7),
    "a correction of nothing": (written(HEADER, "deals 0", "change 99 lay 5"), "was damaged at line 3", 1),
}


@pytest.mark.parametrize(("content", "what", "presses"), DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_journal_is_kept_aside_and_the_screen_says_so(
    started: Started, content: bytes, what: str, presses: int
) -> None:
    started.journal.write_bytes(content)
    then = GOES_ON if presses or "line 3" in what else NEW
    assert started.start() == (presses, f"games.txt {what}: set aside as games.damaged-1.txt; {then}")
    assert started.others() == {"games.damaged-1.txt": content}
    assert started.start() == (presses + 1, None)


def test_a_file_too_large_to_be_one_is_not_read(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "LARGEST", 5000)
    monkeypatch.setattr("firmware_py.journal.line_file.LARGEST", 5000)
    started.journal.write_bytes(WHOLE + bytes(6000) + WHOLE)
    assert started.start() == (0, f"games.txt was damaged: set aside as games.damaged-1.txt; {NEW}")
    assert len(started.others()["games.damaged-1.txt"] or b"") == 2 * len(WHOLE) + 6000


@pytest.mark.parametrize(
    "header", ["muggins 3 players=2 start=0,0", "muggins 1 players=2 start=0,0 tempo=fast"]
)
def test_a_journal_of_another_version_is_kept_aside(started: Started, header: str) -> None:
    content = written(header, "something new")
    started.journal.write_bytes(content)
    aside = "games.other-version-1.txt"
    said = f"games.txt was written by another version of Muggins: set aside as {aside}; {NEW}"
    assert started.start() == (0, said)
    assert started.others() == {aside: content}


# -- a journal that is no file


LINKS = ("games.txt", "other.txt", "file/games.txt", ".", "/dev/null")
NO_FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a folder": (Path.mkdir, "this is a folder, not a file"),
    "a pipe": (os.mkfifo, "a device or a pipe"),
    **{f"a link to {to}": (lambda path, to=to: path.symlink_to(to), "cannot be read") for to in LINKS},
}


@pytest.mark.parametrize(("make", "why"), NO_FILES.values(), ids=NO_FILES)
def test_what_is_no_file_is_kept_aside(started: Started, make: Callable[[Path], object], why: str) -> None:
    make(started.journal)
    (started.folder / "other.txt").symlink_to("games.txt")
    (started.folder / "file").write_text("x")
    aside, before = started.folder / "games.unreadable-1.txt", started.journal.lstat()
    presses, said = started.start()
    assert presses == 0 and said is not None
    assert why in said and f"set aside as {aside.name}; {NEW}" in said
    assert aside.lstat().st_ino == before.st_ino
    assert started.journal.is_file() and not started.journal.is_symlink()
    assert started.start() == (1, None)


def test_a_link_to_a_file_that_can_be_made_stays_one(started: Started, tmp_path: Path) -> None:
    started.journal.symlink_to(tmp_path / "stick" / "games.txt")
    assert started.start() == (0, None)
    assert started.journal.is_symlink() and (tmp_path / "stick" / "games.txt").stat().st_size


def test_an_unreadable_sector_is_kept_aside(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    started.journal.write_bytes(WHOLE)
    real = os.pread
    bad = started.journal.stat().st_ino

    def pread(file: int, length: int, offset: int) -> bytes:
        if os.fstat(file).st_ino == bad:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(file, length, offset)

    monkeypatch.setattr(os, "pread", pread)
    aside = "games.unreadable-1.txt"
    why = f"games.txt cannot be read (input/output error): set aside as {aside}; {NEW}"
    assert started.start() == (0, why)
    assert started.others() == {aside: WHOLE}


# -- missing permissions, and disks that cannot be written


def warm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Import the program's modules now, because the user `nobody` may not be allowed to read them later."""
    monkeypatch.setenv("XDG_CONFIG_HOME", "/nowhere")
    (tmp_path / "warm").mkdir(exist_ok=True)
    board = Started(tmp_path / "warm", monkeypatch)
    board.journal.write_bytes(RANDOM)
    board.start()


def test_a_journal_without_the_right_to_read_it_is_kept_aside(
    folder_of_nobody: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm(tmp_path, monkeypatch)
    (folder_of_nobody / "games.txt").write_bytes(WHOLE)
    (folder_of_nobody / "games.txt").chmod(0)
    board = Started(folder_of_nobody, monkeypatch)
    aside = "games.unreadable-1.txt"

    def check() -> None:
        said = f"games.txt cannot be read (no permission to use it): set aside as {aside}; {NEW}"
        assert board.start() == (0, said), board.notices
        assert board.start() == (1, None), board.notices

    as_nobody(check)
    (folder_of_nobody / aside).chmod(0o600)
    assert (folder_of_nobody / aside).read_bytes() == WHOLE


def test_in_a_folder_that_cannot_be_written_the_game_is_shown_and_presses_are_refused(
    folder_of_nobody: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm(tmp_path, monkeypatch)
    path = folder_of_nobody / "games.txt"
    path.write_bytes(WHOLE)
    path.chmod(0o444)
    folder_of_nobody.chmod(0o555)
    board = Started(folder_of_nobody, monkeypatch)
    why = f"{path}: no permission to use it"

    def play(made: Board) -> None:
        outcome = made.press(Key.UNDO)
        assert outcome.unsaved and outcome.why == made.view.refusal == f"Not saved: {why}"
        nobody_may(0o755)
        path.chmod(0o644)
        assert made.press(Key.UNDO).took

    def nobody_may(mode: int) -> None:
        os.chmod(folder_of_nobody, mode)

    monkeypatch.setattr(board, "play", play)

    def check() -> None:
        said = f"nothing can be saved: {why}; the board retries at each press"
        assert board.start() == (7, said), board.notices

    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)
    as_nobody(check)
    kept = recovery.read_journal(path)
    assert kept is not None and kept.history.applied == 8


@pytest.mark.parametrize("call", ["link", "pwrite", "fsync", "replace"])
def test_on_a_full_disk_nothing_is_set_aside_until_there_is_room(
    started: Started, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    content = b"".join([*LINES[:4], b"lay 9 #00000000\n", *LINES[5:]])
    started.journal.write_bytes(content)
    disk = Disk(monkeypatch)
    disk.fail(call, errno.ENOSPC, times=100)
    full = f"{started.journal}: the disk is full (free some space)"

    def play(board: Board) -> None:
        with nothing_changes(started.folder):
            assert board.press(Key.KING).why == f"Not saved: {full}"
        disk.heal()
        aside = "games.damaged-1.txt"
        why = f"games.txt was damaged at line 5: set aside as {aside}; {GOES_ON}; press the key again"
        assert board.press(Key.KING).why == why
        assert board.press(Key.KING).took
        assert Housekeeping(board).work() is None

    monkeypatch.setattr(started, "play", play)
    said = f"nothing can be saved: {full}; the board retries at each press"
    assert started.start() == (3, said)
    assert started.others() == {"games.damaged-1.txt": content}
    kept = recovery.read_journal(started.journal)
    assert kept is not None and kept.history.applied == 4


def test_without_its_folder_the_board_comes_up_too(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    started.folder.rmdir()
    started.folder.write_text("in the way")

    def play(board: Board) -> None:
        assert board.press(Key.OK).unsaved
        started.folder.unlink()
        assert board.press(Key.OK).took

    monkeypatch.setattr(started, "play", play)
    presses, said = started.start()
    assert presses == 0 and said is not None and str(started.folder) in said
    assert "a file where a folder is needed" in said
    assert started.journal.exists()


def test_starts_despite_different_rules_and_a_full_disk(
    started: Started, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    started.journal.write_bytes(written(HEADER, "deals 0", "undo"))
    path = tmp_path / "muggins.toml"
    path.write_text('extends = "bare"\n[rules]\ntarget = 61')
    Disk(monkeypatch).fail("pwrite", errno.ENOSPC, times=100)
    monkeypatch.setattr(started, "play", lambda board: None)
    assert muggins("--config", path) == Result(0, "", "")
    assert started.notices == ["Not saved: the disk is full (free some space)"]


# -- games in the archive


def test_damage_in_the_file_of_a_game_keeps_no_board_down(started: Started) -> None:
    muggins(
        "replay", "-", "--journal", started.journal, "--start", "119,0", stdin="OK J OK 3 K MENU 6 OK OK 4"
    )
    for content in (RANDOM, b"", bytes(300), b"muggins 1 players=2 start=0,0\nlay 5\n"):
        (started.folder / "games" / "00001.txt").write_bytes(content)
        presses, said = started.start()
        assert presses and said is None
        assert (started.folder / "games" / "00001.txt").read_bytes() == content
    started.journal.write_bytes(RANDOM)
    assert started.start()[0] == 0


# -- as a service, with its screen and its log


def test_a_damaged_journal_is_reported_on_the_screen_and_in_the_log(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_bytes(RANDOM)
    why = f"games.txt was damaged: set aside as games.damaged-1.txt; {NEW}"
    with service(tmp_path) as board:
        board.end()
        assert [line for line in board.log if line.startswith("<4>")] == [f"<4>{why}"]
    assert (tmp_path / "games.damaged-1.txt").read_bytes() == RANDOM


# -- files that a user named


@pytest.mark.parametrize("content", [RANDOM, DAMAGED["zeros within"][0]])
def test_a_file_that_a_user_named_is_refused_and_left_alone(started: Started, content: bytes) -> None:
    """This also holds for the board's own file. Without its name, the simulator comes up and says so."""
    started.journal.write_bytes(content)
    with nothing_changes(started.folder):
        for command in (["simulate"], ["replay", "-"]):
            check_error(muggins(*command, "--journal", started.journal, stdin="OK"), str(started.journal))
    assert not started.notices
    _, said = started.start("simulate")
    assert said is not None and "set aside as games.damaged-1.txt" in said


OTHER = ("--players", "3", "--set", "muggins=on")  # as the README suggests
IN_PROGRESS = ("OK 3 K 5", "OK 3", "4 9 2", "OK MENU A A 5 OK")
"""Keys after which a game is in progress: with cards, a starter, a cut and a starter, or manual points."""

Play = Callable[..., Board]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "games.txt"


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, journal: Path) -> Play:
    """Return a function that starts the simulator with options, presses keys, and returns the board."""
    starts = Starts(journal.parent, monkeypatch)

    def run(keys: str, *options: object) -> Board:
        starts.words = keys
        assert muggins("simulate", "--journal", journal, *options) == Result(0, "", "")
        assert starts.journals[-1] == journal
        return starts.boards[-1]

    return run


@pytest.fixture(scope="module")
def fork_server() -> Iterator[ForkServer]:
    made = ForkServer()
    yield made
    made.close()


@pytest.mark.parametrize("keys", IN_PROGRESS)
def test_another_game_is_refused_with_journal_and_way_on(play: Play, journal: Path, keys: str) -> None:
    play(keys)
    with nothing_changes(journal.parent):
        check_error(
            muggins("simulate", "--journal", journal, *OTHER),
            f"{journal}: a game for 2 players is in progress (Left ",
            "leave out --players and --set to go on with it",
            "add --new to begin another",
        )


@pytest.mark.parametrize("keys", IN_PROGRESS)
def test_new_begins_the_game_asked_for_and_keeps_the_other(play: Play, journal: Path, keys: str) -> None:
    play(keys)
    before = muggins("record", "--journal", journal).out
    game = play("OK 5", "--new", *OTHER).history.game
    assert (game.rules, len(game.sides), game.number) == (Rules(players=3, muggins=True), 3, 1)
    assert muggins("record", "--journal", journal, "--game", "1").out == before
    # The same options without --new go on with the game.
    again = play("", *OTHER).history.game
    assert (again.number, again.deal_cards) == (1, game.deal_cards)
    # UNDO still reaches the old game.
    back = play("UNDO UNDO UNDO").history.game
    assert (back.number, back.rules) == (0, Rules())


def test_new_alone_begins_the_game_of_the_configuration(play: Play, tmp_path: Path) -> None:
    config = tmp_path / "muggins.toml"
    config.write_text('extends = "keypad-20"\n[game]\nnames = ["Ann", "Bob"]\n[rules]\ntarget = 61\n')
    play("OK 3 K 5")
    game = play("", "--config", config, "--new").history.game
    assert (game.names, game.rules) == (("Ann", "Bob"), Rules(target=61))


def test_a_game_put_away_is_listed_as_given_up(play: Play, journal: Path) -> None:
    (journal.parent / "deal.txt").write_text("\n".join(["muggins 1 players=2 start=0,0", "deals 1", *deal()]))
    assert muggins("replay", journal.parent / "deal.txt", "--journal", journal).status == 0
    play("", "--new", *OTHER)
    lines = muggins("history", "--journal", journal).out.splitlines()
    (line,) = (line for line in lines if line.startswith("    1"))
    assert "Left 10, Right 18: given up; 1 deal" in line
    assert "Left: 0 games finished" in lines and "Right: 0 games finished" in lines
    # After the housekeeping, the game has its own file and is listed as before.
    muggins("replay", "-", "--journal", journal, stdin="OK 3")
    assert (journal.parent / "games" / "00001.txt").exists()
    listed = json.loads(muggins("history", "--journal", journal, "--json").out)["games"]
    assert [(game["number"], game["winner"], game["scores"]) for game in listed] == [(1, None, [10, 18])]


@pytest.mark.parametrize("keys", ["", "OK", "4", "4 9", "OK UNDO", "OK 3 UNDO UNDO"])
def test_a_game_in_which_nothing_was_played_gives_way(play: Play, keys: str) -> None:
    play(keys)
    game = play("", *OTHER).history.game
    assert game.rules == Rules(players=3, muggins=True)
    assert (game.prompt.value, game.cards) == ("cut_for_deal", ())


def test_a_game_that_is_over_gives_way_and_is_listed_as_won(play: Play, journal: Path) -> None:
    play("OK J", "--start", "119,100")
    game = play("", *OTHER).history.game
    assert (game.rules.players, game.number) == (3, 1)
    assert "Left 121, Right 100: Left wins; 0 deals" in muggins("history", "--journal", journal).out


def test_a_game_that_is_over_stays_until_ok_where_the_same_is_asked_for(play: Play) -> None:
    play("OK J", "--start", "119,100")
    for options in ((), ("--start", "119,100"), ("--players", "2")):
        game = play("", *options).history.game
        assert (game.prompt.value, game.number) == ("game_over", 0)
    won = play("OK", "--start", "119,100").history.game
    assert [side.games for side in won.sides] == [1, 0]
    # The next game of the match began at 0,0; the same command resumes it.
    assert play("3 K", "--start", "119,100").history.game.number == 1
    assert play("", "--start", "119,100").history.game.number == 1


def test_new_writes_nothing_where_that_game_has_just_begun(play: Play, journal: Path) -> None:
    for _ in range(2):
        assert play("", "--new").history.applied == 0
    play("OK 3")
    for _ in range(2):
        assert play("", "--new", *OTHER).history.applied == 3


@pytest.mark.parametrize("moment", ["before", "after"])
def test_new_game_loses_nothing_if_killed_at_any_system_call(
    tmp_path: Path, fork_server: ForkServer, moment: str
) -> None:
    new = ["simulate", "--new", *OTHER]
    for number in range(100):
        journal = tmp_path / str(number) / "games.txt"
        muggins("replay", "-", "--journal", journal, stdin="OK 3 K 5")
        before = muggins("record", "--journal", journal).out
        fate = {"number": number, "moment": moment}
        run = fork_server.run([*new, "--journal", str(journal)], unattended=True, **fate)
        assert run.err == ""
        assert muggins("record", "--journal", journal, "--game", "1").out == before
        standing = muggins("status", "--journal", journal, "--json").json
        assert (standing["players"], standing["presses"]) in ((2, 4), (3, 5))
        again = fork_server.run([*new, "--journal", str(journal)], unattended=True)
        assert (again.status, again.err) == (0, "")
        standing = muggins("status", "--journal", journal, "--json").json
        assert (standing["players"], standing["presses"]) == (3, 5)
        assert muggins("record", "--journal", journal, "--game", "1").out == before
        if run.status == 0:
            break
        assert run.status == -signal.SIGKILL
    assert 2 < number < 99  # the program at least opens, writes and syncs
