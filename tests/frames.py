"""The reference pictures. `data/frames.toml` has the keys that lead to each, and what a person has checked.

`python -m tests.frames` draws all of them again. Before you commit a changed picture, enlarge it and
compare it with its description.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from engine.cards import Card
from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.drivers.oled_bytes import packed
from firmware_py.input.dialogue import PhoneOffer
from firmware_py.input.keys import parse_input
from firmware_py.input.settings import Equipment
from firmware_py.render import oled
from firmware_py.render.font import TEXT, wrap
from firmware_py.view.coach import Advice, CoachOffer, RatedThrow, counted_deal
from firmware_py.view.view import View
from tests.board_picture import board_picture
from tests.support.views import show_advice, show_phones

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


def _cards(texts: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts.split()))


_ADVICE = Advice(
    (
        RatedThrow(_cards("10H 10D JS QC"), _cards("10S 10C"), _cards("10H 10D"), 12.3),
        RatedThrow(_cards("K 8 K 6"), _cards("2 Q"), _cards("2 Q"), 0.0),
    ),
    (0.72, 0.28),
    0.68,
    has_suits=False,
)
"""Made-up advice: one throw with the widest cards and a high cost, and one that was the best."""

FRAMES = [Frame(**frame) for frame in tomllib.loads((DATA / "frames.toml").read_text("utf-8"))["frame"]]


def characters(text: str) -> Image.Image:
    image = Image.new("1", (oled.WIDTH, oled.HEIGHT))
    for row, line in enumerate(wrap(text, oled.WIDTH, 6)):
        TEXT.draw(image, (0, 2 + 10 * row), line)
    return image


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
"""The pictures without a game. The comment above each lists the details that a person checked."""


FIRST_NAMES = ("Ann", "Bob")
FIRST_SCREENS = {
    # Both scores 0, the sign points left, and the last line says that Ann cuts.
    "first-start.png": "",
    # 0 and 2, a 15 on the sign, which points left, a D on Bob's side; 10 5, fifteen for two, the prompt.
    "first-fifteen.png": "K 4 2 10 5",
}
"""The keys that lead to each picture in the guide to the first board, and what a person checked in it."""


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


def main() -> None:
    """Draw and save all reference pictures and the pictures for the README and the guides."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for frame in FRAMES:
        oled.draw(board(frame).view).save(FOLDER / f"{frame.name}.png", optimize=True)
    picture().save(PICTURES / "board.png", optimize=True)
    screen().save(PICTURES / "screen.png", optimize=True)
    for name, keys in FIRST_SCREENS.items():
        first_screen(keys).save(PICTURES / name, optimize=True)
    for name, notice in NOTICES.items():
        notice.save(FOLDER / f"{name}.png", optimize=True)
    SPLASH.write_bytes(b"".join(packed(oled.splash().convert("L").tobytes(), 128, None, ())))


def picture() -> Image.Image:
    """Draw the README's picture of a whole board during the play."""
    return board_picture(_in_play())


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
    lit = oled.draw(view).convert("L").resize((128 * scale, 64 * scale), Image.Resampling.NEAREST)
    image.paste((150, 220, 255), (edge, edge), lit)
    return image


def _in_play() -> View:
    return board(Frame("", "OK 2 H 10 5 D 5 C 5 S", "", start=(58, 71))).view


if __name__ == "__main__":
    main()
