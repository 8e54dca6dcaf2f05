"""The notes for the person who wires a board, and the wiring table as text for a terminal.

With an add-on board on the Pi, such as a HAT, only the parts that are not on it have to be wired.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from firmware_py.config.clashes import Signal, uses
from firmware_py.config.config import Config
from firmware_py.config.keypads import ButtonSettings, InputSettings, KeyboardSettings
from firmware_py.config.lights import PLUG_A, LightSettings
from firmware_py.config.pi import PINS, HeaderPin, PlugOnBoard, plug_on_board
from firmware_py.config.requirements import cmdline_words, config_lines, key_lines
from firmware_py.config.wiring_warnings import NOTE, wiring_warnings

from .pins import BUZZER, FREE, KEY, LIGHT, SECOND, WiringPlan, plan


def left_to_wire(config: Config, board: PlugOnBoard) -> Config:
    """Return a copy of a configuration without the display and the keys that are on the add-on board."""
    screen = config._replace(inputs=(), displays=config.displays[:1], lights=None, signals=None, speech=None)
    on_board = all(use.pin in board.display for use in uses(screen) if use.signal is not Signal.MISO)
    inputs: list[InputSettings] = []
    for each in config.inputs:
        if isinstance(each, ButtonSettings):
            pins = {key: pin for key, pin in each.pins.items() if pin not in board.pins}
            inputs += [ButtonSettings(pins)] if pins else []
        else:
            inputs.append(each)
    return config._replace(inputs=tuple(inputs), displays=config.displays[on_board:])


def named_buttons(config: Config, board: PlugOnBoard) -> dict[str, str]:
    """Return a mapping from the label of each button on an add-on board to the name of its key.

    Buttons that are not used as keys are left out.
    """
    keys = {
        pin: key
        for each in config.inputs
        if isinstance(each, ButtonSettings)
        for key, pin in each.pins.items()
    }
    return {label: keys[pin] for label, pin in board.buttons.items() if pin in keys}


SIGNAL_OHMS, DATA_OHMS = 330, 470
"""The resistance for an indicator LED, and in the data line of LEDs without a clock wire, in ohms."""
SERIES_OHMS = 1000
"""The resistance in series with a button whose pin may be an output for a moment, in ohms."""
DRIVEN_AT_START = (14, 7)
"""The pins that are outputs until the board runs: the serial console's, and SPI0's second chip select."""
BONNET_INSTEAD = ("first-board",)
"""The profiles for which a Bonnet may replace a wired display."""


def bonnet_instead(config: Config) -> bool:
    """Return True if an OLED Bonnet could replace the display of a board.

    Return False if the board has track LEDs or an amplifier, because a Bonnet leaves no pins for them.
    """
    amplifier = config.speech and config.speech.amplifier
    return config.profile in BONNET_INSTEAD and not config.lights and not amplifier


def usb(config: Config) -> bool:
    """Return True if the board has a USB keypad."""
    return any(
        isinstance(keys, KeyboardSettings) and not keys.pins and not keys.rows and not keys.columns
        for keys in config.inputs
    )


def supply(lights: LightSettings) -> str:
    """Return the rating of the LEDs' power supply, such as `5 V, 2 to 5 A`.

    It gives what the LEDs need, and not more than a barrel plug carries.
    """
    return f"5 V, {max(1, -(-lights.needed_ma // 1000))} to {PLUG_A} A"


def fuse(lights: LightSettings) -> int:
    """Return the rating of the fuse between the LEDs' supply and the LEDs, in amperes.

    A fuse carries three quarters of its rating for any length of time (Littelfuse, Fuseology).
    """
    return 3 if lights.needed_ma <= 2250 else PLUG_A


def lengths(lights: LightSettings) -> str:
    """Return the number of LEDs in the chain as text, such as `242 LEDs`.

    If a game with more sides needs more LEDs than a game with two, the text contains both numbers.
    """
    two = len({led for track in lights.shape.tracks[:2] for led in track})
    if len(lights.shape.tracks) == 2 or two == lights.shape.leds:
        return f"{lights.shape.leds} LEDs"
    most = "three" if len(lights.shape.tracks) == 3 else "four"
    return f"{two} LEDs for two sides, {lights.shape.leds} for {most}"


def chain(lights: LightSettings) -> str:
    """Return a note that describes the wires from the level shifter to the LEDs, and their power supply."""
    clock = "" if lights.timed else "; clock to 2A (pin 5), 2Y (pin 6) to CI"
    through = " through 300 to 500 ohms" if lights.timed else ""
    return (
        f"The LEDs: data to 1A (pin 2) of the level shifter, 1Y (pin 3){through} to DI of the chain{clock}; "
        "its VCC (pin 14) and the chain's 5V to +, GND of both to - of the supply and to the Pi."
    )


def notes(config: Config, plan: WiringPlan, model: str | None = None) -> list[str]:
    """Return all notes on a board's parts and on the settings of its Raspberry Pi."""
    warnings = wiring_warnings(config, model)
    return [
        *(each.sentence for each in warnings if each.level != NOTE),
        *_parts(config, plan),
        *(each.sentence for each in warnings if each.level == NOTE),
        *_settings(config),
    ]


