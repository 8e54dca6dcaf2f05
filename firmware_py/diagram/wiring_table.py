"""The table of a board's wiring, as text for a terminal."""

from __future__ import annotations

import textwrap

from firmware_py.config.config import Config
from firmware_py.config.keypads import KeyboardSettings
from firmware_py.diagram.pin_header import PINS, HeaderPin
from firmware_py.diagram.wiring_notes import any_pin, chain, heading, notes, usb
from firmware_py.diagram.wiring_pin_assignment import WiringPlan, plan


def table(config: Config, model: str | None = None) -> str:
    """Return a table of all header pins, followed by notes, as text in lines of at most 80 columns.

    Args:
        config: the board's configuration.
        model: the model of Raspberry Pi, such as `Raspberry Pi 4 Model B Rev 1.4`; None if it is not known.
    """
    wiring = plan(config)
    lines = [*textwrap.wrap(heading(config), 79), ""]
    lines += ["The header with pin 1, in square brackets, at the upper left.", ""]
    for left, right in zip(PINS[::2], PINS[1::2], strict=True):
        mark = "[" if left.number == 1 else "("
        close = "]" if left.number == 1 else ")"
        row = (
            f"{_used(wiring, left):>26} {left.name:>7} {mark}{left.number:>2}{close}"
            f" ({right.number:>2}) {right.name:<7} {_used(wiring, right)}"
        )
        lines.append(row.rstrip())
    for keys in config.inputs:
        if isinstance(keys, KeyboardSettings) and keys.matrix:
            lines += ["", "The keypad:"]
            lines += [f"  row {number}: {'  '.join(row)}" for number, row in enumerate(keys.matrix, 1)]
    if usb(config):
        lines += ["", "The USB keypad goes into any USB socket; it uses no pin."]
    lines.append("")
    ends = [chain(config.lights)] if config.lights else []
    for note in [*notes(config, wiring, model), *any_pin(wiring), *ends]:
        lines += textwrap.wrap(note, 79, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join([*lines, ""])


def _used(wiring: WiringPlan, pin: HeaderPin) -> str:
    said = list(dict.fromkeys(wire.description for wire in wiring.at(pin)))
    return ", ".join(said)
