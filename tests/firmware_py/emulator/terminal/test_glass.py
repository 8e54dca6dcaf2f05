"""The simulator's display shows the picture of the emulated OLED."""

from collections.abc import Iterator

import pytest
from PIL import Image
from textual.pilot import Pilot

from firmware_py.emulator.glass import braille, halves
from tests.firmware_py.emulator.terminal.bench import HUGE, ROOMY, SMALL, SimulatorBench, pixels

CUT_AND_PLAY = ("a", "k", "5", "5", "j", "q", "5", "k", "3", "4", "j", "9", "q", "8")
MIDDLE = pytest.param(ROOMY, marks=pytest.mark.slow)


@pytest.fixture
def bench() -> Iterator[SimulatorBench]:
    bench = SimulatorBench()
    yield bench
    bench.close()


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