def _parts(config: Config, plan: WiringPlan) -> Iterator[str]:
    kinds = {wire.kind for wire in plan.wires}
    board = plug_on_board(config)
    alone = board and not uses(left_to_wire(config, board))
    yield (
        f"{'Plug the board on' if alone else 'Wire'} while the power is off. "
        "None of this has been tried on a Raspberry Pi yet: check it twice."
    )
    if board:
        yield (
            f"The {board.short} plugs onto the header and brings {board.brings}. "
            "Its pins are taken: wire nothing to them."
        )
    elif KEY in kinds:
        driven = [f"GPIO{pin}" for pin in DRIVEN_AT_START if pin in _buttons(config)]
        series = f", {SERIES_OHMS} ohms in series with {' and '.join(driven)}" if driven else ", no resistors"
        yield (
            f"A key is a push button between its pin and GND{series}: the Pi has pull-ups. "
            "Of a button with four legs use two that are diagonally opposite."
        )
    if any(isinstance(keys, KeyboardSettings) and keys.rows for keys in config.inputs):
        yield "The keypad's rows and columns go to pins alone, never to GND; a meter shows which is which."
    if LIGHT in kinds:
        yield f"A single LED needs a resistor of {SIGNAL_OHMS} ohms; its short leg goes towards GND."
    if BUZZER in kinds:
        yield "The buzzer is an active one for 3.3 V, 10 mA at most; a stronger one needs a transistor."
    if config.displays and not board:
        yield "The display takes 3.3 V, never 5 V. Its pins may be in another order: follow the names."
        if bonnet_instead(config):
            yield "Adafruit's OLED Bonnet fits too. It plugs onto the header, and there is nothing to wire."
        if any(group.part == "displays" for group in plan.groups):
            own = any(wire.second for wire in plan.wires)
            marked = f", except those marked {SECOND}" if own else ""
            yield f"Both displays share all wires, 3V3 and GND among them{marked}."
        if any(display.interface == "spi" for display in config.displays):
            yield "Some SPI modules call MOSI SDA or D1, SCLK SCL or D0, CE0 CS and RST RES."
        elif any(display.reset is not None for display in config.displays):
            yield "Most modules call RST RES."
    if config.lights:
        yield (
            f"The LEDs' supply gives {supply(config.lights)}, through a fuse of {fuse(config.lights)} A. "
            "Never take the Pi's 5V pins instead. Join all grounds: Pi, level shifter, LEDs, supply."
        )
    yield from _amplifier(config)
    free = {wire.part for wire in plan.wires if wire.kind == FREE}
    if free and (config.lights or not board or "amplifier" in free):
        users = [*(["SPI"] if free - {"amplifier"} else []), *(["sound"] if "amplifier" in free else [])]
        verb = "uses" if len(users) == 1 else "use"
        yield f"The Pi's {' and '.join(users)} {verb} the pins marked 'leave free': wire nothing to them."


def _buttons(config: Config) -> set[int]:
    return {
        pin
        for each in config.inputs
        if isinstance(each, ButtonSettings | KeyboardSettings)
        for pin in each.pins.values()
    }


def _amplifier(config: Config) -> Iterator[str]:
    if config.speech and config.speech.amplifier:
        yield (
            "The amplifier takes 5 V from the Pi. Its GAIN and SD stay free. The speaker, 4 to 8 ohms and "
            "3 W, goes to its two terminals, and neither of them to GND."
        )


def _settings(config: Config) -> Iterator[str]:
    keys = {
        line.text for each in config.inputs if isinstance(each, KeyboardSettings) for line in key_lines(each)
    }
    lines = [line for line in config_lines(config) if line.text not in keys]
    said = [line.text for line in lines if line.section == "all"]
    if len(said) < len(lines):
        said.append("and the guide's lines for a fixed core clock")
    if said:
        yield f"In config.txt: {'  '.join(said)}"
    for word in cmdline_words(config):
        yield f"In cmdline.txt: {'add' if word.wanted else 'remove'} {word.text}"
    if keys:
        yield "The kernel reads these keys: the guide has the lines for config.txt."


def heading(config: Config) -> str:
    """Return a heading for a board: its title, then its configuration file or profile in parentheses.

    Without a title, the heading is only the name of the file or profile.
    """
    name = config.source or config.profile
    return f"{config.title} ({name})" if config.title else str(name or "A board")


def any_pin(wiring: WiringPlan) -> Iterator[str]:
    """Yield notes on the wires that can go to any 3V3 or GND pin, and are therefore not drawn."""
    for group in wiring.groups:
        for name in group.missing:
            yield f"The {group.part.replace('_', ' ')} takes {name} from any pin of that name."
    if any(rail.ground is None for rail in wiring.rails):
        yield "Keys marked GND may use any pin of that name."


def table(config: Config, model: str | None = None) -> str:
    """Return a table of all header pins, followed by notes, as text in lines of at most 80 columns."""
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
