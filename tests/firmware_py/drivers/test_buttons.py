"""Buttons, by gpiozero, on emulated pins."""

import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import gpiozero
import pytest

from firmware_py.drivers.buttons import Buttons
from firmware_py.drivers.edges import EdgeQueue
from firmware_py.emulator.pins import EmulatedPins
from firmware_py.keys import Edge, Key, Stick

K = TypeVar("K")

PINS = {5: "A", 6: "2", 13: "GO"}


@pytest.fixture
def pins() -> Iterator[EmulatedPins]:
    pins = EmulatedPins()
    yield pins
    pins.close()


class Bench:
    """Keeps buttons alive: gpiozero closes what nobody holds."""

    def __init__(self, pins: EmulatedPins) -> None:
        self.factory = pins.factory
        self.kept: list[object] = []

    def buttons(self, meanings: Mapping[int, K], put: Callable[[K, bool], object]) -> Buttons[K]:
        buttons = Buttons(meanings, put, self.factory)
        self.kept.append(buttons)
        return buttons


@pytest.fixture
def bench(pins: EmulatedPins) -> Bench:
    return Bench(pins)


class Edges(list[tuple[str, bool]]):
    """What was put."""

    def put(self, key: str, down: bool) -> None:
        self.append((key, down))


def test_edges_come_in_order(bench: Bench, pins: EmulatedPins) -> None:
    edges = Edges()
    bench.buttons(PINS, edges.put)
    assert edges == []
    pins.press(5)
    pins.press(13)
    pins.release(5)
    pins.release(13)
    pins.press(5)
    assert edges == [("A", True), ("GO", True), ("A", False), ("GO", False), ("A", True)]


def test_nothing_is_reported_twice_and_bouncing_is(bench: Bench, pins: EmulatedPins) -> None:
    edges = Edges()
    bench.buttons(PINS, edges.put)
    pins.press(6)
    pins.press(6)
    pins.release(6)
    pins.release(6)
    pins.press(6)
    assert edges == [("2", True), ("2", False), ("2", True)]


def test_a_button_held_down_at_the_start_does_not_press(bench: Bench, pins: EmulatedPins) -> None:
    edges = Edges()
    pins.press(5)
    bench.buttons(PINS, edges.put)
    assert edges == []
    pins.press(6)
    pins.release(5)
    pins.press(5)
    assert edges == [("2", True), ("A", False), ("A", True)]


@pytest.mark.parametrize("kind", [queue.SimpleQueue, queue.Queue])
def test_put_may_be_any_callable(bench: Bench, pins: EmulatedPins, kind: type) -> None:
    """gpiozero counts the parameters of its callbacks: builtins and callable objects are traps."""
    edges = kind()

    class Put:
        def __call__(self, key: str, down: bool) -> None:
            edges.put((key, down))

    bench.buttons(PINS, Put())
    bench.buttons({20: "K"}, edges.put)
    pins.press(13)
    assert edges.get_nowait() == ("GO", True)
    pins.press(20)
    assert edges.get_nowait() == "K"


def test_several_pins_may_be_one_key_of_a_keypad_or_a_joystick(bench: Bench, pins: EmulatedPins) -> None:
    edges = EdgeQueue(lambda: 4.0)
    bench.buttons({5: Stick.PICK, 6: Key.OK, 13: Key.OK}, edges.put)
    pins.press(5)
    pins.press(6)
    pins.press(13)
    pins.release(6)
    ok = [Edge(Key.OK, down, 4.0, 0) for down in (True, True, False)]
    assert [edges.wait(0) for _ in range(4)] == [Edge(Stick.PICK, True, 4.0, 0), *ok]


def test_no_thread_for_a_button(bench: Bench, pins: EmulatedPins) -> None:
    before = threading.active_count()
    bench.buttons({pin: pin for pin in (4, 5, 6, 7, *range(12, 28))}, lambda key, down: None)
    assert threading.active_count() == before


def test_close_gives_the_pins_back(bench: Bench, pins: EmulatedPins) -> None:
    edges = Edges()
    buttons = bench.buttons(PINS, edges.put)
    buttons.close()
    buttons.close()
    pins.press(5)
    assert edges == []
    pins.release(5)
    bench.buttons(PINS, edges.put)
    pins.press(5)
    assert edges == [("A", True)]


def test_a_pin_that_does_not_exist_leaves_none_open(bench: Bench, pins: EmulatedPins) -> None:
    edges = Edges()
    with pytest.raises(gpiozero.PinInvalidPin):
        bench.buttons({5: "A", 99: "?"}, edges.put)
    bench.buttons({5: "A"}, edges.put)


def test_a_pin_in_use(bench: Bench, pins: EmulatedPins) -> None:
    edges = Edges()
    first = bench.buttons({5: "A"}, edges.put)
    with pytest.raises(gpiozero.GPIOPinInUse):
        bench.buttons({6: "2", 5: "A"}, edges.put)
    first.close()
    bench.buttons({6: "2", 5: "A"}, edges.put)


def test_pins_closed_with_buttons_still_open() -> None:
    pins = EmulatedPins()
    buttons = Buttons(PINS, Edges().put, pins.factory)
    pins.press(5)
    pins.close()
    pins.close()
    buttons.close()
