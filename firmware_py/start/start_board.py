"""Start a board with real hardware. If it cannot start, show why on its displays."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.board import Board
from firmware_py.commands.own_journal import adopt, own_journal
from firmware_py.config.build import load
from firmware_py.errors import DisplayError, JournalBusy, UsageError
from firmware_py.journal.locations import config_cache, default_journal
from firmware_py.journal.lock import is_locked
from firmware_py.start.run_and_reload import run
from firmware_py.words.in_use import use

if TYPE_CHECKING:
    from firmware_py.config.config import Config


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
        why: the reason, in one line.
        config: the board's configuration; None to use the displays of the default configuration.
    """
    from firmware_py.drivers import from_config
    from firmware_py.render.splash_and_goodbye import fault

    if is_locked(default_journal()):
        return  # another program is running the board, and is using the screens
    for display in (config or load()).displays:
        with suppress(DisplayError):
            from_config.oled(display, from_config.REAL).show(fault(why), upside_down=display.rotate == 180)
