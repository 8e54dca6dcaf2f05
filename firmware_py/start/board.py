"""Run a board with real hardware until it is told to stop. If it cannot start, its displays show why.

After SIGHUP, the board reads its configuration again.
"""

from __future__ import annotations

import gc
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.board.board import Board
from firmware_py.board.ports import Ending
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.journal.locations import config_cache, default_journal
from firmware_py.journal.lock import is_locked
from firmware_py.system.errors import DisplayError, JournalBusy, UsageError
from firmware_py.words.in_use import use

from .game_asked import adopt, own_journal

if TYPE_CHECKING:
    from firmware_py.config.config import Config
    from firmware_py.drivers.edge_queue import EdgeQueue
    from firmware_py.outputs.window import Window

    from .assembly import Assembly
    from .service import Service


# The drivers and the service are imported only after the game is loaded, so that the board starts sooner.


def run(config: Config, board: Board, given: Path | None) -> None:
    """Run a board with real hardware until it is told to stop.

    After SIGHUP, the board reads its configuration again. If the new configuration is not valid, or requires
    a part that is missing, the board keeps the old one.

    Args:
        given: the configuration file to read after SIGHUP; None for the first one found in the default
            locations.

    Raises:
        UsageError: pins or input devices are missing, and there is no old configuration to go back to.
    """
    from firmware_py.drivers.edge_queue import EdgeQueue

    from .assembly import board_window, game_time
    from .service import Service, heed

    queue = EdgeQueue(time.monotonic)
    heed(queue.stop, queue.reload)
    with (
        closing(board_window(default_journal(), queue)) as window,
        closing(Service(board, window, game_time(default_journal()))) as service,
    ):
        old: Config | None = None
        new: Config | None = config
        while new is not None:
            use(new.words)
            service.equip(new)
            try:
                assembly = _assembled(new, board, queue, service, window)
            except UsageError as error:
                if old is None:
                    raise
                service.refuse(error)
                new, old = old, None
                continue
            with closing(assembly):
                service.begin(new, assembly.loop)
                old, new = new, _play(assembly, service, new, board, given)


def _assembled(config: Config, board: Board, queue: EdgeQueue, service: Service, window: Window) -> Assembly:
    """If a part is missing while the service is starting, try again until `service.patience` has passed."""
    from firmware_py import drivers

    from .assembly import assemble

    give_up = time.monotonic() + service.patience
    while True:
        try:
            assembly = assemble(config, drivers.REAL, board, queue, time.monotonic, service.listener, window)
        except UsageError:
            if time.monotonic() >= give_up:
                raise
            time.sleep(0.5)
        else:
            if not gc.isenabled():  # the program has just started: the objects so far are never garbage
                gc.freeze()
                gc.enable()
            return assembly


def _play(
    assembly: Assembly, service: Service, config: Config, board: Board, given: Path | None
) -> Config | None:
    """Return the new configuration, or None if the board must stop."""
    while service.play(assembly.loop, assembly.screens) is Ending.RELOAD:
        try:
            fresh = load(given or files.found(), config_cache())
        except UsageError as error:
            service.keep(config, error)
        else:
            use(fresh.words)
            adopt(fresh, board)
            return fresh
    return None


def start_board(path: Path | None, given: Path | None) -> None:
    """Run a board until it is told to stop. If it cannot start, its displays show why.

    Args:
        path: the configuration file to load now; None to use the default configuration.
        given: the configuration file to load after SIGHUP; None for the first one found in the default
            locations.

    Raises:
        UsageError: the configuration is not valid, or a part of the board is missing.
        JournalBusy: another program has the journal open.
    """
    config = None
    try:
        config = load(path, config_cache())
        use(config.words)
        with closing(own_journal(config.setup)) as journal:
            board = Board(journal.history, journal, journal.notice, equipment=config.equipment())
            adopt(config, board)
            run(config, board, given)
    except JournalBusy:
        raise  # the program that has the journal open is using the screen
    except UsageError as error:
        show_fault(str(error), config)
        raise


def show_fault(why: str, config: Config | None) -> None:
    """Show on the displays why the board cannot start, for users who have no terminal.

    Args:
        config: the board's configuration; None to use the displays of the default configuration.
    """
    from firmware_py.drivers import from_config
    from firmware_py.render.oled import fault

    if is_locked(default_journal()):
        return  # another program is running the board, and is using the screens
    for display in (config or load()).displays:
        with suppress(DisplayError):
            from_config.oled(display).show(fault(why).frame(), upside_down=display.rotate == 180)
