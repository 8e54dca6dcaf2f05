"""The simulator in a terminal: its application, whole games that are read off its screen, its picture."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from engine.game import Game
from engine.match.history import History
from firmware_py.board.board import Board
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.app import SimulatorApp
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.emulator.glass import braille
from firmware_py.emulator.log import lines
from firmware_py.input.keys import Key
from firmware_py.render import oled
from tests.support.board_process import InTerminal
from tests.support.deadline import Deadline, until
from tests.support.keyed import keys_in

from .bench import SMALL, SimulatorBench, foot
from .picture import PICTURE, cells, svg

# -- coming and going


@pytest.mark.parametrize(
    ("typed", "key"), [("", "escape"), ("", "ctrl+q"), ("", "ctrl+c"), ("m", "ctrl+q"), ("m", "ctrl+c")]
)
async def test_quitting_also_out_of_a_dialogue(bench: SimulatorBench, typed: str, key: str) -> None:
    await bench.type(*typed)
    assert await bench.quits(key)
    bench.app.finish()
    assert bench.app.error is None


OPENED = {"the menu": "m", "a page of the rules": "m5o", "a name begun": "m6522"}


@pytest.mark.parametrize("keys", OPENED.values(), ids=OPENED)
async def test_escape_closes_menus_and_dialogues_and_then_quits(bench: SimulatorBench, keys: str) -> None:
    await bench.type("a", "k", "5", "j", "5")
    game = bench.match.history.game
    await bench.type(*keys)
    await bench.until(lambda: foot(bench) == "Esc close Ctrl-C quit a journal")
    for _ in range(4):  # the deepest dialogue takes four steps to close
        before = len(bench.pressed)
        await bench.pilot.press("escape")
        await bench.until(lambda before=before: len(bench.pressed) > before)
        if bench.match.entry.dialogue is None:
            break
    await bench.until(lambda: "Esc quit" in foot(bench))
    assert (bench.match.history.game, bench.match.view.page) == (game, None)
    assert bench.app.return_code is None
    assert await bench.quits("escape")


async def test_in_a_terminal_that_is_too_small_escape_quits(bench: SimulatorBench) -> None:
    await bench.type("m")
    await bench.pilot.resize_terminal(60, 20)
    assert "Esc quits" in bench.text()
    assert await bench.quits("escape")


@pytest.fixture
def show(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that shows a board in a terminal without a screen, while a loop runs."""
    run = SimulatorApp.run
    monkeypatch.setattr(SimulatorApp, "run", lambda app: run(app, headless=True, size=SMALL))

    def show(loop: Callable[[], object], stop: Callable[[], object], match: Board | None = None) -> None:
        board = match or Board(History.of(Game.new()))
        SimulatorApp(EmulatedBoard(), board, loop, stop).show()  # type: ignore[arg-type]

    return show


def test_an_error_of_the_loop_is_raised(show: Callable[..., None]) -> None:
    def loop() -> None:
        raise LookupError("no more cards")

    with pytest.raises(LookupError, match="no more cards"):
        show(loop, lambda: None)


def test_the_terminal_closes_when_the_loop_ends(show: Callable[..., None]) -> None:
    stopped: list[bool] = []
    show(lambda: time.sleep(0.2), lambda: stopped.append(True))
    assert stopped == [True]


def test_an_error_of_the_terminal_itself_is_reported(
    show: Callable[..., None], capfd: pytest.CaptureFixture[str]
) -> None:
    queue = EdgeQueue(time.monotonic)
    broken = Board(History.of(Game.new()))
    del broken.entry
    with pytest.raises(SystemExit, match="1"):
        show(lambda: queue.wait(None), queue.stop, broken)
    assert "'entry'" in capfd.readouterr().err


linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="Linux says there if it is stopped")


def stop_and_continue(terminal: InTerminal) -> None:
    terminal.signal(signal.SIGSTOP)
    until(lambda: terminal.state == "T", "the simulator to stop")
    terminal.signal(signal.SIGCONT)


@linux
def test_stopped_again_and_again_it_plays_on_and_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with InTerminal("simulate", environment={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        deadline = Deadline()
        while "To begin, cut a pack" not in terminal.words:
            deadline.left("the first picture")
            stop_and_continue(terminal)
            terminal.read()
        for key, said in (("o", "Left deals"), ("j", "two for his heels"), ("5", "Right lays 5")):
            stop_and_continue(terminal)
            terminal.type(key)
            terminal.until(said)
        terminal.type("\x1b")
        assert terminal.ends() == 0


# -- whole games

KEYS = Path(__file__).parents[2] / "benchmarks" / "ranks.keys"
LETTERS = {"10": "0", "GO": "g", "OK": "o", "UNDO": "u", "REDO": "r", "MENU": "m", "MUGGINS": "x"}


def typed(terminal: InTerminal, keys: Sequence[Key], board: Board) -> None:
    """Press keys on the simulator's keyboard and on a board.

    Wait until the terminal shows the same OLED picture and last log line as the board.
    """
    for key in keys:
        terminal.type(LETTERS.get(key.value, key.value.lower()))
        board.press(key)
    last = [line.text for line in lines(board.history)[-1:]]
    picture = braille(oled.draw(board.view).frame())
    deadline = Deadline()
    while True:
        glass = [line[:64].replace("\u2800", " ") for line in terminal.lines[:16]]
        calls = re.sub(r"\s+", " ", " ".join(terminal.lines[20:23]))
        if glass == picture and all(call in calls for call in last):
            return
        deadline.left(f"{last}:\n" + "\n".join([*terminal.lines, "instead of", *picture]))
        terminal.read()


@pytest.mark.slow
def test_a_whole_game(tmp_path: Path) -> None:
    keys = keys_in(KEYS.read_text(encoding="utf-8"))
    board = Board(History.of(Game.new()))
    with InTerminal("simulate", "--journal", tmp_path / "games.txt") as terminal:
        for first in range(0, len(keys), 20):
            typed(terminal, keys[first : first + 20], board)
        terminal.type("\x1b")
        assert terminal.ends() == 0
    assert board.history.game.winner is not None


def test_the_picture_is_what_the_simulator_shows() -> None:
    kept = PICTURE.read_text(encoding="utf-8")
    assert kept == svg(cells()), "python -m tests.firmware_py.emulator.picture draws it again"


async def test_escape_quits_while_the_last_counts_are_shown(bench: SimulatorBench) -> None:
    """A card that is typed there is laid, as at the game itself: it is no place to come back from."""
    await bench.type("a", "k", "5", "j", "5", "o")
    assert bench.match.view.page is not None
    assert "Esc quit" in foot(bench)
    assert await bench.quits("escape")
