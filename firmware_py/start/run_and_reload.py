"""Run a board with real hardware until it is told to stop. After SIGHUP, it reads its configuration again."""

from __future__ import annotations

import gc
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.board import Board
from firmware_py.commands.own_journal import adopt
from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.errors import UsageError
from firmware_py.journal.locations import config_cache, default_journal
from firmware_py.ports import Ending
from firmware_py.words.in_use import use

if TYPE_CHECKING:
    from firmware_py.assembly import Assembly
    from firmware_py.config.config import Config
    from firmware_py.drivers.edge_queue import EdgeQueue
    from firmware_py.service.service import Service
    from firmware_py.window.window import Window

# The drivers and the service are imported only after the game is loaded, so that the board starts sooner.


def run(config: Config, board: Board, given: Path | None) -> None:
    """Run a board with real hardware until it is told to stop.

    After SIGHUP, the board reads its configuration again. If the new configuration is not valid, or requires
    a part that is missing, the board keeps the old one.

    Args:
        config: the configuration.
        board: the state of the game.
        given: the configuration file to read after SIGHUP; None for the first one found in the default
            locations.

    Raises:
        UsageError: pins or input devices are missing, and there is no old configuration to go back to.
    """
    from firmware_py.assembly import board_window
    from firmware_py.drivers.edge_queue import EdgeQueue
    from firmware_py.service.service import Service
    from firmware_py.service.signals import heed

    queue = EdgeQueue(time.monotonic)
    heed(queue.stop, queue.reload)
    with (
        closing(board_window(default_journal(), queue)) as window,
        closing(Service(board, window)) as service,
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
    """Connect the board to its real hardware, and return all the parts.

    If a part is missing while the service is starting, try again until `service.patience` has passed.

    Args:
        config: the configuration, which lists the board's parts.
        board: the board.
        queue: the queue that receives key presses and key releases.
        service: the service that runs the board.
        window: the listener that lets other programs watch the board.

    Raises:
        UsageError: pins or input devices are still missing.
    """
    from firmware_py.assembly import assemble, coach_add_on, phone_add_on
    from firmware_py.drivers import from_config

    listener = service.listener
    add_ons = phone_add_on(board, window, listener), coach_add_on(board, queue, listener)
    give_up = time.monotonic() + service.patience
    while True:
        try:
            assembly = assemble(
                config,
                from_config.REAL,
                board,
                queue,
                time.monotonic,
                listener,
                add_ons,
            )
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
    """Run the board until it must stop, or until a new valid configuration has been read.

    Return the new configuration, or None if the board must stop.

    Args:
        assembly: the board's parts.
        service: the service that runs the board.
        config: the current configuration.
        board: the board.
        given: the configuration file named on the command line, or None to search the default locations.
    """
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
