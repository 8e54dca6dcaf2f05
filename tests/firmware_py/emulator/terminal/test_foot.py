"""The last line of the simulator's screen, and the message that the terminal is too small."""

from collections.abc import Iterator

import pytest
from textual.pilot import Pilot

from engine.rules import Rules
from engine.setup import Setup
from firmware_py.input.keys import Key
from tests.firmware_py.emulator.terminal.bench import SMALL, SimulatorBench, foot, pixels


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
