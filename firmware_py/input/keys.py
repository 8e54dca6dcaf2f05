"""The keys and joystick moves of a board, how they are pressed, and how they are written in files."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from engine.cards import Rank, Suit
from engine.errors import shown
from engine.indices import Seat

_CARD_KEYS = "A, 2 to 10, J, Q, K, S, H, D, C"


class Key(Enum):
    """A key of the board. The value of each member is the key's name, such as `A`, `10` or `GO`."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    GO = "GO"
    OK = "OK"
    UNDO = "UNDO"
    REDO = "REDO"
    MENU = "MENU"
    MUGGINS = "MUGGINS"
    AGAIN = "AGAIN"
    SCORE = "SCORE"

    @classmethod
    def parse(cls, word: str) -> Key:
        """Return the key with this name, in upper or lower case. `T` also stands for the key `10`.

        Raises:
            ValueError: there is no key with this name.
        """
        upper = word.upper() if word.isascii() else word
        try:
            return cls("10" if upper == "T" else upper)
        except ValueError:
            keys = f"{_CARD_KEYS}, GO, OK, UNDO, REDO, MENU, MUGGINS, AGAIN or SCORE"
            raise ValueError(f"{shown(word)} isn't a key: write {keys}") from None


class Stick(Enum):
    """A joystick move. PICK means that the joystick is pushed in."""

    LEFT = "LEFT"
    RIGHT = "RIGHT"
    UP = "UP"
    DOWN = "DOWN"
    PICK = "PICK"


Input = Key | Stick
"""The type of everything that a player can press: a key, or a move of the joystick."""


def parse_input(word: str) -> Input:
    """Return the key or joystick move with this name, in upper or lower case. `T` also stands for `10`.

    Raises:
        ValueError: there is no key or joystick move with this name.
    """
    upper = word.upper()
    if word.isascii() and upper in Stick.__members__:
        return Stick[upper]
    try:
        return Key.parse(word)
    except ValueError:
        words = (
            f"{_CARD_KEYS}, GO, OK, UNDO, REDO, MENU, MUGGINS, AGAIN, SCORE, LEFT, RIGHT, UP, DOWN or PICK"
        )
        raise ValueError(f"{shown(word)} isn't a key: write {words}") from None


RANKS = {key: Rank.parse(key.value) for key in list(Key)[:13]}
"""Maps each rank key to its rank."""
SUITS = {key: Suit.parse(key.value) for key in list(Key)[13:17]}
"""Maps each suit key to its suit."""
VOICE_KEYS = (Key.AGAIN, Key.SCORE)
"""The keys that make the voice repeat itself or say the score. They do not change anything on the board."""
DIRECTIONS = (Stick.LEFT, Stick.RIGHT, Stick.UP, Stick.DOWN)
"""The four directions of a joystick."""


class Edge(NamedTuple):
    """The moment when a key went down or up.

    Attributes:
        key: the key.
        down: True if the key went down, or False if it went up.
        at: the time, in seconds.
        source: the number of the keypad that the key is on.
    """

    key: Input
    down: bool
    at: float
    source: int = 0


class Press(NamedTuple):
    """A key press.

    Attributes:
        key: the key, or the joystick move.
        seat: the seat of the player who pressed the key, or None if it is unknown, e.g. on a shared keypad.
        id: an identifier chosen by the program that sent the key press; None for presses on the board itself.
    """

    key: Input
    seat: Seat | None = None
    id: str | None = None


class AddOnMessage:
    """The base class of messages to a board's add-ons. They come from other threads or from other programs.

    Each kind of message is a class of its own. An add-on ignores the kinds that it does not know.
    """

    __slots__ = ()


class KeyInFile(NamedTuple):
    """A key read from a key file, with its position.

    Attributes:
        key: the key.
        where: the position of the key, for error messages, such as `line 3, column 5`.
    """

    key: Key
    where: str


def read_keys(text: str, name: str) -> list[KeyInFile]:
    """Parse a key file and return its keys in order, with their positions.

    Keys are separated by white space. A comment starts with `#` and extends to the end of the line.

    Args:
        text: the contents of the file.
        name: the file's name, for error messages.

    Raises:
        ValueError: a word is not a key. The message contains the word, its position, and a list of the keys.
    """
    keys = []
    for number, line in enumerate(text.split("\n"), start=1):
        for word in re.finditer(r"\S+", line.partition("#")[0]):
            where = f"line {number}, column {word.start() + 1}"
            try:
                keys.append(KeyInFile(Key.parse(word.group()), where))
            except ValueError as error:
                raise ValueError(f"{name}: {where}: {error}") from None
    return keys
