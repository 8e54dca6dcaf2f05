"""The real loop and drivers on an emulated board, with the simulator's terminal."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from PIL import Image
from textual import events
from textual.pilot import Pilot

from engine.game import Game
from engine.match.history import History
from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.config.build import load
from firmware_py.config.keypads import ButtonSettings
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.app import SimulatorApp
from firmware_py.emulator.board import TWENTY_BUTTONS, EmulatedBoard, with_simulator_keys
from firmware_py.emulator.glass import GlassWidget
from firmware_py.emulator.keypad import KeypadWidget, positions
from firmware_py.emulator.tracks import TracksWidget
from firmware_py.input.keys import Input, Key
from firmware_py.start.assembly import assemble
from tests.support.deadline import Deadline
from tests.support.fakes import Told
from tests.support.pictures import frame_of

(_KEYS,) = load(TWENTY_BUTTONS).inputs
assert isinstance(_KEYS, ButtonSettings)
BUTTONS = {Key.parse(word): pin for word, pin in _KEYS.pins.items()}  # the BCM pin of each key

SMALL, MIDDLE, HUGE = (80, 24), (100, 30), (170, 50)


class SimulatorBench:
    """A test rig: an emulated board like that of `muggins simulate`, and the simulator's terminal.

    Attributes:
        pilot: while the simulator runs, what a user does with the terminal.
    """

    pilot: Pilot[None]

    def __init__(self, setup: Setup, about: str = "a journal", size: tuple[int, int] = SMALL) -> None:
        self._size = size
        self.board = EmulatedBoard(with_simulator_keys(load()))
        self.match = Board(History.of(Game.of(setup)))
        self.pressed: list[Input] = []
        self.queue = EdgeQueue(time.monotonic)
        loop, _, self._close = assemble(
            self.board.config,
            self.board.wires,
            self.match,
            self.queue,
            time.monotonic,
            Told(lambda key, outcome: self.pressed.append(key)),
        )
        self.app = SimulatorApp(self.board, self.match, loop.run, self.queue.stop, about)

    def close(self) -> None:
        self.app.finish()
        self._close()

    def run(self, script: Callable[[], Awaitable[None]]) -> None:
        async def main() -> None:
            async with self.app.run_test(size=self._size) as self.pilot:
                shown = self.app.query_one(TracksWidget)
                await self.until(lambda: any(led.brightness for led in shown._leds))
                await script()

        asyncio.run(main())

    async def type(self, *keys: str) -> None:
        """Type keys, and wait until the board has handled them and the terminal shows the result."""
        wanted = len(self.pressed) + len(keys)
        for key in keys:
            self.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await self.until(lambda: len(self.pressed) >= wanted)
        await self.until(self.shows_the_picture)

    async def until(self, true: Callable[[], bool]) -> None:
        deadline = Deadline()
        while not true():
            deadline.left("what the terminal is to show:\n" + self.text())
            await self.pilot.pause(0.01)

    async def quits(self, key: str) -> bool:
        """Press a key, and return True if the simulator then ends without an error."""
        await self.pilot.press(key)
        await self.pilot.pause()
        return self.app.return_code == 0

    def is_up(self, key: Key) -> bool:
        return bool(self.board.pins.factory.pin(BUTTONS[key]).state)

    def shows_the_picture(self) -> bool:
        return frame_of(pixels(self)) == self.board.screen

    def cells(self) -> list[list[tuple[str, Any]]]:
        """Return every cell on the screen, line by line. Each cell is a character and its style."""
        # Textual has no public way to read its screen. The widgets' own lines would hide a missing redraw.
        strips = self.app.screen._compositor.render_strips()
        return [[(char, part.style) for part in strip for char in part.text] for strip in strips]

    def text(self) -> str:
        return "\n".join("".join(char for char, _ in line) for line in self.cells())


HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
# Braille dots 1 to 3 run down the left side, 4 to 6 down the right; 7 and 8 are the last row.
DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))


def pixels(bench: SimulatorBench) -> Image.Image:
    """Return the OLED display's picture, pixel for pixel, as the terminal shows it."""
    region = bench.app.query_one(GlassWidget).content_region
    image = Image.new("1", (128, 64))
    for y, line in enumerate(bench.cells()[region.y : region.bottom]):
        for x, (char, _) in enumerate(line[region.x : region.right]):
            if region.width == 128:
                for dy, lit in enumerate(HALVES[char]):
                    image.putpixel((x, 2 * y + dy), 255 * lit)
            else:
                dots = 0 if char == " " else ord(char) - 0x2800
                for dot, (dx, dy) in enumerate(DOTS):
                    image.putpixel((2 * x + dx, 4 * y + dy), 255 * (dots >> dot & 1))
    return image


def holes(bench: SimulatorBench) -> dict[tuple[int, int], tuple[str, Any]]:
    tracks, cells = bench.app.query_one(TracksWidget), bench.cells()
    looks = {}
    for track in range(2):
        for number in range(1, 122):
            x, y = tracks.cell(track, number)
            looks[track, number] = cells[tracks.content_region.y + y][tracks.content_region.x + x]
    return looks


def on_keypad(bench: SimulatorBench, key: Key) -> tuple[int, int]:
    """Return the column and line of a key's centre, relative to the terminal's keypad."""
    keypad = bench.app.query_one(KeypadWidget)
    place = positions(*keypad.size)[key]
    return place.x + place.width // 2, place.y + place.height // 2


def words(bench: SimulatorBench) -> str:
    return " ".join(bench.text().split())


def foot(bench: SimulatorBench) -> str:
    return " ".join(bench.text().splitlines()[-1].split())
