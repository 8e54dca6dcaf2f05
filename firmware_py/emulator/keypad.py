"""The simulator's keypad: keys to click, drawn as keycaps that light up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from time import monotonic

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from firmware_py.input.keys import BUTTONS, Key

GLOW = 0.12
"""The minimum time, in seconds, for which a key stays lit, since the eye would miss a shorter flash."""

_DRAWN = frozenset(key for row in BUTTONS for key in row)
_SIXTEENTHS = 16
"""The parts of the keypad's width, which the keys in a row share."""
_NAME = "M U G G I N S"

_RED = (Key.HEARTS, Key.DIAMONDS)


@lru_cache(maxsize=4)
def positions(width: int, height: int) -> dict[Key, Region]:
    """Return the area of each key in a keypad.

    The keypad's width and height are in characters. Both must be at least 16.
    """
    tall = min(5, (height - 1) // len(BUTTONS))
    wide = min(width, 10 * tall)
    left, top = (width - wide) // 2, 1 + (height - 1 - tall * len(BUTTONS)) // 2
    gap = 1 if wide < 2 * _SIXTEENTHS else 2
    regions = {}
    for number, row in enumerate(BUTTONS):
        needs = [len(key.label) + 4 for key in row]
        shares = [_SIXTEENTHS * need // sum(needs) for need in needs]
        by_rest = sorted(range(len(row)), key=lambda at: -(_SIXTEENTHS * needs[at] % sum(needs)))
        for at in by_rest[: _SIXTEENTHS - sum(shares)]:
            shares[at] += 1
        taken = 0
        for key, share in zip(row, shares, strict=True):
            ends = taken + share
            start, end = (wide * at // _SIXTEENTHS for at in (taken, ends))
            regions[key] = Region(left + start + gap, top + number * tall, end - start - gap, tall)
            taken = ends
    return regions


@dataclass(frozen=True, slots=True)
class _Look:
    label: Style
    letter: Style
    edge: Style


def _look(cap: str, text: str, faint: str, edge: str) -> _Look:
    return _Look(
        Style(color=text, bgcolor=cap, bold=True),
        Style(color=faint, bgcolor=cap),
        Style(color=edge, bgcolor=_PANEL),
    )


_LEFT, _UNKNOWN = 1, 0
"""Textual's numbers for mouse buttons."""
_PANEL = "#24160d"
_BARE = Style(bgcolor=_PANEL)
_BRAND = Style(color="#d7a75f", bgcolor=_PANEL, bold=True)
_IVORY = _look("#e4d7b7", "#24160d", "#8f7c58", "#8f7c58")
_IVORY_RED = _look("#e4d7b7", "#af0000", "#8f7c58", "#8f7c58")
_GREEN = _look("#107a30", "#ffffff", "#f0e8e0", "#0a4019")
_AMBER = _look("#af6a00", "#ffffff", "#f0e8e0", "#5f3a00")
_CRIMSON = _look("#a01818", "#ffffff", "#f0e8e0", "#4f0c0c")
# The colours are reversed, so that a key that is down also stands out on a terminal without colours.
_DOWN = _Look(
    Style(color="#ffe066", bgcolor="#000000", bold=True, reverse=True),
    Style(color="#ffe066", bgcolor="#5f4a00", reverse=True),
    Style(color="#ffe066", bgcolor=_PANEL),
)
_LOOKS = {Key.GO: _AMBER, Key.OK: _GREEN, Key.UNDO: _CRIMSON, **dict.fromkeys(_RED, _IVORY_RED)}


class KeypadWidget(Widget):
    """A keypad to click. A key is pressed while the left mouse button is held down on it."""

    class Down(Message):
        """Posted when a key is pressed with the mouse."""

        def __init__(self, key: Key) -> None:
            super().__init__()
            self.key = key

    class Up(Message):
        """Posted when a key is released with the mouse."""

        def __init__(self, key: Key) -> None:
            super().__init__()
            self.key = key

    def __init__(self) -> None:
        super().__init__()
        self._down: set[Key] = set()
        self._glowing: dict[Key, float] = {}
        self._held: Key | None = None

    def light(self, key: Key, down: bool) -> None:
        """Show that a key is pressed if `down` is True, or released if it is False.

        A pressed key stays lit for at least `GLOW` seconds.
        """
        if key not in _DRAWN:
            return
        if down:
            self._down.add(key)
            self._glowing[key] = monotonic() + GLOW
        else:
            self._down.discard(key)
            self.set_timer(max(0.001, self._glowing[key] - monotonic()), lambda: self._fade(key))
        self._redraw(key)

    def let_go(self) -> None:
        """Release the key that the mouse is holding down, if any."""
        if self._held is not None:
            self.post_message(self.Up(self._held))
            self._held = None
            self.release_mouse()

    def key_at(self, x: int, y: int) -> Key | None:
        """Return the key at column `x` and line `y` of this widget, or None if there is none."""
        return next((key for key, area in positions(*self.size).items() if area.contains(x, y)), None)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Press the key under the mouse if the left mouse button was pressed."""
        key = self.key_at(event.x, event.y)
        if event.button == _LEFT and key is not None and self._held is None:
            self._held = key
            self.capture_mouse()
            self.post_message(self.Down(key))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Release the pressed key, unless the event names a mouse button other than the left one."""
        if event.button in (_LEFT, _UNKNOWN):
            self.let_go()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Release the key when the mouse moves off it."""
        if self._held is not None and self.key_at(event.x, event.y) is not self._held:
            self.let_go()

    def on_mouse_release(self) -> None:
        """Release the pressed key when this widget stops capturing the mouse."""
        self.let_go()

    def render_line(self, y: int) -> Strip:
        """Return line `y` of the drawn keypad."""
        width, x = self.size.width, 0
        caps = positions(*self.size)
        if y == caps[Key.ACE].y - 1:
            return Strip([Segment(_NAME.center(width), _BRAND)], width)
        segments = []
        for key, area in caps.items():
            if area.y <= y < area.bottom:
                segments += [Segment(" " * (area.x - x), _BARE), self._cap(key, area, y - area.y)]
                x = area.right
        return Strip([*segments, Segment(" " * (width - x), _BARE)], width)

    def _cap(self, key: Key, area: Region, row: int) -> Segment:
        look = _DOWN if self._lit(key) else _LOOKS.get(key, _IVORY)
        if row == area.height - 1:
            return Segment("▀" * area.width, look.edge)
        if row == (area.height - 2) // 2:
            return Segment(key.label.center(area.width), look.label)
        if row == area.height - 2:
            return Segment(f"{key.typed[0]} "[: area.width].rjust(area.width), look.letter)
        return Segment(" " * area.width, look.letter)

    def _lit(self, key: Key) -> bool:
        return key in self._down or self._glowing.get(key, 0.0) > monotonic()

    def _fade(self, key: Key) -> None:
        if key not in self._down:
            self._redraw(key)

    def _redraw(self, key: Key) -> None:
        if self.size:
            self.refresh(positions(*self.size)[key])
