"""Set up the LEDs: show a light that runs along each track, and correct the settings if it looks wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any

from firmware_py.board.ports import Lights
from firmware_py.config.lights import LED_CHIPS, SHAPES, LightSettings
from firmware_py.config.palette import Colour
from firmware_py.system.errors import DisplayError

from .draft import Draft
from .find_parts import Hardware
from .terminal import Terminal, number_from

TRACK = 3.0
"""The time, in seconds, in which the light runs along a track."""
_COLOURS: Mapping[str, str] = {"r": "R", "red": "R", "g": "G", "green": "G", "b": "B", "blue": "B"}
_KINDS = {
    "strips": "a strip for each track",
    "ring": "one ring for all tracks",
    "panel": "a panel, or several in a row",
}
_PURE: Mapping[str, Colour] = {"R": (255, 0, 0), "G": (0, 255, 0), "B": (0, 0, 255)}


def set_up(terminal: Terminal, hardware: Hardware, draft: Draft) -> Draft:
    """Try out the LEDs, and correct their settings until the user sees the right lights or gives up.

    In each attempt, one light runs along each track of LEDs.
    """
    if draft.config.lights is None:
        return draft
    terminal.say()
    while (changed := _tried(terminal, hardware, draft)) is not None:
        draft = changed
    return draft


def _tried(terminal: Terminal, hardware: Hardware, draft: Draft) -> Draft | None:
    """Return the draft to try next, or None if the user is content or gives up."""
    lights = draft.config.lights
    assert lights is not None
    with closing(hardware.lights(lights)) as chain:
        if not _run(terminal, hardware, chain, lights):
            return None
        if terminal.yes("Did one light run along each track, from hole 1 to the game hole?"):
            return None
        changed = _changed(terminal, draft, chain, lights)
    if changed is None:
        terminal.say("The settings stay as they are. muggins doctor can help later.")
    return changed


def _run(terminal: Terminal, hardware: Hardware, chain: Lights, lights: LightSettings) -> bool:
    count = len(lights.shape.tracks)
    extra = " Without a third strip, the third is dark." if count == 3 else ""
    terminal.say(f"The lights: one light runs along each of {count} tracks, {TRACK:.0f} seconds each.{extra}")
    try:
        for track, colour in zip(lights.shape.tracks, lights.palette.sides, strict=False):
            for led in track:
                chain.show(_frame(lights, {led: colour}))
                hardware.sleep(TRACK / len(track))
    except DisplayError as error:
        terminal.say(f"The lights do not work yet: {error}. Check with muggins doctor.")
        return False
    return True


def _frame(lights: LightSettings, lit: Mapping[int, Colour]) -> bytes:
    frame = bytearray(3 * lights.shape.leds)
    for led, colour in lit.items():
        frame[3 * led : 3 * led + 3] = bytes(colour)
    return bytes(frame)


def _changed(terminal: Terminal, draft: Draft, chain: Lights, lights: LightSettings) -> Draft | None:
    """Return a draft to try next, or None if the user wants to keep the current settings."""
    terminal.say("  1  nothing lights, or they flicker in all colours")
    terminal.say("  2  the colours are wrong: they should be orange, then blue, then white")
    terminal.say("  3  the light jumps, turns back too soon, or runs the wrong way")
    terminal.say("  4  leave it as it is")
    ask: Mapping[str, Callable[[], Draft | None]] = {
        "1": lambda: _chip(terminal, draft),
        "2": lambda: _order(terminal, draft, chain, lights),
        "3": lambda: with_shape(terminal, draft),
        "4": lambda: None,
    }
    return terminal.choice("What is wrong?", ask)()


def _chip(terminal: Terminal, draft: Draft) -> Draft:
    chips = {str(number): chip for number, chip in enumerate(LED_CHIPS, start=1)}
    for number, chip in chips.items():
        terminal.say(f"  {number}  {chip.upper()}   {LED_CHIPS[chip].description}")
    chip = terminal.choice("Which chip do they have?", chips)
    changed = draft.with_values("lights", chip=chip, order=None, hz=None)
    if changed.mistake is None:
        return changed
    terminal.say(f"That is not possible: {changed.mistake}.")
    return draft


def _order(terminal: Terminal, draft: Draft, chain: Lights, lights: LightSettings) -> Draft:
    seen: dict[str, str] = {}
    for meant in ("R", "G"):
        try:
            chain.show(_frame(lights, dict.fromkeys(lights.shape.tracks[0], _PURE[meant])))
        except DisplayError as error:
            terminal.say(f"The lights do not work: {error}.")
            return draft
        while True:
            colour = terminal.choice("Which colour has the first track now? [r/g/b]", _COLOURS)
            if colour not in seen.values():
                break
            terminal.say("That was its colour before, and it has changed since. Look again.")
        seen[meant] = colour
    (left,) = set(_PURE) - set(seen.values())
    seen["B"] = left
    order = "".join(seen.get(each, each) for each in lights.order)
    terminal.say(f"The colours come as {order}: noted.")
    return draft.with_values("lights", order=order)


def with_shape(terminal: Terminal, draft: Draft, kind: str | None = None) -> Draft:
    """Ask how the LEDs are arranged until the answers form a valid shape, and return the updated draft.

    Args:
        kind: the kind of shape: `strips`, `ring` or `panel`. If it is None, also ask for the kind.
    """
    asked = {"strips": _strips, "ring": _ring, "panel": _panel}
    while True:
        kind = kind or terminal.menu("How are the lights arranged?", _KINDS)
        make, _ = SHAPES[kind]
        measures = asked[kind](terminal)
        try:
            leds = make(**measures).leds
        except ValueError as error:
            terminal.say(f"That is not possible: {error}.")
            kind = None
            continue
        terminal.say(f"That is {leds} lights.")
        return draft.with_values("lights", shape={"kind": kind, **measures})


def _strips(terminal: Terminal) -> dict[str, Any]:
    tracks = _tracks(terminal)
    own = terminal.yes(
        "Does each strip have 121 lights, the last one for the game hole (n: 120, and one game hole for all)?"
    )
    turns = terminal.yes("Does every second strip start at the far end?", usual=False)
    return {
        "tracks": tracks,
        "holes": 121 if own else 120,
        "game_hole": "own" if own else "shared",
        "serpentine": turns,
    }


def _ring(terminal: Terminal) -> dict[str, Any]:
    leds = terminal.choice(
        "How many lights does it have? [60/61/120/121]", {str(each): each for each in (60, 61, 120, 121)}
    )
    return {"leds": leds, "tracks": _tracks(terminal)}


def _panel(terminal: Terminal) -> dict[str, Any]:
    width = terminal.checked("How many lights does a panel have from left to right?", number_from(4, 64))
    height = terminal.checked("How many does it have from top to bottom?", number_from(4, 64))
    panels = terminal.checked("How many panels are there, side by side?", number_from(1, 8))
    by_rows = terminal.choice("Do the wires of a panel run along rows or columns? [r/c]", _WAYS)
    turns = terminal.yes("Does every second row or column run backwards?")
    return {
        "width": width,
        "height": height,
        "panels": panels,
        "by": by_rows,
        "serpentine": turns,
        "tracks": _tracks(terminal),
    }


_WAYS = {"r": "rows", "c": "columns", "rows": "rows", "columns": "columns"}


def _tracks(terminal: Terminal) -> int:
    return terminal.choice("How many tracks? [2/3/4]", {"2": 2, "3": 3, "4": 4})
