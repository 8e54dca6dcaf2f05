"""The wiring plan, which assigns a pin on the header to each wire, including power and ground.

The pins of each part are those in the configuration (`config.clashes.uses`). For power and ground, the plan
chooses pins so that the wires are short and do not cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from firmware_py.config.clashes import CHIP_SELECTS, PinUser, Signal, Use, uses
from firmware_py.config.config import Config
from firmware_py.config.pi import BY_BCM, PINS, ROWS, HeaderPin
from firmware_py.input.keys import Stick

KEY, MATRIX, LIGHT, BUZZER, FREE = "key", "matrix", "light", "buzzer", "free"
WIRE, POWER, FIVE, GROUND = "wire", "3V3", "5V", "GND"

SECOND = "2nd"
"""The label of a wire that leads only to the second display, if two displays share a bus."""

_TO_GROUND = (KEY, LIGHT, BUZZER)
_DIRECTIONS = {stick.value for stick in Stick}
_SPOKEN = {
    "display": "display",
    "second_display": "2nd display",
    "displays": "both displays",
    "lights": "lights",
    "amplifier": "amplifier",
}
_SUPPLIES = {"lights": (GROUND,), "amplifier": (FIVE, GROUND)}
"""The supplies that these parts take from the header. All other parts take 3.3 V and ground."""
_LABELS = {FIVE: "Vin"}
"""The names of supplies on the parts, if they differ from the names on the header."""
_MAIN = {"amplifier": "BCLK"}
"""A wire in the group that is drawn as the part. For all other parts, the first group is drawn."""
_FAR = 8
"""The maximum number of rows between neighbouring wires in a group."""


class Wire(NamedTuple):
    """A wire from a pin on the GPIO header to a part.

    Attributes:
        kind: `3V3`, `5V` or `GND` for power and ground; `matrix` for a row or column of a keypad; `key`,
            `light` or `buzzer` for a part that is also connected to ground; `free` for a pin that must stay
            unwired; `wire` for any other signal.
        label: a short label for the picture, such as `A`, `row 1` or `SDA`.
        description: a description for use in the wiring table, such as `button A`.
        second: True if the wire leads only to the second of two displays that share a bus.
    """

    pin: HeaderPin
    kind: str
    part: str
    label: str
    description: str
    second: bool = False


class WireGroup(NamedTuple):
    """A group of neighbouring wires that run from one column of the GPIO header to the same part.

    Attributes:
        wires: the wires in the order of their pins, including those for power and ground.
        missing: the power and ground wires of the part that are not drawn, because they would cross other
            wires.
        first: True if the part itself is drawn beside this group of wires.
    """

    part: str
    wires: tuple[Wire, ...]
    missing: tuple[str, ...] = ()
    first: bool = True

    @property
    def side(self) -> int:
        """The column of the header in which the wires begin: -1 for the left one, 1 for the right one."""
        return self.wires[0].pin.side

    @property
    def rows(self) -> tuple[int, int]:
        """The first and last row of header pins in this group."""
        return self.wires[0].pin.row, self.wires[-1].pin.row


class GroundRail(NamedTuple):
    """The keys, indicator LEDs and buzzer that share a ground pin in one column of the header.

    Attributes:
        wires: the wires in the order of their pins.
        ground: the shared ground pin; None if no ground pin can be reached without crossing another wire.
    """

    wires: tuple[Wire, ...]
    ground: HeaderPin | None


class WiringPlan(NamedTuple):
    """The wires that connect a board's parts to the GPIO header.

    Attributes:
        groups: the wires to displays, amplifiers and track LEDs, in groups of neighbouring wires.
        rails: the keys, indicator LEDs and buzzer, grouped by the ground pin that they share.
    """

    wires: tuple[Wire, ...]
    groups: tuple[WireGroup, ...]
    rails: tuple[GroundRail, ...]

    def at(self, pin: HeaderPin) -> list[Wire]:
        """Return the wires that are connected to a header pin."""
        return [wire for wire in self.wires if wire.pin == pin]


def plan(config: Config) -> WiringPlan:
    """Return a board's wiring, with a pin for each wire, including power and ground."""
    wires = sorted(_wires(config), key=lambda wire: wire.pin.number)
    groups = [group for side in (-1, 1) for group in _groups(wires, side)]
    powered = _powered(_placed(groups))
    rails = [rail for side in (-1, 1) for rail in _rails(wires, powered, side)]
    more = [each for group in powered for each in group.wires if each.kind != WIRE]
    grounds = [_ground(rail) for rail in rails if rail.ground]
    return WiringPlan((*wires, *more, *grounds), tuple(powered), tuple(rails))


def _wires(config: Config) -> Iterator[Wire]:
    wires: dict[tuple[int, str], list[Use]] = {}
    for use in uses(config):
        wires.setdefault((use.pin, use.wire), []).append(use)
    together = _one_box(config)
    clocked = bool(config.lights and not config.lights.timed)
    for (bcm, _), shared in wires.items():
        if bcm in BY_BCM:
            yield _wire(BY_BCM[bcm], shared, together, clocked)


def _one_box(config: Config) -> bool:
    """Return True if the wiring diagram shows two displays as one box, because they are on the same bus."""
    return len({(display.interface, display.bus) for display in config.displays}) < len(config.displays)


