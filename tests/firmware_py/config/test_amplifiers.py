"""The settings for an amplifier on a Raspberry Pi: its pins, device tree overlay and ALSA device."""

from firmware_py.config.programs import AMPLIFIERS, I2S_INPUT, I2S_PINS


def test_pins_used_by_the_amplifier() -> None:
    """On the Pi, PCM_CLK, PCM_FS and PCM_DOUT are BCM 18, 19 and 21 (BCM2835 ARM Peripherals, 6.2: ALT0)."""
    assert I2S_PINS == {"BCLK": 18, "LRC": 19, "DIN": 21} and I2S_INPUT == 20


def test_the_overlay_leaves_the_pin_alone_that_could_switch_the_amplifier_off() -> None:
    assert AMPLIFIERS["max98357a"].config_line == "dtoverlay=max98357a,no-sdmode"


def test_the_device_converts_the_rate() -> None:
    """The device must convert sound to a sample rate that the amplifier supports.

    The chip supports 44,100 Hz, but not 22,050 Hz (MAX98357A data sheet, "LRCLK Polarity").
    """
    assert AMPLIFIERS["max98357a"].device == "plug:'dmix:CARD=MAX98357A'"
