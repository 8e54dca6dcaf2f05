"""The keys and the joystick of a board, with the words for them in key files and configurations."""

from __future__ import annotations

from enum import Enum

from engine.cards import Rank, Suit
from engine.errors import shown

_CARD_KEYS = "A, 2 to 10, J, Q, K, S, H, D, C"


class Key(Enum):
    """A key. Its value is its name in a key file."""

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
        """Return the key that a word in upper or lower case names; `T` means `10`.

        Raises:
            ValueError: the word names no key.
        """
        upper = word.upper() if word.isascii() else word
        try:
            return cls("10" if upper == "T" else upper)
        except ValueError:
            keys = f"{_CARD_KEYS}, GO, OK, UNDO, REDO, MENU, MUGGINS, AGAIN or SCORE"
            raise ValueError(f"{shown(word)} isn't a key: write {keys}") from None


class Stick(Enum):
    """A move of the joystick. PICK means that it is pressed in. The value is the name in a configuration."""

    LEFT = "LEFT"
    RIGHT = "RIGHT"
    UP = "UP"
    DOWN = "DOWN"
    PICK = "PICK"


Input = Key | Stick
"""A key, or a movement of the joystick: all that a player can press."""


def parse_input(word: str) -> Input:
    """Return the key or the joystick move that a word in upper or lower case names; `T` means `10`.

    Raises:
        ValueError: the word names neither a key nor a move of the joystick.
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
"""The rank on each rank key."""
SUITS = {key: Suit.parse(key.value) for key in list(Key)[13:17]}
"""The suit on each suit key."""
VOICE_KEYS = (Key.AGAIN, Key.SCORE)
"""The keys that ask the voice to speak again, or to say the score. They change nothing on the board."""
DIRECTIONS = (Stick.LEFT, Stick.RIGHT, Stick.UP, Stick.DOWN)
"""The directions of a joystick, without the push."""
