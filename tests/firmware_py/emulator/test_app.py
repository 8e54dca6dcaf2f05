"""The simulator in a terminal: its application, whole games that are read off its screen, its picture."""

from __future__ import annotations

import asyncio
import io
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from xml.etree import ElementTree

import pexpect
import pyte
import pytest
from textual.app import App
from textual.drivers._writer_thread import WriterThread
from textual.drivers.linux_driver import LinuxDriver
from textual.pilot import Pilot

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.app import GLANCE, SimulatorApp, SuspendableDriver
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.emulator.log import lines
from firmware_py.input.keys import Key
from firmware_py.render import oled
from tests.support.deadline import PATIENCE, Deadline, until
from tests.support.in_terminal import InTerminal
from tests.support.keys_in import keys_in
from tests.support.processes import run

from .bench import HUGE, ROOMY, SMALL, SimulatorBench, foot
from .picture import PICTURE, cells, svg

CUT_AND_PLAY = ("a", "k", "5", "5", "j", "q", "5", "k", "3", "4", "j", "9", "q", "8")
FIFTEEN = "Left lays J: fifteen"
MIDDLE = pytest.param(ROOMY, marks=pytest.mark.slow)


@pytest.fixture
def bench() -> Iterator[SimulatorBench]:
    bench = SimulatorBench()
    yield bench
    bench.close()


