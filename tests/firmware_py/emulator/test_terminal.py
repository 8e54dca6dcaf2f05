"""The simulator's terminal, with the shipped loop and drivers beside it."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress

import pytest
from textual.pilot import Pilot

from firmware_py.drivers.apa102 import Apa102
from firmware_py.drivers.edges import EdgeQueue
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.emulator.terminal import GLANCE, Terminal, simulate
from firmware_py.emulator.terminal_widgets import Tracks
from firmware_py.keys import Key
from firmware_py.ports import Stopped
from tests.firmware_py.emulator.terminal_bench import HUGE, ROOMY, SMALL, Bench, holes, pixels

CUT_AND_PLAY = ("a", "k", "5", "5", "j", "q", "5", "k", "3", "4", "j", "9", "q", "8")
FIFTEEN = "Left: fifteen for two"
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
        # As read off the screen: the first laps of both tracks, then the second ones.
        area = bench.app.query_one(Tracks).region
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
            # The chain has lights for a third track, which two players do not use.
            await bench.until(pilot, lambda: bench.app.query_one(Tracks)._leds == bench.board.lights[:242])
            looks.append([holes(bench)[0, number] for number in (1, 2, 3)])
        assert looks[0] == looks[1] == looks[2]
        Apa102(bench.board.chain, brightness=0).show(frame)
        await bench.until(pilot, lambda: "".join(holes(bench)[0, n][0] for n in (1, 2, 3)) == "···")

    bench.run(SMALL, script)


@pytest.mark.parametrize("size", [SMALL, MIDDLE, HUGE])
def test_the_words(bench: Bench, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        text = bench.text()
        for word in ("M U G G I N S", "10", "♠", "GO", "OK", "UNDO", "m MENU", "r REDO", "x MUGGINS", "Esc"):
            assert word in text
        assert "a journal" in text
        assert "calls it here" in text
        await bench.type(pilot, *CUT_AND_PLAY)
        await bench.until(pilot, lambda: FIFTEEN in bench.text())
        await bench.type(pilot, *"uuuuuuuuu")
        await bench.until(pilot, lambda: FIFTEEN not in bench.text())

    bench.run(size, script)


def test_what_is_sent_while_it_closes_is_let_be(bench: Bench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        # Textual closes a terminal so, and then waits for others, which run on.
        bench.app._running = False
        bench.app._screen_stack.clear()
        before = bench.app._sent()
        bench.board.press(Key.FIVE)
        for _ in range(1000):
            await asyncio.sleep(0.01)
            if bench.app._sent() != before:
                break
        assert bench.app._sent() != before
        await asyncio.sleep(4 * GLANCE)

    bench.run(SMALL, script)


def test_the_newest_call_is_in_sight(bench: Bench) -> None:
    calls = [f"Left: call number {number}" for number in range(50)] + ["word " * 30 + "end"]
    bench.app._calls = lambda: calls

    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, "a")
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


@pytest.fixture
def headless(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Terminal.run
    monkeypatch.setattr(Terminal, "run", lambda app: run(app, headless=True, size=SMALL))


@pytest.mark.usefixtures("headless")
def test_what_the_loop_raises_is_raised() -> None:
    def loop() -> None:
        raise LookupError("no more cards")

    with pytest.raises(LookupError, match="no more cards"):
        simulate(EmulatedBoard(), tuple, loop, lambda: None)


@pytest.mark.usefixtures("headless")
def test_the_terminal_closes_when_the_loop_ends() -> None:
    stopped = []
    simulate(EmulatedBoard(), tuple, lambda: time.sleep(0.2), lambda: stopped.append(True))
    assert stopped == [True]


@pytest.mark.usefixtures("headless")
def test_what_the_terminal_itself_trips_over_is_not_swallowed(capfd: pytest.CaptureFixture[str]) -> None:
    queue = EdgeQueue(time.monotonic)

    def calls() -> Sequence[str]:
        raise LookupError("no calls")

    def loop() -> None:
        with suppress(Stopped):
            queue.wait(None)

    with pytest.raises(SystemExit, match="1"):
        simulate(EmulatedBoard(), calls, loop, queue.stop)
    assert "no calls" in capfd.readouterr().err
