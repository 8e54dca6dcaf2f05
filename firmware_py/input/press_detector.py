"""Detect key presses from contacts that open and close, and from the passing of time.

Each rule has its own module: `debounce`, `one_finger_two_keys`, `long_press` and `joystick_repeat`.
Times are arguments, in seconds on any monotonic clock. Each edge (the opening or closing of a contact) comes
with the time at which it happened, so key presses are detected correctly even if an edge is handled late.
"""

from __future__ import annotations

from math import inf

from firmware_py.input.debounce import is_bounce, release_time
from firmware_py.input.edge import Edge
from firmware_py.input.joystick_repeat import first_repeat_time, next_repeat_time, repeats
from firmware_py.input.keys import Input, Key, Stick
from firmware_py.input.long_press import LONG_PRESS, Held, long_press_time, waits_for_release
from firmware_py.input.one_finger_two_keys import LastKeysDown


class _Contact:
    """The electrical contact of a key.

    Attributes:
        key: the key.
        source: the number of the keypad that the key is on.
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
        """The time of the key's next long press, repeat or release, unless an edge occurs before then.

        A key counts as released some time after its contact has opened, because the contact may bounce.
        """
        return self.acts if self.closed else release_time(self.pressed, self.moved)

    @property
    def is_undecided(self) -> bool:
        return waits_for_release(self.key) and self.acts != inf


class PressDetector:
    """A detector of key presses on all keypads and the joystick of a board.

    Edges, i.e. the moments when a key goes down or up, should arrive in chronological order.
    """

    def __init__(self) -> None:
        self._contacts: dict[tuple[int, Input], _Contact] = {}
        self._pressed: list[_Contact] = []  # in the order in which they went down
        self._last_keys_down = LastKeysDown()

    def edge(self, edge: Edge) -> list[Input | Held]:
        """Process a key going down or up, and return the key presses that result, oldest first.

        There can be several. For example, when a second key goes down, a first key that is still held counts
        as a short press, even if it could have become a long press.
        """
        presses = self.tick(edge.at)
        contact = self._contacts.setdefault((edge.source, edge.key), _Contact(edge))
        if contact.closed == edge.down:
            return presses
        bounces = is_bounce(edge.at - contact.moved)
        contact.closed, contact.moved = edge.down, edge.at
        counts = edge.down and not bounces and contact not in self._pressed
        if counts and not self._last_keys_down.has_neighbour_of(edge):
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

    def _settle(self, at: float) -> list[Input]:
        settled = [contact for contact in self._pressed if contact.is_undecided and contact.pressed <= at]
        for contact in settled:
            contact.acts = inf
        return [contact.key for contact in settled]

    def _press(self, contact: _Contact) -> list[Input]:
        key, contact.pressed, contact.acts = contact.key, contact.moved, inf
        if waits_for_release(key):
            contact.acts = long_press_time(contact.pressed)
            return []
        if isinstance(key, Stick):
            for other in self._pressed:
                if other.source == contact.source and isinstance(other.key, Stick):
                    other.acts = inf
        if repeats(key):
            contact.acts = first_repeat_time(contact.pressed)
        return [key]

    def _hold(self, contact: _Contact, at: float) -> list[Input | Held]:
        """Return the key press that is due at the time `at`, as a list with one item.

        Holding down a key causes a long press. Holding the joystick repeats its move.
        """
        if isinstance(contact.key, Key):
            contact.acts = inf
            return [LONG_PRESS[contact.key]]
        contact.acts = next_repeat_time(contact.pressed, at)
        return [contact.key]

    def _release(self, contact: _Contact) -> list[Input]:
        self._pressed.remove(contact)
        return [contact.key] if contact.is_undecided else []
