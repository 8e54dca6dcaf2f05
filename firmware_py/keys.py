"""Edges and time → key presses: debounce and long presses.

Time is an argument, in seconds on any clock that never goes back. An edge carries the time at which it
happened, so that a loop that is late still decides rightly.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.cards import Rank, Suit
from engine.errors import shown

QUIET = 0.025
"""Seconds after a change during which a key may bounce. 20 to 30 ms is right: more loses fast presses."""
NEVER = float("inf")
LONG = 0.6
"""Seconds after which a press is a long one."""


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
            keys = "A, 2 to 10, J, Q, K, S, H, D, C, GO, OK, UNDO, REDO, MENU or MUGGINS"
            raise ValueError(f"{shown(word)} is no key: a key is {keys}") from None


RANKS = {key: Rank.parse(key.value) for key in list(Key)[:13]}
"""The rank that each rank key lays."""
SUITS = {key: Suit.parse(key.value) for key in list(Key)[13:17]}
"""The suit that each suit key names."""
LONG_PRESS = {Key.OK: Key.MENU, Key.UNDO: Key.REDO, Key.GO: Key.MUGGINS}
"""What a long press of a key is. These keys act on release, all others on press."""


class Edge(NamedTuple):
    """A key went down or up.

    Attributes:
        key: which key.
        down: it went down.
        at: when, in seconds.
    """

    key: Key
    down: bool
    at: float


class _Contact:
    """One key's contact.

    Attributes:
        level: where it is, bounces included.
        since: since when.
        down: where it counts as being.
        quiet: until when it may bounce.
        held: since when it is held towards a long press.
    """

    __slots__ = ("down", "held", "level", "quiet", "since")

    def __init__(self) -> None:
        self.level = self.down = False
        self.since, self.quiet = 0.0, -NEVER
        self.held: float | None = None

    @property
    def due(self) -> float:
        """When something happens with it if no edge comes before."""
        change = NEVER if self.level == self.down else max(self.since, self.quiet)
        return change if self.held is None else min(change, self.held + LONG)


class Keypad:
    """The keys of a board.

    A change counts at once, and then the contact may bounce for `QUIET` seconds; where it ends up after that
    counts again. So a fast press is neither late nor lost, and a bouncing one is never two.
    """

    def __init__(self) -> None:
        self._contacts = {key: _Contact() for key in Key}
        self._pending: set[Key] = set()  # those with which something is due

    def edge(self, edge: Edge) -> list[Key]:
        """The presses that are certain once this edge has come, in the order in which they happened."""
        presses = self.tick(edge.at)
        contact = self._contacts[edge.key]
        contact.level = edge.down
        contact.since = edge.at
        self._pending.add(edge.key)
        return presses + self.tick(edge.at)

    def tick(self, now: float) -> list[Key]:
        """The presses that are certain at a time without an edge, in the order in which they happened."""
        presses: list[Key] = []
        while self._pending:
            due, key = min(
                ((self._contacts[key].due, key) for key in self._pending), key=lambda pending: pending[0]
            )
            if due == NEVER:
                self._pending.clear()
            elif due > now:
                break
            else:
                press = self._happens(key, due)
                if press:
                    presses.append(press)
        return presses

    @property
    def deadline(self) -> float | None:
        """When `tick` must be called at the latest if no edge comes before; None for never."""
        due = min((self._contacts[key].due for key in self._pending), default=NEVER)
        return None if due == NEVER else due

    def _happens(self, key: Key, at: float) -> Key | None:
        """What was due with a key at a time happens; the press that makes, if it makes one.

        `at` is when it happened, not when it was looked at: a loop that is late changes nothing.
        """
        contact = self._contacts[key]
        if contact.level == contact.down:
            contact.held = None
            return LONG_PRESS[key]
        contact.down = contact.level
        contact.quiet = at + QUIET
        if key not in LONG_PRESS:
            return key if contact.down else None
        if contact.down:
            contact.held = at
            return None
        held, contact.held = contact.held, None
        return None if held is None else key
