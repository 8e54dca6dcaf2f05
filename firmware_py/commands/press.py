"""`muggins press` and `muggins phone`: press keys on the running board, and let phones join it."""

from __future__ import annotations

import os
import socket
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from stat import S_ISSOCK

from firmware_py.input.keys import NAMES, Key
from firmware_py.journal.locations import default_journal
from firmware_py.system.errors import UsageError, system_words
from firmware_py.system.output import say, show
from firmware_py.window.datagrams import datagram_socket, has_reader, key_datagram
from firmware_py.window.folder import KEYS, boot_time, folder_of_a_board
from firmware_py.window.follower import Follower
from firmware_py.window.phone_file import read_phone_file
from firmware_py.window.seen import SeenBoard, SeenPress
from firmware_py.words.in_use import words

from .options import Command

PATIENCE = 5.0
"""The maximum time, in seconds, that the board may take to respond to a key press."""
GLANCE = 0.5
"""The time, in seconds, between two checks of whether a board that has not responded is still running."""
REFUSED = 1
"""The exit status if a key was refused."""


def _press_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "keys",
        nargs="+",
        metavar="KEY",
        help=NAMES.replace("3 4 5 6 7 8 9", "…"),
    )


def press(options: Namespace) -> int:
    """Press the keys named on the command line on the running board, until one of them is refused.

    Return 1 if a key was refused, otherwise 0.
    """
    keys = _parsed(options.keys)
    path = _socket_of_a_board()
    with (
        datagram_socket() as sender,
        closing(Follower(path.parent)) as follower,
    ):
        sender.settimeout(PATIENCE)
        for key in keys:
            found, board = _press_key(key, sender, path, follower)
            if found.refused is not None:
                show(words().key_refused(key.value, found.refused))
                return REFUSED
            show(f"{key.value}  {'; '.join(found.said) or _answer(found, board)}")
    return 0


def _parsed(words: Sequence[str]) -> list[Key]:
    try:
        return [Key.parse(word) for word in words]
    except ValueError as error:
        raise UsageError(f"{error}; no key was pressed") from None


def _socket_of_a_board() -> Path:
    path = folder_of_a_board(default_journal()) / KEYS
    try:
        if S_ISSOCK(os.stat(path).st_mode):
            return path
    except PermissionError:
        raise _not_permitted(path) from None
    except OSError:
        pass
    raise _no_board()


def _no_board(key: Key | None = None) -> UsageError:
    return UsageError(
        f"{'' if key is None else f'{key.value} was not pressed: '}no board is running: "
        "'sudo systemctl start muggins' starts the service, 'muggins simulate' a board in another terminal"
    )


def _not_permitted(path: Path) -> UsageError:
    return UsageError(
        f"{path}: permission denied: 'sudo adduser $USER muggins' lets you press keys; then log in again"
    )


def _press_key(
    key: Key, sender: socket.socket, path: Path, follower: Follower
) -> tuple[SeenPress, SeenBoard]:
    before = follower.read()
    ended = before.run if before and not before.running else None
    name = os.urandom(6).hex()
    try:
        sender.sendto(key_datagram(key, name=name), str(path))
    except PermissionError:
        raise _not_permitted(path) from None
    except (FileNotFoundError, ConnectionRefusedError):  # it has ended, or it was killed and left its socket
        raise _no_board(key) from None
    except OSError as error:
        why = system_words(error)
        raise UsageError(f"{key.value} was not pressed: the board is busy, or has ended: {why}") from None
    give_up, is_there = time.monotonic() + PATIENCE, True
    while is_there and (left := give_up - time.monotonic()) > 0:
        board = follower.changed(min(left, GLANCE))
        if board is None:
            # A board that has just closed its socket writes its file once more.
            is_there = has_reader(path)
            board = None if is_there else follower.changed(0)
        if board is None or board.run == ended:  # the old board's file; a new board is starting
            continue
        for each in board.recent:
            if each.id == name:
                return each, board
        if follower.was_killed:  # it may have taken the key before it could show that
            is_there = False
        elif not board.running:
            raise UsageError(f"{key.value} was not pressed: the board has stopped")
    raise UsageError(
        f"{key.value}: the board "
        f"{f'did not answer within {PATIENCE:g} seconds' if is_there else 'has ended'}, and may or may not "
        "have taken the key; 'muggins status' shows the game"
    )


def _answer(press: SeenPress, board: SeenBoard) -> str:
    """Return the scores for the key SCORE, and for others the page that is open or, if none, the prompt."""
    if press.key == Key.SCORE.value:
        return ", ".join(f"{side.name} {side.score}" for side in board.sides)
    page = board.screen.page
    return board.screen.says if page is None else f"{page.title}: {'; '.join(filter(None, page.lines))}"


LATE = 15.0
"""The time, in seconds, within which the page's server must tell the board its address."""


def phone(options: Namespace) -> int:
    """Open the board's dialogue that lets phones join, and print the web address that a phone must open.

    The address contains a code. If the board replaces the code, the new address is printed, too.

    Return when a phone has joined, the dialogue is closed, the code expires, or the user presses Ctrl-C. The
    exit status is 1 if the board refuses to open the dialogue or the code expires.
    """
    path = _socket_of_a_board()
    with datagram_socket() as sender, closing(Follower(path.parent)) as follower:
        sender.settimeout(PATIENCE)
        if not _is_open(path.parent):
            board = follower.read()
            if board and board.screen.page is not None:
                raise UsageError("the board is showing its menu: press GO there, then try again")
            for key in (Key.MENU, Key.KING):
                found, _ = _press_key(key, sender, path, follower)
                if found.refused is not None:
                    say(words().key_refused(key.value, found.refused))
                    return REFUSED
        try:
            _wait_for_code(path.parent, follower)
            return _show_codes(path.parent, follower)
        except KeyboardInterrupt:
            return 0
        finally:
            _close(sender, path, follower)


def _wait_for_code(folder: Path, follower: Follower) -> None:
    give_up = time.monotonic() + PATIENCE
    while not _is_open(folder):
        if time.monotonic() > give_up:
            raise UsageError("the board has made no code: 'muggins status --follow' shows its notice")
        follower.changed(GLANCE)


def _show_codes(folder: Path, follower: Follower) -> int:
    """Return when the dialogue has been closed, e.g. because a phone has joined, or the code has expired."""
    late, shown = time.monotonic() + LATE, ""
    while _is_open(folder):
        board, file = follower.read(), read_phone_file(folder)
        host = board.screen.join_at if board else None
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
    file = read_phone_file(folder)
    return file is not None and file.code is not None


def _close(sender: socket.socket, path: Path, follower: Follower) -> None:
    with suppress(UsageError):  # the board has ended, and the code with it
        for _ in range(2):  # the first may answer the question whether to put all phones out
            if _is_open(path.parent):
                _press_key(Key.GO, sender, path, follower)


COMMANDS = {
    "press": Command(
        press,
        _press_options,
        "The exit status is 1 if a key is refused; the keys after it are not pressed.",
        speaks_to_players=True,
    ),
    "phone": Command(
        phone,
        more="Only root and the group of the board can do this. Each code is good for one phone and two "
        "minutes. It ends when a phone has joined, or with Ctrl-C.",
        speaks_to_players=True,
    ),
}
