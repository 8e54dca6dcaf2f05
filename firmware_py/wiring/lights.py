"""The LEDs in the wiring diagram, below the header, with their level shifter and power supply.

The supply is connected to the level shifter and to both ends of the LED chain. The supply's negative
terminal is the common ground. Where wires cross without a connection, one is drawn with a small arch.
"""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.config.clashes import SPI_PINS
from firmware_py.config.lights import LightSettings
from firmware_py.config.pi import BY_BCM
from firmware_py.drawing.shapes import Drawing, Point, Primitive, Text, paragraph

from .layout import BOX, CENTRE, FIVE_VOLTS, GND, MARGIN, PIN, SPI, TRUNK, WIDTH, joint, row_y, side_x, wire
from .notes import DATA_OHMS, fuse, supply
from .pins import GROUND, WireGroup, WiringPlan
from .symbols import (
    TERMINALS,
    ceramic_capacitor,
    chip,
    electrolytic_capacitor,
    fuse_symbol,
    ground,
    pin_end,
    resistor,
    strip,
    strip_height,
    supply_symbol,
)

_ABOVE, _WORDS = 60.0, 6.5
"""The space above the LEDs, and the space for the text below them, in millimetres."""
_BELOW = 9.0
"""The space for wires that run from the right column of the header and pass below it, in millimetres."""
_CHIP = (44.0, 6.0)
_DATA, _CLOCK, _GROUND, _FIVE = 22.0, 28.0, 36.0, 46.0
"""The x-coordinates of the terminals at the first LED."""
_COMB, _PLUS, _MINUS = 73.0, 118.0, 124.0
"""The x-coordinates of the vertical wires: right of the chip, and from the two terminals of the supply."""
_FAR = (189.0, 197.0)
"""The x-coordinates of 5V and GND at the far end of the LEDs."""


def lights_height(lights: LightSettings, wiring: WiringPlan) -> float:
    """Return the height of the space that the LEDs take up on the page, in millimetres."""
    group = lights_group(wiring)
    return _ABOVE + strip_height(lights) + _WORDS + (_BELOW if group and group.side > 0 else 0)


def lights_group(wiring: WiringPlan) -> WireGroup | None:
    """Return the group of wires from the GPIO header to the LEDs' level shifter, or None if there is none."""
    return next((group for group in wiring.groups if group.part == "lights"), None)


def lights_alone(lights: LightSettings) -> Drawing:
    """Draw the LEDs and their wires, but not the pin header, for use in a guide."""
    nothing = WiringPlan((), (), ())
    drawn = tuple(lights_picture(lights, nothing, 4))
    return Drawing(
        f"The wires of {lights.chip.upper()} LEDs", WIDTH, lights_height(lights, nothing) + 6, drawn
    )


def lights_picture(lights: LightSettings, wiring: WiringPlan, top: float) -> Iterator[Primitive]:
    """Draw the LEDs with all their wires, below the GPIO header.

    Args:
        top: the y-coordinate of the upper edge of this drawing, in millimetres.
    """
    group = lights_group(wiring)
    if group and group.side > 0:
        top += _BELOW
    if group:
        yield from _inputs(lights, group, top)
    else:
        yield from _stubs(lights, top)
    yield from _around_the_chip(lights, top)
    yield from _outputs(lights, top)
    yield from _power(lights, top)


def _end(number: int, top: float) -> Point:
    return pin_end(_CHIP[0], top + _CHIP[1], number)


def _rails(top: float) -> tuple[float, float]:
    """Return the y-coordinates of the common ground rail and of the 5 V rail."""
    return top + 44, top + 53


def _strip(top: float) -> float:
    return top + _ABOVE


def _inputs(lights: LightSettings, group: WireGroup, top: float) -> Iterator[Primitive]:
    data, clock = _end(2, top), _end(5, top)
    # On the left, the wire of the upper pin becomes the outermost; on the right, that of the lower pin.
    outer, middle, inner = (CENTRE - distance for distance in reversed(TRUNK))
    data_column, clock_column = (outer, middle) if group.side < 0 else (middle, outer)
    for order, each in enumerate(reversed(group.wires)):
        start = (side_x(each.pin, PIN), row_y(each.pin.row))
        path, level = [start], start[1]
        if group.side > 0:
            level = top - _BELOW + 1.5 + order * 2.5
            aside = CENTRE + BOX[0] + order * 2.5
            path += [(aside, start[1]), (aside, level)]
        if each.kind == GROUND:
            ends = [(inner, level), (inner, top + 2), (_GROUND, top + 2)]
            yield from wire(GND, [*path, *(ends if group.side < 0 else [(_COMB, level), (_COMB, top + 2)])])
        elif each.label == "data":
            hops = [(clock_column, data[1])] if group.side < 0 and not lights.timed else []
            yield from wire(SPI, [*path, (data_column, level), (data_column, data[1]), data], hops)
        else:
            ends = [(clock_column, level), (clock_column, clock[1]), clock]
            yield from wire(SPI, [*path, *ends], [(_DATA, clock[1])])
    if group.missing:
        yield from _ground_stub(top)


def _stubs(lights: LightSettings, top: float) -> Iterator[Primitive]:
    """These short wires are for a drawing in which the GPIO header is not shown."""
    data, clock = _end(2, top), _end(5, top)
    for (x, y), name in ((data, "MOSI"), (clock, "SCLK"))[: 1 if lights.timed else 2]:
        yield from wire(SPI, ((MARGIN, y), (x, y)), [(_DATA, clock[1])])
        yield Text(MARGIN, y - 2, _origin(lights, name), 2.1)
    yield from _ground_stub(top)


