"""`muggins serve`: show the running board on a web page for phones, tablets and televisions."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.input.keys import Key
from firmware_py.journal.locations import default_journal, journal_to_look_into
from firmware_py.system.errors import UsageError
from firmware_py.system.output import say
from firmware_py.system.process import end_server_on_signals, require
from firmware_py.window.datagrams import PhoneAccess
from firmware_py.window.folder import boot_time, folder_of_a_board, own_folder
from firmware_py.window.follower import Follower, PhoneFollower
from firmware_py.window.phone_file import read_phone_file
from firmware_py.words.in_use import use, words

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.change_types import Change
    from firmware_py.window.seen import SeenBoard

    from .key_requests import PhoneDialogue
    from .latest_view import LatestView
    from .pressing_rights import PressingRights


QUIET = 300.0
"""The time, in seconds, after which a server that systemd has started stops if nobody is watching."""
_GLANCE = 10.0
"""The time, in seconds, between two checks of whether anyone is watching.

Each check also lets Python handle a signal that another thread received while the process was paused.
"""


Press = Callable[[Key, int | None], bool]
"""A function that presses a key on the board, given the key and the seat of the player (None if not known).

It returns False if the board does not take the key.
"""


class Access(NamedTuple):
    """The permissions of phones, and the place where the codes that let them join are shown.

    Attributes:
        has_keys: True if phones that have joined may press keys.
        is_open: True if everybody on the network may watch, or False if only phones that have joined may.
        from_menu: True if the codes are shown by the board, in its menu, and not by this program.
    """

    has_keys: bool = True
    is_open: bool = True
    from_menu: bool = False


def serve(options: Namespace) -> None:
    """Serve the web page until Ctrl-C or SIGTERM.

    If systemd started the server, it also stops when nobody has watched the page for `QUIET` seconds.

    Raises:
        UsageError: Tornado is not installed, the options or the configuration are not valid, the port is not
            available, or this user is not permitted to read the board's files.
    """
    if options.opponent is not None:
        raise UsageError("--opponent needs a board without other players: add --alone")
    require_tornado()
    from firmware_py.system.network import allow_many_files, listening, socket_from_systemd

    from .pressing_rights import JoinedPhones, PressingRights

    config = load(options.config or files.found())
    use(config.words)
    folder = folder_of_a_board(default_journal())
    Follower(folder).read()  # complains if this user may not see the board
    given = socket_from_systemd()
    if given is None:
        own = listening(options.port)
        say(words().page_is_at(f"{page_url(options.port)}/"))
    allow_many_files()
    rights = PressingRights(boot_time, JoinedPhones(own_folder()))
    access = Access(config.page_keys, config.page_open, from_menu=True)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(given or own, folder, rights, access, ends_when_unused=given is not None))


def serve_own_board(
    port: int, folder: Path, press: Press, typed: Iterable[str], *, is_open: bool = True
) -> None:
    """Serve the web page of a board that runs in this process, until Ctrl-C or SIGTERM.

    Args:
        folder: the folder that contains the board's view file.
        typed: the lines typed in the terminal. After each line, a new code is printed, which lets a phone
            join.
        is_open: True if everybody on the network may watch; False if only phones that have joined may.

    Raises:
        UsageError: the port is not available.
    """
    from firmware_py.system.network import allow_many_files, listening

    from .pressing_rights import PressingRights

    own, rights = listening(port), PressingRights(boot_time)

    def show_code() -> None:
        say(words().page_keys_at(f"{page_url(port)}/{rights.new_code()}"))

    def show_more_codes() -> None:
        for _ in typed:
            show_code()

    show_code()
    allow_many_files()
    threading.Thread(target=show_more_codes, daemon=True).start()
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(own, folder, rights, Access(is_open=is_open), press))


def require_tornado(extra: str = "serve") -> None:
    """Check that Tornado, the library for the web server, is installed, as `require` does."""
    require("tornado.httpserver", "the page needs Tornado", "python3-tornado", extra)


def page_url(port: int) -> str:
    """Return the URL of the web page on the given port of this machine, without a slash at the end."""
    from firmware_py.system.network import own_address

    return f"http://{PhoneAccess(own_address() or 'localhost', port, 0).host}"


async def _serve(
    listening: socket.socket,
    folder: Path,
    rights: PressingRights,
    access: Access,
    own_press: Press | None = None,
    *,
    ends_when_unused: bool = False,
) -> None:
    """Without `own_press`, key presses are sent to the socket in `folder`."""
    ended = asyncio.Event()
    end_server_on_signals(ended)
    from firmware_py.serve.page_view import page_files
    from firmware_py.system.web import Connections

    from .games import Games
    from .key_requests import KeySender, PhoneDialogue, Pressing
    from .latest_view import LatestView
    from .reviews import Reviews
    from .server import PageServer, application

    latest, connections = LatestView(words()), Connections()
    journal = journal_to_look_into()
    with closing(KeySender(folder)) as sender:
        dialogue = PhoneDialogue(rights, sender.tell, listening.getsockname()[1], latest.withdraw)
        press = own_press or sender.press
        pressing = Pressing(
            rights, press if access.has_keys else None, dialogue.tell_if_changed, access.is_open
        )
        page = page_files(
            words(),
            has_form=pressing.lets_phones_join,
            has_keys=access.has_keys,
            from_menu=access.from_menu,
        )
        games = Games(journal, words())
        pages = application(page, latest, games, connections, pressing, Reviews(journal))
        server = PageServer(pages, connections)
        _start_to_follow(folder, journal, latest, dialogue if access.from_menu else None)
        telling = asyncio.create_task(dialogue.run())
        server.add_socket(listening)
        while not ended.is_set() and not (ends_when_unused and connections.unused_for() > QUIET):
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), _GLANCE)
        telling.cancel()
        await server.finish(latest)


def _start_to_follow(folder: Path, journal: Path, latest: LatestView, dialogue: PhoneDialogue | None) -> None:
    """Threads read the board's files, because the server must not block on file access."""
    from .latest_view import follow_board

    loop = asyncio.get_running_loop()

    def show(view: SeenBoard, so_far: Sequence[Change] | None) -> None:
        loop.call_soon_threadsafe(latest.show, view, so_far)

    def follow_views() -> None:
        with closing(Follower(folder)) as follower, suppress(RuntimeError):  # the server has ended
            follow_board(follower, journal, show)

    def follow_phones(dialogue: PhoneDialogue) -> None:
        with closing(PhoneFollower(folder)) as follower, suppress(RuntimeError):  # the server has ended
            while True:
                loop.call_soon_threadsafe(dialogue.follow, follower.changed())

    threading.Thread(target=follow_views, daemon=True).start()
    if dialogue is not None:
        file = read_phone_file(folder)
        if file is not None:
            dialogue.follow(file)  # before the first request
        threading.Thread(target=follow_phones, args=[dialogue], daemon=True).start()
