"""The reference pictures: which keys lead to them, and what a person saw to be right in each.

`python -m tests.frames` draws them all again. Look at every one that changed before it is kept: enlarge
it, and read what is said of it here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from engine.game import Game
from engine.history import History
from engine.rules import Rules
from firmware_py.app import Board
from firmware_py.keyfile import read_keys
from firmware_py.render import leds, oled
from firmware_py.render.holes import HOLES
from firmware_py.view import View

FOLDER = Path(__file__).parent / "data" / "frames"
PICTURE = Path(__file__).parent.parent / "hardware" / "pictures" / "board.png"


class Frame(NamedTuple):
    """A reference picture.

    Attributes:
        name: its file, without the ending.
        keys: what leads to it.
        seen: what a person saw to be right in it.
        start: the points of each side before the first deal.
        players: how many play.
        rules: options of the rules.
    """

    name: str
    keys: str
    seen: str
    start: tuple[int, ...] = ()
    players: int = 2
    rules: str = ""


FRAMES = (
    Frame(
        "cut",
        "",
        "Both scores 0 in the upper corners, the sign between them points left, and so says the line at "
        "the bottom. Two tracks with a mark after each street, thick pegs in the start holes.",
    ),
    Frame(
        "tie",
        "5 5",
        "The two fives that were cut, and that Left cuts again.",
    ),
    Frame(
        "starter",
        "OK",
        "D, for dealer, stands left of the sign, which points left: Left deals and is to key the starter.",
    ),
    Frame(
        "fifteen",
        "OK 2 H 10 5 D",
        "Left has 2, its front peg in hole 2; the count, 15, dark on the sign, which points right. Below:"
        " the cards of the count with the one suit that is known, the call, the prompt.",
    ),
    Frame(
        "pegs",
        "OK 2 10 5 5 5",
        "Left 8, Right 2, the count 25. Left's back peg, thin, in hole 2 and its front peg, thick, in "
        "hole 8.",
    ),
    Frame(
        "call",
        "OK 2 5 6 4",
        "A call of two lines in full, with an arrow to Right, who scored; no cards, for want of room.",
        (30, 30),
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
        "hands",
        "OK 2 10 5 5 5 6 K K 9 GO",
        "Both hands counted, a line each, with what made them; below four places for the crib.",
    ),
    Frame(
        "crib",
        "OK 2 10 5 5 5 6 K K 9 GO J 4 S",
        "The hands are still there; the crib shows a jack, the four of spades and two free places.",
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
        "That Left said go at 25 and held a 6, in words that need no more than the two lines.",
    ),
    Frame(
        "menu",
        "OK 2 10 MENU",
        "The seven entries in two columns, each after its key, none cut short, and GO to leave.",
    ),
    Frame(
        "peg-by-hand",
        "OK 2 10 MENU A GO A 2",
        "The side shown is Right, with its 104 points; 12 typed so far; what OK, GO and UNDO do.",
        (88, 104),
    ),
    Frame(
        "new-game",
        "OK 2 10 MENU 6 2",
        "The form of the new game, three players now, a start of three numbers, a key before each thing.",
        (88, 104),
    ),
    Frame(
        "give-up",
        "OK 2 10 MENU 6 OK",
        "The question whole, in words, and the two keys that answer.",
    ),
    Frame(
        "name",
        "OK 2 10 MENU 6 5 2 6 6",
        "An, typed with 2, 6 and 6 again, and how to go on, in rows that fit.",
    ),
    Frame(
        "rules",
        "OK 2 MENU 5",
        "Players first, then what is not as usual: muggins; page one of nine.",
        rules="muggins=on",
    ),
    Frame(
        "correct",
        "OK 2 10 5 5 MENU 7 GO",
        "The starter and the cards laid, by whom; the arrow is at Left's 5, the third of four presses.",
    ),
    Frame(
        "put-right",
        "OK 2 10 5 5 MENU 7 GO OK",
        "That press alone, and that a rank replaces it or GO puts a go before it.",
    ),
    Frame(
        "broken",
        "OK 2 10 5 5 3 GO MENU 7 GO GO GO GO OK A",
        "The 10 led became an ace, so that the go at what is now 14 cannot be: how much is lost, and why.",
    ),
    Frame(
        "three",
        "OK 2 10 5 5",
        "Three scores, the middle one dark on light since it is Middle's turn, a D beside that of Left, "
        "the dealer; three tracks; the count with its cards, and the names of who scored and who is to play.",
        (12, 45, 101),
        3,
    ),
    Frame(
        "partners",
        "OK 2 10 5 5 9",
        "Two scores for four players, the sign pointing right; who scored and who is to play by the points "
        "of the compass.",
        players=4,
    ),
    Frame(
        "ace",
        "OK 2 4 A",
        "One or eleven, the keys for both, the ace on the table and not yet in the count of 4.",
        rules="ace_11=on",
    ),
    Frame(
        "kept",
        "OK 3 K 9 9 A 4",
        "The five-card game: 29 and a 4 that would pass 31, so a go for Left, whose turn it now is to key "
        "the card it kept. The track has two pixels a hole.",
        rules="game=five-card",
    ),
    Frame(
        "claim",
        "OK 2 10 OK 5 5 OK 5 6 OK K K 9 A 2",
        "What Right counts, 12 so far, and nothing of what the hand is worth; two lines for calls above it.",
        rules="muggins=on",
    ),
    Frame(
        "muggins",
        "OK 2 10 5 5 5 6 K K 9 4 OK",
        "Right counted 4; what an opponent claims beyond it comes after the plus, and GO is for none.",
        rules="muggins=on",
    ),
    Frame(
        "claimant",
        "OK 2 10 5 5 6 MUGGINS",
        "The three players, each after the key of its number.",
        players=3,
        rules="muggins=on",
    ),
    Frame(
        "second-lap",
        "OK GO A 2 OK GO GO 5 5 OK",
        "Past 121 both tracks begin again, a small 2 beside each score; points by hand are called.",
        (136, 88),
        rules="track=points target=181",
    ),
    Frame(
        "three-digits",
        "OK 2 10 5 5 6",
        "Two scores of three digits, the sign and the D between them touch nothing. Both tracks filled up"
        " to their front pegs beyond the third street.",
        (101, 104),
    ),
    Frame(
        "won",
        "OK 2 10 5 5 5",
        "Left's 121 dark on light, no sign and no D. The points that won, the double skunk, and that the "
        "next game stands four to none.",
        (113, 40),
    ),
)


def board(frame: Frame) -> Board:
    """A board on which the keys of a frame were pressed."""
    rules = Rules.parse(frame.rules.split(), players=frame.players)
    pressed = Board(History.of(Game.new(rules, frame.start)))
    for key in read_keys(frame.keys, frame.name):
        pressed.press(key)
    return pressed


def main() -> None:
    """Draw all pictures into their files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    for frame in FRAMES:
        oled.draw(board(frame).view).save(FOLDER / f"{frame.name}.png", optimize=True)
    picture().save(PICTURE, optimize=True)


