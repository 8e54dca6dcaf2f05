"""The simulator's application, with the real loop and drivers."""

import asyncio
import time
from collections.abc import Iterator

import pytest
from textual.pilot import Pilot

from engine.game import Game
from engine.game_setup import Setup
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board import Board
from firmware_py.drivers.apa102 import Apa102
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.emulated_board import EmulatedBoard
from firmware_py.emulator.terminal.app import GLANCE, SimulatorApp, show_in_terminal
from firmware_py.emulator.terminal.log import LogWidget
from firmware_py.emulator.terminal.log_lines import LogLine, Tone
from firmware_py.emulator.terminal.tracks import TracksWidget
from firmware_py.input.keys import Key
from tests.firmware_py.emulator.terminal.bench import HUGE, ROOMY, SMALL, Bench, holes, pixels
from tests.support.deadline import Deadline

CUT_AND_PLAY = ("a", "k", "5", "5", "j", "q", "5", "k", "3", "4", "j", "9", "q", "8")
FIFTEEN = "Left lays J: fifteen"
MIDDLE = pytest.param(ROOMY, marks=pytest.mark.slow)


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.close()


# -- what it shows


@pytest.mark.parametrize("size", [SMALL, (100, 30), MIDDLE, HUGE])
def test_the_glass_shows_what_the_chip_shows(bench: Bench, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert pixels(bench).tobytes() == bench.board.screen.tobytes()
        before = bench.board.screen.tobytes()
        await bench.type(pilot, *CUT_AND_PLAY)
        assert bench.board.screen.tobytes() != before
        assert pixels(bench).tobytes() == bench.board.screen.tobytes()

    bench.run(size, script)


@pytest.mark.parametrize("size", [SMALL, ROOMY, HUGE])
def test_the_tracks_show_what_the_leds_show(bench: Bench, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, "a", "k")
        frame = bytearray(3 * 242)
        lit = {(0, 1): (255, 0, 0), (0, 60): (0, 255, 0), (0, 61): (0, 0, 255), (0, 121): (255, 255, 255)}
        lit |= {(1, 30): (3, 3, 3), (1, 31): (40, 0, 0), (1, 120): (0, 128, 255), (1, 121): (6, 5, 0)}
        for (track, number), colour in lit.items():
            at = 3 * (121 * track + number - 1)
            frame[at : at + 3] = bytes(colour)
        Apa102(bench.board.chain).show(bytes(frame))
        await bench.until(pilot, lambda: holes(bench)[1, 31][0] == "○")
        looks = holes(bench)
        for track in range(2):
            for number in range(1, 122):
                char, style = looks[track, number]
                assert (char != "·") == ((track, number) in lit)
                red, green, blue = style.color.triplet
                match lit.get((track, number)):
                    case (255, 0, 0):
                        assert (char, red, green, blue) == ("●", 255, 0, 0)
                    case (0, 128, 255):
                        assert char == "●" and red == 0 < green < blue == 255
                    case (3, 3, 3):
                        assert char == "•" and 100 < red == green == blue < 160
                    case (40, 0, 0):
                        assert char == "○" and 160 < red < 255 and green == blue == 0
                    case (6, 5, 0):
                        assert char == "•" and red > green > blue == 0
        # In the order of the screen: the first laps of both tracks, then the second laps.
        area = bench.app.query_one(TracksWidget).region
        lines = [[char for char, _ in line if char in "·•○●"] for line in bench.cells()[area.y : area.bottom]]
        first, second, first_end, second_end = filter(None, lines)
        assert len(first) == len(second) == 60
        assert first + first_end == [looks[0, number][0] for number in range(1, 122)]
        assert second + second_end == [looks[1, number][0] for number in range(1, 122)]

    bench.run(size, script)


def test_the_brightness_setting_is_what_the_eye_adapts_to(bench: Bench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        looks = []
        frame = bytes((255, 96, 0, 42, 16, 0)) + bytes(3 * 240)
        for brightness in (1, 4, 31):
            Apa102(bench.board.chain, brightness=brightness).show(frame)
            # The chain has LEDs for a third track, which two players do not use.
            await bench.until(
                pilot, lambda: bench.app.query_one(TracksWidget)._leds == bench.board.lights[:242]
            )
            looks.append([holes(bench)[0, number] for number in (1, 2, 3)])
        assert looks[0] == looks[1] == looks[2]
        Apa102(bench.board.chain, brightness=0).show(frame)
        await bench.until(pilot, lambda: "".join(holes(bench)[0, n][0] for n in (1, 2, 3)) == "···")

    bench.run(SMALL, script)


@pytest.mark.parametrize("size", [SMALL, MIDDLE, HUGE])
def test_the_words(bench: Bench, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        text = bench.text()
        for word in ("M U G G I N S", "10", "♠", "GO", "OK", "UNDO", "a journal"):
            assert word in text
        await bench.type(pilot, *CUT_AND_PLAY[:5])
        await bench.until(pilot, lambda: FIFTEEN in bench.text())
        await bench.type(pilot, "u")
        await bench.until(pilot, lambda: FIFTEEN not in bench.text())

    bench.run(size, script)


def words(bench: Bench) -> str:
    """Return the words on the screen, with all lines joined."""
    return " ".join(bench.text().split())


def foot(bench: Bench) -> str:
    """Return the line at the foot."""
    return " ".join(bench.text().splitlines()[-1].split())


@pytest.mark.parametrize("size", [SMALL, (100, 30), HUGE])
def test_the_first_screen_says_what_to_press(size: tuple[int, int]) -> None:
    bench = Bench(Setup(names=("Ann", "Bob")))

    async def script(pilot: Pilot[None]) -> None:
        said = words(bench)
        assert "To begin, cut a pack of cards and key what each player cut, Ann first" in said
        assert "Or press o: Ann deals" in said and "with the mouse" in said

    bench.run(size, script)
    bench.close()


def test_a_log_of_one_line_says_what_to_press_in_a_whole_sentence() -> None:
    """In the smallest terminal, the tracks of three players leave one line for the log."""
    bench = Bench(Setup(Rules(players=3), names=("Maximilian", "Bob", "Cy")))

    async def script(pilot: Pilot[None]) -> None:
        assert "Key the cards you cut, Maximilian first, or press o: Maximilian deals." in words(bench)

    bench.run(SMALL, script)
    bench.close()


def test_the_foot_names_the_letters_that_no_key_has(bench: Bench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert foot(bench) == "m menu r redo Esc quit a journal"

    bench.run(SMALL, script)


def test_the_foot_names_muggins_where_it_is_played() -> None:
    bench = Bench(Setup(Rules(muggins=True)))

    async def script(pilot: Pilot[None]) -> None:
        assert foot(bench) == "m menu r redo x muggins Esc quit a journal"

    bench.run(SMALL, script)
    bench.close()


def test_the_log_tells_the_cards_and_the_points(bench: Bench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, "k", "5", "2")
        await bench.until(pilot, lambda: "Deal 1: Right deals, starter 2" in bench.text())
        await bench.type(pilot, "0")
        await bench.until(pilot, lambda: "Left lays 10" in bench.text())
        await bench.type(pilot, "5")
        await bench.until(pilot, lambda: "Right lays 5: fifteen" in bench.text())

    bench.run(SMALL, script)


def test_what_is_sent_while_it_closes_is_let_be(bench: Bench) -> None:
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


def test_the_newest_call_is_in_sight(bench: Bench) -> None:
    told = [LogLine(f"Left: call number {number}", Tone.POINTS) for number in range(50)]
    told.append(LogLine("word " * 30 + "end", Tone.POINTS))

    async def script(pilot: Pilot[None]) -> None:
        bench.app.query_one(LogWidget).show(told, bench.match.history.game)
        await pilot.pause()
        assert "end" in bench.text()
        assert "number 0" not in bench.text()

    bench.run(SMALL, script)


@pytest.mark.parametrize("size", [(60, 20), (80, 23), (79, 24), (20, 6)])
def test_too_small_a_terminal_says_so(bench: Bench, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        words = " ".join(bench.text().split())
        assert "80×24" in words and f"{size[0]}×{size[1]}" in words
        assert "UNDO" not in words
        await pilot.press("a")
        await pilot.resize_terminal(*SMALL)
        await bench.type(pilot, "k")
        assert bench.pressed == [Key.KING]
        assert "80×24" not in bench.text()
        assert pixels(bench).tobytes() == bench.board.screen.tobytes()

    bench.run(size, script)


# -- coming and going


@pytest.mark.parametrize("key", ["escape", "ctrl+q", "ctrl+c"])
def test_quitting(bench: Bench, key: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert bench.app.return_code == 0

    bench.run(SMALL, script)
    bench.app.finish()
    assert bench.app.error is None


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
def test_quitting_out_of_a_dialogue(bench: Bench, key: str) -> None:
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
    "a count item by item": ("o",),
}


@pytest.mark.parametrize("keys", OPENED.values(), ids=OPENED)
def test_escape_closes_what_covers_the_game_and_then_quits(bench: Bench, keys: tuple[str, ...]) -> None:
    """Like MENU on the board, Escape goes back step by step and changes nothing."""

    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, "a", "k", "5", "j", "5")
        game = bench.match.history.game
        await bench.type(pilot, *keys)
        await bench.until(pilot, lambda: foot(bench) == "Esc close Ctrl-C quit a journal")
        for _ in range(4):  # the deepest is four steps away
            before = len(bench.pressed)
            await pilot.press("escape")
            await bench.until(pilot, lambda before=before: len(bench.pressed) > before)
            if not bench.match.leaving:
                break
        await bench.until(pilot, lambda: "Esc quit" in foot(bench))
        assert (bench.match.history.game, bench.match.view.page) == (game, None)
        assert bench.app.return_code is None
        await pilot.press("escape")
        await pilot.pause()
        assert bench.app.return_code == 0

    bench.run(SMALL, script)


def test_escape_closes_the_question_who_claims() -> None:
    bench = Bench(Setup(Rules(players=3, muggins=True)))

    async def script(pilot: Pilot[None]) -> None:
        # The second five makes a pair. The next card is laid before the pair is claimed.
        await bench.type(pilot, "o", "2", "5", "5", "9", "x")
        assert bench.match.leaving
        await pilot.press("escape")
        await bench.until(pilot, lambda: not bench.match.leaving)
        assert bench.app.return_code is None

    bench.run(SMALL, script)
    bench.close()


def test_in_a_terminal_that_is_too_small_escape_quits(bench: Bench) -> None:
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
def test_what_the_loop_raises_is_raised() -> None:
    def loop() -> None:
        raise LookupError("no more cards")

    with pytest.raises(LookupError, match="no more cards"):
        show_in_terminal(EmulatedBoard(), a_match(), loop, lambda: None)


@pytest.mark.usefixtures("headless")
def test_the_terminal_closes_when_the_loop_ends() -> None:
    stopped = []
    show_in_terminal(EmulatedBoard(), a_match(), lambda: time.sleep(0.2), lambda: stopped.append(True))
    assert stopped == [True]


@pytest.mark.usefixtures("headless")
def test_what_the_terminal_itself_trips_over_is_not_swallowed(capfd: pytest.CaptureFixture[str]) -> None:
    queue = EdgeQueue(time.monotonic)

    class Lost(Board):
        @property
        def leaving(self) -> tuple[Key, ...]:
            raise LookupError("no keys")

    def loop() -> None:
        queue.wait(None)

    with pytest.raises(SystemExit, match="1"):
        show_in_terminal(EmulatedBoard(), Lost(History.of(Game.new())), loop, queue.stop)
    assert "no keys" in capfd.readouterr().err
