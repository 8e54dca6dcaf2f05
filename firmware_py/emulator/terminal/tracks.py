"""The simulator's LED tracks, each drawn as two lines of 60 holes, with the game hole at the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from engine.scoring.pegs import HOLES, LAP, STREET
from firmware_py.emulator.apa102 import DARK, Led

_HALF = LAP // 2
"""The number of holes in half a track. Each half is a line, and the game hole follows the second one."""
_GROUP = 5
_WOOD = ("#3a2214", "#432818")
# A terminal of 256 colours has no dark brown: the nearest colour is a loud red, so slate is used there.
_SLATE = ("#1c1c1c", "#262626")
_INK = "#b08a58"
_EMPTY = "·"


@lru_cache(maxsize=512)
def glow(led: Led, brightest: int, wood: str) -> tuple[str, Style]:
    """Return the character and the style that show an LED in its hole.

    Faint LEDs are drawn brighter than a real board would show them, so that they remain visible.

    Args:
        led: the state of the LED.
        brightest: the highest brightness setting of any LED, 0 to 31.
        wood: the colour of the board around the hole.
    """
    peak = max(led.red, led.green, led.blue)
    light = peak / 255 * led.brightness / brightest if brightest else 0.0
    if not light:
        return _EMPTY, Style(color="#a67c4e", bgcolor=wood)
    strength = light ** (1 / 3)
    channels = (int(255 * (0.4 + 0.6 * strength) * (c / peak) ** (1 / 2.2)) for c in led[1:])
    colour = "#{:02x}{:02x}{:02x}".format(*channels)
    if strength >= 0.75:
        return "●", Style(color=colour, bgcolor=wood, bold=True)
    return ("○" if strength >= 0.5 else "•"), Style(color=colour, bgcolor=wood)


class TracksWidget(Widget):
    """The LED tracks, drawn as two lines of 60 holes, one below the other."""

    def __init__(self, wooden: bool) -> None:
        """Create the tracks with all LEDs off.

        Args:
            wooden: True for wood colours, False for slate.
        """
        super().__init__()
        self._wood = _WOOD if wooden else _SLATE
        self.styles.background = self._wood[0]
        self._leds: tuple[Led, ...] = (DARK,) * (2 * HOLES)

    def show(self, leds: Sequence[Led], tracks: int = 2) -> None:
        """Show the state of the LEDs. Only the lines that have changed are redrawn.

        Args:
            leds: the LEDs, track by track.
            tracks: the number of tracks.
        """
        # A board may have fewer tracks of LEDs than the game has sides, or none.
        leds = (*leds, *(DARK,) * (tracks * HOLES))[: tracks * HOLES]
        before, self._leds = self._leds, leds
        if len(before) != len(leds):
            self.refresh(layout=True)
            return
        if max(led.brightness for led in before) != max(led.brightness for led in leds):
            self.refresh()
            return
        changed = {index for index, (old, new) in enumerate(zip(before, leds, strict=True)) if old != new}
        for y in {self._line_of(index) for index in changed}:
            self.refresh(Region(0, y, self.size.width, 1))

    def cell(self, track: int, hole: int) -> tuple[int, int]:
        """Return the column and the line in which a hole of a track is drawn. Holes are counted from 1."""
        position = min(hole - 1, HOLES - 2) % _HALF + (hole == HOLES)
        column = self._left + position * self._pitch + position // _GROUP * self._gap
        return column, self._line_of(track * HOLES + hole - 1)

    def render_line(self, y: int) -> Strip:
        """Return line `y` of the widget.

        It shows hole numbers, the LEDs of a track's first or second half, or nothing.
        """
        ruled, ruler = self._has_hole_numbers, Style(color=_INK, bgcolor=self._wood[0])
        half, row = divmod(y, self._rows)
        if half > 1:
            return Strip.blank(self.size.width, ruler)
        holes = range(1, _HALF + 1) if half == 0 else range(_HALF + 1, HOLES + 1)
        if ruled and row == 0:
            return Strip([Segment(self._numbers(holes), ruler)], self.size.width)
        return self._row(row - ruled, holes)

    def _row(self, track: int, holes: range) -> Strip:
        wood = self._wood[track % 2]
        plain = Style(color=_INK, bgcolor=wood)
        brightest = max(led.brightness for led in self._leds)
        _, bare = glow(DARK, 0, wood)
        first, last = ("", "") if self._has_hole_numbers else (f"{holes[0]} ", f" {holes[-1]}")
        segments, x = [Segment(first.rjust(self._left), plain)], self._left
        for hole in holes:
            column, _ = self.cell(track, hole)
            if hole % STREET == 1 and hole not in (holes[0], HOLES):
                segments.append(Segment("│".center(column - x), plain))
            else:
                segments.append(Segment(" " * (column - x), bare))
            segments.append(Segment(*glow(self._leds[track * HOLES + hole - 1], brightest, wood)))
            x = column + 1
        end = self._left + self._span - x
        segments.append(Segment(f"{'':{end}}{last}".ljust(self.size.width - x), plain))
        return Strip(segments, self.size.width).simplify()

    def _numbers(self, holes: range) -> str:
        text = ""
        for hole in holes:
            if hole % _GROUP == 0 or hole == HOLES:
                column, _ = self.cell(0, hole)
                # The game hole comes right after hole 120: its number stands beside it.
                text += f" {hole}" if hole == HOLES else str(hole).rjust(column + 1 - len(text))
        return text.ljust(self.size.width)

    def _line_of(self, index: int) -> int:
        track, hole = divmod(index, HOLES)
        half = min(hole // _HALF, 1)
        return half * self._rows + self._has_hole_numbers + track

    @property
    def _count(self) -> int:
        return len(self._leds) // HOLES

    @property
    def _rows(self) -> int:
        return self._count + self._has_hole_numbers

    @property
    def _has_hole_numbers(self) -> bool:
        return self.size.height >= 2 * self._count + 2

    @property
    def _pitch(self) -> int:
        return 2 if self.size.width >= 144 else 1

    @property
    def _gap(self) -> int:
        return max(1, min(5, (self.size.width - 9 - _HALF * self._pitch) // (_HALF // _GROUP)))

    @property
    def _span(self) -> int:
        return _HALF * self._pitch + _HALF // _GROUP * self._gap + 1

    @property
    def _left(self) -> int:
        return (self.size.width - self._span) // 2
