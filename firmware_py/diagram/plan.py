"""A configuration → what goes to each pin of the header, power and ground included.

What a part's wires are comes from `clashes.uses`; which of the header's 3.3 V and ground pins a part takes
is chosen here, so that wires are short and do not cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from firmware_py.config.clashes import Use, uses
from firmware_py.config.config import Config
from firmware_py.diagram.header import BY_BCM, PINS, ROWS, Pin
from firmware_py.input.keys import Stick

KEY, MATRIX, LIGHT, BUZZER, FREE = "key", "matrix", "light", "buzzer", "free"
WIRE, POWER, GROUND = "wire", "3V3", "GND"

_TO_GROUND = (KEY, LIGHT, BUZZER)
_DIRECTIONS = {stick.value for stick in Stick}
_SPOKEN = {
    "display": "display",
    "second_display": "2nd display",
    "displays": "both displays",
    "lights": "lights",
}


class Contact(NamedTuple):
    """The part that a pin is wired to.

    Attributes:
        pin: the pin.
        kind: `key`, `light` and `buzzer` go on to ground; `matrix` is a line of a keypad; `wire`, `3V3` and
            `GND` go to a part; `free` is a pin that the SPI bus takes and nothing is wired to.
        part: the part.
        label: what it is there, in a few letters: `A`, `row 1`, `SDA`.
        said: the same, for a line of text.
    """

    pin: Pin
    kind: str
    part: str
    label: str
    said: str


class Run(NamedTuple):
    """Wires to one part that are next to each other in one column of the header: a box in the picture.

    Attributes:
        part: the part.
        contacts: from pin 1's end on; ground and 3.3 V among them.
        missing: what the part needs and could not be given here without crossing wires: `3V3`, `GND`.
        first: no other run of this part comes before it.
    """

    part: str
    contacts: tuple[Contact, ...]
    missing: tuple[str, ...] = ()
    first: bool = True

    @property
    def side(self) -> int:
        """-1 for the left column, 1 for the right one."""
        return self.contacts[0].pin.side

    @property
    def rows(self) -> tuple[int, int]:
        """Its first and last row."""
        return self.contacts[0].pin.row, self.contacts[-1].pin.row


class Rail(NamedTuple):
    """Keys, LEDs and a buzzer of one column that have their ground in common.

    Attributes:
        contacts: from pin 1's end on.
        ground: the ground pin that they share; None where every one there is would cross a wire.
    """

    contacts: tuple[Contact, ...]
    ground: Pin | None


class Plan(NamedTuple):
    """How a board is wired: all contacts, and the same as boxes and rails."""

    contacts: tuple[Contact, ...]
    runs: tuple[Run, ...]
    rails: tuple[Rail, ...]

    def at(self, pin: Pin) -> list[Contact]:
        """Return the wires at a pin."""
        return [contact for contact in self.contacts if contact.pin == pin]


def plan(config: Config) -> Plan:
    """How a board is wired."""
    contacts = sorted(_contacts(config), key=lambda contact: contact.pin.number)
    runs = [run for side in (-1, 1) for run in _runs(contacts, side)]
    seen: set[str] = set()
    placed: list[Run] = []
    for run in runs:
        placed.append(run._replace(first=run.part not in seen))
        seen.add(run.part)
    powered = _powered(placed)
    rails = [rail for side in (-1, 1) for rail in _rails(contacts, powered, side)]
    more = [each for run in powered for each in run.contacts if each.kind in (POWER, GROUND)]
    grounds = [_ground(rail) for rail in rails if rail.ground]
    return Plan((*contacts, *more, *grounds), tuple(powered), tuple(rails))


def _contacts(config: Config) -> Iterator[Contact]:
    parts: dict[tuple[int, str], list[Use]] = {}
    for use in uses(config):
        parts.setdefault((use.pin, use.wire), []).append(use)
    together = _one_box(config)
    clocked = bool(config.lights and not config.lights.timed)
    for (bcm, wire), shared in parts.items():
        if bcm in BY_BCM:
            yield _contact(BY_BCM[bcm], wire, [use.part for use in shared], together, clocked)


def _one_box(config: Config) -> bool:
    """Return True if two displays share a bus."""
    return len({(display.interface, display.bus) for display in config.displays}) < len(config.displays)


def _contact(pin: Pin, wire: str, names: list[str], together: bool, clocked: bool) -> Contact:
    name = names[0]
    kind, _, item = name.partition(".")
    if item.startswith(("rows", "columns")):
        return Contact(pin, MATRIX, "keypad", wire, f"keypad {wire}")
    if kind in ("buttons", "keyboard"):
        return Contact(pin, KEY, "keys", wire, f"{'joystick' if wire in _DIRECTIONS else 'button'} {wire}")
    if kind == "signals":
        label = item.replace("[", " ").replace("]", "").replace("_", " ")
        buzzer = item == "buzzer"
        return Contact(
            pin, BUZZER if buzzer else LIGHT, "signals", label, label if buzzer else f"LED {label}"
        )
    if wire == "MISO" or (kind == "lights" and (wire.startswith("CE") or (wire == "SCLK" and not clocked))):
        return Contact(pin, FREE, kind, "leave free", f"leave free ({wire})")
    if kind == "lights":
        label = "data" if wire == "MOSI" else "clock"
        return Contact(pin, WIRE, kind, label, f"lights {label}")
    spoken = _SPOKEN["displays" if len(names) > 1 else name]
    second = together and len(names) == 1 and name == "second_display"
    label = f"2nd {wire}" if second else wire
    return Contact(pin, WIRE, "displays" if together else name, label, f"{spoken} {wire}")


def _runs(contacts: Sequence[Contact], side: int) -> Iterator[Run]:
    run: list[Contact] = []
    for contact in contacts:
        if contact.kind != WIRE or contact.pin.side != side:
            continue
        if run and run[0].part != contact.part:
            yield Run(run[0].part, tuple(run))
            run = []
        run.append(contact)
    if run:
        yield Run(run[0].part, tuple(run))


def _powered(runs: Sequence[Run]) -> list[Run]:
    """The same runs, the first of each part with its ground and, if it is a display, its 3.3 V."""
    result: list[Run] = []
    for place, run in enumerate(runs):
        before = result[-1].rows[1] if result and result[-1].side == run.side else -1
        follows = place + 1 < len(runs) and runs[place + 1].side == run.side
        after = runs[place + 1].rows[0] if follows else ROWS
        for name in ([GROUND] if run.part == "lights" else [POWER, GROUND]) if run.first else []:
            rows = [contact.pin.row for contact in run.contacts if contact.kind == WIRE]
            free = [pin for pin in PINS if pin.name == name and pin.side == run.side]
            free = [pin for pin in free if before < pin.row < after]
            if not free:
                run = run._replace(missing=(*run.missing, name))
                continue
            pin = min(free, key=lambda pin: (min(abs(pin.row - row) for row in rows), -pin.row))
            power = Contact(pin, name, run.part, name, f"{_SPOKEN[run.part]}")
            ordered = sorted((*run.contacts, power), key=lambda contact: contact.pin.number)
            run = run._replace(contacts=tuple(ordered))
        result.append(run)
    return result


def _rails(contacts: Sequence[Contact], runs: Sequence[Run], side: int) -> Iterator[Rail]:
    """Keys and their like, parted wherever a wire passes between them on its way to a box."""
    passing = [each for run in runs if run.side == side for each in run.contacts if each.kind != GROUND]
    walls = [-1, *sorted(contact.pin.row for contact in passing), ROWS]
    for above, below in pairwise(walls):
        some = [
            contact
            for contact in contacts
            if contact.kind in _TO_GROUND and contact.pin.side == side and above < contact.pin.row < below
        ]
        if not some:
            continue
        middle = sum(contact.pin.row for contact in some) / len(some)
        grounds = [pin for pin in PINS if pin.name == GROUND and pin.side == side and above < pin.row < below]
        ground = min(grounds, key=lambda pin: abs(pin.row - middle), default=None)
        yield Rail(tuple(some), ground)


def _ground(rail: Rail) -> Contact:
    assert rail.ground is not None
    parts = {contact.part for contact in rail.contacts}
    part = "keys" if "keys" in parts else "signals"
    return Contact(rail.ground, GROUND, part, GROUND, part)
