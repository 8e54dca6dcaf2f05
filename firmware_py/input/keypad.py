"""Edges and time → key presses: debounce, long presses, a joystick that repeats.

Time is an argument, in seconds on any clock that never goes back. An edge carries the time at which the key
moved, so a loop that is late still decides correctly.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.cards import Rank, Suit
from engine.errors import IllegalEvent, shown

QUIET = 0.022
"""Seconds during which a contact may bounce.

A worn contact bounces for up to 20 ms, and a fast finger lets go of a key for 25 ms between two presses. The
limit is nearer to the bounce, because a USB keypad that is polled every 8 ms reports that gap as 24 ms.
"""
NEVER = float("inf")
LONG = 0.6
"""Seconds for which a key is held until it is a long press."""
FIRST_REPEAT = 0.5
"""Seconds for which a direction is held until it repeats for the first time."""
REPEAT = 0.15
"""Seconds between the repeats of a direction from then on."""
STUCK = 10.0
"""Seconds after which a held direction stops repeating: nobody holds it that long, so it is stuck."""
_CARD_KEYS = "A, 2 to 10, J, Q, K, S, H, D, C"


class Key(Enum):
    """A key. Its value is its word in a key file."""

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

    @classmethod
    def parse(cls, word: str) -> Key:
        """Return the key that a word names, in upper or lower case; `T` means `10`.

        Raises:
            ValueError: the word names no key.
        """
        upper = word.upper() if word.isascii() else word
        try:
            return cls("10" if upper == "T" else upper)
        except ValueError:
            keys = f"{_CARD_KEYS}, GO, OK, UNDO, REDO, MENU or MUGGINS"
            raise ValueError(f"{shown(word)} isn't a key: write {keys}") from None


class Stick(Enum):
    """A direction of a joystick, or a push on it. Its value is its word in a configuration."""

    LEFT = "LEFT"
    RIGHT = "RIGHT"
    UP = "UP"
    DOWN = "DOWN"
    PICK = "PICK"


Input = Key | Stick
"""The meaning of a contact: a key or a direction."""


def refused(key: Input, instead: str) -> IllegalEvent:
    """Return the refusal of a key that has no meaning where it was pressed.

    Args:
        key: the key.
        instead: what to do, such as `key the starter` or `OK is yes, GO is no`.
    """
    return IllegalEvent(f"{key.value} does nothing here: {instead}")


def parse_input(word: str) -> Input:
    """Return the key or the direction that a word names, in upper or lower case; `T` means `10`.

    Raises:
        ValueError: the word names neither.
    """
    upper = word.upper()
    if word.isascii() and upper in Stick.__members__:
        return Stick[upper]
    try:
        return Key.parse(word)
    except ValueError:
        words = f"{_CARD_KEYS}, GO, OK, UNDO, REDO, MENU, MUGGINS, LEFT, RIGHT, UP, DOWN or PICK"
        raise ValueError(f"{shown(word)} isn't a key: write {words}") from None


RANKS = {key: Rank.parse(key.value) for key in list(Key)[:13]}
"""The rank that each rank key lays."""
SUITS = {key: Suit.parse(key.value) for key in list(Key)[13:17]}
"""The suit that each suit key names."""
LONG_PRESS = {Key.OK: Key.MENU, Key.UNDO: Key.REDO, Key.GO: Key.MUGGINS}
"""The meaning of a long press of a key. These keys act on release, all others on press."""
DIRECTIONS = (Stick.LEFT, Stick.RIGHT, Stick.UP, Stick.DOWN)
"""The inputs that repeat while they are held."""

_KINDS: dict[Input, int] = {**dict.fromkeys(RANKS, 1), **dict.fromkeys(SUITS, 2), **dict.fromkeys(Stick, 3)}
"""The kind of each key. Keys of a kind lie side by side, so one finger may push two of them down."""


class Edge(NamedTuple):
    """A key went down or up.

    Attributes:
        key: the key.
        down: True if it went down, False if it came up.
        at: when its contact moved, in seconds; not when the program heard of it.
        source: the number of the keypad that the key is on. The same key of two keypads is two contacts.
    """

    key: Input
    down: bool
    at: float
    source: int = 0


class _Contact:
    """One key's contact.

    Attributes:
        key: the key.
        source: the number of its keypad.
        level: True while the contact is closed, bounces included.
        since: when the contact last moved.
        pressed: when the key went down, if it counts as pressed.
        next: when the key makes its next press if it stays down: a long press, or a repeat.
    """

    __slots__ = ("key", "level", "next", "pressed", "since", "source")

    def __init__(self, key: Input, source: int, level: bool) -> None:
        self.key, self.source, self.level = key, source, level
        self.since, self.pressed, self.next = -NEVER, -NEVER, NEVER

    @property
    def due(self) -> float:
        """When the next thing happens to a key that counts as pressed, if no edge comes before."""
        return self.next if self.level else max(self.since, self.pressed + QUIET)

    @property
    def is_undecided(self) -> bool:
        """True while the press of a key in `LONG_PRESS` may still become a short one or a long one."""
        return self.key in LONG_PRESS and self.next != NEVER


class Keypad:
    """The keys of a board, and its joystick.

    - A press counts at once, if the key has been up for `QUIET` seconds. An earlier one is a bounce, however
      long it lasts: a worn contact that lets go for a moment lays no second card, and a keypad's "000" key,
      which sends three presses in a row, is one press.
    - A release counts at once, but not within `QUIET` seconds of its press.
    - If two rank keys of one keypad go down within `QUIET` seconds of each other, only the first counts: one
      finger hit two keys, and the second card was never laid. The same holds for two suit keys and for two
      directions. Keys of different kinds, and keys of two keypads, all count.
    - `OK`, `GO` and `UNDO` act on release, or as `LONG_PRESS` says after `LONG` seconds. All others act on
      press, once, however long they are held.
    - Whoever types fast presses a key before the finger is off the last one. So a press of any key, on any
      keypad, first settles an `OK`, `GO` or `UNDO` that is still held: it acts as a short press at that
      moment, and its release does nothing.
    - A direction repeats, after `FIRST_REPEAT` seconds and then every `REPEAT` seconds, until it is let go,
      another part of its joystick is pressed, or it has been held for `STUCK` seconds.
    - A key that is down at the start, so that its first edge is its release, makes no press of it.

    Edges should come in the order of their times. Those of one keypad always do; an edge of another keypad
    may come a little late, and then still counts as a press.
    """

    def __init__(self) -> None:
        self._contacts: dict[tuple[int, Input], _Contact] = {}
        self._pressed: list[_Contact] = []  # the first pressed first
        self._last: dict[tuple[int, int], float] = {}  # when a key of a source and a kind last went down

    def edge(self, edge: Edge) -> list[Input]:
        """Return the presses that are certain once this edge has come, in the order of their times."""
        presses = self.tick(edge.at)
        place = (edge.source, edge.key)
        contact = self._contacts.get(place)
        if contact is None:
            contact = self._contacts[place] = _Contact(edge.key, edge.source, not edge.down)
        if contact.level == edge.down:
            return presses
        bounces = _is_short(edge.at - contact.since)
        contact.level, contact.since = edge.down, edge.at
        if edge.down and not bounces and contact not in self._pressed and self._is_first(contact):
            presses += self._settle(edge.at)
            self._pressed.append(contact)
            press = self._press(contact)
            return [*presses, press] if press else presses
        return presses + self.tick(edge.at)

    def tick(self, now: float) -> list[Input]:
        """Return the presses that are certain at a time without an edge, in the order of their times."""
        presses: list[Input] = []
        while self._pressed:
            contact = min(self._pressed, key=lambda contact: contact.due)
            due = contact.due
            if due > now or due == NEVER:
                break
            press = self._hold(contact, due) if contact.level else self._release(contact)
            if press:
                presses.append(press)
        return presses

    @property
    def deadline(self) -> float | None:
        """When `tick` must be called at the latest if no edge comes before; None for never."""
        due = min((contact.due for contact in self._pressed), default=NEVER)
        return None if due == NEVER else due

    def _is_first(self, contact: _Contact) -> bool:
        """Return False if the finger that pushed this key down had just pushed its neighbour down."""
        kind = _KINDS.get(contact.key)
        if kind is None:
            return True
        before = self._last.get((contact.source, kind), -NEVER)
        self._last[contact.source, kind] = contact.since
        return not _is_short(contact.since - before)

    def _settle(self, at: float) -> list[Input]:
        """Return the short presses of the keys still held when another key goes down."""
        settled = [contact for contact in self._pressed if contact.is_undecided and contact.pressed <= at]
        for contact in settled:
            contact.next = NEVER
        return [contact.key for contact in settled]

    def _press(self, contact: _Contact) -> Input | None:
        """Count a key as pressed from now on; return the press that this makes, if any."""
        key, contact.pressed, contact.next = contact.key, contact.since, NEVER
        if key in LONG_PRESS:
            contact.next = contact.pressed + LONG
            return None
        if isinstance(key, Stick):
            for other in self._pressed:
                if other.source == contact.source and isinstance(other.key, Stick):
                    other.next = NEVER
        if key in DIRECTIONS:
            contact.next = contact.pressed + FIRST_REPEAT
        return key

    def _hold(self, contact: _Contact, at: float) -> Input:
        """Return the press of a key held until it acts, at `at`; the program may notice that later."""
        if isinstance(contact.key, Key):
            contact.next = NEVER
            return LONG_PRESS[contact.key]
        again = at + REPEAT
        contact.next = again if again - contact.pressed <= STUCK else NEVER
        return contact.key

    def _release(self, contact: _Contact) -> Input | None:
        """Count a key as pressed no more; return the press that this makes, if any."""
        self._pressed.remove(contact)
        return contact.key if contact.is_undecided else None


def _is_short(seconds: float) -> bool:
    """Return True if an interval is too short for a finger. One that is negative was never measured."""
    return 0 <= seconds < QUIET