@pytest.mark.parametrize("size", [SMALL, MIDDLE, HUGE])
def test_the_words(bench: SimulatorBench, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        text = bench.text()
        for word in ("M U G G I N S", "10", "♠", "GO", "OK", "UNDO", "a journal"):
            assert word in text
        await bench.type(pilot, *CUT_AND_PLAY[:5])
        await bench.until(pilot, lambda: FIFTEEN in bench.text())
        await bench.type(pilot, "u")
        await bench.until(pilot, lambda: FIFTEEN not in bench.text())

    bench.run(size, script)


def test_bytes_sent_while_the_terminal_closes_are_ignored(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        # Textual closes a terminal like this, and then waits for workers that are still running.
        bench.app._running = False
        bench.app._screen_stack.clear()
        before = bench.app._sent()
        bench.board.press(Key.FIVE)
        deadline = Deadline()
        while bench.app._sent() == before:
            deadline.left("the press to reach the chips")
            await asyncio.sleep(0.01)
        await asyncio.sleep(4 * GLANCE)

    bench.run(SMALL, script)


# -- coming and going


@pytest.mark.parametrize("key", ["escape", "ctrl+q", "ctrl+c"])
def test_quitting(bench: SimulatorBench, key: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert bench.app.return_code == 0

    bench.run(SMALL, script)
    bench.app.finish()
    assert bench.app.error is None


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
def test_quitting_out_of_a_dialogue(bench: SimulatorBench, key: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, "m")
        await pilot.press(key)
        await pilot.pause()
        assert bench.app.return_code == 0

    bench.run(SMALL, script)


OPENED = {
    "the menu": ("m",),
    "points by hand": ("m", "a"),
    "a number begun": ("m", "a", "1", "2"),
    "the score": ("m", "3"),
    "the misdeal": ("m", "4"),
    "the rules": ("m", "5"),
    "a page of the rules": ("m", "5", "o"),
    "the new game": ("m", "6"),
    "its target": ("m", "6", "3"),
    "its start": ("m", "6", "4"),
    "a name begun": ("m", "6", "5", "2", "2"),
    "an option": ("m", "6", "6"),
    "the last question": ("m", "6", "o"),
    "the correction": ("m", "7"),
    "the press put right": ("m", "7", "o"),
}


@pytest.mark.parametrize("keys", OPENED.values(), ids=OPENED)
def test_escape_closes_menus_and_dialogues_and_then_quits(
    bench: SimulatorBench, keys: tuple[str, ...]
) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, "a", "k", "5", "j", "5")
        game = bench.match.history.game
        await bench.type(pilot, *keys)
        await bench.until(pilot, lambda: foot(bench) == "Esc close Ctrl-C quit a journal")
        for _ in range(4):  # the deepest dialogue takes four steps to close
            before = len(bench.pressed)
            await pilot.press("escape")
            await bench.until(pilot, lambda before=before: len(bench.pressed) > before)
            if bench.match.entry.dialogue is None:
                break
        await bench.until(pilot, lambda: "Esc quit" in foot(bench))
        assert (bench.match.history.game, bench.match.view.page) == (game, None)
        assert bench.app.return_code is None
        await pilot.press("escape")
        await pilot.pause()
        assert bench.app.return_code == 0

    bench.run(SMALL, script)


def test_escape_quits_while_the_last_counts_are_shown(bench: SimulatorBench) -> None:
    """A card that is typed there is laid, as at the game itself: it is no place to come back from."""

    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, "a", "k", "5", "j", "5", "o")
        assert bench.match.view.page is not None
        assert "Esc quit" in foot(bench)
        await pilot.press("escape")
        await pilot.pause()
        assert bench.app.return_code == 0

    bench.run(SMALL, script)


def test_escape_closes_the_question_who_claims() -> None:
    bench = SimulatorBench(Setup(Rules(players=3, muggins=True)))

    async def script(pilot: Pilot[None]) -> None:
        # The second five makes a pair. The next card is laid before the pair is claimed.
        await bench.type(pilot, "o", "2", "5", "5", "9", "x")
        assert bench.match.entry.dialogue is not None
        await pilot.press("escape")
        await bench.until(pilot, lambda: bench.match.entry.dialogue is None)
        assert bench.app.return_code is None

    bench.run(SMALL, script)
    bench.close()


def test_in_a_terminal_that_is_too_small_escape_quits(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, "m")
        await pilot.resize_terminal(60, 20)
        assert "Esc quits" in bench.text()
        await pilot.press("escape")
        await pilot.pause()
        assert bench.app.return_code == 0

    bench.run(SMALL, script)


@pytest.fixture
def headless(monkeypatch: pytest.MonkeyPatch) -> None:
    run = SimulatorApp.run
    monkeypatch.setattr(SimulatorApp, "run", lambda app: run(app, headless=True, size=SMALL))


def a_match() -> Board:
    return Board(History.of(Game.new()))


@pytest.mark.usefixtures("headless")
def test_an_error_of_the_loop_is_raised() -> None:
    def loop() -> None:
        raise LookupError("no more cards")

    with pytest.raises(LookupError, match="no more cards"):
        SimulatorApp(EmulatedBoard(), a_match(), loop, lambda: None).show()


@pytest.mark.usefixtures("headless")
def test_the_terminal_closes_when_the_loop_ends() -> None:
    stopped = []
    SimulatorApp(EmulatedBoard(), a_match(), lambda: time.sleep(0.2), lambda: stopped.append(True)).show()
    assert stopped == [True]


@pytest.mark.usefixtures("headless")
def test_an_error_of_the_terminal_itself_is_reported(capfd: pytest.CaptureFixture[str]) -> None:
    queue = EdgeQueue(time.monotonic)
    broken = a_match()
    del broken.entry

    def loop() -> None:
        queue.wait(None)

    with pytest.raises(SystemExit, match="1"):
        SimulatorApp(EmulatedBoard(), broken, loop, queue.stop).show()
    assert "'entry'" in capfd.readouterr().err


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="Linux says there if a process is stopped")
def test_stopped_and_continued_it_plays_on_and_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with InTerminal("simulate", environment={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        terminal.until("To begin, cut a pack")
        for key, said in (("o", "Left deals"), ("j", "two for his heels"), ("5", "Right lays 5")):
            terminal.signal(signal.SIGSTOP)
            until(lambda: terminal.is_stopped, "the simulator to stop")
            terminal.signal(signal.SIGCONT)
            terminal.type(key)
            terminal.until(said)
        terminal.type("\x1b")
        assert terminal.ends() == 0


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="Linux says there if a process is stopped")
def test_stopped_again_and_again_while_it_starts_it_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with InTerminal("simulate", environment={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        deadline = Deadline()
        while "To begin, cut a pack" not in terminal.words:
            deadline.left("the first picture")
            terminal.signal(signal.SIGSTOP)
            until(lambda: terminal.is_stopped, "the simulator to stop")
            terminal.signal(signal.SIGCONT)
            terminal.read()
        terminal.type("\x1b")
        assert terminal.ends() == 0


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let Textual's driver do nothing with the terminal. Yield a list of what it was asked to do."""
    done: list[str] = []

    def start(driver: LinuxDriver) -> None:
        done.append("start")
        if done != ["stop", "start"]:  # the first time, the process is in the background
            driver._writer_thread = WriterThread(io.StringIO())

    monkeypatch.setattr(LinuxDriver, "start_application_mode", start)
    monkeypatch.setattr(LinuxDriver, "stop_application_mode", lambda driver: done.append("stop"))
    monkeypatch.setattr(LinuxDriver, "close", lambda driver: None)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)}
    yield done
    for number, handler in handlers.items():
        signal.signal(number, handler)


def test_a_driver_that_was_suspended_resumes_once_as_soon_as_it_can(done: list[str]) -> None:
    async def work() -> None:
        driver = SuspendableDriver(App())
        driver.resume_application_mode()
        driver.suspend_application_mode()
        driver.resume_application_mode()
        driver.resume_application_mode()
        driver.resume_application_mode()
        driver.suspend_application_mode()

    asyncio.run(work())
    assert done == ["stop", "start", "start", "stop"]


KEYS = Path(__file__).parents[2] / "benchmarks" / "ranks.keys"
LETTERS = {"10": "0", "GO": "g", "OK": "o", "UNDO": "u", "REDO": "r", "MENU": "m", "MUGGINS": "x"}


class Screen:
    """The simulator, running in a terminal with 80 columns and 24 lines."""

    def __init__(self, child: pexpect.spawn) -> None:
        self._child = child
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)

    def key(self, keys: Sequence[Key]) -> None:
        for key in keys:
            self._child.send(LETTERS.get(key.value, key.value.lower()))

    def settle(self, board: Board) -> None:
        """Read the output until the terminal shows the same OLED picture and last log line as the board."""
        last = [line.text for line in lines(board.history)[-1:]]
        picture = braille(board)
        deadline = Deadline()
        while True:
            glass = [line[:64].replace("\u2800", " ") for line in self._screen.display[:16]]
            calls = re.sub(r"\s+", " ", " ".join(self._screen.display[20:23]))
            if glass == picture and all(call in calls for call in last):
                return
            shown = "\n".join(self._screen.display)
            left = deadline.left(f"{last}:\n{shown}\ninstead of\n" + "\n".join(picture))
            with suppress(pexpect.TIMEOUT):
                self._stream.feed(self._child.read_nonblocking(65536, timeout=left))


