"""The drivers for the indicator LEDs and the buzzer, on gpiozero's mock pins."""

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from firmware_py.board.ports import Sound
from firmware_py.config.lights import SignalSettings
from firmware_py.drivers import Wires
from firmware_py.drivers.signals import BEEPS, PinBuzzer, PinIndicators
from tests.support import keyed
from tests.support.deadline import until

PINS = SignalSettings(turn=(5, 6), dealer=(12, 13), game_over=16, buzzer=26)


@pytest.fixture
def factory() -> MockFactory:
    return MockFactory()


def high(factory: MockFactory) -> set[int]:
    return {pin for pin in (5, 6, 12, 13, 16, 26) if factory.pin(pin).state}


def test_each_led_lights_for_its_side_and_the_end(factory: MockFactory) -> None:
    leds = PinIndicators(PINS, Wires(pins=factory))
    assert high(factory) == set()
    board = keyed.board("", start=(120, 0))
    # The second ten makes a pair for seat 0, who has 120 points and wins.
    for words, lit in (("", {5}), ("OK", {5, 12}), ("2", {6, 12}), ("10", {5, 12}), ("5 UNDO 10", {12, 16})):
        keyed.press(board, words)
        leds.show(board.view, 0.0)
        assert high(factory) == lit, words
    assert leds.deadline is None
    leds.close()


def test_only_the_pins_that_are_wired_are_opened(factory: MockFactory) -> None:
    leds = PinIndicators(SignalSettings(turn=(5, 6)), Wires(pins=factory))
    leds.show(keyed.board("OK").view, 0.0)
    assert high(factory) == {5}
    gpiozero.LED(12, pin_factory=factory).close()
    leds.close()


def test_a_pin_that_is_taken_leaves_none_open(factory: MockFactory) -> None:
    taken = gpiozero.LED(16, pin_factory=factory)
    with pytest.raises(gpiozero.GPIOZeroError):
        PinIndicators(PINS, Wires(pins=factory))
    taken.close()
    PinIndicators(PINS, Wires(pins=factory)).close()


@pytest.mark.parametrize("sound", Sound)
def test_each_sound_is_as_many_beeps_as_it_says_and_ends(sound: Sound, factory: MockFactory) -> None:
    buzzer = PinBuzzer(26, Wires(pins=factory))
    pin = factory.pin(26)
    pin.clear_states()
    *_, times = BEEPS[sound]
    buzzer.sound(sound)
    wanted = [False] + [True, False] * times
    until(lambda: [state.state for state in pin.states] == wanted, pin.states)
    buzzer.close()
