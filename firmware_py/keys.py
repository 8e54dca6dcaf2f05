"""Edges and time → key presses: debounce, long presses, a joystick that repeats.

Time is an argument, in seconds on any clock that never goes back. An edge carries the time at which it
happened, so that a loop that is late still decides rightly.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.cards import Rank, Suit
from engine.errors import shown

QUIET = 0.025
"""Seconds during which a contact may bounce. 20 to 30 ms is right: more loses fast presses."""
NEVER = float("inf")
LONG = 0.6
"""Seconds after which a press is a long one."""
FIRST_REPEAT = 0.5
"""Seconds after which a direction that is held repeats for the first time."""
REPEAT = 0.15
"""Seconds between its repeats from then on."""
STUCK = 10.0
"""Seconds after which a direction repeats no more: nobody holds it that long, so it is stuck."""
_CARD_KEYS = "A, 2 to 10, J, Q, K, S, H, D, C"


class Key(Enum):
    """A key, by its word in a key file."""

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
        """The key that a word names, upper or lower case; `T` is `10` too.

        Raises:
            ValueError: the word names no key.
        """
        upper = word.upper() if word.isascii() else word
        try:
            return cls("10" if upper == "T" else upper)
        except ValueError:
            keys = f"{_CARD_KEYS}, GO, OK, UNDO, REDO, MENU or MUGGINS"
            raise ValueError(f"{shown(word)} is no key: a key is {keys}") from None


class Stick(Enum):
    """A direction of a joystick, or a push on it, by its word in a configuration."""

    LEFT = "LEFT"
    RIGHT = "RIGHT"
    UP = "UP"
    DOWN = "DOWN"
    PICK = "PICK"


Input = Key | Stick
"""What a contact may stand for."""


def parse_input(word: str) -> Input:
    """The key or the direction that a word names, upper or lower case; `T` is `10` too.

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
        raise ValueError(f"{shown(word)} is no key: a key is {words}") from None


RANKS = {key: Rank.parse(key.value) for key in list(Key)[:13]}
"""The rank that each rank key lays."""
SUITS = {key: Suit.parse(key.value) for key in list(Key)[13:17]}
"""The suit that each suit key names."""
LONG_PRESS = {Key.OK: Key.MENU, Key.UNDO: Key.REDO, Key.GO: Key.MUGGINS}
"""What a long press of a key is. These keys act on release, all others on press."""
DIRECTIONS = (Stick.LEFT, Stick.RIGHT, Stick.UP, Stick.DOWN)
"""What repeats as long as it is held."""

_KINDS: dict[Input, int] = {**dict.fromkeys(RANKS, 1), **dict.fromkeys(SUITS, 2), **dict.fromkeys(Stick, 3)}
"""The keys of which one finger presses one: those of a kind lie side by side."""


class Edge(NamedTuple):
    """A key went down or up.

    Attributes:
        key: which key.
        down: it went down.
        at: when, in seconds.
        source: which of several keypads it is on. The same key of two keypads is two contacts.
    """

    key: Input
    down: bool
    at: float
    source: int = 0


class _Contact:
    """One key's contact.

    Attributes:
        key: which key it is.
        source: of which keypad.
        level: where it is, bounces included.
        since: since when.
        pressed: since when it counts as pressed.
        next: when it is a long press, or repeats, if it stays down.
    """

    __slots__ = ("key", "level", "next", "pressed", "since", "source")

    def __init__(self, key: Input, source: int, level: bool) -> None:
        self.key, self.source, self.level = key, source, level
        self.since, self.pressed, self.next = -NEVER, -NEVER, NEVER

    @property
    def due(self) -> float:
        """When something happens with it, while it counts as pressed, if no edge comes before."""
        return self.next if self.level else max(self.since, self.pressed + QUIET)


class Keypad:
    """The keys of a board, and its joystick.

    - A press counts at once, if the key has been up for `QUIET` seconds. One that comes sooner is a bounce,
      however long it lasts: a worn contact that lets go for a moment lays no second card, and a keypad's
      "000" key, which sends three presses in a row, is one press.
    - A release counts at once, but not within `QUIET` seconds of its press.
    - Of two rank keys of one keypad that go down within `QUIET` seconds of each other, the first counts: that
      is one finger on two keys, and the second card was never laid. So with two suit keys, and with two
      directions. Keys of different kinds, and those of two keypads, all count.
    - `OK`, `GO` and `UNDO` act on release, or as what `LONG_PRESS` has after `LONG` seconds. All others act
      on press, once, however long they are held.
    - A direction repeats, after `FIRST_REPEAT` seconds and then every `REPEAT` seconds, until it is let go,
      something else of its joystick is pressed, or it has been held for `STUCK` seconds.
    - A key that is down at the start, so that its first edge is its release, makes no press of it.
    """

    def __init__(self) -> None:
        self._contacts: dict[tuple[int, Input], _Contact] = {}
        self._pressed: list[_Contact] = []  # the first pressed first
        self._last: dict[tuple[int, int], float] = {}  # when a key of a source and a kind last went down

    def edge(self, edge: Edge) -> list[Input]:
        """The presses that are certain once this edge has come, in the order in which they happened."""
        presses = self.tick(edge.at)
        place = (edge.source, edge.key)
        contact = self._contacts.get(place)
        if contact is None:
            contact = self._contacts[place] = _Contact(edge.key, edge.source, not edge.down)
        if contact.level == edge.down:
            return presses
        rested = edge.at - contact.since >= QUIET
        contact.level, contact.since = edge.down, edge.at
        if edge.down and rested and contact not in self._pressed and self._is_first(contact):
            self._pressed.append(contact)
            press = self._press(contact)
            return [*presses, press] if press else presses
        return presses + self.tick(edge.at)

    def tick(self, now: float) -> list[Input]:
        """The presses that are certain at a time without an edge, in the order in which they happened."""
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
        """Whether this key, just gone down, is the one that a finger meant."""
        kind = _KINDS.get(contact.key)
        if kind is None:
            return True
        before = self._last.get((contact.source, kind), -NEVER)
        self._last[contact.source, kind] = contact.since
        return contact.since - before >= QUIET

    def _press(self, contact: _Contact) -> Input | None:
        """A key counts as pressed from now on; the press that makes, if it makes one already."""
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
        """A key has been held until it acts; what it does. `at` is when that was, not when it was noticed."""
        if isinstance(contact.key, Key):
            contact.next = NEVER
            return LONG_PRESS[contact.key]
        again = at + REPEAT
        contact.next = again if again - contact.pressed <= STUCK else NEVER
        return contact.key

    def _release(self, contact: _Contact) -> Input | None:
        """A key counts as pressed no more; the press that makes, if it makes one."""
        self._pressed.remove(contact)
        return contact.key if contact.key in LONG_PRESS and contact.next != NEVER else None
