"""One-time codes that give a phone permission to press keys."""

from __future__ import annotations

import os

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The 32 characters used in codes. Characters that look alike (0 and O, 1 and I) are not used."""
CODE_LENGTH = 8
"""The number of characters in a code."""
LIFETIME = 120.0
"""The time, in seconds, for which a code is valid."""


def new_code() -> str:
    """Return a new, unpredictable code that lets a phone join the board."""
    # The module `secrets` does the same, but loads OpenSSL, which takes 3 MB. Each letter is equally likely,
    # because 32 divides 256.
    return "".join(LETTERS[byte % len(LETTERS)] for byte in os.urandom(CODE_LENGTH))


def is_code(text: object) -> bool:
    """Return True if a value has the form of a code: a string of eight of the permitted characters."""
    return isinstance(text, str) and len(text) == CODE_LENGTH and all(letter in LETTERS for letter in text)
