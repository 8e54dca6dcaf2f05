"""Decide who may press keys on the page: everyone who has entered a code that was shown to the board's owner.

A code can be used once, within two minutes. It is exchanged for a token, which is valid until the players
remove all phones, or the machine is switched off. The number of wrong codes is limited: see `wrong_codes`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from hmac import compare_digest

from firmware_py.serve.joined_phones import JoinedPhone, JoinedPhones
from firmware_py.serve.press_rate import PressRate
from firmware_py.serve.wrong_codes import WrongCodes
from firmware_py.window.phone_code import new_code
from firmware_py.window.phone_file import PhoneFile


class Refused(Enum):
    """The reason why a code sent by a phone was refused."""

    WRONG = auto()
    TOO_SOON = auto()


class PressingRights:
    """Lets phones join with a code, and decides which phones may press keys."""

    def __init__(self, now: Callable[[], float], phones: JoinedPhones | None = None) -> None:
        """Start without a code for joining. No more phones can join until there is one.

        Args:
            now: a function that returns the current time in seconds. It must use the same clock as the
                creation times of the codes.
            phones: the phones that have joined; None to start without any and keep new
                ones only in memory.
        """
        self._now = now
        self._phones = phones or JoinedPhones()
        self._offered = PhoneFile(None, 0.0)
        self._wrong = WrongCodes(now)
        self._rate = PressRate(now)

    @property
    def joined(self) -> int:
        """The number of times that a phone has joined since the players last withdrew all permissions."""
        return self._phones.joined

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
        self._phones.withdraw(offered.withdrawn)

    def exchange(self, code: str, address: str = "", token: str = "") -> str | Refused:
        """Let a phone join if the code is right. Return the phone's token, or the reason for the refusal.

        Args:
            code: the code that was entered.
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
        self._phones.use(good)
        return self._phones.join(token)

    def find(self, token: str) -> JoinedPhone | None:
        """Return the phone that has this token, or None if the token is not valid."""
        return self._phones.find(token)

    def sit(self, phone: JoinedPhone, seat: int | None) -> None:
        """Assign a seat to a phone, or remove its seat if `seat` is None."""
        self._phones.sit(phone, seat)

    def may_press_now(self, phone: JoinedPhone) -> bool:
        """Count a key press and return True, or return False if the phone is pressing keys too fast."""
        return self._rate.allows(phone.token)

    def _good_code(self) -> str | None:
        """Return the code that lets a phone join now, or None if there is none."""
        code = self._offered.valid_code(self._now())
        return None if code is None or self._phones.has_used(code) or self._wrong.are_too_many else code


def _same(given: str, right: str) -> bool:
    return compare_digest(given.encode("utf-8", "surrogatepass"), right.encode())
