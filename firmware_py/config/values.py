"""A configuration as values, read and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from firmware_py.config import defaults
from firmware_py.config.led_chips import TIMED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game_setup import Setup
    from firmware_py.render.hole_to_led import Shape
    from firmware_py.render.palette import Palette


class Buttons(NamedTuple):
    """Push buttons between pins and ground, read through gpiozero.

    Attributes:
        pins: the BCM pin of each key, by the key's word; the directions of a joystick are keys too.
    """

    pins: Mapping[str, int]


class Keyboard(NamedTuple):
    """Keys that the kernel reads: a USB keypad, a matrix, or buttons as `gpio-key`.

    Attributes:
        codes: the kernel's codes of each key (linux/input-event-codes.h), by the key's word.
        device: the path or the name of the one device to read; None: each device that has one of the codes.
        grab: keep the keys from everybody else, the console among them.
        pins: the BCM pins of keys that are `gpio-key` overlays, by the key's word.
        rows: the BCM pins of the rows of a matrix.
        columns: the BCM pins of its columns.
        matrix: the words of its keys, row by row.
    """

    codes: Mapping[str, tuple[int, ...]]
    device: str | None = None
    grab: bool = defaults.GRAB
    pins: Mapping[str, int] = {}
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    matrix: tuple[tuple[str, ...], ...] = ()


class Display(NamedTuple):
    """An OLED of 128 by 64 pixels.

    Attributes:
        controller: `ssd1306`, `ssd1309` or `sh1106`.
        interface: `i2c` or `spi`.
        bus: the number of the bus: /dev/i2c-1, /dev/spidev0.0.
        address: its address on I2C.
        device: its chip select on SPI.
        dc: the BCM pin of its data/command line on SPI.
        reset: the BCM pin of its reset line on SPI.
        hz: the clock of SPI.
        rotate: 0, or 180 for a panel mounted upside down.
        facing: `fixed`, or `turn`: to the player whose turn it is, side 0 sitting before the panel.
        contrast: 0 to 255.
        dim_contrast: the same while it is dimmed.
        dim_after: seconds without a press until it is dimmed; 0 for never.
        blank_after: seconds without a press until it is dark; 0 for never.
    """

    controller: str = defaults.CONTROLLER
    interface: str = defaults.INTERFACE
    bus: int = defaults.DISPLAY_BUS[defaults.INTERFACE]
    address: int = defaults.ADDRESS
    device: int = defaults.DISPLAY_SELECT
    dc: int = defaults.DC_PIN
    reset: int = defaults.RESET_PIN
    hz: int = defaults.DISPLAY_HZ
    rotate: int = defaults.ROTATE
    facing: str = defaults.FACING
    contrast: int = defaults.CONTRAST
    dim_contrast: int = defaults.DIM_CONTRAST
    dim_after: int = defaults.DIM_AFTER
    blank_after: int = defaults.BLANK_AFTER


class Lights(NamedTuple):
    """A chain of LEDs on SPI.

    Attributes:
        chip: `apa102`, `sk9822`, `ws2812` or `sk6812`.
        order: the colours as they go over the wire, such as `BGR`.
        bus: the number of the SPI bus.
        device: its chip select, which the chain itself does not see.
        hz: the clock of SPI.
        brightness: in percent.
        limit_ma: what all LEDs together may draw, by estimate.
        palette: the colours of the sides.
        shape: where the holes are.
    """

    chip: str
    order: str
    bus: int
    device: int
    hz: int
    brightness: int
    limit_ma: int
    palette: Palette
    shape: Shape

    @property
    def timed(self) -> bool:
        """True if the chips have no clock wire and read the lengths of pulses."""
        return self.chip in TIMED


class Signals(NamedTuple):
    """Single LEDs and a buzzer, each on a BCM pin.

    Attributes:
        turn: an LED for each side: a key is wanted from it.
        dealer: an LED for each side: it deals.
        game_over: an LED that is on when the game is over; None for none.
        buzzer: an active buzzer; None for none.
    """

    turn: tuple[int, ...] = ()
    dealer: tuple[int, ...] = ()
    game_over: int | None = None
    buzzer: int | None = None


class Config(NamedTuple):
    """A board.

    Attributes:
        source: the file it was read from, as given; None for a profile taken as it is.
        profile: the name of the profile that it extends, or is; None where it stands alone.
        title: what it is, in a line.
        setup: what is played when a new journal begins.
        plays: it says something about what is played.
        inputs: where the keys come from.
        displays: the screens, none to two.
        lights: the LEDs of the tracks.
        signals: single LEDs and a buzzer.
    """

    source: str | None
    profile: str | None
    title: str
    setup: Setup
    plays: bool
    inputs: tuple[Buttons | Keyboard, ...]
    displays: tuple[Display, ...]
    lights: Lights | None
    signals: Signals | None

    @property
    def joystick(self) -> bool:
        """True if the players pick cards on the screen, with a joystick."""
        keys = [each.pins if isinstance(each, Buttons) else each.codes for each in self.inputs]
        return any("PICK" in each for each in keys)

    @property
    def preset(self) -> Setup | None:
        """The setup of a new game; None if the configuration does not set one."""
        return self.setup if self.plays else None

    @property
    def display(self) -> Display | None:
        """The first screen, None if there is none."""
        return self.displays[0] if self.displays else None
