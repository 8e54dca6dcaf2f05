"""A limit on how fast each phone may press keys, so that no phone can overload the server and the board."""

from __future__ import annotations

from collections.abc import Callable

RATE = 20.0
"""The number of keys that a phone may press in a second, over a longer time: more than a player can press."""
BURST = 30
"""The number of keys that a phone may press at once after a pause."""


class PressRate:
    """Limits how fast each phone may press keys: `BURST` keys at once, then `RATE` keys per second."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Start with no key presses counted.

        Args:
            now: a function that returns the current time in seconds.
        """
        self._now = now
        self._free_at: dict[str, float] = {}

    def allows(self, phone: str) -> bool:
        """If the phone may press a key now, count the press and return True. Otherwise, return False.

        Args:
            phone: a string that identifies the phone.
        """
        now = self._now()
        self._free_at = {each: time for each, time in self._free_at.items() if time > now}
        free_at = max(now, self._free_at.get(phone, now)) + 1 / RATE
        if round((free_at - now) * RATE) > BURST:
            return False
        self._free_at[phone] = free_at
        return True