def _wire(pin: HeaderPin, shared: Sequence[Use], together: bool, clocked: bool) -> Wire:
    use = shared[0]
    part, signal, name = use.part, use.signal, use.wire
    if part in (PinUser.KEYPAD_ROW, PinUser.KEYPAD_COLUMN):
        return Wire(pin, MATRIX, "keypad", name, f"keypad {name}")
    if use.key:
        return Wire(pin, KEY, "keys", name, f"{'joystick' if name in _DIRECTIONS else 'button'} {name}")
    if part is PinUser.AMPLIFIER:
        if signal is Signal.SOUND_INPUT:
            return Wire(pin, FREE, "amplifier", "leave free", "leave free (sound)")
        return Wire(pin, WIRE, "amplifier", name, f"amplifier {name}")
    if part is PinUser.BUZZER:
        return Wire(pin, BUZZER, "signals", name, name)
    if signal is None:
        return Wire(pin, LIGHT, "signals", name, f"LED {name}")
    if signal is Signal.MISO or (part is PinUser.LIGHTS and signal in _unused_by_leds(clocked)):
        return Wire(pin, FREE, part.value, "leave free", f"leave free ({name})")
    if part is PinUser.LIGHTS:
        label = "data" if signal is Signal.MOSI else "clock"
        return Wire(pin, WIRE, part.value, label, f"lights {label}")
    spoken = _SPOKEN["displays" if len(shared) > 1 else part.value]
    second = together and len(shared) == 1 and part is PinUser.SECOND_DISPLAY
    label = f"{SECOND} {name}" if second else name
    return Wire(pin, WIRE, "displays" if together else part.value, label, f"{spoken} {name}", second)


def _unused_by_leds(clocked: bool) -> tuple[Signal, ...]:
    return CHIP_SELECTS if clocked else (*CHIP_SELECTS, Signal.SCLK)


def _groups(wires: Sequence[Wire], side: int) -> Iterator[WireGroup]:
    group: list[Wire] = []
    for wire in wires:
        if wire.kind != WIRE or wire.pin.side != side:
            continue
        if group and (group[0].part != wire.part or wire.pin.row - group[-1].pin.row > _FAR):
            yield WireGroup(group[0].part, tuple(group))
            group = []
        group.append(wire)
    if group:
        yield WireGroup(group[0].part, tuple(group))


def _placed(groups: Sequence[WireGroup]) -> list[WireGroup]:
    """Set `first` for one group of each part: the group beside which the part is drawn."""
    seen: set[str] = set()
    placed: list[WireGroup] = []
    for group in groups:
        main = _MAIN.get(group.part)
        first = any(wire.label == main for wire in group.wires) if main else group.part not in seen
        placed.append(group._replace(first=first))
        seen.add(group.part)
    return placed


def _powered(groups: Sequence[WireGroup]) -> list[WireGroup]:
    """Add the wires for power and ground that cross no other wire to the group drawn beside each part."""
    result: list[WireGroup] = []
    for index, group in enumerate(groups):
        before = result[-1].rows[1] if result and result[-1].side == group.side else -1
        follows = index + 1 < len(groups) and groups[index + 1].side == group.side
        after = groups[index + 1].rows[0] if follows else ROWS
        for name in _SUPPLIES.get(group.part, (POWER, GROUND)) if group.first else ():
            rows = [wire.pin.row for wire in group.wires if wire.kind == WIRE]
            free = [pin for pin in PINS if pin.name == name and pin.side == group.side]
            free = [pin for pin in free if before < pin.row < after]
            if not free:
                group = group._replace(missing=(*group.missing, name))
                continue
            pin = min(free, key=lambda pin: (min(abs(pin.row - row) for row in rows), -pin.row))
            power = Wire(pin, name, group.part, _LABELS.get(name, name), f"{_SPOKEN[group.part]}")
            ordered = sorted((*group.wires, power), key=lambda wire: wire.pin.number)
            group = group._replace(wires=tuple(ordered))
        result.append(group)
    return result


def _rails(wires: Sequence[Wire], groups: Sequence[WireGroup], side: int) -> Iterator[GroundRail]:
    """A ground rail must not cross a wire to a part that is drawn as a box, such as a display."""
    passing = [each for group in groups if group.side == side for each in group.wires if each.kind != GROUND]
    walls = [-1, *sorted(wire.pin.row for wire in passing), ROWS]
    for above, below in pairwise(walls):
        some = [
            wire
            for wire in wires
            if wire.kind in _TO_GROUND and wire.pin.side == side and above < wire.pin.row < below
        ]
        if not some:
            continue
        middle = sum(wire.pin.row for wire in some) / len(some)
        grounds = [pin for pin in PINS if pin.name == GROUND and pin.side == side and above < pin.row < below]
        ground = min(grounds, key=lambda pin: abs(pin.row - middle), default=None)
        yield GroundRail(tuple(some), ground)


def _ground(rail: GroundRail) -> Wire:
    assert rail.ground is not None
    parts = {wire.part for wire in rail.wires}
    part = "keys" if "keys" in parts else "signals"
    return Wire(rail.ground, GROUND, part, GROUND, part)
