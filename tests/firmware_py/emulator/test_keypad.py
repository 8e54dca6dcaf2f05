"""The simulator's keys, typed, clicked, held or pressed by a script; encodings other than UTF-8.

The tests set `PYTHONIOENCODING` instead of the locale, because few machines have a Latin-1 locale installed.
"""

from __future__ import annotations

import asyncio
import io
import os
import sys
import termios
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from firmware_py.config.build import load
from firmware_py.emulator import glass
from firmware_py.emulator.board import EmulatedBoard, with_simulator_keys
from firmware_py.emulator.glass import GlassWidget
from firmware_py.emulator.keypad import TYPED, Fingers, KeypadWidget, positions
from firmware_py.input.keys import HELD, VOICE_KEYS, Input, Key
from firmware_py.input.press_detector import LONG
from tests.support.board_process import InTerminal

from .bench import BUTTONS, HUGE, ROOMY, SMALL, SimulatorBench, on_keypad


@pytest.fixture
def bench() -> Iterator[SimulatorBench]:
    bench = SimulatorBench()
    yield bench
    bench.close()


def test_every_letter_is_a_key(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await bench.type(pilot, *TYPED)
        assert bench.pressed == list(TYPED.values())
        assert set(TYPED.values()) == set(Key)

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
        assert bench.pressed == [TYPED[char] for char in burst]

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


@pytest.mark.parametrize(
    "size", [SMALL, *(pytest.param(size, marks=pytest.mark.slow) for size in (ROOMY, HUGE))]
)
def test_every_key_can_be_clicked(
    bench: SimulatorBench, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A busy machine clicks slowly.
    monkeypatch.setattr("firmware_py.input.press_detector.LONG", 60.0)

    async def script(pilot: Pilot[None]) -> None:
        for key in BUTTONS:
            await pilot.click(KeypadWidget, offset=on_keypad(bench, key))
        await bench.until(pilot, lambda: len(bench.pressed) >= len(BUTTONS))
        assert bench.pressed == list(BUTTONS)

    bench.run(size, script)


def test_a_key_is_down_and_lit_as_long_as_the_mouse_button(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        def capstyle() -> Any:
            x, y = on_keypad(bench, Key.OK)
            region = bench.app.query_one(KeypadWidget).content_region
            return bench.cells()[region.y + y][region.x + x][1]

        pin = bench.board.pins.factory.pin(BUTTONS[Key.OK])
        unlit = capstyle()
        await pilot.mouse_down(KeypadWidget, offset=on_keypad(bench, Key.OK))
        await bench.until(pilot, lambda: pin.state == 0)
        await bench.until(pilot, lambda: capstyle() != unlit)
        await bench.until(pilot, lambda: bench.pressed == [Key.MENU])
        assert capstyle() != unlit
        assert pin.state == 0
        await pilot.mouse_up(KeypadWidget, offset=on_keypad(bench, Key.OK))
        await bench.until(pilot, lambda: pin.state == 1)
        await bench.until(pilot, lambda: capstyle() == unlit)
        await pilot.pause(0.1)
        assert bench.pressed == [Key.MENU]

    bench.run(SMALL, script)


def test_go_held_with_the_mouse_is_again_and_then_the_score(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        pin = bench.board.pins.factory.pin(BUTTONS[Key.GO])
        for held in ([Key.AGAIN], [Key.AGAIN, Key.SCORE]):
            await pilot.mouse_down(KeypadWidget, offset=on_keypad(bench, Key.GO))
            await bench.until(pilot, lambda held=held: bench.pressed == held)
            await pilot.mouse_up(KeypadWidget, offset=on_keypad(bench, Key.GO))
            await bench.until(pilot, lambda: pin.state == 1)
            await pilot.pause(0.1)

    bench.run(SMALL, script)


@pytest.mark.parametrize("how", ["slides off", "leaves the keypad", "loses the focus"])
def test_a_key_comes_up_when_the_mouse_is_lost(bench: SimulatorBench, how: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        pin = bench.board.pins.factory.pin(BUTTONS[Key.GO])
        await pilot.mouse_down(KeypadWidget, offset=on_keypad(bench, Key.GO))
        await bench.until(pilot, lambda: pin.state == 0)
        if how == "slides off":
            await pilot.hover(KeypadWidget, offset=on_keypad(bench, Key.OK))
        elif how == "leaves the keypad":
            await pilot.hover(GlassWidget, offset=(3, 3))
        else:
            bench.app.post_message(events.AppBlur())
        await bench.until(pilot, lambda: pin.state == 1)
        await pilot.mouse_up(KeypadWidget, offset=on_keypad(bench, Key.OK))
        await pilot.click(KeypadWidget, offset=on_keypad(bench, Key.FIVE))
        await bench.until(pilot, lambda: len(bench.pressed) >= 2)
        assert bench.pressed[-1] is Key.FIVE and len(bench.pressed) == 2

    bench.run(SMALL, script)


@pytest.mark.parametrize("button", [2, 3], ids=["middle", "right"])
def test_only_the_left_button_presses(bench: SimulatorBench, button: int) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.click(KeypadWidget, offset=on_keypad(bench, Key.FIVE), button=button)
        await pilot.click(KeypadWidget, offset=on_keypad(bench, Key.SEVEN))
        await bench.until(pilot, lambda: bool(bench.pressed))
        assert bench.pressed == [Key.SEVEN]

    bench.run(SMALL, script)


def test_another_button_that_comes_up_lets_no_key_go(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        pin = bench.board.pins.factory.pin(BUTTONS[Key.GO])
        await pilot.mouse_down(KeypadWidget, offset=on_keypad(bench, Key.GO))
        await bench.until(pilot, lambda: pin.state == 0)
        other = events.MouseUp(None, 0, 0, 0, 0, button=3, shift=False, meta=False, ctrl=False)
        bench.app.query_one(KeypadWidget).post_message(other)
        await pilot.pause()
        await bench.app.fingers.rest()
        assert pin.state == 0
        await pilot.mouse_up(KeypadWidget, offset=on_keypad(bench, Key.GO))
        await bench.until(pilot, lambda: pin.state == 1)

    bench.run(SMALL, script)


def test_a_click_beside_the_keys_presses_none(bench: SimulatorBench) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.click(KeypadWidget, offset=(0, 0))
        await pilot.click(GlassWidget, offset=(5, 5))
        await bench.type(pilot, "7")
        assert bench.pressed == [Key.SEVEN]

    bench.run(SMALL, script)


@pytest.mark.parametrize("size", [(16, 16), (17, 20), (36, 18), (52, 34)])
def test_the_keys_are_apart_and_inside(size: tuple[int, int]) -> None:
    caps = positions(*size)
    assert set(caps) == set(Key) - {*HELD, *VOICE_KEYS}
    taken = [(x, y) for cap in caps.values() for x in cap.column_range for y in cap.line_range]
    assert len(taken) == len(set(taken))
    assert all(0 <= x < size[0] and 1 <= y < size[1] for x, y in taken)
    assert all(cap.width >= max(2, len(key.value)) or len(key.value) == 1 for key, cap in caps.items())
    assert [key.typed[0] for key in (Key.TEN, Key.GO, Key.OK, Key.UNDO)] == ["0", "g", "o", "u"]


LOCALES = ["latin-1", "ascii", "cp1252:replace"]
BRAILLE = range(0x2800, 0x2900)


def simulator(tmp_path: Path, locale: str, *, is_utf8: bool = True, is_silent: bool = False) -> InTerminal:
    return InTerminal(
        "simulate",
        environment={
            "PYTHONIOENCODING": locale,
            "PYTHONUTF8": "0",
            "XDG_STATE_HOME": str(tmp_path / "state"),
            "XDG_CONFIG_HOME": str(tmp_path),
        },
        is_utf8=is_utf8,
        is_silent=is_silent,
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_a_terminal_that_shows_utf8_is_drawn_on_all_the_same(tmp_path: Path, locale: str) -> None:
    with simulator(tmp_path, locale) as terminal:
        terminal.until("To begin, cut a pack", "Esc quit", "♠")
        assert "\\u" not in terminal.words and "?" not in terminal.words
        assert any(ord(char) in BRAILLE for char in terminal.words)
        terminal.type("\x1b")
        assert terminal.ends() == 0


@pytest.mark.parametrize(
    ("is_utf8", "is_silent"),
    [
        pytest.param(False, False, id="latin-1"),
        pytest.param(True, True, id="silent", marks=pytest.mark.slow),  # it is given five seconds
    ],
)
def test_a_terminal_without_utf8_is_refused_in_a_line(tmp_path: Path, is_utf8: bool, is_silent: bool) -> None:
    with simulator(tmp_path, "latin-1", is_utf8=is_utf8, is_silent=is_silent) as terminal:
        assert terminal.ends() == 2
        assert terminal.words.startswith("muggins: this terminal does not show UTF-8")
        assert "LC_ALL=C.UTF-8" in terminal.words
    assert not (tmp_path / "state").exists()


def test_a_terminal_that_does_not_answer_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glass, "PATIENCE", 0.1)
    ours, theirs = os.openpty()
    before = termios.tcgetattr(theirs)
    with (
        open(ours, "rb", buffering=0) as user,
        open(theirs, "r+b", buffering=0) as terminal,
        io.TextIOWrapper(terminal, "latin-1", write_through=True) as stream,
    ):
        monkeypatch.setattr(sys, "__stdin__", stream)
        monkeypatch.setattr(sys, "__stderr__", stream)
        assert not glass.use_utf8()
        assert stream.encoding == "latin-1"
        assert b"\x1b[6n" in user.read(1024)
        assert termios.tcgetattr(theirs) == before


def test_with_utf8_the_terminal_is_not_asked(tmp_path: Path) -> None:
    with simulator(tmp_path, "utf-8", is_silent=True) as terminal:
        terminal.until("Esc quit")
        assert b"\x1b[6n" not in terminal.written
        terminal.type("\x1b")
        assert terminal.ends() == 0
