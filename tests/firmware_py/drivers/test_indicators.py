"""Single LEDs and a buzzer, on gpiozero's mock pins."""

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from firmware_py.config.signals import SignalSettings
from firmware_py.drivers.indicators import BEEPS, Signals
from firmware_py.ports import Sound
from tests.support import keyed
from tests.support.deadline import until

PINS = SignalSettings(turn=(5, 6), dealer=(12, 13), game_over=16, buzzer=26)


@pytest.fixture
def factory() -> MockFactory:
    return MockFactory()


def high(factory: MockFactory) -> set[int]:
    return {pin for pin in (5, 6, 12, 13, 16, 26) if factory.pin(pin).state}


def test_they_tell_the_turn_the_dealer_and_the_end(factory: MockFactory) -> None:
    signals = Signals(PINS, factory)
    assert high(factory) == set()
    board = keyed.board("", start=(120, 0))
    for words, lit in (("", {5}), ("OK", {5, 12}), ("2", {6, 12}), ("10", {5, 12}), ("5 UNDO 10", {12, 16})):
        # Seat 0 deals; pone leads; the second ten is a pair for seat 0, who has 120 and wins.
        keyed.press(board, words)
        signals.show(board.view)
        assert high(factory) == lit, words
    signals.close()


def test_only_what_is_wired_is_opened(factory: MockFactory) -> None:
    signals = Signals(SignalSettings(buzzer=26), factory)
    board = keyed.board("OK")
    signals.show(board.view)
    signals.close()
    silent = Signals(SignalSettings(turn=(5, 6)), factory)
    silent.sound(Sound.WIN)
    silent.show(board.view)
    assert high(factory) == {5}
    silent.close()


@pytest.mark.parametrize("sound", Sound)
def test_each_sound_is_as_many_beeps_as_it_says_and_ends(factory: MockFactory, sound: Sound) -> None:
    signals = Signals(PINS, factory)
    pin = factory.pin(26)
    pin.clear_states()
    *_, times = BEEPS[sound]
    signals.sound(sound)
    wanted = [False] + [True, False] * times
    until(lambda: [state.state for state in pin.states] == wanted, pin.states)
    signals.close()


def test_a_pin_that_is_taken_leaves_none_open(factory: MockFactory) -> None:
    taken = gpiozero.LED(16, pin_factory=factory)
    with pytest.raises(gpiozero.GPIOZeroError):
        Signals(PINS, factory)
    taken.close()
    Signals(PINS, factory).close()
