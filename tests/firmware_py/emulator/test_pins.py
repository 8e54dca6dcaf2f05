"""Emulated pins: a button between each pin and ground, and the reset input of a chip."""

import pytest
from gpiozero import InputDevice, OutputDevice

from firmware_py.emulator.wires import EmulatedPins, reset_line


def test_only_a_falling_level_resets_the_chip() -> None:
    pins, resets = EmulatedPins(), []
    pin = reset_line(pins.factory.pin(25), lambda: resets.append(True))
    line = OutputDevice(25, initial_value=True, pin_factory=pins.factory)
    resets.clear()
    line.off()
    line.off()
    assert len(resets) == 1 and not pin.state
    line.on()
    assert len(resets) == 1 and pin.state
    line.close()


@pytest.fixture
def pins() -> EmulatedPins:
    return EmulatedPins(clock=lambda: 7.0)


def test_a_button_takes_its_pin_low_and_the_pull_up_takes_it_high(pins: EmulatedPins) -> None:
    device = InputDevice(5, pull_up=True, pin_factory=pins.factory)
    assert not device.is_active
    pins.press(5)
    assert device.is_active
    pins.release(5)
    assert not device.is_active
    device.close()


def test_a_button_can_be_down_before_the_program_opens_its_pin(pins: EmulatedPins) -> None:
    pins.press(5)
    device = InputDevice(5, pull_up=True, pin_factory=pins.factory)
    assert device.is_active
    device.close()


def test_changes_carry_the_time_of_the_clock(pins: EmulatedPins) -> None:
    device = InputDevice(5, pull_up=True, pin_factory=pins.factory)
    reported: list[tuple[float, int]] = []
    device.pin.edges = "both"
    report = lambda ticks, state: reported.append((ticks, state))  # noqa: E731  # kept: the pin's reference is weak
    device.pin.when_changed = report
    pins.press(5)
    pins.press(5)
    pins.release(5)
    assert reported == [(7.0, 0), (7.0, 1)]
    device.close()
