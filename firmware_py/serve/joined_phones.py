"""The phones that may press keys: the hashes of their tokens, and the seats that they have taken.

Each phone has a token, a secret of 128 bits that proves that the phone may press keys. The server stores only
a hash of the token, so the stored data cannot be used to press keys.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest
from json import dumps, loads
from pathlib import Path
from typing import Any, NamedTuple

from firmware_py.system.files import put_in_place as replace

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
    """

    token: str
    seat: int | None = None


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
        self._keep(
            phones=tuple(phone._replace(seat=seat) if each == phone else each for each in self._kept.phones)
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
    )


def is_seat(value: object) -> bool:
    """Return True if a value stored as a phone's seat is valid: either the number of a seat or None."""
    return value is None or (type(value) is int and value in SEATS)
