"""Decide who may press keys on the page: everyone who has entered a code that was shown to the board's owner.

A code can be used once, within two minutes. It is exchanged for a token, which is valid until the server
stops. Wrong codes make everyone wait, and too many of them invalidate the code, so that nobody can guess it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from enum import Enum, auto
from hmac import compare_digest
from typing import NamedTuple

from firmware_py.window.phone_code import LIFETIME, new_code

TRIES = 5
"""The number of wrong codes after which the current code becomes invalid."""
WAIT = 2.0
"""The time, in seconds, after a wrong code during which all codes are refused."""
TOKENS = 16
"""The maximum number of valid tokens, e.g. one for each phone. A further token replaces the oldest one."""


class Refused(Enum):
    """The reason why a code was not exchanged for a token."""

    WRONG = auto()
    TOO_SOON = auto()


class _Code(NamedTuple):
    text: str
    until: float


class PressingRights:
    """Decides who may press keys.

    It keeps the current code, and the tokens that were issued in exchange for codes.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        """Create an object that has not issued any code or token yet.

        Args:
            now: a function that returns the current time in seconds.
        """
        self._now = now
        self._code: _Code | None = None
        self._wrong = 0
        self._wait_until = float("-inf")
        self._tokens: list[str] = []

    def new_code(self) -> str:
        """Create and return a new code, which replaces the previous one."""
        text = new_code()
        self._code, self._wrong = _Code(text, self._now() + LIFETIME), 0
        return text

    def exchange(self, code: str) -> str | Refused:
        """Return a token in exchange for the current code, or the reason for the refusal."""
        if self._now() < self._wait_until:
            return Refused.TOO_SOON
        good = self._code
        if good is None or self._now() >= good.until or not _same(code.strip().upper(), good.text):
            self._wrong += 1
            self._wait_until = self._now() + WAIT
            if self._wrong >= TRIES:
                self._code = None
            return Refused.WRONG
        self._code = None
        token = secrets.token_hex(16)
        self._tokens = [*self._tokens[1 - TOKENS :], token]
        return token

    def holds(self, token: str) -> bool:
        """Return True if this token was issued. The comparison takes the same time for all tokens."""
        return sum(_same(token, each) for each in self._tokens) > 0

    def withdraw(self) -> None:
        """Invalidate the code and all tokens."""
        self._tokens, self._code = [], None


def _same(given: str, right: str) -> bool:
    return compare_digest(given.encode(), right.encode())
