"""The picture of a whole board in the README: wood, tracks, display and keys, to scale.

The program itself provides the front plate, the colours of the LEDs and the picture on the display.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from firmware_py.config import build, files
from firmware_py.config.config import Config
from firmware_py.drawing.front_plate import KEY_HOLE, DisplayCutout, FrontPlate, front_plate, track_marks
from firmware_py.drawing.shapes import CAPITAL, Line, Point, Text
from firmware_py.render import oled
from firmware_py.view.view import View
from tests.support.pictures import draw_leds

SCALE = 6
"""The number of pixels per millimetre."""
_FINE = 2
"""To get smooth edges, the picture is drawn this many times larger and then reduced."""
_PIXELS = SCALE * _FINE
_AROUND = 6.0
"""The width of the visible table around the board, in millimetres."""

Colour = tuple[int, int, int]
TABLE: Colour = (236, 233, 228)
WOOD: Colour = (160, 108, 64)
GRAIN: Colour = (124, 78, 42)
BURNT: Colour = (34, 18, 8)
HOLE: Colour = (44, 28, 18)
GLASS: Colour = (8, 12, 18)
GLOWING: Colour = (150, 220, 255)
KEYS: dict[str, Colour] = {"OK": (46, 125, 70), "GO": (196, 130, 24), "UNDO": (168, 52, 40)}
"""The colours of the caps of the keys other than cards."""
SUIT: Colour = (96, 92, 110)
CARD: Colour = (236, 230, 216)


def large_screen() -> Config:
    """Return the configuration `keypad-20`, but with a 2.42-inch panel instead of a 0.96-inch one."""
    config = build.load(files.profile("keypad-20"))
    (display,) = config.displays
    return config._replace(displays=(display._replace(controller="ssd1309"),))


def board_picture(view: View) -> Image.Image:
    """Return a picture of the board `keypad-20`. Its display and its LEDs show the given view."""
    config = large_screen()
    assert config.lights
    plate = front_plate(config)
    size = (round((plate.width + 2 * _AROUND) * _PIXELS), round((plate.height + 2 * _AROUND) * _PIXELS))
    image = Image.new("RGB", size, TABLE)
    _lay_wood(image, plate)
    canvas = ImageDraw.Draw(image)
    _engrave(canvas, plate)
    _drill(canvas, plate)
    for at in plate.screws:
        _disc(canvas, at, 3.0, (186, 178, 160))
        _disc(canvas, at, 1.0, (92, 86, 76))
    for name, at in plate.keys:
        _press_button(canvas, at, name)
    if plate.screen:
        _show(image, plate.screen, view)
    frame = draw_leds(view, shape=config.lights.shape, palette=config.lights.palette)
    _light(image, plate, [(frame[i], frame[i + 1], frame[i + 2]) for i in range(0, len(frame), 3)])
    return image.reduce(_FINE)


def _at(point: Point) -> tuple[float, float]:
    return (point[0] + _AROUND) * _PIXELS, (point[1] + _AROUND) * _PIXELS


def _box(point: Point, radius: float) -> list[float]:
    x, y = _at(point)
    reach = radius * _PIXELS
    return [x - reach, y - reach, x + reach, y + reach]


def _disc(canvas: ImageDraw.ImageDraw, at: Point, radius: float, colour: Colour) -> None:
    canvas.ellipse(_box(at, radius), colour)


def _lay_wood(image: Image.Image, plate: FrontPlate) -> None:
    corners = [*_at((0, 0)), *_at((plate.width, plate.height))]
    shadow = Image.new("L", image.size, 0)
    moved = [corner + 1.2 * _PIXELS for corner in corners]
    ImageDraw.Draw(shadow).rounded_rectangle(moved, 4 * _PIXELS, 150)
    shadow = shadow.filter(ImageFilter.GaussianBlur(1.5 * _PIXELS))
    image.paste((60, 54, 48), (0, 0), shadow)
    wood = Image.new("RGB", image.size, WOOD)
    canvas = ImageDraw.Draw(wood)
    chance = random.Random(121)
    for _ in range(420):
        y = chance.uniform(-10, plate.height + 10)
        bend, phase = chance.uniform(0, 1.6), chance.uniform(0, 300)
        part = chance.uniform(0.05, 0.4)
        colour = tuple(round(a + (b - a) * part) for a, b in zip(WOOD, GRAIN, strict=True))
        points = [_at((x, y + bend * _wave(x + phase))) for x in range(-4, round(plate.width) + 8, 4)]
        canvas.line(points, colour, round(chance.uniform(0.1, 0.7) * _PIXELS))
    mask = Image.new("L", image.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle(corners, 4 * _PIXELS, 255)
    image.paste(wood, (0, 0), mask)
    ImageDraw.Draw(image).rounded_rectangle(corners, 4 * _PIXELS, None, BURNT, round(0.4 * _PIXELS))


def _wave(x: float) -> float:
    """Return the height, from -1 to 1, of a smooth wave at `x` mm. The wave repeats every 150 mm."""
    turn = x % 150 / 75
    return (turn * (1 - turn) * 4) if turn < 1 else -((turn - 1) * (2 - turn) * 4)


def _engrave(canvas: ImageDraw.ImageDraw, plate: FrontPlate) -> None:
    for mark in track_marks(plate, [""] * len(plate.tracks)):
        if isinstance(mark, Line):
            canvas.line([_at(point) for point in mark.points], BURNT, max(1, round(mark.thickness * _PIXELS)))
        else:
            _write(canvas, mark._replace(size=mark.size * 1.15))
    for name, at in plate.keys:
        _write(canvas, Text(at[0], at[1] - KEY_HOLE / 2 - 2.6, name, 3.0, "middle", bold=True))


def _write(canvas: ImageDraw.ImageDraw, text: Text) -> None:
    x, y = _at((text.x, text.y + CAPITAL * text.size))
    font = ImageFont.load_default(text.size * _PIXELS)
    anchor = {"start": "ls", "middle": "ms", "end": "rs"}[text.anchor]
    width = round(text.size * _PIXELS * 0.025) if text.bold else 0
    canvas.text((x, y), text.text, BURNT, font, anchor, stroke_width=width, stroke_fill=BURNT)


def _drill(canvas: ImageDraw.ImageDraw, plate: FrontPlate) -> None:
    for led in plate.holes:
        _disc(canvas, plate.leds[led], plate.drill / 2, BURNT)
        _disc(canvas, plate.leds[led], plate.drill / 2 - 0.3, HOLE)


def _press_button(canvas: ImageDraw.ImageDraw, at: Point, name: str) -> None:
    cap = KEYS.get(name, SUIT if name in "SHDC" else CARD)
    _disc(canvas, (at[0] + 0.4, at[1] + 0.6), KEY_HOLE / 2 + 1.0, (80, 54, 32))
    _disc(canvas, at, KEY_HOLE / 2 + 1.0, (34, 34, 36))
    _disc(canvas, at, KEY_HOLE / 2 - 0.8, _darker(cap))
    _disc(canvas, (at[0] - 0.2, at[1] - 0.35), KEY_HOLE / 2 - 1.2, cap)


def _darker(colour: Colour) -> Colour:
    red, green, blue = (part * 3 // 4 for part in colour)
    return red, green, blue


def _show(image: Image.Image, window: DisplayCutout, view: View) -> None:
    left, top = _at((window.x, window.y))
    right, bottom = _at((window.x + window.width, window.y + window.height))
    canvas = ImageDraw.Draw(image)
    rim = 0.8 * _PIXELS
    canvas.rectangle((left - rim, top - rim, right + rim, bottom + rim), BURNT)
    canvas.rectangle((left, top, right, bottom), GLASS)
    edge = 0.75 * _PIXELS
    size = round(right - left - 2 * edge), round(bottom - top - 2 * edge)
    glass = oled.draw(view).convert("L").resize(size, Image.Resampling.BOX)
    image.paste(GLOWING, (round(left + edge), round(top + edge)), glass)


def _light(image: Image.Image, plate: FrontPlate, colours: Sequence[Colour]) -> None:
    """Draw the lit LEDs in the holes of the front plate.

    Dim LEDs are drawn brighter, as the eye sees them.
    """
    glow = Image.new("RGB", image.size, (0, 0, 0))
    canvas = ImageDraw.Draw(glow)
    for led in plate.holes:
        if any(colours[led]):
            brighter = (max(colours[led]) / 255) ** -0.5
            red, green, blue = (round(part * brighter) for part in colours[led])
            _disc(canvas, plate.leds[led], plate.drill / 2 - 0.3, (red, green, blue))
    halo = glow.filter(ImageFilter.GaussianBlur(2.0 * _PIXELS))
    image.paste(ImageChops.screen(ImageChops.screen(image, halo), glow))
