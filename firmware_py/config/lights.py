"""The settings of the track LEDs, the supported LED chips, and the pins of indicator LEDs and buzzer.

To add a chip, add an entry to `LED_CHIPS`, its frame in `firmware_py.drivers.leds`, and a chain in
`firmware_py.emulator`. The layout of the LEDs is in `track_shape`, their colours are in `palette`.
"""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from firmware_py.system.errors import ConfigurationMistake

from . import defaults, track_shape
from .palette import DEFAULT, Palette, colour
from .track_shape import Shape


class LedChip(NamedTuple):
    """A type of LED chip.

    Attributes:
        order: the order in which the chip expects the colours on the wire, according to its data sheet.
        default_hz: the SPI clock frequency, in Hz, to use if the configuration does not set one.
        timed: True if the chip has no clock wire. It then measures pulse lengths, so the SPI clock must be
            exact and steady.
        description: the wires and the trade name by which a maker can recognise the chip.
    """

    order: str
    default_hz: int
    timed: bool
    description: str


# At 2 MHz, a frame for 242 LEDs takes 4 ms.
LED_CHIPS = {
    "apa102": LedChip("BGR", 2_000_000, False, "four wires, among them data and clock; also sold as DotStar"),
    "sk9822": LedChip("BGR", 2_000_000, False, "the same, another make"),
    "ws2812": LedChip("GRB", 3_200_000, True, "three wires, one of them data; also sold as NeoPixel"),
    "sk6812": LedChip("GRBW", 3_200_000, True, "the same with a white light in each"),
}
"""The supported LED chips, keyed by their names in a configuration file."""
TIMED_HZ = (2_700_000, 3_400_000)
"""The lowest and highest SPI clock frequencies, in Hz, at which timed chips accept the pulses."""
BUFSIZ = 4096
"""The number of bytes that the kernel's spidev sends in one transfer by default (drivers/spi/spidev.c)."""

PLUG_A = 5
"""The most that a barrel plug of 5.5 × 2.1 mm carries, in amperes (CUI Devices, data sheet of PJ-102AH)."""
MOST_MA = 2800
"""The highest limit on the LEDs' current, in mA.

A third more, which the supply must give, is three quarters of a fuse of `PLUG_A`: what it carries for long.
"""

LEAD = 4
"""The number of zero bytes before a frame. Without them the first LED shows a wrong colour."""
PAUSE = 120
"""The number of zero bytes after a frame. This pause of at least 280 us makes the LEDs show the frame."""


def timed_frame(leds: int, order: str) -> int:
    """Return the length, in bytes, of a frame for LEDs without a clock wire.

    Args:
        order: the order of the colours on the wire, such as `GRB`.
    """
    return LEAD + 4 * len(order) * leds + PAUSE


