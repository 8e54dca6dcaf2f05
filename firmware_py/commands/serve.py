"""`muggins serve`: show the running board on a page for phones, tablets and televisions."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

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

    from firmware_py.serve.latest_view import LatestView

_AGAIN = 5.0
"""Time, in seconds, before the next try if the board's window could not be read."""

_TRIES = 3
"""The number of views for which the journal is read, if it is always ahead of the view."""


def serve(options: Namespace) -> None:
    """Serve the page until Ctrl-C or SIGTERM.

    Raises:
        UsageError: Tornado is missing, the configuration is wrong, the port is not free, or this user may not
            see the board.
    """
    try:
        import tornado.httpserver  # noqa: F401
    except ImportError:
        raise UsageError(
            "the page needs Tornado: install it with 'sudo apt install python3-tornado', or with "
            "pip install 'muggins[serve]'"
        ) from None
    use(load(options.config or files.found()).words)
    follower = Follower(folder_of_a_board(default_journal()))
    follower.read()  # complains if this user may not see the board
    listening = _listening(options.port)
    say(words().page_is_at(f"http://{own_address()}:{options.port}/"))
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(listening, follower))


def _listening(port: int) -> socket.socket:
    """Return a socket that listens on every address of this machine.

    Raises:
        UsageError: another program has the port, or this user may not have it.
    """
    family = socket.AF_INET6 if socket.has_dualstack_ipv6() else socket.AF_INET
    try:
        found = socket.create_server(
            ("", port), family=family, backlog=256, dualstack_ipv6=family == socket.AF_INET6
        )
    except OSError as error:
        why = os.strerror(error.errno).lower() if error.errno else str(error)
        raise UsageError(f"port {port}: {why}; choose another with --port") from None
    found.setblocking(False)
    return found


async def _serve(listening: socket.socket, follower: Follower) -> None:
    """Serve the page on this socket until SIGINT or SIGTERM."""
    from tornado.httpserver import HTTPServer

    from firmware_py.serve.games import Games
    from firmware_py.serve.latest_view import LatestView
    from firmware_py.serve.page_files import page_files
    from firmware_py.serve.server import application

    latest = LatestView(words())
    server = HTTPServer(
        application(page_files(words()), latest, Games(journal_to_look_into(), words())),
        idle_connection_timeout=30,
        body_timeout=5,
        max_header_size=8192,
        max_body_size=4096,
        max_buffer_size=65536,
    )
    server.add_socket(listening)
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, ended.set)
    threading.Thread(target=_follow, args=(follower, latest, loop), daemon=True).start()
    await ended.wait()
    server.stop()


def _follow(follower: Follower, latest: LatestView, loop: asyncio.AbstractEventLoop) -> None:
    """Pass each view of the board to the loop of the server, the first of a board with its game so far."""
    from firmware_py.serve.game_so_far import changes_so_far

    run, tries = None, 0
    while not loop.is_closed():
        try:
            view = follower.changed()
        except UsageError:
            time.sleep(_AGAIN)
            continue
        run, tries = view["run"], tries if view["run"] == run else _TRIES
        so_far = changes_so_far(view, journal_to_look_into()) if tries else None
        tries = 0 if so_far is not None else max(0, tries - 1)
        with suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(latest.show, view, so_far)


def own_address() -> str:
    """Return the address of this machine in its network; `localhost` if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks for the way to a distant address
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])
