"""The composition root: the shipped program over emulated parts, and what it does without its own."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_py import __main__ as root
from firmware_py.app import Board
from firmware_py.config import files
from firmware_py.config.values import Config
from firmware_py.render import notices
from tests.firmware_py import keyed
from tests.firmware_py.command import ENVIRONMENT, Result, complained, muggins, nothing_changes, process


def replayed(words: list[str], *options: object) -> dict[str, object]:
    result: dict[str, object] = muggins("replay", "-", "--json", *options, stdin=" ".join(words)).json
    return result


# -- replay through the emulated parts


@pytest.mark.parametrize("seed", range(4))
def test_a_game_through_pins_and_chips_is_the_game_without_them(seed: int) -> None:
    words = keyed.whole_game(seed, suits=seed % 2 == 1, second_thoughts=seed >= 2)
    with_parts = replayed(words, "--device")
    figures = {name: with_parts.pop(name) for name in ("wire", "cpu_ms")}
    assert with_parts == replayed(words)
    assert with_parts["prompt"] == "game_over"
    assert figures["wire"]["oled"]["total"] > 0


def test_every_kind_of_key_through_the_pins_does_what_it_does_without_them() -> None:
    words = "4 9 j H go OK ok 5 UNDO REDO REDO 5 MUGGINS MENU 9 A GO UNDO D MENU 6 OK OK OK J UNDO K".split()
    with_parts = replayed(words, "--device")
    del with_parts["wire"], with_parts["cpu_ms"]
    assert with_parts == replayed(words)
    assert [refusal["key"] for refusal in with_parts["refused"]] == ["GO", "REDO", "MUGGINS", "9"]


def test_the_figures_are_those_of_the_design() -> None:
    made = replayed("OK 3 K 5".split(), "--device")
    assert list(made["wire"]) == ["oled", "leds"]
    for spread in made["wire"].values():
        assert list(spread) == ["median", "p99", "max", "total"]
        assert all(type(number) is int for number in spread.values())
        assert 0 <= spread["median"] <= spread["p99"] <= spread["max"] <= spread["total"]
    assert list(made["cpu_ms"]) == ["median", "p99"]
    assert all(type(number) in (int, float) and number >= 0 for number in made["cpu_ms"].values())
    # The first press begins a deal, and all is sent again; the starter moves no peg, nor does the king. The 5
    # makes fifteen.
    assert made["wire"]["leds"]["median"] == 0
    assert made["wire"]["leds"]["total"] == 2 * made["wire"]["leds"]["max"] > 0
    text = muggins("replay", "-", "--device", stdin="OK 3 K 5").out
    assert text.splitlines()[-3].split()[0] == "oled"


def test_the_figures_of_no_press_at_all_are_noughts() -> None:
    made = replayed([], "--device")
    nothing = {"median": 0, "p99": 0, "max": 0, "total": 0}
    assert made["wire"] == {"oled": nothing, "leds": nothing}
    assert made["cpu_ms"] == {"median": 0, "p99": 0}


# -- which board it is


def test_muggins_alone_is_the_simulator_where_there_are_no_pins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    begun: list[tuple[Board, str]] = []
    monkeypatch.setattr(root, "has_pins", lambda: False)
    monkeypatch.setattr(root, "run", lambda config, board, again: pytest.fail("there are no pins"))

    def simulate(config: Config, board: Board, journal: str) -> None:
        begun.append((board, journal))

    monkeypatch.setattr(root, "simulator", lambda: simulate)
    games = tmp_path / "muggins" / "games.txt"
    assert muggins() == Result(0, "", "")
    assert muggins("simulate", "--journal", tmp_path / "other.txt") == Result(0, "", "")
    assert [journal for _, journal in begun] == [str(games), str(tmp_path / "other.txt")]
    assert all(isinstance(board, Board) for board, _ in begun)


def test_muggins_alone_is_the_board_where_there_are_pins(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))

    def play(config: Config, board: Board, again: object) -> None:
        assert all(outcome.took for outcome in keyed.press(board, "OK 3 K 5"))

    monkeypatch.setattr(root, "has_pins", lambda: True)
    monkeypatch.setattr(root, "simulator", lambda: pytest.fail("there are pins"))
    monkeypatch.setattr(root, "run", play)
    assert muggins() == Result(0, "", "")
    monkeypatch.setattr(root, "run", lambda config, board, again: keyed.press(board, "UNDO"))
    assert muggins() == Result(0, "", "")
    standing = muggins("status", "--journal", tmp_path / "games.txt", "--json").json
    assert (standing["presses"], standing["count"]) == (5, 10)


def test_a_damaged_journal_is_said_on_the_screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    muggins("replay", "-", "--journal", games, stdin="OK 3 K 5")
    lines = games.read_bytes().splitlines(keepends=True)
    games.write_bytes(b"".join([*lines[:3], b"lay 9 #00000000\n", *lines[4:]]))
    seen: list[str | None] = []
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(root, "has_pins", lambda: True)
    monkeypatch.setattr(root, "run", lambda config, board, again: seen.append(board.view.refusal))
    assert muggins() == Result(0, "", "")
    assert seen == ["journal damaged at line 4: kept as games.damaged-1.txt"]


# -- without the simulator's library

HIDDEN = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("textual", "rich"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
from firmware_py.__main__ import main
sys.argv[0] = "muggins"
sys.exit(main())
"""


