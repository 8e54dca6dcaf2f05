"""Games that play themselves in a pseudo-terminal: `muggins demo` and `muggins replay FILE --watch`."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.support.command import ENVIRONMENT, MUGGINS, Result, complained, muggins, process, snapshot
from tests.support.deadline import until
from tests.support.in_terminal import InTerminal
from tests.support.processes import run

ENDS = "any key ends it"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """Return environment variables that make the program use empty folders for the user's files."""
    (tmp_path / "home").mkdir()
    return {
        "HOME": str(tmp_path / "home"),
        "XDG_STATE_HOME": str(tmp_path / "home" / "state"),
        "XDG_CONFIG_HOME": str(tmp_path / "home" / "config"),
    }


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_demo_plays_a_whole_game_and_stays_until_a_key(home: dict[str, str], tmp_path: Path) -> None:
    before = snapshot(tmp_path)
    with InTerminal("demo", "--pace", "0", size=(100, 40), environment=home) as terminal:
        terminal.until("Ann wins", "121-118", ENDS)
        terminal.type("x")
        assert terminal.ends() == 0
    assert snapshot(tmp_path) == before  # nothing was saved


@pytest.mark.parametrize(
    "key",
    [
        "q",
        "\x1b",
        "\x1b[A",
        "\x03",
        *(pytest.param(key, marks=pytest.mark.slow) for key in (" ", "\r", "\t")),
    ],
    ids=ascii,
)
def test_any_key_ends_the_demo(home: dict[str, str], key: str) -> None:
    with InTerminal("demo", "--pace", "60", environment=home) as terminal:
        terminal.until("To begin, cut a pack", ENDS)
        terminal.type(key)
        assert terminal.ends() == 0


def test_a_key_file_is_watched(home: dict[str, str], tmp_path: Path) -> None:
    """`replay --watch` plays a key file in the simulator. Any key that is refused is skipped."""
    keys = write(tmp_path, "K 4 2 GO 10 5")
    with InTerminal(
        "replay", keys, "--watch", "--pace", "0", "--names", "Ann,Bob", environment=home
    ) as terminal:
        # Bob cut the lower card, so he deals; no go is possible before a card is laid (RULES.md 3).
        terminal.until("Deal 1: Bob deals, starter 2", "Ann lays 10", "Bob lays 5", ENDS)
        terminal.type("x")
        assert terminal.ends() == 0


def test_a_record_with_events_that_no_key_makes_is_watched(home: dict[str, str], tmp_path: Path) -> None:
    """A record can be watched even if it contains events that no key produces.

    In this record, seat 1 deals although the players have not cut for the deal.
    """
    record = write(
        tmp_path,
        "muggins 1 players=2 start=0,0 names=Ann,Bob\n"
        "deals 1\nstarter 2\npeg 1 7\nlay 10\nlay 4\nchange 4 lay 5\nsuit H\nundo\nredo\n",
    )
    with InTerminal("replay", record, "--watch", "--pace", "0", environment=home) as terminal:
        terminal.until("Ann lays 10", "Bob lays 5♥", ENDS)
        terminal.type("x")
        assert terminal.ends() == 0


def test_it_waits_while_the_terminal_is_too_small(home: dict[str, str], tmp_path: Path) -> None:
    keys = write(tmp_path, "K 4 2 GO 10 5")
    arguments = ("replay", keys, "--watch", "--pace", "0", "--names", "Ann,Bob")
    with InTerminal(*arguments, size=(60, 20), environment=home) as terminal:
        terminal.until("80×24", "60×20")
        terminal.resize(100, 40)
        terminal.until("Bob lays 5", ENDS)
        terminal.type("x")
        assert terminal.ends() == 0