def braille(board: Board) -> list[str]:
    """Return the board's OLED picture as 16 lines of 64 braille characters, with spaces for dark areas."""
    image = oled.draw(board.view)
    dots = ((0, 0, 1), (0, 1, 2), (0, 2, 4), (1, 0, 8), (1, 1, 16), (1, 2, 32), (0, 3, 64), (1, 3, 128))
    lines = []
    for top in range(0, 64, 4):
        cells = []
        for left in range(0, 128, 2):
            bits = sum(bit for x, y, bit in dots if image.getpixel((left + x, top + y)))
            cells.append(chr(0x2800 + bits) if bits else " ")
        lines.append("".join(cells))
    return lines


@contextmanager
def simulator(journal: Path) -> Iterator[Screen]:
    """Run the simulator with a journal, and end it by pressing Esc when the `with` block ends."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "firmware_py", "simulate", "--journal", str(journal)],
        env=os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
        dimensions=(24, 80),
        timeout=PATIENCE,
    )
    try:
        yield Screen(child)
        child.send("\x1b")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
    finally:
        child.close(force=True)


def replayed(keys: Sequence[Key], start: tuple[int, int] = (0, 0)) -> Board:
    board = Board(History.of(Game.new(start=start)))
    for key in keys:
        board.press(key)
    return board


@pytest.mark.slow
def test_a_whole_game(tmp_path: Path) -> None:
    keys = keys_in(KEYS.read_text(encoding="utf-8"))
    board = Board(History.of(Game.new()))
    with simulator(tmp_path / "games.txt") as screen:
        screen.settle(board)
        for first in range(0, len(keys), 20):
            screen.key(keys[first : first + 20])
            for key in keys[first : first + 20]:
                board.press(key)
            screen.settle(board)
    assert board.history.game.winner is not None


@pytest.mark.slow
def test_back_from_121_to_the_first_card_and_forth_again(tmp_path: Path) -> None:
    journal = tmp_path / "games.txt"
    start = (112, 113)
    keys = keys_in("K 4 2  10 5 5 5 6 K K 9  GO")
    run(
        [sys.executable, "-m", "firmware_py", "replay", "-", "--journal", str(journal), "--start", "112,113"],
        input="K",
        text=True,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    won = next(n for n in range(len(keys) + 1) if replayed(keys[:n], start).history.game.winner is not None)
    with simulator(journal) as screen:
        screen.key(keys[1:won])
        screen.settle(replayed(keys[:won], start))
        screen.key([Key.UNDO] * won)
        screen.settle(replayed([], start))
        screen.key([Key.REDO] * won)
        screen.settle(replayed(keys[:won], start))


def test_it_is_what_the_simulator_shows() -> None:
    kept = PICTURE.read_text(encoding="utf-8")
    assert kept == svg(cells()), "python -m tests.firmware_py.emulator.picture draws it again"


def test_picture_loads_nothing_else() -> None:
    """The picture loads no fonts, and the only URL in it is the SVG namespace."""
    kept = PICTURE.read_text(encoding="utf-8")
    assert ElementTree.fromstring(kept).tag == "{http://www.w3.org/2000/svg}svg"
    assert re.findall(r"https?://[^\"]+", kept) == ["http://www.w3.org/2000/svg"]
    assert "@font-face" not in kept and "url(" not in kept


def test_it_is_a_moment_of_the_sample_game() -> None:
    words = " ".join(ElementTree.fromstring(PICTURE.read_text(encoding="utf-8")).itertext())
    for word in ("M", "lays", "Ann", "Bob", "UNDO", "Esc", "121"):
        assert word in words.split()
