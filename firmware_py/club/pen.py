"""The director's pen on the club's page, for whoever has the code that only the director has.

`muggins club code` makes the code. The club's folder keeps only its hash, in a file that nobody but the
club's user can read. Each request brings the code along, so there is no other secret to keep, and a new code
ends the rights of the one before it at once. Wrong codes are limited as those of a board's page are.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path

from tornado.web import HTTPError

from firmware_py.serve.pressing_rights import Refused, WrongCodes
from firmware_py.system import files
from firmware_py.system.errors import UsageError, cause
from firmware_py.system.web import PageHandler
from firmware_py.window.phone_file import new_code

CODE = "director.json"
"""The name of the file in the club's folder."""
_MODE = 0o600
_MOST_WORDS = 8


def make_code(folder: Path) -> str:
    """Make and return a code for the director's pen on the page. The code before it no longer works.

    Raises:
        UsageError: the file with the code's hash cannot be written.
    """
    code, path = new_code(), folder / CODE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files.replace(path, json.dumps({"version": 1, "code": _hashed(code)}).encode(), _MODE)
        if os.geteuid() == 0:  # the service must be able to read what an administrator has made
            owner = os.stat(folder)
            os.chown(path, owner.st_uid, owner.st_gid)
        files.sync_path(folder)
    except OSError as error:
        raise UsageError(f"{path}: {cause(error)}") from None
    return code


class Pen:
    """Carries out the director's commands that come from the page, and decides who may send them."""

    def __init__(
        self,
        folder: Path,
        direct: Callable[[Sequence[str]], str],
        done: Callable[[], object],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read nothing yet: the code can be made at any time.

        Args:
            folder: the club's folder.
            direct: a function that carries out the words of a command and says what it did, or raises
                `UsageError`. It is called in a thread, for one command at a time.
            done: a function that is called in the event loop after each command.
        """
        self._path, self._direct, self._done = folder / CODE, direct, done
        self._wrong = WrongCodes(now)
        self._right = ""
        self._alone = asyncio.Lock()
        self._last: tuple[object, str] = (None, "")

    def refuses(self, code: str, address: str) -> Refused | None:
        """Return why a code from an IP address is refused, or None if it is right."""
        right = self._read()
        if right != self._right:
            self._right = right
            self._wrong.forget()
        if self._wrong.refuses(address):
            return Refused.TOO_SOON
        if compare_digest(_hashed(code.strip().upper()), right):
            return None
        self._wrong.add(address)
        return Refused.WRONG

    async def write(self, typed: Sequence[str], number: object) -> str:
        """Carry out the words of a command, and return what it did.

        Args:
            number: the number of the request. A browser sends a request again by itself if its connection
                breaks before the answer comes; the command is then not carried out again.

        Raises:
            UsageError: there is no such command, or it is wrong, or it cannot be stored.
        """
        async with self._alone:
            if number is None or number != self._last[0]:
                self._last = number, await asyncio.to_thread(self._direct, typed)
                self._done()
            return self._last[1]

    def _read(self) -> str:
        """Return a text that is no hash if there is no code, or the file is not valid."""
        try:
            found = json.loads(self._path.read_bytes())["code"]
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return ""
        return found if isinstance(found, str) and found.isascii() else ""


def _hashed(code: str) -> str:
    return sha256(code.encode("utf-8", "surrogatepass")).hexdigest()


class PenHandler(PageHandler):
    """Carries out a command that the club's own page sends, if the right code comes with it."""

    def initialize(self, pen: Pen) -> None:
        """Prepare to carry out a command with the `pen`."""
        self._pen = pen

    async def post(self) -> None:
        """Answer with what the command did, or, with status 400, what is wrong with it."""
        self.require_same_origin()
        self.set_header("Cache-Control", "no-store")
        code, typed, number = self._asked()
        refused = self._pen.refuses(code, self.request.remote_ip or "")
        if refused:
            raise HTTPError(403 if refused is Refused.WRONG else 429)
        try:
            said = await self._pen.write(typed, number)
        except UsageError as error:
            self.set_status(400)
            said = str(error)
        self.finish({"said": said})

    def _asked(self) -> tuple[str, list[str], object]:
        try:
            found = json.loads(self.request.body)
            code, typed, number = found["code"], found["typed"], found.get("number")
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise HTTPError(400) from None
        is_valid = isinstance(typed, list) and all(isinstance(word, str) for word in (code, *typed))
        if not is_valid or not 0 < len(typed) <= _MOST_WORDS:
            raise HTTPError(400)
        return code, typed, number