@pytest.mark.parametrize("arguments", [("demo",), ("replay", "game.txt", "--watch")])
def test_without_a_terminal_it_says_so_in_a_line(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(write(tmp_path, "K 4").parent)
    complained(muggins(*arguments), "terminal")


@pytest.mark.parametrize(
    "beside", [("--json",), ("--device",), ("--journal", "games.txt"), ("--ack", "--journal", "x")]
)
def test_options_that_do_not_go_with_watching(
    beside: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = snapshot(write(tmp_path, "K 4").parent)
    monkeypatch.chdir(tmp_path)
    complained(muggins("replay", "game.txt", "--watch", *beside), "--watch", beside[0])
    assert snapshot(tmp_path) == before


def test_standard_input_cannot_be_watched() -> None:
    complained(muggins("replay", "-", "--watch", stdin="K 4"), "--watch", "name a file")


@pytest.mark.parametrize("pace", ["-1", "61", "nan", "soon", ""])
def test_a_pace_is_a_number_of_seconds(pace: str) -> None:
    complained(muggins("demo", f"--pace={pace}"), "--pace", "0 to 60")


def test_a_pace_without_a_game_to_watch_is_refused() -> None:
    complained(muggins("replay", "-", "--pace", "1", stdin="K 4"), "--pace", "--watch")


def test_the_simulator_takes_names_seat_by_seat(home: dict[str, str]) -> None:
    arguments = ("simulate", "--names", "Ann,Bob,Cleo,Dan", "--players", "4")
    with InTerminal(*arguments, environment=home) as terminal:
        terminal.until("Ann first", "Ann deals")
        for letters, said in (
            ("o", "Ann deals"),
            ("2", "Deal 1: Ann deals, starter 2"),
            ("0", "Bob lays 10"),
        ):
            terminal.type(letters)
            terminal.until(said)
        terminal.type("5")
        terminal.until("Cleo lays 5: fifteen")
        terminal.type("\x03")
        assert terminal.ends() == 0
    kept = process("status", environment=home)
    assert "Ann & Cleo" in kept.out and "Bob & Dan" in kept.out


def test_the_simulator_has_the_window_of_a_board(home: dict[str, str], tmp_path: Path) -> None:
    """Another program can press keys on the simulator, and follow its view file until the simulator ends."""
    view = tmp_path / "muggins" / "view.json"
    by_a_user = {**home, "XDG_RUNTIME_DIR": str(tmp_path), "RUNTIME_DIRECTORY": ""}
    with InTerminal("simulate", environment=by_a_user) as terminal:
        terminal.until("To begin, cut a pack")
        until(view.exists, "the window")
        this_board = {"RUNTIME_DIRECTORY": str(view.parent)}  # and not the service of this machine
        pressed = process("press", "OK", "2", "10", "5", environment=this_board)
        assert (pressed.status, pressed.err) == (0, "")
        assert pressed.out.splitlines()[-1] == "5  Left: fifteen for two"
        terminal.until("Left lays 5: fifteen for two")
        assert json.loads(view.read_bytes())["running"]
        terminal.type("\x03")
        assert terminal.ends() == 0
    shown = json.loads(view.read_bytes())
    assert (shown["running"], shown["presses"]) == (False, 4)
    assert [path.name for path in view.parent.iterdir()] == ["view.json"]


def test_a_replay_takes_names() -> None:
    assert "Ann " in muggins("replay", "-", "--names", "Ann,Bob", stdin="K 4").out


@pytest.mark.parametrize("names", ["Ann", "Ann,Bob,Cleo", "Ann,Ann", "Ann,", "Ann,Bartholomew"])
def test_impossible_names_are_refused(names: str) -> None:
    complained(muggins("replay", "-", "--names", names, stdin="K 4"), "name")


def test_with_its_errors_in_a_file_it_has_no_terminal_to_draw_on(home: dict[str, str]) -> None:
    """`muggins demo` refuses to start if standard error is a file, because Textual draws on that stream."""
    ours, terminal = os.openpty()
    try:
        done = run(
            [*MUGGINS, "demo"],
            stdin=terminal,
            stdout=terminal,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT | home,
            text=True,
        )
    finally:
        os.close(terminal)
        os.close(ours)
    complained(Result(done.returncode, "", done.stderr), "terminal")
