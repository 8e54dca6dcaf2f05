"""Ask which kinds of parts a board has, choose the profile that matches best, and adapt its settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from firmware_py.config import defaults, files
from firmware_py.config.files import merged

from . import try_lights
from .draft import Draft
from .find_parts import FoundParts, ProfileFit, ranked_profiles
from .terminal import Terminal

NONE = "none"
"""The answer to give if the board does not have the part."""
SCREENS = {
    "i2c": "an OLED on I2C: four wires, or a board that plugs onto the Pi, such as the OLED Bonnet",
    "spi": "an OLED on SPI: seven wires, or a board that plugs onto the Pi, such as the OLED HAT",
    NONE: "none",
}
LIGHTS = {
    "strips": "LEDs in strips, one for each track",
    "panel": "LEDs in a panel, or in several side by side",
    "ring": "LEDs in a ring, for all tracks",
    NONE: "none",
}
KEYS = {
    "usb": "a numeric keypad or a keyboard, on USB",
    "buttons": "push buttons, each on a pin of its own",
    "matrix": "a matrix keypad: sixteen keys on eight pins",
    "joystick": "a joystick, on a board that plugs onto the Pi, such as the OLED Bonnet or HAT",
    NONE: "none",
}


class BoardParts(NamedTuple):
    """The kinds of parts that a board has. An attribute is None if the board does not have the part.

    Attributes:
        screen: the kind of screen, from `SCREENS`.
        lights: the kind of lights, from `LIGHTS`.
        keys: the kind of keys, from `KEYS`.
    """

    screen: str | None = None
    lights: str | None = None
    keys: str | None = None


def of_tables(tables: Mapping[str, Any]) -> BoardParts:
    """Return the kinds of parts that a configuration describes."""
    display = tables.get("display", tables.get("second_display"))
    lights = tables.get("lights")
    return BoardParts(
        screen=None if display is None else display.get("interface", defaults.INTERFACE),
        lights=None if lights is None else lights.get("shape", {}).get("kind", defaults.SHAPE),
        keys=_keys(tables.get("buttons") or {}, tables.get("keyboard") or {}),
    )


def _keys(buttons: Mapping[str, Any], keyboard: Mapping[str, Any]) -> str | None:
    """Return `joystick`, `buttons`, `matrix`, `usb` or None. A joystick takes precedence."""
    codes = keyboard.get("codes", {})
    if "PICK" in buttons or "PICK" in codes:
        return "joystick"
    if len(buttons) > len(codes) or "pins" in keyboard:
        return "buttons"
    if "rows" in keyboard:
        return "matrix"
    return "usb" if codes else None


def ask(terminal: Terminal, found: FoundParts, file_says: BoardParts | None) -> BoardParts:
    """Ask which screen, lights and keys the board has, until the answers describe a board that can work.

    The default answers come from the configuration file, but a screen that was found takes precedence. If
    there is no file, the parts that were found are the defaults.

    Args:
        file_says: the parts that the configuration file describes, or None if there is no file yet.
    """
    while True:
        parts = _asked(terminal, found, file_says)
        if parts.keys == "joystick" and parts.screen is None:
            terminal.say()
            terminal.say("A joystick picks the cards on the screen, so it needs a screen. Once more, please.")
        elif parts.keys and not (parts.screen or parts.lights):
            terminal.say()
            terminal.say("Without a screen and without lights, nobody sees the score.")
            if terminal.yes("Is that what you have?", usual=False):
                return parts
        else:
            return parts


def _asked(terminal: Terminal, found: FoundParts, file_says: BoardParts | None) -> BoardParts:
    before = file_says or BoardParts()
    in_file = "as the file says" if file_says else ""
    screen, why = before.screen or (NONE if file_says else None), in_file
    if found.panels:
        panel = found.panels[0]
        screen, why = "i2c", f"found at {panel.address:#04x} on I2C bus {panel.bus}"
    terminal.say()
    screen = terminal.menu("Does the board have a screen?", SCREENS, screen, why)
    terminal.say()
    lights = terminal.menu(
        "Does it have lights for the pegs? LEDs do not answer, so setup cannot look for them.",
        LIGHTS,
        before.lights or (NONE if file_says else None),
        in_file,
    )
    terminal.say()
    keys, why = before.keys, in_file
    keypad = found.keypad
    if keypad and (not file_says or keys == "usb"):
        keys, why = "usb", f"found: {keypad.name}"
    keys = terminal.menu("Which keys does it have?", KEYS, keys, why)
    return BoardParts(*(None if each == NONE else each for each in (screen, lights, keys)))


_WIRING = ("bus", "address", "device", "dc", "reset", "hz", "controller")
"""The settings of a screen that depend on its interface."""


def parts_of(name: str) -> BoardParts:
    """Return the kinds of parts that a board has if it uses the profile called `name`."""
    return of_tables(merged(files.read(files.profile(name))))


def fitting(found: FoundParts, said: BoardParts, current: str | None = None) -> list[ProfileFit]:
    """Return all profiles, with the one that best matches the board first.

    The kind of keys matters most, because it is the only part of a profile that the user cannot change. The
    kinds of screen and lights come next. All else being equal, the profiles are ordered by how well they
    match the parts that were found.

    Args:
        current: the profile that the configuration file extends, or None if there is none. It comes before
            other profiles that match the user's answers equally well.
    """

    def distance(fit: ProfileFit) -> tuple[bool, int, bool]:
        its = parts_of(fit.name)
        plugged = said.keys == "joystick"
        others = (its.screen != said.screen) * (2 if plugged else 1) + (its.lights != said.lights)
        return its.keys != (said.keys or "usb"), others, fit.name != current

    return sorted(ranked_profiles(found), key=distance)


def choose(terminal: Terminal, found: FoundParts, said: BoardParts, draft: Draft) -> Draft:
    """Suggest the profile that matches best, and return the draft with the profile that the user chose.

    Args:
        draft: the draft so far. Its other settings are kept.
    """
    terminal.say()
    if draft.former and of_tables(draft.tables) == said:
        profile = f", with the profile {draft.extends}" if draft.extends else ""
        if terminal.yes(f"{draft.path} describes such a board already{profile}. Keep that?"):
            return draft
    fits = fitting(found, said, draft.extends)
    best = fits[0]
    terminal.say(f"The ready-made profile that fits is {best.name}: {best.config.title}.")
    if best.missing:
        terminal.say(f"  not found: {', '.join(best.missing)}")
    for change in _changes(parts_of(best.name), said):
        terminal.say(f"  changed for your board: {change}")
    names = {fit.name: fit.name for fit in fits}
    yes = {"y": best.name, "yes": best.name, "n": None, "no": None}
    name = terminal.choice("Take it? [Y/n]", {**yes, **names}, "y")
    if name == best.name:
        return adapted(terminal, draft, name, said)
    name = name or _other(terminal, fits)
    its = parts_of(name)
    # This profile shows the kinds of the screen and the lights, but not that the board has them.
    its = BoardParts(said.screen and its.screen, said.lights and its.lights, its.keys)
    return adapted(terminal, draft, name, its)


def _other(terminal: Terminal, fits: list[ProfileFit]) -> str:
    terminal.say()
    options = {}
    for fit in fits:
        missing = f"\n  {'':16}not found: {', '.join(fit.missing)}" if fit.missing else ""
        options[fit.name] = f"{fit.name:13}{fit.config.title}{missing}"
    return terminal.menu("Which board is yours?", options)


def _changes(its: BoardParts, said: BoardParts) -> list[str]:
    """Return phrases such as `no screen` or `no lights`."""
    changes = []
    if its.screen != said.screen:
        changes.append(f"a screen on {said.screen.upper()}" if said.screen else "no screen")
    if its.lights != said.lights:
        changes.append(LIGHTS[said.lights] if said.lights else "no lights")
    if said.keys is None:
        changes.append("no keys yet; any USB numeric keypad works as soon as it is plugged in")
    return changes


def adapted(terminal: Terminal, draft: Draft, name: str, parts: BoardParts) -> Draft:
    """Return the draft with a new profile, and with settings for the parts that the board has.

    The settings of a part are kept if its kind stays the same. If a new arrangement of the LEDs is needed,
    it is copied from any ready-made profile with the same kind of lights. If there is none, ask the user.
    """
    before, its = of_tables(draft.tables), parts_of(name)
    draft = draft._replace(extends=name)
    if before.keys != its.keys:
        draft = draft.as_in_profile("buttons", "keyboard")
    draft = _with_screen(draft, before, its, parts)
    return _with_lights(terminal, draft, before, parts)


def _with_screen(draft: Draft, before: BoardParts, its: BoardParts, parts: BoardParts) -> Draft:
    if parts.screen is None:
        return draft.without("display", "second_display")
    if draft.settings.get("display") is False:
        draft = draft.as_in_profile("display")
    if before.screen != parts.screen:
        draft = draft.with_values("display", **dict.fromkeys(_WIRING), interface=None)
    other = its.screen != parts.screen
    return draft.with_values("display", interface=parts.screen) if other else draft


def _with_lights(terminal: Terminal, draft: Draft, before: BoardParts, parts: BoardParts) -> Draft:
    if parts.lights is None:
        return draft.without("lights")
    if draft.settings.get("lights") is False:
        draft = draft.as_in_profile("lights")
    if before.lights != parts.lights:
        draft = draft.with_values("lights", shape=None)
    if of_tables(draft.tables).lights == parts.lights:
        return draft
    for name in files.profile_names():
        if parts_of(name).lights == parts.lights:
            lights = merged(files.read(files.profile(name)))["lights"]
            return draft.with_values("lights", chip=lights.get("chip"), shape=lights["shape"])
    return try_lights.with_shape(terminal, draft, parts.lights)
