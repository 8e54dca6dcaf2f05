"""Set up the display: find it, show a picture, and correct the settings if the picture is wrong."""

from __future__ import annotations

from contextlib import closing

from firmware_py.config.displays import OLED_CONTROLLERS, DisplaySettings
from firmware_py.doctor.check_buses import bus_answers
from firmware_py.render.font import HEIGHT, TEXT, WIDTH, Bitmap
from firmware_py.system.errors import DisplayError

from .draft import Draft
from .find_parts import FoundDisplay, FoundParts, Hardware
from .terminal import Terminal, whole_number

_INDEX = {"display": 0, "second_display": 1}
_WRONG = {"1": "edges", "2": "turned", "3": "dark", "4": "leave"}


def picture() -> Bitmap:
    """Return the test picture: a frame around the whole screen, and text that shows which way up it is."""
    image = Bitmap(WIDTH, HEIGHT)
    image.box(0, 0, WIDTH - 1, HEIGHT - 1)
    image.box(1, 1, WIDTH - 2, HEIGHT - 2, ink=0)
    for y, said in ((6, "This is the top"), (26, "Muggins"), (46, "See the frame?")):
        TEXT.draw(image, ((WIDTH - TEXT.width(said)) // 2, y), said)
    return image


def set_up(terminal: Terminal, hardware: Hardware, found: FoundParts, draft: Draft) -> Draft:
    """Find the display, show a test picture on it, and correct its settings with the user's help."""
    display = draft.config.display
    if display is None:
        return draft
    terminal.say()
    if display.interface == "i2c":
        panel = _panel(found, display)
        if panel is None:
            _say_missing(terminal, found, display)
            return draft
        draft = _taken_over(terminal, draft, display, panel)
    return try_out(terminal, hardware, draft, "display")


def _panel(found: FoundParts, display: DisplaySettings) -> FoundDisplay | None:
    here = (display.bus, display.address)
    return next((each for each in found.panels if (each.bus, each.address) == here), None) or next(
        iter(found.panels), None
    )


def _say_missing(terminal: Terminal, found: FoundParts, display: DisplaySettings) -> None:
    answers = found.machine.fact(bus_answers).get(display.bus)
    if answers and display.address in answers.busy:
        terminal.say("The display: a kernel driver uses it. muggins doctor says what to remove.")
    elif f"/dev/i2c-{display.bus}" not in found.machine.devices:
        terminal.say("The display: I2C is off. Add the lines shown at the end to config.txt,")
        terminal.say("restart, and run muggins setup again to try it.")
    else:
        terminal.say("No display was found. The game works without one; muggins doctor helps to find it.")
        if display.reset is None:
            terminal.say("A module with a pin RES may answer only after a reset: wire RES to a free pin,")
            terminal.say("and name the pin in the configuration, under [display], such as reset = 25.")


def _taken_over(terminal: Terminal, draft: Draft, display: DisplaySettings, panel: FoundDisplay) -> Draft:
    where = f"at {panel.address:#04x} on I2C bus {panel.bus}"
    if (panel.bus, panel.address) != (display.bus, display.address):
        terminal.say(f"The display: it is {where}, not {display.address:#04x} on bus {display.bus}: noted.")
        draft = draft.with_values("display", bus=panel.bus, address=panel.address)
    if panel.controller and panel.controller != OLED_CONTROLLERS[display.controller].reads_as:
        terminal.say(
            f"The display: it says that it is an {panel.controller.upper()}, "
            f"not an {display.controller.upper()}: noted."
        )
        draft = draft.with_values("display", controller=panel.controller)
    return draft


def try_out(terminal: Terminal, hardware: Hardware, draft: Draft, table: str) -> Draft:
    """Show the test picture and change settings until it looks right or the user gives up.

    Args:
        table: the name of the display's table in the configuration: `display` or `second_display`.
    """
    while (changed := _tried(terminal, hardware, draft, table)) is not None:
        draft = changed
    return draft


def _tried(terminal: Terminal, hardware: Hardware, draft: Draft, table: str) -> Draft | None:
    """Return the draft to try next, or None if the user is content or gives up."""
    name, display = table.replace("_", " "), draft.config.displays[_INDEX[table]]
    with closing(hardware.display(display)) as screen:
        try:
            screen.show(picture().frame(), upside_down=display.rotate == 180)
        except DisplayError as error:
            terminal.say(f"The {name} does not work yet: {error}. Check with muggins doctor.")
            return None
        if terminal.yes(f"The {name}: do you see a frame round the whole screen, with words in it?"):
            return None
        changed = _changed(terminal, draft, display, table)
    if changed is None:
        terminal.say("The setting stays as it is. muggins doctor can help later.")
    return changed


def _changed(terminal: Terminal, draft: Draft, display: DisplaySettings, table: str) -> Draft | None:
    """Return None if the user wants to keep the settings."""
    terminal.say("  1  the edges are cut off or full of dots")
    terminal.say("  2  it is upside down")
    terminal.say("  3  it stays dark, or shows only dots")
    terminal.say("  4  leave it as it is")
    wrong = terminal.choice("What is wrong?", _WRONG)
    if wrong == "turned":
        return draft.with_values(table, rotate=180 - display.rotate)
    if wrong == "leave":
        return None
    controller = OLED_CONTROLLERS[display.controller]
    other = controller.if_dark if wrong == "dark" else controller.if_garbled
    terminal.say(f"Trying it as an {other.upper()}.")
    draft = draft.with_values(table, controller=other)
    if other == "ssd1309" and display.interface == "i2c" and display.reset is None:
        draft = draft.with_values(table, reset=_reset_pin(terminal, draft, table))
    return draft


def _reset_pin(terminal: Terminal, draft: Draft, table: str) -> int | None:
    def read(text: str) -> int | None:
        if not text:
            return None
        pin = whole_number(text, "a BCM number, such as 25 for GPIO25")
        draft.with_values(table, reset=pin).checked()
        return pin

    terminal.say("Most SSD1309 modules on I2C stay dark until their reset, RES, is pulled low once.")
    return terminal.checked("Which pin is RES wired to? Its BCM number (Enter if it is not wired):", read)
