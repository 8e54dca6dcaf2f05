"""The exit status: 2 for invalid input, with a one-line message and a remedy; 75 for a busy journal."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.errors import InvalidRules
from firmware_py.__main__ import exit_status
from firmware_py.system.errors import DisplayError, JournalBusy, JournalError, UsageError
from tests.support import processes
from tests.support.command import ENVIRONMENT, MUGGINS, Result, check_error, muggins, nothing_changes
from tests.support.deadline import until
from tests.support.processes import run

PROGRAM = "from firmware_py.__main__ import main; print(flush=True); raise SystemExit(main())"

HAND = ["5H", "5C", "5S", "JD"]
REMEDY = "delete this line and all after it, or name another file"
KEYS = "A, 2 to 10, J, Q, K, S, H, D, C, GO, OK, UNDO, REDO, MENU, MUGGINS, AGAIN or SCORE"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a folder that contains a key file, a journal and other files, and make it the current folder."""
    (tmp_path / "keys.txt").write_text("OK 3 K 5\n", encoding="utf-8")
    (tmp_path / "wrong.txt").write_text("OK 3\n\n  5 joker K\n", encoding="utf-8")
    (tmp_path / "binary").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe\0\0")
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").write_bytes(b"")
    muggins("replay", tmp_path / "keys.txt", "--journal", tmp_path / "games.txt")
    lines = (tmp_path / "games.txt").read_bytes().splitlines(keepends=True)
    (tmp_path / "damaged.txt").write_bytes(b"".join([*lines[:3], b"lay 9 #00000000\n", *lines[4:]]))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    return tmp_path


CASES = {
    # the command itself
    "no such command": (["peg"], ["no command 'peg'", "count", "replay", "status", "simulate"]),
    "an option of no command": (["--loud"], ["unknown argument --loud", "see muggins --help"]),
    "no configuration after --config": (["--config"], ["--config needs a value", "see muggins --help"]),
    # count
    "no cards": (["count"], ["CARD is missing", "see muggins count --help"]),
    "no card": (["count", "5H", "5C", "5S", "JX"], ["'JX'", "such as 5H"]),
    "a card twice": (["count", "5H", "5C", "5H", "JD"], ["5H", "twice"]),
    "the starter twice": (["count", *HAND, "--starter", "JD"], ["JD", "twice"]),
    "five of a rank": (["count", "5", "5", "5", "5", "--starter", "5"], ["5 fives", "a pack has 4"]),
    "three cards": (["count", *HAND[:3]], ["4 cards", "3 given"]),
    "six cards": (["count", *HAND, "QD", "2C"], ["4 cards", "6 given"]),
    "a starter without a card": (["count", *HAND, "--starter"], ["--starter needs a value"]),
    "a value for a switch": (["count", *HAND, "--json=1"], ["--json takes no value"]),
    "an option cut short": (["count", *HAND, "--start", "5D"], ["--start"]),
    "no such option of the rules": (["count", *HAND, "--set", "speed=fast"], ["'speed'", "game"]),
    "an option of the rules without a value": (["count", *HAND, "--set", "game"], ["'game'", "option=value"]),
    "a game that is not played": (["count", *HAND, "--set", "game=tarot"], ["'tarot'", "six-card"]),
    # replay
    "a missing file": (["replay", "none.txt"], ["none.txt", "no such file", "name a key file or a record"]),
    "a binary file": (["replay", "binary"], ["binary", "not text", "name a key file or a record"]),
    "a file that never ends": (["replay", "/dev/zero"], ["/dev/zero", "longer than any game"]),
    "an unknown word": (["replay", "wrong.txt"], ["wrong.txt", "line 3, column 5", "'joker'", KEYS]),
    "five players": (["replay", "keys.txt", "--players", "5"], ["5 players", "choose 2, 3 or 4"]),
    "an empty start": (["replay", "keys.txt", "--start", ""], ["--start", "whole number"]),
    "a start beyond the end": (["replay", "keys.txt", "--start", "121,0"], ["121,0", "0 to 120"]),
    "a start below the board": (["replay", "keys.txt", "--start=-1,0"], ["-1,0", "0 to 120"]),
    "acknowledged to nothing": (["replay", "keys.txt", "--ack"], ["--ack", "add --journal FILE"]),
    # speak
    "a folder without a name": (["speak", "--render", ""], ["--render: the folder has no name"]),
    # wiring, doctor, setup
    "no such profile": (["wiring", "nothing"], ["nothing: there is no such profile", "usb-numpad", ".toml"]),
    "a simulator without its configuration": (["simulate", "--config", "nothing"], ["nothing"]),
    # journals
    "a damaged journal": (
        ["replay", "keys.txt", "--journal", "damaged.txt"],
        ["damaged.txt", "line 4", REMEDY],
    ),
    "a damaged journal for status": (
        ["status", "--journal", "damaged.txt"],
        ["damaged.txt", "line 4", REMEDY],
    ),
    "a key file for a journal": (
        ["replay", "keys.txt", "--journal", "keys.txt"],
        ["keys.txt", "isn't a journal"],
    ),
    "a binary file for a journal": (
        ["replay", "keys.txt", "--journal", "binary"],
        ["binary", "isn't a journal"],
    ),
    "a folder for a journal": (["replay", "keys.txt", "--journal", "folder"], ["folder", "not a file"]),
    "a journal below a file": (["replay", "keys.txt", "--journal", "keys.txt/a"], ["keys.txt", "folder"]),
    "a bad key file and a new journal": (["replay", "wrong.txt", "--journal", "new/games.txt"], ["'joker'"]),
    "a bad start and a new journal": (
        ["replay", "keys.txt", "--start", "x", "--journal", "new/games.txt"],
        ["whole number"],
    ),
    "a journal that began otherwise": (
        ["replay", "keys.txt", "--journal", "games.txt", "--start", "5,5"],
        ["games.txt: another game is in progress (Left 2, Right 0)", "leave out --start to go on with it"],
    ),
    "a journal of a game by other rules": (
        ["replay", "keys.txt", "--journal", "games.txt", "--set", "muggins=on"],
        ["games.txt: a game with other rules is in progress", "leave out --set", "name another journal"],
    ),
    "a journal of a game for others": (
        ["replay", "keys.txt", "--journal", "games.txt", "--players", "3", "--set", "muggins=on"],
        ["games.txt: a game for 2 players is in progress", "leave out --players and --set"],
    ),
    "status of a folder": (["status", "--journal", "folder"], ["folder", "not a file"]),
    "status of a key file": (["status", "--journal", "keys.txt"], ["keys.txt", "isn't a journal"]),
}


