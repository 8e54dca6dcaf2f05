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
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from textual import events

from firmware_py.config.build import load
from firmware_py.emulator import glass
from firmware_py.emulator.board import TYPED, EmulatedBoard, Fingers, with_simulator_keys
from firmware_py.emulator.glass import GlassWidget
from firmware_py.emulator.keypad import KeypadWidget
from firmware_py.input.keys import Input, Key
from firmware_py.input.press_detector import LONG
from tests.support.board_process import InTerminal

from .bench import BUTTONS, HUGE, SMALL, SimulatorBench, on_keypad


async def test_every_letter_in_either_case_is_a_key_and_a_burst_arrives_in_order(
    bench: SimulatorBench,
) -> None:
    assert set(TYPED.values()) == set(Key)
    burst = [*TYPED, *"aa55kkggoouu2mm3qq00xrshhdc8", *"9j7k4u6g5o3a2q0ss44uuoogg3377aa9"]
    await bench.type(*burst, "A", "Q", "T", "M")
    last = [Key.ACE, Key.QUEEN, Key.TEN, Key.MENU]
    assert bench.pressed == [TYPED[char] for char in burst] + last


async def test_letters_for_long_presses_act_at_once(
    bench: SimulatorBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_py.input.press_detector.LONG", 3600.0)
    await bench.type(*"mmrrxx")
    assert bench.pressed == [Key.MENU, Key.MENU, Key.REDO, Key.REDO, Key.MUGGINS, Key.MUGGINS]


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


async def test_a_terminal_that_is_busy_makes_no_long_press_of_a_tap(bench: SimulatorBench) -> None:
    down = bench.board.pins.factory.pin(BUTTONS[Key.UNDO])
    stalled: list[int] = []

    def stall(key: Key, is_down: bool) -> None:
        light(key, is_down)
        if is_down:
            loop = asyncio.get_running_loop()
            loop.call_soon(lambda: (time.sleep(LONG + 0.1), stalled.append(down.state)))

    light = bench.app.fingers._light
    bench.app.fingers._light = stall
    await bench.type("5", "u")
    assert stalled == [1, 1]
    assert bench.pressed == [Key.FIVE, Key.UNDO]


@pytest.mark.parametrize("size", [SMALL, pytest.param(HUGE, marks=pytest.mark.slow)])
async def test_every_key_can_be_clicked(bench: SimulatorBench, monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy machine clicks slowly.
    monkeypatch.setattr("firmware_py.input.press_detector.LONG", 60.0)
    for key in BUTTONS:
        await bench.pilot.click(KeypadWidget, offset=on_keypad(bench, key))
    await bench.until(lambda: len(bench.pressed) >= len(BUTTONS))
    assert bench.pressed == list(BUTTONS)


async def hold(bench: SimulatorBench, key: Key) -> None:
    await bench.pilot.mouse_down(KeypadWidget, offset=on_keypad(bench, key))
    await bench.until(lambda: not bench.is_up(key))


async def let_go(bench: SimulatorBench, key: Key) -> None:
    await bench.pilot.mouse_up(KeypadWidget, offset=on_keypad(bench, key))
    await bench.until(lambda: bench.is_up(key))


async def test_a_key_is_down_and_lit_as_long_as_the_mouse_button(bench: SimulatorBench) -> None:
    def capstyle() -> Any:
        x, y = on_keypad(bench, Key.OK)
        region = bench.app.query_one(KeypadWidget).content_region
        return bench.cells()[region.y + y][region.x + x][1]

    unlit = capstyle()
    await hold(bench, Key.OK)
    await bench.until(lambda: capstyle() != unlit)
    await bench.until(lambda: bench.pressed == [Key.MENU])
    assert capstyle() != unlit and not bench.is_up(Key.OK)
    await let_go(bench, Key.OK)
    await bench.until(lambda: capstyle() == unlit)
    await bench.pilot.pause(0.1)
    assert bench.pressed == [Key.MENU]


async def test_go_held_with_the_mouse_is_again_and_then_the_score(bench: SimulatorBench) -> None:
    for held in ([Key.AGAIN], [Key.AGAIN, Key.SCORE]):
        await hold(bench, Key.GO)
        await bench.until(lambda held=held: bench.pressed == held)
        await let_go(bench, Key.GO)
        await bench.pilot.pause(0.1)


@pytest.mark.parametrize("how", ["slides off", "leaves the keypad", "loses the focus"])
async def test_a_key_comes_up_when_the_mouse_is_lost(bench: SimulatorBench, how: str) -> None:
    await hold(bench, Key.GO)
    if how == "slides off":
        await bench.pilot.hover(KeypadWidget, offset=on_keypad(bench, Key.OK))
    elif how == "leaves the keypad":
        await bench.pilot.hover(GlassWidget, offset=(3, 3))
    else:
        bench.app.post_message(events.AppBlur())
    await bench.until(lambda: bench.is_up(Key.GO))
    await bench.pilot.mouse_up(KeypadWidget, offset=on_keypad(bench, Key.OK))
    await bench.pilot.click(KeypadWidget, offset=on_keypad(bench, Key.FIVE))
    await bench.until(lambda: len(bench.pressed) >= 2)
    assert bench.pressed[-1] is Key.FIVE and len(bench.pressed) == 2


async def test_only_the_left_button_on_a_key_presses(bench: SimulatorBench) -> None:
    for button in (2, 3):
        await bench.pilot.click(KeypadWidget, offset=on_keypad(bench, Key.FIVE), button=button)
    await bench.pilot.click(KeypadWidget, offset=(0, 0))
    await bench.pilot.click(GlassWidget, offset=(5, 5))
    await bench.pilot.click(KeypadWidget, offset=on_keypad(bench, Key.SEVEN))
    await bench.until(lambda: bool(bench.pressed))
    assert bench.pressed == [Key.SEVEN]


@pytest.mark.parametrize("locale", ["latin-1", "cp1252:replace"])
def test_a_terminal_that_shows_utf8_is_drawn_on_all_the_same(tmp_path: Path, locale: str) -> None:
    environment = {"PYTHONIOENCODING": locale, "PYTHONUTF8": "0", "XDG_CONFIG_HOME": str(tmp_path)}
    with InTerminal("simulate", environment=environment | {"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        terminal.until("To begin, cut a pack", "Esc quit", "♠")
        assert "\\u" not in terminal.words and "?" not in terminal.words
        assert any(0x2800 <= ord(char) < 0x2900 for char in terminal.words)  # braille
        terminal.type("\x1b")
        assert terminal.ends() == 0


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
