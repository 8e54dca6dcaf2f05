"""Run a board without any hardware. A web page shows the screen and the keys."""

from __future__ import annotations

import signal
import sys
import threading
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from engine.indices import Seat
from firmware_py.board.board import Board
from firmware_py.board.loop import Housekeeping
from firmware_py.board.ports import Ending
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.input.keys import Key, Press
from firmware_py.journal.journal import Journal
from firmware_py.journal.locations import default_journal
from firmware_py.serve.serve import require_tornado, serve_own_board
from firmware_py.system.errors import UsageError
from firmware_py.window.datagrams import has_reader
from firmware_py.window.folder import KEYS, runtime_folder
from firmware_py.words.in_use import use

from .game_asked import GameAsked, is_going_on, resume_or_begin, solo_game

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.coach.opponent import Strength
    from firmware_py.board.loop import Loop
    from firmware_py.config.config import Config


def start_alone(options: Namespace) -> None:
    """Run a board without any hardware, and serve its web page until the user presses Ctrl-C.

    Raises:
        UsageError: the configuration is not valid, Tornado is missing, or the port is not free.
        JournalError: the journal cannot be opened.
    """
    require_tornado()  # before the journal is touched
    config = load(options.config or files.found())
    use(config.words)
    path = default_journal()
    _check_no_other_board(runtime_folder(path))
    asked, opponent = GameAsked(config.setup), None
    equipment = config._replace(inputs=(), lights=None, signals=None).equipment()._replace(phones=False)
    if options.opponent is not None:
        from engine.coach.opponent import Strength  # it brings the coach

        asked, opponent = solo_game(asked), Strength(options.opponent)
        equipment = equipment._replace(new_game=asked.setup, hints=config.hints)
    with closing(Journal(path, asked.setup, repair=True)) as journal:
        board = Board(journal.history, journal, journal.notice, equipment=equipment)
        solo = asked._replace(new=not is_going_on(board.history, asked))
        resume_or_begin(board, journal.header, path, solo if opponent else GameAsked())
        _serve_board(config, board, opponent, path, options.port)
        Housekeeping(board).work()


def _serve_board(config: Config, board: Board, opponent: Strength | None, journal: Path, port: int) -> None:
    """Run a board in a thread, and serve its web page until the user presses Ctrl-C."""
    from firmware_py.drivers.edge_queue import EdgeQueue
    from firmware_py.system.output import Log

    from .assembly import assemble, board_window, game_time, listening

    with ExitStack() as opened:
        queue = EdgeQueue(time.monotonic)
        window = opened.enter_context(closing(board_window(journal, queue)))
        listener = listening(Log(), window, game_time(journal))
        made = assemble(config, None, board, queue, time.monotonic, listener, window, opponent)
        opened.callback(made.close)
        thread = _BoardThread(made.loop)
        opened.callback(thread.raise_fault)
        opened.callback(listener.ended, Ending.STOPPED)
        thread.start()
        opened.callback(thread.join)
        opened.callback(queue.stop)

        def press(key: Key, seat: int | None) -> bool:
            # Not through the socket: it may be removed, e.g. when the user logs out. The board then makes it
            # again after the next press.
            return queue.put_message(Press(key, None if seat is None else Seat(seat)))

        serve_own_board(port, runtime_folder(journal), press, sys.stdin or (), is_open=config.page_open)


class _BoardThread(threading.Thread):
    """The thread in which the board runs while the main thread serves the page."""

    def __init__(self, loop: Loop) -> None:
        super().__init__(name="board", daemon=True)
        self._fault: BaseException | None = None
        self._loop = loop

    def run(self) -> None:
        """If the board fails, end the server too."""
        try:
            self._loop.run()
        except BaseException as fault:
            self._fault = fault
            main = threading.main_thread().ident
            assert main is not None
            signal.pthread_kill(main, signal.SIGINT)  # as Ctrl-C does

    def raise_fault(self) -> None:
        if self._fault is not None:
            raise self._fault


def _check_no_other_board(folder: Path) -> None:
    """If there were another board, the web page would show that one."""
    if has_reader(folder / KEYS):
        raise UsageError("another board is running: end it first, or show it with 'muggins serve'")
