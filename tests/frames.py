"""The reference pictures, with the keys that lead to each and the details that a person has checked.

`python -m tests.frames` draws all of them again. Before you commit a changed picture, enlarge it and
compare it with its description here.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

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
from tests.support.views import COUNTED, show_advice, show_phones

FOLDER = Path(__file__).parent / "data" / "frames"
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
        phones: the contents of the dialogue for phones; None if phones cannot join this board.
        advice: the coach's advice about the deal that has been counted; None if the board has no coach.
    """

    name: str
    keys: str
    seen: str
    start: tuple[int, ...] = ()
    players: int = 2
    rules: str = ""
    joystick: bool = False
    service: bool = False
    phones: PhoneOffer | None = None
    advice: Advice | None = None


_CODE, _HOST = "K7Q2PX9D", "192.168.178.123"


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

FRAMES = (
    Frame(
        "second-cut",
        "4",
        "The sign points right, and the prompt says that Right cuts. The signs are still explained; at the "
        "end of the second line stands the 4 that Left cut.",
    ),
    Frame(
        "refused",
        "OK 2 H 5 2 H",
        "The reason in dark letters on a light ground over all three lines; scores and tracks as they were.",
    ),
    Frame(
        "question",
        "OK 2 10 5 5 K 6 9 K 4",
        "Last card called, then the question whose hand is all of one suit, and the two keys that answer "
        "it, each in a light box with its meaning beside it.",
    ),
    Frame(
        "page",
        "OK 2 10 5 5 5 6 K K 9 GO OK OK",
        "The second of two pages, light title bar: Left's hand, 6. Three rows, fifteens and the pair, "
        "with their cards on the left and their points at the right edge.",
    ),
    Frame(
        "false-go",
        "OK 2 K Q 5 GO A GO 6",
        "That Left said go at 25 and held a 6, in a line; above it the pile, the 6 that was led.",
    ),
    Frame(
        "thirty-one",
        "OK 2 10 5 6 K",
        "31 light on dark in an outline: the count is over. Its cards below, so that it can be checked, "
        "without the count, which is on the sign; the call; the sign points to Right, who leads.",
    ),
    Frame(
        "menu-full",
        "OK 2 10 5 MENU",
        "All thirteen entries in five rows, the last three of them with three, none cut short. A new game is "
        "only called new, because there is no room for more.",
        rules="muggins=on",
        service=True,
        phones=PhoneOffer(),
    ),
    Frame(
        "coach-throw",
        f"{COUNTED} OK OK OK OK OK",
        "The fifth page of six, about Left: what was thrown and kept, each card with its suit, none cut "
        "short; the better throw, and its cost.",
        advice=_ADVICE,
    ),
    Frame(
        "phone",
        "MENU K",
        "The QR code with a light edge all around it. Beside it, the address in two lines, the code dark on "
        "light, its Q with a tail, that nobody has joined, and two keys; no letter touches the QR code.",
        phones=PhoneOffer(_CODE, _HOST),
    ),
    Frame(
        "phone-version-6",
        "MENU K",
        "No QR code, because it would have no room, but the long address in two lines, and the code.",
        phones=PhoneOffer(_CODE, "[fd00:1234:5678:9abc:def0:1234:5678:9abc]:8080", 1),
    ),
    Frame(
        "phone-refused",
        "MENU K 5",
        "What does nothing here, and the keys that do something, all of it; the title is still there.",
        phones=PhoneOffer(_CODE, _HOST),
    ),
    Frame(
        "three-go",
        "OK 2 8 7 9 K",
        "The count that the king ended, 24, and its cards, then the new count and the king, in one line; "
        "the go, and whose turn it is.",
        players=3,
    ),
    Frame(
        "muggins",
        "OK 2 10 5 5 5 6 K K 9 4 OK",
        "Right counted 4; what an opponent claims beyond it comes after the plus, and GO is for none.",
        rules="muggins=on",
    ),
    Frame(
        "second-lap",
        "OK GO A 2 OK GO GO 5 5 OK",
        "Past 121 both tracks begin again, a small 2 beside each score; points by hand are called. The "
        "two keys "
        "and their meanings end at the right edge.",
        (136, 88),
        rules="track=points target=181",
    ),
    Frame(
        "won",
        "OK 2 10 5 5 5",
        "Left's 121 dark on light, no sign and no D. The points that won, the double skunk, and that the "
        "next game stands four to none.",
        (113, 40),
    ),
    Frame(
        "last-hand",
        "OK 2 10 5 5 5 6 K K 9 GO",
        "Both hands in one line: Right's 4, and Left's 6, of which 4 were needed to go out; who won; the "
        "next game.",
        (108, 100),
    ),
    Frame(
        "pick-card",
        "OK 2 10 5",
        "As without a joystick, and at the right end of the prompt's line a 7, dark in a light box that "
        "points both ways: what a push on the stick would lay. It touches no word.",
        joystick=True,
    ),
    Frame(
        "pick-open",
        "OK 5 5 5 5 DOWN",
        "Scores, count and tracks as before; below them the ranks in three rows of five, with UNDO and the "
        "dots that turn the page. A small dot has the place of the 5, all four of which are gone. J is dark "
        "on light.",
        joystick=True,
    ),
    Frame(
        "pick-more",
        "OK 2 K 5 6 DOWN RIGHT RIGHT RIGHT PICK",
        "Page two: suits, OK, UNDO, MENU in its light box, and MUGGINS, since two points were missed; small "
        "dots for GO, which cannot be true at 21, and REDO. No two words touch.",
        rules="muggins=on",
        joystick=True,
    ),
    Frame(
        "pick-number",
        "OK 2 10 MENU A GO PICK",
        "7 typed so far, and the 7 in its box at the lower right, since a number stays where it is.",
        joystick=True,
    ),
    Frame(
        "pick-menu",
        "OK 2 10 MENU RIGHT",
        "The title has made way for the row J to …, a small dot for the king, which is no entry, the Q light "
        "on dark; all entries of the menu below it.",
        joystick=True,
        service=True,
    ),
    Frame(
        "pick-form",
        "OK 2 10 MENU 6",
        "GO leaves has moved to the left to make room for the box in the last row; title and hint are whole.",
        joystick=True,
    ),
    Frame(
        "pick-page",
        "OK 5 4 5 6 5 6 4 4 6 OK",
        "A count of four rows: the points have moved to the left, all in one column, and the box is at the "
        "lower right.",
        joystick=True,
    ),
)


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
    pressed = Board(History.of(Game.new(rules, frame.start)))
    phones = frame.phones
    coach = None if frame.advice is None else True
    pressed.equip(Equipment(frame.joystick, None, frame.service, phones is not None, coach))
    for word in frame.keys.split():
        pressed.press(parse_input(word))
    if phones:
        show_phones(pressed, phones)
    deal = counted_deal(pressed.history.game)
    if frame.advice and deal:
        show_advice(pressed, CoachOffer(deal, frame.advice))
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
