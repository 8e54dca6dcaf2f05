"""The reference pictures. `data/frames.toml` has the keys that lead to each, and what a person has checked.

`python -m tests.frames` draws all of them again. Before you commit a changed picture, enlarge it and
compare it with its description.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.config import build, files
from firmware_py.drawing.front_plate import KEY_HOLE, DisplayCutout, FrontPlate, front_plate, track_marks
from firmware_py.drawing.shapes import CAPITAL, Line, Point, Text
from firmware_py.input.dialogue import PhoneOffer
from firmware_py.input.keys import parse_input
from firmware_py.input.settings import Equipment
from firmware_py.render import oled
from firmware_py.render.font import TEXT, Bitmap, wrap
from firmware_py.view.coach import Advice, CoachOffer, RatedThrow, counted_deal
from firmware_py.view.view import View
from tests.support.pictures import draw_leds, image_of
from tests.support.views import show_advice, show_phones
from tests.support.words import cards

DATA = Path(__file__).parent / "data"
FOLDER = DATA / "frames"
SPLASH = Path(__file__).parent.parent / "firmware_py" / "drivers" / "splash.bin"
PICTURES = Path(__file__).parent.parent / "hardware" / "pictures"


class Frame(NamedTuple):
    """A reference picture of the display, and how to produce it.

    Attributes:
        name: the name of the picture's file, without the suffix.
        keys: the key presses that lead to the picture, including joystick directions.
        seen: the details of the picture that a person has checked.
        start: each side's score before the first deal.
        players: the number of players.
        rules: the rule options, such as `muggins=on`.
        joystick: True if the board has a joystick.
        service: True if the board can switch the machine off.
        phones: the contents of the dialogue for phones, a `PhoneOffer`; None if phones cannot join it.
        advice: True if the board shows `_ADVICE` about the deal that has been counted.
    """

    name: str
    keys: str
    seen: str
    start: Sequence[int] = ()
    players: int = 2
    rules: str = ""
    joystick: bool = False
    service: bool = False
    phones: Sequence[Any] | None = None
    advice: bool = False


# Made-up advice: one throw with the widest cards and a high cost, and one that was the best.
_ADVICE = Advice(
    (
        RatedThrow(cards("10H 10D JS QC"), cards("10S 10C"), cards("10H 10D"), 12.3),
        RatedThrow(cards("K 8 K 6"), cards("2 Q"), cards("2 Q"), 0.0),
    ),
    (0.72, 0.28),
    0.68,
    has_suits=False,
)

FRAMES = [Frame(**frame) for frame in tomllib.loads((DATA / "frames.toml").read_text("utf-8"))["frame"]]


def characters(text: str) -> Bitmap:
    image = Bitmap(oled.WIDTH, oled.HEIGHT)
    for row, line in enumerate(wrap(text, oled.WIDTH, 6)):
        TEXT.draw(image, (0, 2 + 10 * row), line)
    return image


# The pictures without a game. The comment above each lists the details that a person checked.
NOTICES = {
    # Large letters; below them, that the game is saved.
    "goodbye": oled.goodbye(),
    # The title as on all pages; below it, the whole sentence that says when to pull the plug.
    "switching-off": oled.switching_off(),
    # The title dark on light as on all pages; below it, the whole fault and its remedy.
    "fault": oled.fault(
        "muggins.toml: display.address = 300: must be an I2C address from 0x03 to 0x77, such as 0x3C"
    ),
    # All of Latin-1 beyond ASCII. Each letter differs from its neighbours and its accent is legible; letters
    # without an accent (Æ Ð Ø Þ ß æ ð ø þ) have their printed form.
    "latin-1": characters("".join(chr(code) for code in range(0xA1, 0x100) if code != 0xAD)),
}


FIRST_NAMES = ("Ann", "Bob")
# The keys that lead to each picture in the guide to the first board, and what a person checked in it.
FIRST_SCREENS = {
    # Both scores 0, the sign points left, and the last line says that Ann cuts.
    "first-start.png": "",
    # 0 and 2, a 15 on the sign, which points left, a D on Bob's side; 10 5, fifteen for two, the prompt.
    "first-fifteen.png": "K 4 2 10 5",
}


def board(frame: Frame) -> Board:
    rules = Rules.parse(frame.rules.split(), players=frame.players)
    pressed = Board(History.of(Game.new(rules, tuple(frame.start))))
    coach = True if frame.advice else None
    pressed.equip(Equipment(frame.joystick, None, frame.service, frame.phones is not None, coach))
    for word in frame.keys.split():
        pressed.press(parse_input(word))
    if frame.phones:
        show_phones(pressed, PhoneOffer(*frame.phones))
    deal = counted_deal(pressed.history.game)
    if frame.advice and deal:
        show_advice(pressed, CoachOffer(deal, _ADVICE))
    return pressed


# The picture of a whole board in the README: wood, tracks, display and keys, to scale
#
# The program itself provides the front plate, the colours of the LEDs and the picture on the display.

SCALE = 6  # pixels per millimetre
_FINE = 2  # drawn so many times larger and then reduced, for smooth edges
_PIXELS = SCALE * _FINE
_AROUND = 6.0  # mm of the table that are visible around the board

Colour = tuple[int, int, int]
TABLE: Colour = (236, 233, 228)
WOOD: Colour = (160, 108, 64)
GRAIN: Colour = (124, 78, 42)
BURNT: Colour = (34, 18, 8)
HOLE: Colour = (44, 28, 18)
GLASS: Colour = (8, 12, 18)
GLOWING: Colour = (150, 220, 255)
KEYS: dict[str, Colour] = {"OK": (46, 125, 70), "GO": (196, 130, 24), "UNDO": (168, 52, 40)}
SUIT: Colour = (96, 92, 110)
CARD: Colour = (236, 230, 216)


def picture() -> Image.Image:
    """Draw the README's picture of a whole board during the play: `keypad-20`, but with a 2.42-inch panel."""
    view, config = _in_play(), build.load(files.profile("keypad-20"))
    (display,) = config.displays
    config = config._replace(displays=(display._replace(controller="ssd1309"),))
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
    red, green, blue = (part * 3 // 4 for part in cap)
    _disc(canvas, at, KEY_HOLE / 2 - 0.8, (red, green, blue))
    _disc(canvas, (at[0] - 0.2, at[1] - 0.35), KEY_HOLE / 2 - 1.2, cap)


def _show(image: Image.Image, window: DisplayCutout, view: View) -> None:
    left, top = _at((window.x, window.y))
    right, bottom = _at((window.x + window.width, window.y + window.height))
    canvas = ImageDraw.Draw(image)
    rim = 0.8 * _PIXELS
    canvas.rectangle((left - rim, top - rim, right + rim, bottom + rim), BURNT)
    canvas.rectangle((left, top, right, bottom), GLASS)
    edge = 0.75 * _PIXELS
    size = round(right - left - 2 * edge), round(bottom - top - 2 * edge)
    glass = image_of(oled.draw(view).frame()).convert("L").resize(size, Image.Resampling.BOX)
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


def main() -> None:
    """Draw and save all reference pictures and the pictures for the README and the guides."""
    for frame in FRAMES:
        image_of(oled.draw(board(frame).view).frame()).save(FOLDER / f"{frame.name}.png", optimize=True)
    picture().save(PICTURES / "board.png", optimize=True)
    screen().save(PICTURES / "screen.png", optimize=True)
    for name, keys in FIRST_SCREENS.items():
        first_screen(keys).save(PICTURES / name, optimize=True)
    for name, notice in NOTICES.items():
        image_of(notice.frame()).save(FOLDER / f"{name}.png", optimize=True)
    SPLASH.write_bytes(oled.splash().frame())


def screen() -> Image.Image:
    """Return the README's picture of the display alone."""
    return _glowing(_in_play(), scale=5)


def first_screen(keys: str) -> Image.Image:
    """Return a picture of the display after these keys have been pressed in a new match."""
    pressed = Board(History.of(Game.new(names=FIRST_NAMES)))
    for word in keys.split():
        pressed.press(parse_input(word))
    return _glowing(pressed.view, scale=3)


def _glowing(view: View, scale: int) -> Image.Image:
    edge = 2 * scale
    image = Image.new("RGB", (128 * scale + 2 * edge, 64 * scale + 2 * edge), (5, 8, 12))
    lit = image_of(oled.draw(view).frame()).resize((128 * scale, 64 * scale), Image.Resampling.NEAREST)
    image.paste(GLOWING, (edge, edge), lit)
    return image


def _in_play() -> View:
    return board(Frame("", "OK 2 H 10 5 D 5 C 5 S", "", start=(58, 71))).view


if __name__ == "__main__":
    main()