def _ground_stub(top: float) -> Iterator[Primitive]:
    yield from wire(GND, ((MARGIN, top + 2), (_GROUND, top + 2)))
    yield Text(MARGIN, top, "Pi, any GND", 2.1)


def _origin(lights: LightSettings, wire_name: str) -> str:
    """Return e.g. `Pi, pin 19` or, if the pin is not known, the wire and the bus, e.g. `MOSI, SPI2`."""
    pins = dict(zip(("MOSI", "MISO", "SCLK"), SPI_PINS.get(lights.bus, ()), strict=False))
    return f"Pi, pin {BY_BCM[pins[wire_name]].number}" if pins else f"{wire_name}, SPI{lights.bus}"


def _around_the_chip(lights: LightSettings, top: float) -> Iterator[Primitive]:
    vcc, last = _end(14, top), _rails(top)[0]
    # Pin 1 goes up to the ground wire above the chip; pin 7 goes down to the common ground.
    one, seven = _end(1, top), _end(7, top)
    yield from wire(GND, (one, (_GROUND, one[1]), (_GROUND, top + 2), (_COMB, top + 2)))
    yield joint(_GROUND, top + 2)
    yield from wire(GND, (seven, (_GROUND, seven[1]), (_GROUND, last)))
    for number in (4, 5) if lights.timed else (4,):
        x, y = _end(number, top)
        yield from wire(GND, ((x, y), (x - 3, y)))
        yield from ground(x - 3, y)
    # The inputs and output enables of the two gates that are not used.
    yield from wire(GND, ((_COMB, top + 2), (_COMB, last)))
    for number in (13, 12, 10, 9):
        x, y = _end(number, top)
        yield from wire(GND, ((x, y), (_COMB, y)))
        yield joint(_COMB, y)
    yield joint(_COMB, last)
    capacitor = _COMB + 9
    yield from wire(GND, ((_COMB, top + 2), (capacitor, top + 2)))
    yield joint(_COMB, top + 2)
    yield from ceramic_capacitor(capacitor, top + 2, vcc[1])
    yield joint(capacitor, top + 2)
    yield Text(capacitor + 3, (top + 2 + vcc[1]) / 2, "100 nF, close to the chip", 2.3)
    yield joint(capacitor, vcc[1], FIVE_VOLTS)
    yield from chip(_CHIP[0], top + _CHIP[1])
    free = "Pins 6, 8 and 11 stay free." if lights.timed else "Pins 8 and 11 stay free."
    yield Text(_COMB + 4, top + 17, "Level shifter", 3, bold=True)
    yield from paragraph(
        ("74AHCT125, not HC or HCT", "seen from above,", "the notch at the top.", free),
        _COMB + 4,
        top + 21,
        2.4,
    )


def _outputs(lights: LightSettings, top: float) -> Iterator[Primitive]:
    (x, y), end = _end(3, top), _strip(top)
    if lights.timed:
        first, second = top + 30, top + 39
        yield from wire(SPI, ((x, y), (_DATA, y), (_DATA, first)))
        yield from wire(SPI, ((_DATA, second), (_DATA, end)))
        yield from resistor((_DATA, first), (_DATA, second), DATA_OHMS)
        yield from paragraph((f"{DATA_OHMS} ohms,", "300-500", "will do"), _DATA + 2.4, first + 1.5, 2.3)
        return
    yield from wire(SPI, ((x, y), (_DATA, y), (_DATA, end)))
    x, y = _end(6, top)
    yield from wire(SPI, ((x, y), (_CLOCK, y), (_CLOCK, end)))


def _power(lights: LightSettings, top: float) -> Iterator[Primitive]:
    vcc, (low, high), end = _end(14, top), _rails(top), _strip(top)
    (far_five, far_ground), capacitor = _FAR, _FIVE + 12
    plus, minus = TERMINALS
    yield from wire(
        GND, ((_GROUND, end), (_GROUND, low), (far_ground, low), (far_ground, end)), [(_PLUS, low)]
    )
    yield from wire(FIVE_VOLTS, ((_FIVE, end), (_FIVE, high), (far_five, high), (far_five, end)))
    yield from wire(FIVE_VOLTS, (vcc, (plus, vcc[1])), [(_COMB, vcc[1])])
    yield from wire(FIVE_VOLTS, ((_PLUS, vcc[1]), (_PLUS, high)))
    yield from wire(GND, ((minus, vcc[1] + 8), (_MINUS, vcc[1] + 8), (_MINUS, low)))
    yield from fuse_symbol((_PLUS, plus), vcc[1], fuse(lights))
    yield from supply_symbol(vcc[1], supply(lights))
    yield from electrolytic_capacitor(capacitor, low, high)
    for x, y, signal in (
        (_PLUS, vcc[1], FIVE_VOLTS),
        (_PLUS, high, FIVE_VOLTS),
        (_MINUS, low, GND),
        (_GROUND, low, GND),
        (capacitor, low, GND),
        (capacitor, high, FIVE_VOLTS),
    ):
        yield joint(x, y, signal)
    yield Text(capacitor + 5, (low + high) / 2, "1000 uF, 6.3 V; its stripe to GND", 2.3)
    names = {_DATA: "DI", _GROUND: "GND", _FIVE: "5V"} | ({} if lights.timed else {_CLOCK: "CI"})
    yield from strip(lights, end, names, {far_five: "5V", far_ground: "GND"})