def picture() -> Image.Image:
    """The picture of the README: the OLED as it glows, and the two tracks of LEDs below it."""
    shown = board(Frame("", "OK 2 H 10 5 D 5 C 5 S", "", start=(58, 71))).view
    scale, edge = 5, 20
    image = Image.new("RGB", (128 * scale + 2 * edge, 64 * scale + 150), (24, 20, 17))
    glass = oled.draw(shown).convert("L").resize((128 * scale, 64 * scale), Image.Resampling.NEAREST)
    image.paste((5, 8, 12), (edge - 6, edge - 6, edge + 128 * scale + 6, edge + 64 * scale + 6))
    image.paste((150, 220, 255), (edge, edge), glass)
    for x, y, colour in _holes(shown):
        size = 9 if max(colour) > 60 else 5
        lit = tuple(min(255, 40 + 4 * part) if max(colour) <= 60 else part for part in colour)
        dot = (70, 56, 44) if not any(colour) else lit
        left, top = edge + x - size // 2, 64 * scale + 62 + y - size // 2
        image.paste(dot, (left, top, left + size, top + size))
    return image


def _holes(shown: View) -> Iterator[tuple[int, int, tuple[int, int, int]]]:
    """Where each hole is on the picture, and its colour: two lanes, up one side and back the other."""
    colours = leds.draw(shown)
    for light in range(2 * HOLES):
        track, hole = divmod(light, HOLES)
        row, place = divmod(hole, 61)
        x = 8 + 10 * place + 2 * (place // 5) if row == 0 else 8 + 10 * (59 - place) + 2 * ((59 - place) // 5)
        red, green, blue = colours[3 * light : 3 * light + 3]
        yield x, 16 * track + 52 * row, (red, green, blue)


if __name__ == "__main__":
    main()
