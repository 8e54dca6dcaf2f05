"""Decide who may press keys on the page: everyone who has entered a code that was shown to the board's owner.

A code can be used once, within two minutes. It is exchanged for a token, which is valid until the players
remove all phones, or the machine is switched off. `WrongCodes` makes it practically impossible to guess a
code, and `PressRate` keeps a phone from overloading the server and the board.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from hmac import compare_digest

from firmware_py.window.phone_file import PhoneFile, new_code

from .joined_phones import JoinedPhone, JoinedPhones

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


class Refused(Enum):
    """The reason why a code sent by a phone was refused."""

    WRONG = auto()
    TOO_SOON = auto()


class PressingRights:
    """Lets phones join with a code, and decides which phones may press keys.

    Attributes:
        phones: the phones that have joined.
    """

    def __init__(self, now: Callable[[], float], phones: JoinedPhones | None = None) -> None:
        """Start without a code for joining. No more phones can join until there is one.

        Args:
            now: a function that returns the current time in seconds. It must use the same clock as the
                creation times of the codes.
            phones: the phones that have joined; None to start without any and keep new
                ones only in memory.
        """
        self._now = now
        self.phones = phones or JoinedPhones()
        self._offered = PhoneFile(None, 0.0)
        self._wrong = WrongCodes(now)
        self._rate = PressRate(now)

    @property
    def offers_code(self) -> bool:
        """True if there is a code that lets another phone join."""
        return self._good_code() is not None

    def new_code(self) -> str:
        """Create and return a new code that lets a phone join. The previous code is no longer valid."""
        code = new_code()
        self.follow(self._offered._replace(code=code, made=self._now()))
        return code

    def follow(self, offered: PhoneFile) -> None:
        """Let phones join only with the code in `offered`, the contents of the board's phone file.

        If `offered.withdrawn` has changed, the players have removed all phones: forget them.
        """
        if (offered.code, offered.made) != (self._offered.code, self._offered.made):
            self._wrong.forget()
        self._offered = offered
        self.phones.withdraw(offered.withdrawn)

    def exchange(self, code: str, address: str = "", token: str = "") -> str | Refused:
        """Let a phone join if the code is right. Return the phone's token, or the reason for the refusal.

        Args:
            address: the phone's IP address.
            token: the phone's token if the phone has joined before, otherwise an empty string. If the token
                is still valid, it is returned unchanged.
        """
        if self._wrong.refuses(address):
            return Refused.TOO_SOON
        good = self._good_code()
        if good is None or not _same(code.strip().upper(), good):
            self._wrong.add(address)
            return Refused.WRONG
        self.phones.use(good)
        return self.phones.join(token)

    def may_press_now(self, phone: JoinedPhone) -> bool:
        """Count a key press and return True, or return False if the phone is pressing keys too fast."""
        return self._rate.allows(phone.token)

    def _good_code(self) -> str | None:
        code = self._offered.valid_code(self._now())
        return None if code is None or self.phones.has_used(code) or self._wrong.are_too_many else code


def _same(given: str, right: str) -> bool:
    return compare_digest(given.encode("utf-8", "surrogatepass"), right.encode())
