"""A socket that accepts key presses from other programs on this machine (REFERENCE.md, the board's window).

Each datagram is one line of JSON, such as `{"key": "5", "id": "a3"}`. The board's web server also sends the
address at which phones can open the web page. Invalid datagrams are ignored. A program that floods the socket
is slowed down, so that it takes up little processor time.
"""

from __future__ import annotations

import os
import select
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from engine.indices import Seat
from firmware_py.errors import UsageError
from firmware_py.file_errors import system_words
from firmware_py.input.keys import Key
from firmware_py.input.press import Press
from firmware_py.window.key_datagrams import datagram_socket, has_reader
from firmware_py.window.phone_access import PhoneAccess, phone_access

LONGEST = 512
"""The maximum size of a datagram, in bytes."""
BURST = 16
"""The number of datagrams that are read in a row before the reader rests."""
REST = 0.01
"""The time, in seconds, that the reader rests after a burst. Meanwhile the kernel makes the senders wait."""
LONG_REST = 0.1
"""The time, in seconds, that the reader rests after a message for which the board had no room."""
_LONGEST_ID = 64
_SEATS = range(4)


class KeySocket:
    """A Unix datagram socket that receives messages from other programs, and a thread that reads it."""

    def __init__(self, path: Path, put: Callable[[Press | PhoneAccess], bool]) -> None:
        """Open the socket and start the thread that reads it.

        Only the socket's owner and group may write to it.

        Args:
            path: the path to the socket. A stale socket left by a previous run is replaced.
            put: a function that the thread calls with each message. It returns False if there is no room for
                the message.

        Raises:
            UsageError: the socket cannot be opened, or another running instance is using it.
        """
        self._path, self._put = path, put
        self._socket = _bound(path)
        self._file = _identity(path)
        self._wake, self._waker = os.pipe()
        self._thread = threading.Thread(target=self._run, name="key socket", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread that reads the socket, then close and remove the socket."""
        if self._waker < 0:
            return
        os.close(self._waker)
        self._waker = -1
        self._thread.join()
        self._socket.close()
        os.close(self._wake)
        if self.is_there:
            with suppress(OSError):
                self._path.unlink()

    @property
    def is_there(self) -> bool:
        """True while other programs can reach the socket; False if its file has been removed or replaced."""
        return self._file is not None and _identity(self._path) == self._file

    def _run(self) -> None:
        both, woken = select.poll(), select.poll()
        both.register(self._wake)
        both.register(self._socket, select.POLLIN)
        woken.register(self._wake)
        rest = 0.0
        while not woken.poll(1000 * rest):
            both.poll()
            rest = self._read_burst()

    def _read_burst(self) -> float:
        """Read up to `BURST` waiting datagrams. Return how long to pause before reading more, in seconds."""
        for _ in range(BURST):
            try:
                message = parse(self._socket.recv(LONGEST + 1, socket.MSG_DONTWAIT))
            except OSError:
                return 0.0
            if message and not self._put(message):
                return LONG_REST
        return REST


def parse(datagram: bytes) -> Press | PhoneAccess | None:
    """Parse a line of JSON from another program, such as `{"key": "5"}`. Return None if it is not valid."""
    from json import loads  # few boards are pressed by programs

    if len(datagram) > LONGEST:
        return None
    try:
        asked = loads(datagram)
        if "phone" in asked:
            return phone_access(asked)
        key, seat, name = Key.parse(asked["key"]), asked.get("seat"), asked.get("id")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    if seat is not None and (type(seat) is not int or seat not in _SEATS):
        return None
    if name is not None and not (isinstance(name, str) and len(name) <= _LONGEST_ID):
        return None
    return Press(key, None if seat is None else Seat(seat), name)


def _bound(path: Path) -> socket.socket:
    made = datagram_socket()
    try:
        if has_reader(path):
            raise UsageError(f"{path}: another board takes keys here; stop it first")
        with suppress(FileNotFoundError):
            path.unlink()
        mask = os.umask(0o117)  # so the socket is created with the right permissions
        try:
            made.bind(str(path))
        finally:
            os.umask(mask)
    except OSError as error:
        made.close()
        why = system_words(error)
        raise UsageError(f"{path}: {why}; no program can press keys") from None
    except BaseException:
        made.close()
        raise
    return made


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.lstat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