@pytest.mark.parametrize(("arguments", "about"), CASES.values(), ids=CASES.keys())
def test_bad_input_is_an_error_of_one_line(here: Path, arguments: list[str], about: list[str]) -> None:
    with nothing_changes(here):
        check_error(muggins(*arguments), *about)


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "POSIX"])
def test_standard_input_that_is_not_text_is_an_error_of_one_line(here: Path, locale: str) -> None:
    with (here / "binary").open("rb") as binary:
        done = run(
            [*MUGGINS, "replay", "-"],
            stdin=binary,
            capture_output=True,
            env={**ENVIRONMENT, "LC_ALL": locale},
        )
    check_error(Result(done.returncode, done.stdout.decode(), done.stderr.decode()))


def test_a_closed_standard_input_is_an_error_of_one_line(here: Path) -> None:
    closed = run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *MUGGINS, "replay", "-"], capture_output=True, env=ENVIRONMENT
    )
    check_error(Result(closed.returncode, closed.stdout.decode(), closed.stderr.decode()))


def test_a_journal_of_another_game_keeps_even_its_torn_line(here: Path) -> None:
    with (here / "games.txt").open("ab") as file:
        file.write(b"lay 5 #12")
    with nothing_changes(here):
        check_error(muggins("replay", "keys.txt", "--journal", "games.txt", "--start", "5,5"), "--start")


# -- the status of each error


def failing(error: BaseException) -> int:
    def command() -> None:
        raise error

    return exit_status(command)


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (UsageError("no such key: give another"), 2),
        (InvalidRules("there is no such game"), 2),
        (JournalError("games.txt: the disk is full"), 2),
        (JournalBusy("games.txt: another program has it open"), 75),  # EX_TEMPFAIL of sysexits.h
    ],
)
def test_an_expected_error_is_one_line(
    error: Exception, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert failing(error) == status
    assert capsys.readouterr() == ("", f"muggins: {error}\n")


@pytest.mark.parametrize("fault", [DisplayError("pulled out"), KeyError("x"), SystemExit(5)])
def test_a_fault_of_the_program_is_not_hidden(fault: BaseException) -> None:
    with pytest.raises(type(fault)):
        failing(fault)


def test_ctrl_c_ends_a_replay_without_a_message() -> None:
    # A shell makes programs in the background ignore Ctrl-C; the tests may run there.
    child = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "replay", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stderr is not None
    with child:
        try:
            assert processes.Lines(child.stdout).line() == ""  # from now on the program waits for input
            if Path(f"/proc/{child.pid}/wchan").exists():
                until(lambda: _rests(child.pid), "the program to wait for its input")
            child.send_signal(signal.SIGINT)
            assert processes.Lines(child.stderr).rest() == ""
            assert processes.ended(child) == 130
        finally:
            child.kill()


def _rests(process: int) -> bool:
    """Return True if the process with this ID stays asleep for the next 0.3 seconds."""
    before = _status(process)
    time.sleep(0.3)
    return before == _status(process) and before["State"].startswith("S")


def _status(process: int) -> dict[str, str]:
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    fields = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    return {name: fields[name] for name in ("State", "voluntary_ctxt_switches", "nonvoluntary_ctxt_switches")}
