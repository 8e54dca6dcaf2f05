"""`muggins serve`: show the running board on a web page for phones, tablets and televisions."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware_py.commands.output import say
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.errors import UsageError
from firmware_py.journal.locations import default_journal, journal_to_look_into
from firmware_py.window.follower import Follower
from firmware_py.window.runtime_folder import folder_of_a_board
from firmware_py.words.in_use import use, words

if TYPE_CHECKING:
    from argparse import Namespace

    from firmware_py.serve.key_requests import Pressing

QUIET = 300.0
"""The time, in seconds, after which a server that systemd has started stops if nobody is watching."""
_FAREWELL = 2.0
"""The maximum time, in seconds, to wait for all connections to be closed before the server exits."""
_GLANCE = 10.0
"""The time, in seconds, between two checks of whether anyone is watching."""


def serve(options: Namespace) -> None:
    """Serve the web page until Ctrl-C or SIGTERM.

    If systemd started the server, it also stops when nobody has watched the page for `QUIET` seconds.

    Raises:
        UsageError: Tornado is not installed, the configuration is not valid, the port is not available, or
            this user is not permitted to see the board.
    """
    require_tornado()
    from firmware_py.serve.listening import allow_many_files, listening, own_address, socket_from_systemd

    use(load(options.config or files.found()).words)
    follower = Follower(folder_of_a_board(default_journal()))
    follower.read()  # complains if this user may not see the board
    given = socket_from_systemd()
    if given is None:
        own = listening(options.port)
        say(words().page_is_at(f"http://{own_address()}:{options.port}/"))
    allow_many_files()
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(given or own, follower, ends_when_unused=given is not None))


def serve_own_board(port: int, folder: Path, typed: Iterable[str]) -> None:
    """Serve the web page of a board that runs in this process, until Ctrl-C or SIGTERM.

    Anyone who has a code can press keys on the page.

    Args:
        port: the port of the web page.
        folder: the folder that contains the board's view file and its socket.
        typed: the lines typed in the terminal. After each line, a new code is printed.

    Raises:
        UsageError: the port is not available.
    """
    from firmware_py.serve.key_requests import Pressing
    from firmware_py.serve.key_sender import KeySender
    from firmware_py.serve.listening import allow_many_files, listening, own_address
    from firmware_py.serve.pressing_rights import PressingRights

    own, rights = listening(port), PressingRights(time.monotonic)

    def show_code() -> None:
        say(words().page_keys_at(f"http://{own_address()}:{port}/{rights.new_code()}"))

    def show_more_codes() -> None:
        for _ in typed:
            show_code()

    show_code()
    allow_many_files()
    threading.Thread(target=show_more_codes, daemon=True).start()
    with closing(KeySender(folder)) as sender, suppress(KeyboardInterrupt):
        asyncio.run(_serve(own, Follower(folder), pressing=Pressing(rights, sender.press)))


def require_tornado() -> None:
    """Check that the web server can run on this machine.

    Raises:
        UsageError: Tornado is not installed.
    """
    try:
        import tornado.httpserver  # noqa: F401
    except ImportError:
        raise UsageError(
            "the page needs Tornado: install it with 'sudo apt install python3-tornado', or with "
            "pip install 'muggins[serve]'"
        ) from None


async def _serve(
    listening: socket.socket,
    follower: Follower,
    *,
    ends_when_unused: bool = False,
    pressing: Pressing | None = None,
) -> None:
    """Serve the web page on a listening socket until SIGINT or SIGTERM.

    If `ends_when_unused` is True, also stop when nobody has watched the page for `QUIET` seconds. `pressing`
    decides who may press keys.
    """
    from firmware_py.serve.board_follower import follow_board
    from firmware_py.serve.connections import Connections
    from firmware_py.serve.games import Games
    from firmware_py.serve.latest_view import LatestView
    from firmware_py.serve.page_files import page_files
    from firmware_py.serve.server import PageServer, application

    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    latest, connections, journal = LatestView(words()), Connections(), journal_to_look_into()

    def show(view: Mapping[str, Any], so_far: Sequence[Mapping[str, Any]] | None) -> None:
        loop.call_soon_threadsafe(latest.show, view, so_far)

    def follow() -> None:
        with closing(follower), suppress(RuntimeError):  # the server has ended
            follow_board(follower, journal, show)

    page = page_files(words(), has_keys=pressing is not None)
    pages = application(page, latest, Games(journal, words()), connections, pressing)
    server = PageServer(pages, connections)
    server.add_socket(listening)
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, ended.set)
    threading.Thread(target=follow, daemon=True).start()
    while not ended.is_set() and not (ends_when_unused and connections.unused_for() > QUIET):
        with suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), _GLANCE if ends_when_unused else None)
    server.stop()
    latest.end()
    with suppress(TimeoutError):
        await asyncio.wait_for(server.close_all_connections(), _FAREWELL)
