"""The keys and joystick moves of a board, with their names as written in files, e.g. the configuration."""

from __future__ import annotations

from enum import Enum

from engine.cards import Rank, Suit
from engine.errors import shown

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
