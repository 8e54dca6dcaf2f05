"""A limit on the number of wrong codes, which makes it practically impossible to guess a code.

After a wrong code, no code is accepted from the same address for a moment. After a few wrong codes, no code
is accepted from this address until the board shows a new one. Other addresses are not affected. However, if
too many wrong codes have been received in total, the code becomes invalid.
"""

from __future__ import annotations

from collections.abc import Callable

WAIT = 2.0
"""The time, in seconds, after a wrong code during which all codes from the same address are refused."""
TRIES = 5
"""The number of wrong codes after which an address can enter no more codes until there is a new one."""
TRIES_OF_ALL = 50
"""The number of wrong codes, from all addresses together, after which nobody can use the code."""


class WrongCodes:
    """Counts the wrong codes received from each IP address.

    The counts are reset when the right code changes.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        """Initialise the counter. No wrong codes have been counted yet.

        Args:
            now: a function that returns the current time in seconds.
        """
        self._now = now
        self._tries: dict[str, int] = {}
        self._last: dict[str, float] = {}

    def refuses(self, address: str) -> bool:
        """Return True if all codes from an IP address are refused now, even the right one.

        After a wrong code, they are refused for `WAIT` seconds. After `TRIES` wrong codes from this address,
        or `TRIES_OF_ALL` from all addresses, they are refused until there is a new code.
        """
        tries = self._tries.get(address, 0)
        return self.are_too_many or tries >= TRIES or (tries > 0 and self._now() - self._last[address] < WAIT)

    @property
    def are_too_many(self) -> bool:
        """True if so many wrong codes have been entered that the code can no longer be used."""
        return sum(self._tries.values()) >= TRIES_OF_ALL

    def add(self, address: str) -> None:
        """Record that a wrong code was entered from the given IP address."""
        self._tries[address] = self._tries.get(address, 0) + 1
        self._last[address] = self._now()

    def forget(self) -> None:
        """Forget all wrong codes. Call this when the right code changes."""
        self._tries.clear()
        self._last.clear()
