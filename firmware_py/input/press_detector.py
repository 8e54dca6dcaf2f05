"""Detect key presses from contacts that open and close, and from the passing of time.

Times are arguments, in seconds on any monotonic clock. Each edge (the opening or closing of a contact) comes
with the time at which it happened, so key presses are detected correctly even if an edge is handled late.

- Bounces: a press counts immediately if the key has been up for at least `QUIET` seconds. Otherwise it is a
  bounce, however long it lasts. So a worn contact that opens for a moment does not play a second card, and
  the "000" key of a keypad, which sends three presses in a row, counts as one press. A release counts when
  the contact opens, or `QUIET` seconds after the press if that is later.
- One finger on two keys: if two rank keys on the same keypad go down almost simultaneously, only the first
  counts. The same applies to two suit keys and to two directions of a joystick. Keys from different groups
  or on different keypads all count.
- Long presses: OK, UNDO and GO act as other keys when they are held for `LONG` seconds. A short press of
  these three takes effect when the key is released. All other keys act when they are pressed. A fast typist
  may press a key before releasing the previous one. So if one of the three has been held for less than
  `LONG` seconds when another key is pressed on any keypad, it counts as a short press at once, and its
  release has no effect.
- Repeats: the move of a joystick held in one direction repeats after `FIRST_REPEAT` seconds and then every
  `REPEAT` seconds. This stops when the joystick is released or moved in a different direction, or after
  `STUCK` seconds.
"""

from __future__ import annotations

from enum import Enum
from math import inf

from .keys import DIRECTIONS, HELD, Edge, Group, Input, Key, Stick

QUIET = 0.022
"""The time, in seconds, during which a contact may bounce.

A worn contact bounces for up to 20 ms, and a fast finger releases a key for 25 ms between two presses. The
value is closer to 20 ms, because a USB keypad that is polled every 8 ms reports 25 ms as 24 ms.
"""
LONG = 0.6
"""The time, in seconds, for which a key must be held to count as a long press."""
FIRST_REPEAT = 0.5
"""The time, in seconds, for which a direction must be held before it repeats for the first time."""
REPEAT = 0.15
"""The time, in seconds, between two repeats."""
STUCK = 10.0
"""The time, in seconds, after which a held direction stops repeating, because the joystick may be stuck."""


class Held(Enum):
    """A one-member enum for a long press of GO, which stands for a key that depends on the game."""

    GO = "GO"


LONG_PRESS: dict[Input, Key | Held] = {held: Held.GO if held is Key.GO else key for key, held in HELD.items()}
"""Maps each key that can be held to the key that a long press stands for.

The keys in this mapping act when they are released. All other keys act when they are pressed.
"""


class _Contact:
    """The electrical contact of a key.

    Attributes:
        closed: True if the contact is closed, even if only because of a bounce.
        moved: the time at which the contact last opened or closed.
        pressed: the time at which the key was last pressed, ignoring bounces.
        acts: the time of the next long press or repeat if the key stays down, or infinity if there is none.
    """

    __slots__ = ("acts", "closed", "key", "moved", "pressed", "source")

    def __init__(self, edge: Edge) -> None:
        self.key, self.source, self.closed = edge.key, edge.source, not edge.down
        self.moved, self.pressed, self.acts = -inf, -inf, inf

    @property
    def due(self) -> float:
        """The time of the key's next long press, repeat or release, unless an edge occurs before then."""
        return self.acts if self.closed else max(self.moved, self.pressed + QUIET)

    @property
    def is_undecided(self) -> bool:
        return self.key in LONG_PRESS and self.acts != inf


class PressDetector:
    """A detector of key presses on all keypads and the joystick of a board.

    Edges, i.e. the moments when a key goes down or up, should arrive in chronological order.
    """

    def __init__(self) -> None:
        self._contacts: dict[tuple[int, Input], _Contact] = {}
        self._pressed: list[_Contact] = []  # in the order in which they went down
        self._last_down: dict[tuple[int, Group | type[Stick]], float] = {}

    def edge(self, edge: Edge) -> list[Input | Held]:
        """Process a key going down or up, and return the key presses that result, oldest first.

        There can be several. For example, when a second key goes down, a first key that is still held counts
        as a short press, even if it could have become a long press.
        """
        presses = self.tick(edge.at)
        contact = self._contacts.setdefault((edge.source, edge.key), _Contact(edge))
        if contact.closed == edge.down:
            return presses
        bounces = _is_bounce(edge.at - contact.moved)
        contact.closed, contact.moved = edge.down, edge.at
        counts = edge.down and not bounces and contact not in self._pressed
        if counts and not self._follows_a_neighbour(edge):
            presses += self._settle(edge.at)
            self._pressed.append(contact)
            return presses + self._press(contact)
        return presses + self.tick(edge.at)

    def tick(self, now: float) -> list[Input | Held]:
        """Return the key presses that are due by the time `now`, oldest first.

        For example, a key that has been held down for long enough becomes a long press or a repeat.
        """
        presses: list[Input | Held] = []
        while self._pressed:
            contact = min(self._pressed, key=lambda contact: contact.due)
            due = contact.due
            if due > now or due == inf:
                break
            presses += self._hold(contact, due) if contact.closed else self._release(contact)
        return presses

    @property
    def deadline(self) -> float | None:
        """The time when `tick` must be called, unless a key goes down or up before then.

        None if `tick` need not be called until a key goes down or up.
        """
        due = min((contact.due for contact in self._pressed), default=inf)
        return None if due == inf else due

    def _follows_a_neighbour(self, edge: Edge) -> bool:
        group = edge.key.group if isinstance(edge.key, Key) else Stick
        if group is not Stick and group not in (Group.RANKS, Group.SUITS):
            return False
        before = self._last_down.get((edge.source, group), -inf)
        self._last_down[edge.source, group] = edge.at
        return _is_bounce(edge.at - before)

    def _settle(self, at: float) -> list[Input]:
        settled = [contact for contact in self._pressed if contact.is_undecided and contact.pressed <= at]
        for contact in settled:
            contact.acts = inf
        return [contact.key for contact in settled]

    def _press(self, contact: _Contact) -> list[Input]:
        key, contact.pressed, contact.acts = contact.key, contact.moved, inf
        if key in LONG_PRESS:
            contact.acts = contact.pressed + LONG
            return []
        if isinstance(key, Stick):
            for other in self._pressed:
                if other.source == contact.source and isinstance(other.key, Stick):
                    other.acts = inf
        if key in DIRECTIONS:
            contact.acts = contact.pressed + FIRST_REPEAT
        return [key]

    def _hold(self, contact: _Contact, at: float) -> list[Input | Held]:
        """Holding down a key causes a long press. Holding the joystick repeats its move."""
        if isinstance(contact.key, Key):
            contact.acts = inf
            return [LONG_PRESS[contact.key]]
        contact.acts = at + REPEAT if at + REPEAT - contact.pressed <= STUCK else inf
        return [contact.key]

    def _release(self, contact: _Contact) -> list[Input]:
        self._pressed.remove(contact)
        return [contact.key] if contact.is_undecided else []


def _is_bounce(seconds: float) -> bool:
    return 0 <= seconds < QUIET