def wanted_bufsiz(leds: int, order: str) -> int:
    """Return the smallest spidev buffer size, a multiple of `BUFSIZ`, that holds a whole frame.

    Args:
        order: the order of the colours on the wire, such as `GRB`.
    """
    return -(-timed_frame(leds, order) // BUFSIZ) * BUFSIZ


SHAPES: dict[str, tuple[Callable[..., Shape], tuple[str, ...]]] = {
    "strips": (
        track_shape.strips,
        ("tracks", "holes", "game_hole", "serpentine", "rows", "pitch_mm", "row_mm"),
    ),
    "ring": (track_shape.ring, ("leds", "tracks", "pitch_mm")),
    "panel": (track_shape.panel, ("width", "height", "panels", "by", "serpentine", "pitch_mm", "tracks")),
}
"""For each kind of shape, the function that creates it, and the settings that the function accepts."""


class LightSettings(NamedTuple):
    """The settings of a chain of LEDs on SPI.

    Attributes:
        chip: `apa102`, `sk9822`, `ws2812` or `sk6812`.
        order: the order of the colours on the wire, such as `BGR`.
        bus: the number of the SPI bus.
        device: the number of the SPI device on the bus, such as 1 for /dev/spidev0.1.
        hz: the SPI clock frequency, in Hz.
        brightness: the brightness of all LEDs, in percent.
        limit_ma: the limit on the estimated total current of all LEDs, in mA.
        palette: the sides' colours.
        shape: the LED for each hole, and the positions of the LEDs on the board.
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
    def needed_ma(self) -> int:
        """The LEDs' supply must give so many mA: a third more than the limit, for the chips in the LEDs."""
        return self.limit_ma * 4 // 3

    @property
    def timed(self) -> bool:
        """True if the chips have no clock wire, and tell a 1 from a 0 by the length of a pulse."""
        return LED_CHIPS[self.chip].timed


def lights(name: str, table: Mapping[str, Any], *, speaks: bool) -> LightSettings:
    """Return the LED settings.

    Args:
        name: the configuration file's name, for error messages.
        table: the table `[lights]`.
        speaks: True if the LEDs change colour when the board asks a question or refuses a key, because the
            board has no display.

    Raises:
        ConfigurationMistake: two settings contradict each other.
    """
    chip = table.get("chip", defaults.CHIP)
    chosen = tuple(colour(each) for each in table.get("colours", ()))
    return LightSettings(
        chip=chip,
        order=_order(name, chip, table),
        bus=table.get("bus", defaults.LIGHTS_BUS),
        device=table.get("device", defaults.LIGHTS_SELECT),
        hz=_hz(name, chip, table),
        brightness=table.get("brightness", defaults.BRIGHTNESS),
        limit_ma=table.get("limit_ma", defaults.LIMIT_MA),
        palette=DEFAULT._replace(speaks=speaks, sides=(*chosen, *DEFAULT.sides[len(chosen) :])),
        shape=_shape(name, table.get("shape", {})),
    )


def _hz(name: str, chip: str, table: Mapping[str, Any]) -> int:
    hz: int = table.get("hz", LED_CHIPS[chip].default_hz)
    low, high = TIMED_HZ
    if LED_CHIPS[chip].timed and not low <= hz <= high:
        raise ConfigurationMistake(
            name, f"lights.hz = {hz}: {chip} needs {low} to {high}: leave the line out"
        )
    return hz


def _order(name: str, chip: str, table: Mapping[str, Any]) -> str:
    order: str = table.get("order", LED_CHIPS[chip].order)
    if len(order) > 3 and not LED_CHIPS[chip].timed:
        usual = LED_CHIPS[chip].order
        raise ConfigurationMistake(
            name, f"lights.order = {order!r}: {chip} LEDs have three colours, such as {usual!r}"
        )
    return order


def _shape(name: str, table: Mapping[str, Any]) -> Shape:
    kind = table.get("kind", defaults.SHAPE)
    make, allowed = SHAPES[kind]
    for setting in table:
        if setting not in (*allowed, "kind"):
            raise ConfigurationMistake(
                name,
                f"lights.shape.{setting} does not belong to kind = {kind!r}, "
                f"which takes {', '.join(allowed)}",
            )
    try:
        return make(**{setting: value for setting, value in table.items() if setting != "kind"})
    except ValueError as error:
        raise ConfigurationMistake(name, f"lights.shape: {error}") from None


class SignalSettings(NamedTuple):
    """The BCM pins of the indicator LEDs and the buzzer.

    Attributes:
        turn: for each side, the pin of the LED that shows that it is the side's turn; empty if there is
            none.
        dealer: for each side, the pin of the LED that shows that the side deals; empty if there is none.
        game_over: the pin of the LED that is lit when the game is over; None if there is none.
        buzzer: the pin of an active buzzer; None if there is none.
    """

    turn: tuple[int, ...] = ()
    dealer: tuple[int, ...] = ()
    game_over: int | None = None
    buzzer: int | None = None


def signals(table: Mapping[str, Any]) -> SignalSettings:
    """Return the settings of the indicator LEDs and the buzzer.

    Args:
        table: the configuration's `[signals]` table.
    """
    return SignalSettings(
        turn=tuple(table.get("turn", ())),
        dealer=tuple(table.get("dealer", ())),
        game_over=table.get("game_over"),
        buzzer=table.get("buzzer"),
    )
