"""`muggins phone`: print the code that lets phones join a board, e.g. one without a display or voice."""

from __future__ import annotations

import socket
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_py.commands.output import say
from firmware_py.commands.press import PATIENCE, REFUSED, press_key, socket_of_a_board
from firmware_py.errors import UsageError
from firmware_py.input.keys import Key
from firmware_py.window.boot_clock import boot_time
from firmware_py.window.follower import Follower
from firmware_py.window.key_datagrams import datagram_socket
from firmware_py.window.phone_file import read_phone_file
from firmware_py.words.in_use import words

if TYPE_CHECKING:
    from argparse import Namespace

LATE = 15.0
"""The time, in seconds, within which the page's server must tell the board its address."""
GLANCE = 0.5
"""The time, in seconds, between two checks of whether the code has changed."""


def phone(options: Namespace) -> int:
    """Open the board's dialogue that lets phones join, and print the web address that a phone must open.

    The address contains a code. If the board replaces the code, the new address is printed, too.

    Return when a phone has joined, the dialogue is closed, the code expires, or the user presses Ctrl-C. The
    exit status is 1 if the board refuses to open the dialogue or the code expires.

    Raises:
        UsageError: no board is running, this user may not press its keys, the board is showing its menu, or
            the web page is not running.
    """
    path = socket_of_a_board()
    with datagram_socket() as sender, closing(Follower(path.parent)) as follower:
        sender.settimeout(PATIENCE)
        if not _is_open(path.parent):
            view = follower.read()
            if view and view["page"] is not None:
                raise UsageError("the board is showing its menu: press GO there, then try again")
            for key in (Key.MENU, Key.KING):
                found, view = press_key(key, sender, path, follower)
                if found["refused"] is not None:
                    say(words().key_refused(key.value, found["refused"]))
                    return REFUSED
        try:
            _wait_for_code(path.parent, follower)
            return _show_codes(path.parent, follower)
        except KeyboardInterrupt:
            return 0
        finally:
            _close(sender, path, follower)


def _wait_for_code(folder: Path, follower: Follower) -> None:
    """Wait until the board has opened the dialogue that lets phones join, and has created a code for it.

    Raises:
        UsageError: the board has not created a code in time.
    """
    give_up = time.monotonic() + PATIENCE
    while not _is_open(folder):
        if time.monotonic() > give_up:
            raise UsageError("the board has made no code: 'muggins status --follow' shows its notice")
        follower.changed(GLANCE)


def _show_codes(folder: Path, follower: Follower) -> int:
    """Print the code that lets phones join, and each code that replaces it.

    Return when the board's dialogue for phones has been closed, e.g. because a phone has joined, or when the
    code has expired. The result is the
    exit status: 0, or `REFUSED` for an expired code.

    Args:
        folder: the board's runtime folder.
        follower: the object that reads the board's view file.

    Raises:
        UsageError: the web page is not running.
    """
    late, shown = time.monotonic() + LATE, ""
    while _is_open(folder):
        view: dict[str, Any] = follower.read() or {}
        file, host = read_phone_file(folder), view.get("join_at")
        code = file.valid_code(boot_time()) if file else None
        if code is None:
            say(words().CODE_HAS_EXPIRED)
            return REFUSED
        if host is not None and code != shown:
            address = f"http://{host}/{code}"
            say(address if shown else words().phone_may_join(address, code))
            shown = code
        if not shown and time.monotonic() > late:
            raise UsageError(
                "the page is not running: 'sudo systemctl enable --now muggins-serve.socket' starts it, "
                "'muggins serve' without the service"
            )
        follower.changed(GLANCE)
    return 0


def _is_open(folder: Path) -> bool:
    """Return True if the board is showing a code that lets phones join.

    Args:
        folder: the board's runtime folder.
    """
    file = read_phone_file(folder)
    return file is not None and file.code is not None


def _close(sender: socket.socket, path: Path, follower: Follower) -> None:
    """Close the board's dialogue that lets phones join, if it is open. Its code is then no longer valid.

    Args:
        sender: the socket used to send the key that closes the dialogue.
        path: the path to the board's socket.
        follower: the object that reads the board's view file, which describes all that the board shows.
    """
    with suppress(UsageError):  # the board has ended, and the code with it
        for _ in range(2):  # the first may answer the question whether to put all phones out
            if _is_open(path.parent):
                press_key(Key.GO, sender, path, follower)
