"""`replay --device` presses keys on emulated pins, with the same result as `replay` alone."""

import pytest

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.emulator.board import EmulatedBoard
from firmware_py.input.keys import Key
from firmware_py.start.device_replay import replay_on_device
from tests.support import keyed
from tests.support.command import muggins
from tests.support.fakes import Told


def replayed(words: list[str], *options: object) -> dict[str, object]:
    result: dict[str, object] = muggins("replay", "-", "--json", *options, stdin=" ".join(words)).json
    return result


@pytest.mark.parametrize("seed", range(4))
def test_a_game_through_pins_and_chips_is_the_game_without_them(seed: int) -> None:
    words = keyed.whole_game(seed, suits=seed % 2 == 1, second_thoughts=seed >= 2)
    with_parts = replayed(words, "--device")
    figures = {name: with_parts.pop(name) for name in ("wire", "cpu_ms")}
    assert with_parts == replayed(words)
    assert with_parts["prompt"] == "game_over"
    assert figures["wire"]["oled"]["total"] > 0


def test_every_kind_of_key_does_the_same_through_the_pins_as_without_them() -> None:
    words = "4 9 j H go OK ok 5 UNDO REDO REDO 5 MUGGINS MENU K A GO UNDO D MENU".split()
    words += "6 OK OK OK AGAIN J SCORE UNDO K".split()
    with_parts = replayed(words, "--device")
    del with_parts["wire"], with_parts["cpu_ms"]
    assert with_parts == replayed(words)
    assert [refusal["key"] for refusal in with_parts["refused"]] == ["GO", "REDO", "MUGGINS", "K"]


def test_the_figures_are_those_of_the_reference() -> None:
    made = replayed("OK 3 K 5".split(), "--device")
    assert list(made["wire"]) == ["oled", "leds"]
    for spread in made["wire"].values():
        assert list(spread) == ["median", "p99", "max", "total"]
        assert all(type(number) is int for number in spread.values())
        assert 0 <= spread["median"] <= spread["p99"] <= spread["max"] <= spread["total"]
    assert list(made["cpu_ms"]) == ["median", "p99"]
    assert all(type(number) in (int, float) and number >= 0 for number in made["cpu_ms"].values())
    # The first press begins a deal, and all LEDs are sent again. The starter and the king move no peg; the 5
    # makes fifteen and moves one.
    assert made["wire"]["leds"]["median"] == 0
    assert made["wire"]["leds"]["total"] == 2 * made["wire"]["leds"]["max"] > 0
    text = muggins("replay", "-", "--device", stdin="OK 3 K 5").out
    assert text.splitlines()[-3].split()[0] == "oled"


def test_the_figures_of_no_press_at_all_are_noughts() -> None:
    made = replayed([], "--device")
    nothing = {"median": 0, "p99": 0, "max": 0, "total": 0}
    assert made["wire"] == {"oled": nothing, "leds": nothing}
    assert made["cpu_ms"] == {"median": 0, "p99": 0}


def test_each_key_is_one_press_whatever_comes_of_it() -> None:
    keys = [Key.OK, Key.THREE, Key.KING, Key.REDO, Key.FIVE, Key.MENU, Key.MENU]
    board, told = keyed.board(), Told()
    meter = replay_on_device(board, keys, told)
    assert [key for key, _ in told.presses] == keys
    assert [outcome.took for _, outcome in told.presses][:5] == [True, True, True, False, True]
    assert board.history.game == keyed.board("OK 3 K 5").history.game
    assert len(meter.oled) == len(meter.leds) == len(meter.cpu_ms) == len(keys)


def test_the_given_parts_show_the_presses_and_are_dark_afterwards() -> None:
    emulated = EmulatedBoard(load(files.profile("keypad-20")))
    seen: list[bool] = []
    replay_on_device(
        keyed.board(), [Key.OK, Key.JACK, Key.KING], Told(lambda *_: seen.append(emulated.chip.on)), emulated
    )
    assert seen == [True] * 3
    # His heels were pegged, so the LEDs were sent more than once.
    assert emulated.led_bytes > 2 * len(emulated.lights)
    assert not emulated.chip.on
    assert not any(led.red or led.green or led.blue for led in emulated.lights)
