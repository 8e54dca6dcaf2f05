"""The simulator's log describes the game in words, or suggests what to press."""

from collections.abc import Iterator

import pytest
from textual.pilot import Pilot

from engine.rules import Rules
from engine.setup import Setup
from firmware_py.emulator.terminal.game_log import LogWidget
from firmware_py.emulator.terminal.log_lines import LogLine, Tone
from tests.firmware_py.emulator.terminal.bench import HUGE, SMALL, SimulatorBench, words


@pytest.fixture
def bench() -> Iterator[SimulatorBench]:
    bench = SimulatorBench()
    yield bench
    bench.close()


@pytest.mark.parametrize("size", [SMALL, (100, 30), HUGE])
def test_the_first_screen_says_what_to_press(size: tuple[int, int]) -> None:
    bench = SimulatorBench(Setup(names=("Ann", "Bob")))

    async def script(pilot: Pilot[None]) -> None:
        said = words(bench)
        assert "To begin, cut a pack of cards and key what each player cut, Ann first" in said
        assert "Or press o: Ann deals" in said and "with the mouse" in said

    bench.run(size, script)
    bench.close()


def test_a_log_of_one_line_says_what_to_press_in_a_whole_sentence() -> None:
    bench = SimulatorBench(Setup(Rules(players=3), names=("Maximilian", "Bob", "Cy")))

    async def script(pilot: Pilot[None]) -> None:
        assert "Key the cards you cut, Maximilian first, or press o: Maximilian deals." in words(bench)

    bench.run(SMALL, script)
    bench.close()


def test_the_log_tells_the_cards_and_the_points(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, "k", "5", "2")
        await bench.until(pilot, lambda: "Deal 1: Right deals, starter 2" in bench.text())
        await bench.type(pilot, "0")
        await bench.until(pilot, lambda: "Left lays 10" in bench.text())
        await bench.type(pilot, "5")
        await bench.until(pilot, lambda: "Right lays 5: fifteen" in bench.text())

    bench.run(SMALL, script)


def test_the_newest_call_is_in_sight(bench: SimulatorBench) -> None:
    told = [LogLine(f"Left: call number {number}", Tone.POINTS) for number in range(50)]
    told.append(LogLine("word " * 30 + "end", Tone.POINTS))

    async def script(pilot: Pilot[None]) -> None:
        bench.app.query_one(LogWidget).show(told, bench.match.history.game)
        await pilot.pause()
        assert "end" in bench.text()
        assert "number 0" not in bench.text()

    bench.run(SMALL, script)
