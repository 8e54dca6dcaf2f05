"""Letters typed in the simulator press the board's keys, in order."""

import asyncio
import time
from collections.abc import Iterator
from itertools import pairwise

import pytest
from textual.pilot import Pilot

from firmware_py.config.build import load
from firmware_py.emulator.board import EmulatedBoard, with_simulator_keys
from firmware_py.emulator.keypad import LETTERS, Fingers
from firmware_py.input.keys import Input, Key
from firmware_py.input.press_detector import LONG
from tests.firmware_py.emulator.terminal.bench import BUTTONS, SMALL, SimulatorBench


@pytest.fixture
def bench() -> Iterator[SimulatorBench]:
    bench = SimulatorBench()
    yield bench
    bench.close()


def test_every_letter_is_a_key(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, *LETTERS)
        assert bench.pressed == list(LETTERS.values())
        assert set(LETTERS.values()) == set(Key)

    bench.run(SMALL, script)


def test_letters_are_the_same_in_upper_case(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, "A", "Q", "T", "M")
        assert bench.pressed == [Key.ACE, Key.QUEEN, Key.TEN, Key.MENU]

    bench.run(SMALL, script)


def test_a_burst_of_keys_arrives_in_order(bench: SimulatorBench) -> None:
    burst = "aa55kkggoouu2mm3qq00xrshhdc8" + "9j7k4u6g5o3a2q0ss44uuoogg3377aa9"

    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, *burst)
        assert bench.pressed == [LETTERS[char] for char in burst]

    assert len(burst) == 60
    bench.run(SMALL, script)


@pytest.mark.parametrize(("typed", "key"), [("m", Key.MENU), ("r", Key.REDO), ("x", Key.MUGGINS)])
def test_letters_for_long_presses_act_at_once(
    bench: SimulatorBench, typed: str, key: Key, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_py.input.press_detector.LONG", 3600.0)

    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, typed, typed)
        assert bench.pressed == [key, key]

    bench.run(SMALL, script)


def test_fingers_let_go_of_a_key_before_they_press_the_next() -> None:
    moves: list[tuple[Key, bool, float]] = []

    class Touched(EmulatedBoard):
        def press(self, key: Input) -> None:
            moves.append((key, True, time.monotonic()))

        def release(self, key: Input) -> None:
            moves.append((key, False, time.monotonic()))

    async def main() -> None:
        fingers = Fingers(Touched(with_simulator_keys(load())), lambda key, down: None)
        work = asyncio.create_task(fingers.work())
        for key in (Key.FIVE, Key.FIVE, Key.SIX, Key.REDO):
            fingers.tap(key)
        await fingers.rest()
        work.cancel()

    asyncio.run(main())
    taps = (Key.FIVE, Key.FIVE, Key.SIX, Key.REDO)
    assert [move[:2] for move in moves] == [(key, down) for key in taps for down in (True, False)]
    times = [at for _, _, at in moves]
    lasted = [later - earlier for earlier, later in pairwise(times)]
    # Each press but the first comes after a rest that is longer than the 25 ms that count as a bounce.
    assert min(lasted[1], lasted[3], lasted[5]) >= 0.03


def test_a_terminal_that_is_busy_makes_no_long_press_of_a_tap(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        down = bench.board.pins.factory.pin(BUTTONS[Key.UNDO])
        stalled: list[int] = []

        def stall(key: Key, is_down: bool) -> None:
            light(key, is_down)
            if is_down:
                asyncio.get_running_loop().call_soon(
                    lambda: (time.sleep(LONG + 0.1), stalled.append(down.state))
                )

        light = bench.app.fingers._light
        bench.app.fingers._light = stall
        await bench.type(pilot, "5", "u")
        assert stalled == [1, 1]
        assert bench.pressed == [Key.FIVE, Key.UNDO]

    bench.run(SMALL, script)