def without_textual(*arguments: object, state: Path) -> Result:
    """Run the command at a terminal, with Textual hidden from it."""
    ours, terminal = os.openpty()
    done = subprocess.run(
        [sys.executable, "-c", HIDDEN, *map(str, arguments)],
        env={**ENVIRONMENT, "XDG_STATE_HOME": str(state), "STATE_DIRECTORY": "", "TERM": "xterm"},
        stdin=terminal,
        stdout=terminal,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.write(terminal, b"\0")
    out = b""
    while not out.endswith(b"\0"):
        out += os.read(ours, 4096)
    os.close(terminal)
    os.close(ours)
    return Result(done.returncode, out[:-1].decode(), done.stderr)


@pytest.mark.skipif(root.has_pins(), reason="on a Pi, muggins alone is the board")
@pytest.mark.parametrize("arguments", [[], ["simulate"]])
def test_without_textual_it_says_what_to_install_and_changes_nothing(
    tmp_path: Path, arguments: list[str]
) -> None:
    complained(without_textual(*arguments, state=tmp_path), "Textual", "pip install 'muggins[simulator]'")
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.skipif(root.has_pins(), reason="on a Pi, muggins alone is the board")
@pytest.mark.parametrize("arguments", [[], ["simulate"]])
def test_without_a_terminal_the_simulator_says_so_and_changes_nothing(
    tmp_path: Path, arguments: list[str]
) -> None:
    environment = {"XDG_STATE_HOME": str(tmp_path), "STATE_DIRECTORY": ""}
    complained(process(*arguments, environment=environment), "terminal")
    assert list(tmp_path.rglob("*")) == []


def test_without_textual_all_else_works(tmp_path: Path) -> None:
    result = without_textual("count", "5H", "5C", "5S", "JD", "--starter", "5D", "--json", state=tmp_path)
    assert result.json["points"] == 29


def test_a_simulator_that_cannot_start_does_not_mend_a_journal_that_nobody_sees(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    muggins("replay", "-", "--journal", games, stdin="OK 3 K 5")
    games.write_bytes(games.read_bytes().replace(b"lay K", b"lay Q"))
    with nothing_changes(tmp_path):
        complained(process("simulate", "--journal", games), "terminal")


# -- the board on its real parts, emulated at the wire

BARE = files.profile("bare")
ON_THE_WIRE = Path(__file__).with_name("on_the_wire.py")


def on_the_wire(journal: Path, *how: str, **environment: str) -> tuple[Result, dict[str, object]]:
    """Run `muggins` on emulated pins and chips until it is told to stop; what it leaves on them."""
    done = subprocess.run(
        [sys.executable, str(ON_THE_WIRE), *how],
        env={**ENVIRONMENT, "STATE_DIRECTORY": str(journal.parent), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    out, _, left = done.stdout.rpartition("left: ")
    return Result(done.returncode, out, done.stderr), json.loads(left or "null")


def test_told_to_stop_it_leaves_panel_and_lights_dark_and_the_game_in_the_journal(tmp_path: Path) -> None:
    journal = tmp_path / "games.txt"
    result, left = on_the_wire(journal)
    assert result == Result(0, "", "")
    del left["glass"]
    assert left == {"was_on": True, "was_lit": True, "on": False, "noise": False, "lit": 0, "goodbye": True}
    standing = muggins("status", "--journal", journal, "--json").json
    assert (standing["prompt"], standing["dealer"], standing["sides"][0]["score"]) == ("play", 0, 2)


@pytest.mark.parametrize(("part", "shown"), [("lights", "was_on"), ("display", "was_lit")])
def test_without_one_of_its_parts_it_says_so_and_plays_on(tmp_path: Path, part: str, shown: str) -> None:
    journal = tmp_path / "games.txt"
    result, left = on_the_wire(journal, f"--no-{part}")
    assert (result.status, result.out) == (0, "")
    (line,) = result.err.splitlines()
    assert line.startswith(f"muggins: {part}: ")
    assert "; the game goes on" in line
    assert [name for name in ("was_on", "was_lit") if left[name]] == [shown]
    assert (left["on"], left["lit"]) == (False, 0)
    assert muggins("status", "--journal", journal, "--json").json["prompt"] == "play"


def test_pins_that_cannot_be_had_are_one_line_that_stands_on_the_panel_too(tmp_path: Path) -> None:
    result, left = on_the_wire(tmp_path / "games.txt", "--no-pins")
    complained(result, "pin")
    assert (left["on"], left["lit"]) == (True, 0)
    assert left["glass"] == notices.fault(result.err.removeprefix("muggins: ").rstrip()).tobytes().hex()


def test_sighup_has_the_configuration_read_again_and_the_game_goes_on(tmp_path: Path) -> None:
    """The board tells systemd of each step, and of a configuration that is wrong; that changes nothing."""
    config = tmp_path / "muggins.toml"
    config.write_text('extends = "keypad-20"\ntitle = "First"')
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(address))
        systemd.settimeout(30)

        def told() -> str:
            while (said := systemd.recv(4096).decode()) == "WATCHDOG=1":
                beats.append(said)
            return said

        beats: list[str] = []
        with subprocess.Popen(
            [sys.executable, str(ON_THE_WIRE), "--wait", f"--config={config}"],
            env={
                **ENVIRONMENT,
                "STATE_DIRECTORY": str(tmp_path),
                "NOTIFY_SOCKET": str(address),
                "WATCHDOG_USEC": "20000",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as board:
            assert board.stdout is not None
            assert told() == "READY=1\nSTATUS=First"
            assert board.stdout.readline() == "playing\n"
            config.write_text('extends = "keypad-20"\ntitle = "Another"\n[display]\nrotate = 180')
            board.send_signal(signal.SIGHUP)
            assert told() == "RELOADING=1"
            assert told() == "READY=1\nSTATUS=Another"
            config.write_text("[display]\nrotate = 90")
            board.send_signal(signal.SIGHUP)
            assert told() == "RELOADING=1"
            assert told() == "READY=1\nSTATUS=Another"
            out, err = board.communicate("stop\n")
            assert told() == "STOPPING=1"
    assert board.returncode == os.EX_OK
    assert err == f"muggins: {config}: display.rotate = 90: it is one of 0, 180; going on as before\n"
    assert '"goodbye": false' in out  # it is upside down by now
    assert beats
    standing = muggins("status", "--journal", tmp_path / "games.txt", "--json").json
    assert (standing["prompt"], standing["presses"]) == ("play", 2)


def test_a_service_waits_a_while_for_its_pins(tmp_path: Path) -> None:
    # udev gives them to their group when the service may be running already.
    late, _ = on_the_wire(tmp_path / "games.txt", "--pins-late", NOTIFY_SOCKET=str(tmp_path / "nobody"))
    assert (late.status, late.err) == (0, "")
    assert muggins("status", "--journal", tmp_path / "games.txt", "--json").json["prompt"] == "play"
    at_once, _ = on_the_wire(tmp_path / "others.txt", "--pins-late")
    complained(at_once, "no permission to use any pin yet")


def test_a_second_muggins_is_refused_while_the_board_runs(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    with subprocess.Popen(
        [sys.executable, str(ON_THE_WIRE), "--wait"],
        env={**ENVIRONMENT, "STATE_DIRECTORY": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as board:
        assert board.stdout is not None
        assert board.stdout.readline() == "playing\n"
        # The second leaves the screen to the first, which goes on.
        state = {"STATE_DIRECTORY": str(tmp_path)}
        second = [
            process("replay", "-", "--journal", games, stdin="4"),
            process("--config", BARE, environment=state),
        ]
        for refused in second:
            assert (refused.status, refused.out) == (os.EX_TEMPFAIL, "")
            assert refused.err == (
                f"muggins: {games}: another Muggins (process {board.pid}) is using it; stop that one first\n"
            )
        standing = process("status", "--journal", games, "--json").json
        assert standing["sides"][0]["score"] == 2
        board.communicate("stop\n")
    assert board.returncode == os.EX_OK
