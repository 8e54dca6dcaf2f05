"""The simulator's display, its last line, and the message that the terminal is too small."""

from collections.abc import Iterator

import pytest
from PIL import Image
from textual.pilot import Pilot

from engine.rules import Rules
from engine.setup import Setup
from firmware_py.emulator.glass import braille, halves
from firmware_py.input.keys import Key

from .bench import HUGE, ROOMY, SMALL, SimulatorBench, foot, pixels


@pytest.fixture
def bench() -> Iterator[SimulatorBench]:
    bench = SimulatorBench()
    yield bench
    bench.close()


def test_the_foot_names_the_letters_that_no_key_has(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert foot(bench) == "m menu r redo Esc quit a journal"

    bench.run(SMALL, script)


def test_the_foot_names_muggins_where_it_is_played() -> None:
    bench = SimulatorBench(Setup(Rules(muggins=True)))

    async def script(pilot: Pilot[None]) -> None:
        assert foot(bench) == "m menu r redo x muggins Esc quit a journal"

    bench.run(SMALL, script)
    bench.close()


@pytest.mark.parametrize("size", [(60, 20), (80, 23), (79, 24), (20, 6)])
def test_too_small_a_terminal_says_so(bench: SimulatorBench, size: tuple[int, int]) -> None:
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


CUT_AND_PLAY = ("a", "k", "5", "5", "j", "q", "5", "k", "3", "4", "j", "9", "q", "8")
MIDDLE = pytest.param(ROOMY, marks=pytest.mark.slow)


@pytest.mark.parametrize("size", [SMALL, (100, 30), MIDDLE, HUGE])
def test_the_glass_shows_what_the_chip_shows(bench: SimulatorBench, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert pixels(bench).tobytes() == bench.board.screen.tobytes()
        before = bench.board.screen.tobytes()
        await bench.type(pilot, *CUT_AND_PLAY)
        assert bench.board.screen.tobytes() != before
        assert pixels(bench).tobytes() == bench.board.screen.tobytes()

    bench.run(size, script)


def test_a_braille_character_is_two_pixels_wide_and_four_high() -> None:
    image = Image.new("1", (8, 4))
    for spot in ((0, 0), (3, 3), (7, 0)):
        image.putpixel(spot, 1)
    assert braille(image) == ["⠁⢀ ⠈"]


def test_a_half_block_is_one_pixel_wide_and_two_high() -> None:
    image = Image.new("1", (8, 2))
    for spot in ((0, 0), (1, 1), (2, 0), (2, 1)):
        image.putpixel(spot, 1)
    assert halves(image) == ["▀▄█     "]
