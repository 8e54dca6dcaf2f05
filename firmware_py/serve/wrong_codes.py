"""The wrong codes that were entered since a code was made: they make it hopeless to guess the code.

After a wrong code, nobody at the same address can enter a code for a moment. After a few wrong codes, nobody
there can enter any until the board shows a new one. Other addresses are not affected, unless so many wrong
codes come from all addresses together that the code is given up.
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
    """Counts the wrong codes from each address, until there is a new code."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Create an object that has not counted any wrong codes yet.

        Args:
            now: a function that returns the current time in seconds.
        """
        self._now = now
        self._tries: dict[str, int] = {}
        self._last: dict[str, float] = {}

    def refuses(self, address: str) -> bool:
        """Return True if no code from this address is accepted at the moment, not even the right one."""
        tries = self._tries.get(address, 0)
        return self.are_too_many or tries >= TRIES or (tries > 0 and self._now() - self._last[address] < WAIT)

    @property
    def are_too_many(self) -> bool:
        """True if there were so many wrong codes that nobody can use the code any more."""
        return sum(self._tries.values()) >= TRIES_OF_ALL

    def add(self, address: str) -> None:
        """Count a wrong code that was entered at this address."""
        self._tries[address] = self._tries.get(address, 0) + 1
        self._last[address] = self._now()

    def forget(self) -> None:
        """Forget all wrong codes, because there is a new code."""
        self._tries.clear()
        self._last.clear()
