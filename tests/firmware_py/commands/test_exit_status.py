"""The exit status: 2 for invalid input, with a one-line message and a remedy; 75 for a busy journal."""

import shlex
from pathlib import Path

import pytest

from engine.errors import InvalidRules
from firmware_py.__main__ import exit_status
from firmware_py.system.errors import DisplayError, JournalBusy, JournalError, UsageError
from tests.support.command import ENVIRONMENT, MUGGINS, Result, check_error, muggins, nothing_changes
from tests.support.processes import run

HAND = "5H 5C 5S JD"
FIVE = "discard 3H 3D 5H 5D 6H"
PAPER = "--paper is for a drilling template as PDF"
REMEDY = "delete this line and all after it, or name another file"
KEYS = "A, 2 to 10, J, Q, K, S, H, D, C, GO, OK, UNDO, REDO, MENU, MUGGINS, AGAIN, SCORE or HELP"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create a folder that contains a key file, a journal and other files, and make it the current folder."""
    (tmp_path / "keys.txt").write_text("OK 3 K 5\n", encoding="utf-8")
    (tmp_path / "wrong.txt").write_text("OK 3\n\n  5 joker K\n", encoding="utf-8")
    (tmp_path / "binary").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe\0\0")
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").write_bytes(b"")
    muggins("replay", tmp_path / "keys.txt", "--journal", tmp_path / "games.txt")
    muggins("replay", tmp_path / "keys.txt", "--journal", tmp_path / "three.txt", "--players", "3")
    lines = (tmp_path / "games.txt").read_bytes().splitlines(keepends=True)
    (tmp_path / "damaged.txt").write_bytes(b"".join([*lines[:3], b"lay 9 #00000000\n", *lines[4:]]))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    return tmp_path


CASES: list[tuple[str, list[str]]] = [
    ("peg", ["no command 'peg'", "count", "replay", "status", "simulate"]),
    ("--loud", ["unknown argument --loud", "see muggins --help"]),
    ("--config", ["--config needs a value", "see muggins --help"]),
    ("count", ["CARD is missing", "see muggins count --help"]),
    ("count 5H 5C 5S JX", ["'JX'", "such as 5H"]),
    ("count 5H 5C 5H JD", ["5H", "twice"]),
    ("count 5H", ["4 cards", "1 given"]),
    ("count 5H 5C 5S --starter 5D", ["4 cards", "3 given"]),
    ("count 5H 5H", ["5H", "twice"]),
    (f"count {HAND} --json=1", ["--json takes no value"]),
    (f"count {HAND} --set speed=fast", ["'speed'", "game"]),
    (f"count {HAND} --set game", ["'game'", "option=value"]),
    ("replay none.txt", ["none.txt", "no such file", "name a key file or a record"]),
    ("replay binary", ["binary", "not text", "name a key file or a record"]),
    ("replay /dev/zero", ["/dev/zero", "longer than any game"]),
    ("replay wrong.txt", ["wrong.txt", "line 3, column 5", "'joker'", KEYS]),
    ("replay keys.txt --start 121,0", ["121,0", "0 to 120"]),
    ("replay keys.txt --players 3 --set game=five-card", ["five-card"]),
    ("replay keys.txt --players 3 --start 0,0", ["3 numbers"]),
    ("replay keys.txt --set muggins=maybe", ["'maybe'", "on or off"]),
    ("replay keys.txt --ack", ["--ack", "add --journal FILE"]),
    ("speak --print --phrases", ["do not go together"]),
    ("wiring nothing", ["nothing: there is no such profile", "usb-numpad", ".toml"]),
    ("replay keys.txt --journal damaged.txt", ["damaged.txt", "line 4", REMEDY]),
    ("replay keys.txt --journal keys.txt", ["keys.txt", "isn't a journal"]),
    ("replay wrong.txt --journal new/games.txt", ["'joker'"]),
    (
        "replay keys.txt --journal games.txt --start 5,5",
        ["games.txt: another game is in progress (Left 2, Right 0)", "leave out --start to go on with it"],
    ),
    (
        "replay keys.txt --journal games.txt --set muggins=on",
        ["games.txt: a game with other rules is in progress", "leave out --set", "name another journal"],
    ),
    ("discard 3H 3D 5H 5D --pone", ["the coach knows the six-card game for two: give it six cards, not 4"]),
    (f"{FIVE} --pone --score 98,104", ["--score is for the six-card game: give six cards, not 5"]),
    (f"{FIVE} 7 --pone", ["the coach needs the suit of every card, such as 5H"]),
    (f"{FIVE} 7S", ["add --dealer or --pone; see muggins discard --help"]),
    ("odds --dealer 1", ["--dealer is for a score before a deal: add --score"]),
    ("odds --journal three.txt", ["the coach knows the six-card game for two"]),
    ("odds --score 121,0", ["a score before a deal is from 0 to 120, not 121"]),
    ("odds --score 98", ["'98' isn't two scores: write them as 98,104"]),
    ("play --pone", ["CARD is missing", "see muggins play --help"]),
    ("play 5 6 7 8 9 10 J --pone", ["holds 4 cards", "not 7"]),
    ("play 5H 6H 7S 5H --pone", ["5H", "twice"]),
    ("play 5 6H 7S 8 --pone --starter 6H", ["6H", "already out"]),
    ("play 5 6 7 8 --dealer", ["it is the other player's turn", "--on-table"]),
    ("play 5 6 7 --pone --on-table 10 5 --count 14", ["--count 14", "the cards on the table count 15"]),
    ("play 5 6 7 --pone --on-table GO 5", ["No go at 0"]),
    ("rules nob", ["'nob'", "did you mean nobs?"]),
    ("rules 11", ["'11'", "muggins rules glossary"]),
    ("card", ["FILE is missing"]),
    ("card card.dxf", ["this drawing ends in .pdf, .svg or .png"]),
    ("card no/card.svg", ["name a file"]),
    ("wiring keypad-20 --drilling", ["--out drilling.pdf"]),
    ("wiring keypad-20 --enclosure", ["--out enclosure.dxf"]),
    ("wiring keypad-20 --thickness 3", ["--thickness and --kerf are for a box: add --enclosure"]),
    ("status --journal damaged.txt", ["damaged.txt", "line 4", REMEDY]),
    ("wiring keypad-20 --drilling --out drilling.svg --paper letter", [PAPER]),
    ("wiring keypad-20 --out board.pdf --paper letter", [PAPER]),
]


@pytest.mark.parametrize(("command", "about"), CASES)
def test_bad_input_is_an_error_of_one_line(here: Path, command: str, about: list[str]) -> None:
    with nothing_changes(here):
        check_error(muggins(*shlex.split(command)), *about)


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
