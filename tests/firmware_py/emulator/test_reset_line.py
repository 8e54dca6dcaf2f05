"""The reset input of an emulated chip, connected to a pin on the emulated header."""

from gpiozero import OutputDevice

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
