"""The file `phone.json`. It tells the web page's server which phones may press the board's keys.

The board writes the file, and other programs read it. Only the board's user can write it, and only the group
`muggins` can read it, because it contains the one-time code that lets a phone join. REFERENCE.md describes
the file under "the board's window".
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from firmware_py.system.files import put_in_place

from .folder import FOLDER_MODE, PHONE

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


VERSION = 1
"""The version of the file. It is increased when programs that read the file have to be changed."""
_LONGEST = 1024
"""The maximum size of the file, in bytes."""
_LATEST = 1e12
"""The latest time in a valid file: 30,000 years after the machine was started."""


class PhoneFile(NamedTuple):
    """The contents of `phone.json`, which tells the web page's server which phones may press keys.

    Attributes:
        code: the code that lets a phone join, as shown by the board; None if the board shows no code.
        made: the time when the code was created or, if there is no code, when the file was written, as
            returned by `folder.boot_time`.
        withdrawn: how many times permission to press keys has been withdrawn from all phones. A phone that
            joined when the number was different may no longer press keys.
    """

    code: str | None
    made: float
    withdrawn: int = 0

    def valid_code(self, now: float) -> str | None:
        """Return the code that lets a phone join, or None if there is no code or it has expired.

        Args:
            now: the current time, as returned by `folder.boot_time`.
        """
        return self.code if 0 <= now - self.made < LIFETIME else None


def write_phone_file(folder: Path, content: PhoneFile) -> None:
    """Write the file `phone.json` in a board's runtime folder, replacing the old file atomically.

    If somebody has removed the folder, it is created again.

    Raises:
        OSError: the file cannot be written. The old file remains unchanged.
    """
    from json import dumps

    text = dumps({"version": VERSION, **content._asdict()})
    put_in_place(folder / PHONE, f"{text}\n".encode(), FOLDER_MODE)


def read_phone_file(folder: Path) -> PhoneFile | None:
    """Return the contents of the file `phone.json` in a board's runtime folder.

    Return None if the file does not exist, cannot be read, or is not valid.
    """
    from json import loads

    try:
        with (folder / PHONE).open("rb") as file:
            found = loads(file.read(_LONGEST))
        version, content = found["version"], PhoneFile(found["code"], found["made"], found["withdrawn"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    return content if version == VERSION and _is_valid(content) else None


def _is_valid(content: PhoneFile) -> bool:
    code, made, withdrawn = content
    return (
        (code is None or is_code(code))
        and type(made) in (int, float)
        and 0 <= made <= _LATEST
        and type(withdrawn) is int
        and withdrawn >= 0
    )
