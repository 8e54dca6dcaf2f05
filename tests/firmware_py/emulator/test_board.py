"""An emulated board is wired as its configuration says, and a script and `replay --device` play on it."""

import asyncio
import time
from typing import Any

import pytest

from engine.cards import Rank, Suit
from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from firmware_py.board.board import Board
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.drivers import from_config
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.emulator.board import EmulatedBoard, with_simulator_keys
from firmware_py.emulator.led_chips import Led
from firmware_py.emulator.script import EdgeAndEventQueue, Script, player, sample_game
from firmware_py.input.keys import Key
from firmware_py.start.device_replay import Meter
from tests.support import keyed, oracle
from tests.support.command import muggins

PROFILES = files.profile_names()


@pytest.mark.parametrize("name", PROFILES)
def test_each_profile_has_its_displays_and_leds(name: str) -> None:
    config = load(files.profile(name))
    board = EmulatedBoard(config)
    assert len(board.chips) == len(config.displays)
    holes = sum(len(track) for track in config.lights.shape.tracks) if config.lights else 0
    level = 31 if name == "led-panel" else 0  # WS2812 LEDs have no brightness setting
    assert board.lights == (Led(level, 0, 0, 0),) * holes
    assert len(board.screen) == 128 * 64 // 8


@pytest.mark.parametrize("name", PROFILES)
def test_the_simulator_has_a_button_for_every_key(name: str) -> None:
    config = with_simulator_keys(load(files.profile(name)))
    board = EmulatedBoard(config)
    board.pins.factory.clock = clock = lambda: 1.0  # a real one can swap a press and its release
    edges = EdgeQueue(clock)
    opened = from_config.inputs(config, edges.put, lambda text: None, board.wires._replace(clock=clock))
    for key in Key:
        board.press(key)
        board.release(key)
        down, up = edges.wait(0), edges.wait(0)
        assert (down.key, down.down, up.key, up.down) == (key, True, key, False)
    for each in opened:
        each.close()


def test_a_press_of_menu_holds_ok_down_where_menu_has_no_button() -> None:
    board = EmulatedBoard()
    edges = EdgeQueue(board.wires.clock)
    (opened,) = from_config.inputs(board.config, edges.put, lambda text: None, board.wires)
    board.press(Key.MENU)
    assert edges.wait(0).key is Key.OK
    opened.close()


def replayed(words: list[str], *options: object) -> dict[str, object]:
    result: dict[str, object] = muggins("replay", "-", "--json", *options, stdin=" ".join(words)).json
    return result


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_through_pins_and_chips_is_the_game_without_them(seed: int) -> None:
    words = keyed.whole_game(seed, suits=seed == 1, second_thoughts=seed == 2)
    with_parts = replayed(words, "--device")
    figures = {name: with_parts.pop(name) for name in ("wire", "cpu_ms")}
    assert with_parts == replayed(words)
    assert with_parts["prompt"] == "game_over"
    assert figures["wire"]["oled"]["total"] > 0


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


def test_the_figures_are_quantiles_by_nearest_rank() -> None:
    meter = Meter(EmulatedBoard())
    meter.oled[:] = range(1, 101)
    meter.cpu_ms[:] = [0.5, 1.5, 2.5]
    assert meter.figures["wire"]["oled"] == {"median": 50, "p99": 99, "max": 100, "total": 5050}
    assert meter.figures["wire"]["leds"] == {"median": 0, "p99": 0, "max": 0, "total": 0}
    assert meter.figures["cpu_ms"] == {"median": 1.5, "p99": 2.5}


def test_the_sample_game_could_be_dealt() -> None:
    """Each deal in the sample game uses a single pack: no rank occurs five times, and no card twice."""
    deals: list[list[str]] = []
    events = list(sample_game().events)
    for number, event in enumerate(events):
        if number + 1 < len(events) and events[number + 1].kind is Kind.UNDO:
            continue
        if event.kind is Kind.STARTER:
            deals.append([])
        if deals and isinstance(event.named, Rank):
            deals[-1].append(event.named.symbol)
        elif deals and isinstance(event.named, Suit):
            deals[-1][-1] += event.named.letter
    for cards in deals:
        ranks = [card.rstrip("SHDC") for card in cards]
        assert all(ranks.count(rank) <= 4 for rank in oracle.RANKS)
        named = [card for card in cards if card[-1] in "SHDC"]
        assert len(named) == len(set(named))
    # Each deal has a starter, two hands and a crib, except the last, which ended early at 121.
    assert {len(cards) for cards in deals[:-1]} == {13}


@pytest.mark.parametrize(
    ("steps", "tapped"),
    [((Key.FOUR, Key.KING, Key.TWO), [Key.FOUR, Key.KING, Key.TWO]), ((Event.deals(0),), [Key.OK])],
)
def test_keys_and_events_with_a_key_are_pressed_one_after_the_other(
    steps: tuple[Key | Event, ...], tapped: list[Key]
) -> None:
    board = Board(History.of(Game.new()))
    pressed: list[Key] = []

    class Fingers:
        """A test double for the terminal. It passes the script player's keys straight to a board."""

        def tap(self, key: Key) -> None:
            pressed.append(key)
            assert board.press(key).why is None

        async def rest(self) -> None:
            pass

    fingers: Any = Fingers()
    queue = EdgeAndEventQueue(time.monotonic, board.take)
    asyncio.run(player(Script(steps, 0.0), board, queue)(fingers, lambda: True))
    assert pressed == tapped and board.history.game.dealer == 0
