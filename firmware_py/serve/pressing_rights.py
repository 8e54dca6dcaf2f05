"""Decide who may press keys on the page: everyone who has entered a code that was shown to the board's owner.

A code can be used once, within two minutes. It is exchanged for a token, which is valid until the players
remove all phones, or the machine is switched off. `WrongCodes` makes it practically impossible to guess a
code, and `PressRate` keeps a phone from overloading the server and the board.

A token is a secret of 128 bits. The server stores only a hash of it, beside the seat that the phone has
taken, so the stored data cannot be used to press keys.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from hashlib import sha256
from hmac import compare_digest
from json import dumps, loads
from pathlib import Path
from typing import Any, NamedTuple

from firmware_py.system.files import put_in_place as replace
from firmware_py.window.phone_file import PhoneFile, new_code

MOST = 16
"""The maximum number of phones that may press keys. If another phone joins, the first one is removed."""
SEATS = range(4)
"""The numbers of the seats, in the largest game."""
_VERSION = 1
_FILE = "phones.json"
_LONGEST = 16384
"""The maximum size of the file, in bytes."""


class JoinedPhone(NamedTuple):
    """A phone that may press keys.

    Attributes:
        token: the hash of the phone's token.
        seat: the number of the phone's seat, or None if the phone has not taken a seat.
        last: the number of its last press; None if it has pressed no key, or one without a number.
    """

    token: str
    seat: int | None = None
    last: float | None = None


class _StoredPhones(NamedTuple):
    """Everything that is stored about the phones.

    Attributes:
        withdrawn: how many times the players have removed all phones.
        joined: how many times a phone has joined since all phones were last removed.
        used: the hash of the last code that was used, or None if no code has been used.
        phones: the phones that may press keys, in the order in which they joined.
    """

    withdrawn: int = 0
    joined: int = 0
    used: str | None = None
    phones: tuple[JoinedPhone, ...] = ()


class JoinedPhones:
    """The phones that may press keys on the board.

    They are stored in a file, so that they are still known after a restart.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """Load the list of phones that joined before the server was restarted.

        Args:
            folder: the folder in which the list is stored, or None to forget the phones when the server
                stops.
        """
        self._path = None if folder is None else folder / _FILE
        self._kept = _StoredPhones() if self._path is None else _read(self._path)

    @property
    def joined(self) -> int:
        """The number of times that a phone has joined since `withdraw` last removed all phones.

        A phone that joins again is counted again.
        """
        return self._kept.joined

    def join(self, token: str = "") -> str:
        """Add a phone, and return its token, a secret that allows it to press keys.

        Args:
            token: the phone's token if the phone has joined before, otherwise an empty string. If the token
                is still valid, it is returned unchanged.
        """
        known = self.find(token)
        if known is None:
            token = secrets.token_hex(16)
        stay = [phone for phone in self._kept.phones if phone != known]
        phone = known or JoinedPhone(_hashed(token))
        self._keep(phones=(*stay[1 - MOST :], phone), joined=self._kept.joined + 1)
        return token

    def find(self, token: str) -> JoinedPhone | None:
        """Return the phone that has this token, or None if no phone has it.

        The search takes the same time for all tokens, so that its duration reveals nothing about them.
        """
        hashed, found = _hashed(token), None
        for phone in self._kept.phones:
            if compare_digest(hashed, phone.token):
                found = phone
        return found

    def sit(self, phone: JoinedPhone, seat: int | None) -> None:
        """Assign a seat to a phone, or remove its seat if `seat` is None.

        Several phones may have the same seat.
        """
        self._change(phone, seat=seat)

    def has_pressed(self, phone: JoinedPhone, number: float | None) -> None:
        """Record the number of a phone's press.

        A browser sends a request again by itself if its connection breaks before the answer comes, even to
        a server that has started again meanwhile.
        """
        if number is not None or phone.last is not None:
            self._change(phone, last=number)

    def _change(self, phone: JoinedPhone, **changed: Any) -> None:
        self._keep(
            phones=tuple(phone._replace(**changed) if each == phone else each for each in self._kept.phones)
        )

    def use(self, code: str) -> None:
        """Record that a code has been used and cannot be used again."""
        self._keep(used=_hashed(code))

    def has_used(self, code: str) -> bool:
        """Return True if this is the code that was used last. A code can be used only once."""
        return self._kept.used is not None and compare_digest(_hashed(code), self._kept.used)

    def withdraw(self, withdrawn: int) -> None:
        """Forget all phones if their permission to press keys has been withdrawn since the last call.

        Args:
            withdrawn: how many times the players have withdrawn the permission so far.
        """
        if withdrawn != self._kept.withdrawn:
            self._keep(withdrawn=withdrawn, joined=0, phones=())

    def _keep(self, **changed: Any) -> None:
        """If the file cannot be written, the changes are lost when the server stops."""
        self._kept = self._kept._replace(**changed)
        if self._path is not None:
            phones = [phone._asdict() for phone in self._kept.phones]
            text = dumps({"version": _VERSION, **self._kept._asdict(), "phones": phones})
            with suppress(OSError):
                replace(self._path, text.encode())


def _hashed(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _read(path: Path) -> _StoredPhones:
    """If the file does not exist or is not valid, there are no phones."""
    try:
        with path.open("rb") as file:
            found = loads(file.read(_LONGEST))
        if found.pop("version") != _VERSION:
            return _StoredPhones()
        kept = _StoredPhones(**found)
        kept = kept._replace(phones=tuple(JoinedPhone(**each) for each in kept.phones))  # type: ignore[arg-type]
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return _StoredPhones()
    return kept if _is_valid(kept) else _StoredPhones()


def _is_valid(kept: _StoredPhones) -> bool:
    return (
        all(type(each) is int and each >= 0 for each in (kept.withdrawn, kept.joined))
        and (kept.used is None or isinstance(kept.used, str))
        and len(kept.phones) <= MOST
        and all(isinstance(phone.token, str) and is_seat(phone.seat) for phone in kept.phones)
        and all(is_number(phone.last) for phone in kept.phones)
    )


def is_seat(value: object) -> bool:
    """Return True if a value stored as a phone's seat is valid: either the number of a seat or None."""
    return value is None or (type(value) is int and value in SEATS)


def is_number(value: object) -> bool:
    """Return True if a value is valid as the number of a press: a number from 0 to 2 to the 53rd, or None."""
    return value is None or (
        isinstance(value, int | float) and type(value) is not bool and 0 <= value <= 2**53
    )


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
        self._now = now
        self._free_at: dict[str, float] = {}

    def allows(self, phone: str) -> bool:
        """If the phone may press a key now, count the press and return True. Otherwise, return False."""
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
