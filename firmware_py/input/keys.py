"""The keys and joystick moves of a board, in one table, and the pads on which they are laid out.

`entry` knows what a key does at each prompt. All else is made from this table: which keys one finger can hit
together, what is said and printed about them, the simulator's keyboard, the joystick's grid, and the page's
pad. A press, and the keys in a file, are described below.
"""

# Without `from __future__ import annotations`, which would make each of these classes slower to create.

import re
from enum import Enum
from typing import NamedTuple

from engine.cards import Rank, Suit
from engine.errors import shown
from engine.indices import Seat


class Group(Enum):
    """A group of keys, which lie side by side."""

    RANKS = "ranks"
    SUITS = "suits"
    GAME = "game"
    """The keys of the game and the menu."""
    ASKING = "asking"
    """The keys that ask something of a listener, such as the voice to say the score. They change nothing."""


class Key(Enum):
    """A key of the board. The value of each member is the key's name, such as `A`, `10` or `GO`.

    Attributes:
        group: the keys among which it lies.
        typed: the keys of a computer's keyboard that press it in the simulator: letters, or Textual's names
            of keys. The first one is shown on the simulator's keypad.
    """

    _value_: str
    group: Group
    typed: tuple[str, ...]

    # The defaults are for type checkers alone, which would miss arguments in `Key("GO")`.
    def __new__(cls, name: str, group: Group = Group.GAME, typed: str = "") -> "Key":
        """Make a member from its name, its group, and the keys of a keyboard, separated by spaces."""
        key = object.__new__(cls)
        key._value_, key.group, key.typed = name, group, tuple(typed.split())
        return key

    ACE = "A", Group.RANKS, "a 1"
    TWO = "2", Group.RANKS, "2"
    THREE = "3", Group.RANKS, "3"
    FOUR = "4", Group.RANKS, "4"
    FIVE = "5", Group.RANKS, "5"
    SIX = "6", Group.RANKS, "6"
    SEVEN = "7", Group.RANKS, "7"
    EIGHT = "8", Group.RANKS, "8"
    NINE = "9", Group.RANKS, "9"
    TEN = "10", Group.RANKS, "0 t"
    JACK = "J", Group.RANKS, "j"
    QUEEN = "Q", Group.RANKS, "q"
    KING = "K", Group.RANKS, "k"
    SPADES = "S", Group.SUITS, "s"
    HEARTS = "H", Group.SUITS, "h"
    DIAMONDS = "D", Group.SUITS, "d"
    CLUBS = "C", Group.SUITS, "c"
    GO = "GO", Group.GAME, "g"
    OK = "OK", Group.GAME, "o enter ctrl+j"
    UNDO = "UNDO", Group.GAME, "u backspace ctrl+h"
    REDO = "REDO", Group.GAME, "r"
    MENU = "MENU", Group.GAME, "m"
    MUGGINS = "MUGGINS", Group.GAME, "x"
    AGAIN = "AGAIN", Group.ASKING, "y"
    SCORE = "SCORE", Group.ASKING, "p"
    HELP = "HELP", Group.ASKING, "w question_mark"

    @property
    def label(self) -> str:
        """The key's label where symbols can be shown: a suit's symbol, such as `♥`, or the key's name."""
        return SUITS[self].symbol if self in SUITS else self.value

    @classmethod
    def parse(cls, word: str) -> "Key":
        """Return the key with this name, in upper or lower case. `T` also stands for the key `10`.

        Raises:
            ValueError: there is no key with this name.
        """
        upper = word.upper() if word.isascii() else word
        try:
            return cls("10" if upper == "T" else upper)
        except ValueError:
            raise ValueError(_not_a_key(word, [key.value for key in Key])) from None


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
        raise ValueError(_not_a_key(word, [each.value for each in (*Key, *Stick)])) from None


def _not_a_key(word: str, names: list[str]) -> str:
    ace, two, *others = names
    *listed, last = [ace, f"{two} to 10", *others[8:]]
    return f"{shown(word)} isn't a key: write {', '.join(listed)} or {last}"


def _of(group: Group) -> tuple[Key, ...]:
    return tuple(key for key in Key if key.group is group)


RANKS = {key: Rank.parse(key.value) for key in _of(Group.RANKS)}
"""Maps each rank key to its rank."""
SUITS = {key: Suit.parse(key.value) for key in _of(Group.SUITS)}
"""Maps each suit key to its suit."""
ASKING_KEYS = _of(Group.ASKING)
"""The keys that ask something of a listener: the voice repeats itself, or says the score or the keys."""
DIRECTIONS = (Stick.LEFT, Stick.RIGHT, Stick.UP, Stick.DOWN)
"""The four directions of a joystick."""
WORD_KEYS = (*_of(Group.GAME), *ASKING_KEYS)
"""The keys that stand for no card. Their names are words."""
NAMES = ", ".join(" ".join(key.value for key in keys) for keys in (RANKS, SUITS, WORD_KEYS))
"""The names of all keys as a text, for the help of a command."""
HELD = {Key.MENU: Key.OK, Key.REDO: Key.UNDO, Key.MUGGINS: Key.GO}
"""For each key that may have no button of its own, the key to hold down instead, such as OK for MENU.

GO stands for MUGGINS only in a game with muggins. In others, it makes the voice speak.
"""


def _laid_out(*rows: str) -> tuple[tuple[Key, ...], ...]:
    return tuple(tuple(map(Key, row.split())) for row in rows)


BUTTONS = _laid_out("A 2 3 4", "5 6 7 8", "9 10 J Q", "K S H D C", "GO OK UNDO")
"""The twenty keys of the simulator's keypad. All others can be typed, or are long presses or in the menu."""
PHONE_PAD = _laid_out("A 2 3 4 5", "6 7 8 9 10", "J Q K HELP", "S H D C", "GO OK UNDO", "MENU MUGGINS REDO")
"""The keys on the page for phones. HELP is answered by the page of the phone alone."""
PICKER_PADS: tuple[tuple[Key | None, ...], ...] = (
    (*RANKS, Key.UNDO),
    (
        *(*SUITS, Key.GO),
        *(Key.OK, Key.UNDO, Key.MENU, None, Key.REDO),
        *(Key.MUGGINS, None, None, None),
    ),
)
"""The keys that a joystick picks on the screen, on two pages of three rows of five cells.

None stands for a blank cell. The last cell of each page is left for turning to the other page.
"""


class Edge(NamedTuple):
    """The moment when a key went down or up.

    Attributes:
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
        where: the position of the key, for error messages, such as `line 3, column 5`.
    """

    key: Key
    where: str


def read_keys(text: str, name: str) -> list[KeyInFile]:
    """Parse a key file and return its keys in order, with their positions.

    Keys are separated by white space. A comment starts with `#` and extends to the end of the line.

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
