"""The `muggins` command, and the composition root, which connects real or emulated parts to a game.

`commands` knows the commands and their options; `start` opens the journal and assembles the board; then the
loop runs. If its input is wrong, a command changes nothing, prints a line to standard error that says what is
wrong and how to correct it, and exits with status 2.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

# Modules are imported where they are used. A command that needs no driver starts at once, and on a Pi the
# first picture is on the screen before the game is loaded. gpiozero, the slowest import, comes last.


USAGE_ERROR = 2
INTERRUPTED = 130
"""The exit status after Ctrl-C, by the convention of Unix shells."""


def main() -> int:
    """Run the `muggins` command and return its exit status."""
    # The objects that the imports create are never garbage. Searching them again and again would take a
    # twentieth of the time until the first picture, so garbage collection starts only after that picture.
    gc.disable()
    try:
        arguments = sys.argv[1:]
        is_board = not arguments or (len(arguments) == 2 and arguments[0] == "--config")
        if is_board:
            show_splash(Path(arguments[1]) if arguments else None)
        else:
            gc.enable()
        return exit_status(lambda: run_command(arguments))
    finally:
        gc.enable()


def show_splash(given: Path | None) -> None:
    """Show the start-up image if this machine is a board and no other program is using the display.

    `given` is the configuration file; if None, the first one found in the default locations is used.
    """
    from firmware_py.config import files
    from firmware_py.journal.locations import config_cache, default_journal
    from firmware_py.journal.lock import is_locked
    from firmware_py.system.errors import UsageError

    try:
        config = given or files.found()
    except UsageError:
        return  # the error is reported when the configuration is read
    if (config or has_pins()) and not is_locked(default_journal()):
        from firmware_py.drivers.splash import splash

        splash(config, config_cache())


def has_pins() -> bool:
    """Return True if this machine is a Raspberry Pi.

    Finding a GPIO chip is not enough, because many laptops have one too.
    """
    try:
        return Path("/proc/device-tree/model").read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False


def run_command(arguments: Sequence[str]) -> int | None:
    """Run the command given by the arguments. Return its exit status, or None for success.

    Raises:
        UsageError: the arguments are not valid, or the command cannot be run on this machine.
        CribbageError: the rules of cribbage do not allow what the command asks for.
        JournalError: the journal cannot be read or written.
    """
    if not arguments:
        start(None)
        return None
    from firmware_py.commands.all_commands import command_named, parse

    options = parse(list(arguments))
    if options.command is None:
        start(options.config)
        return None
    command = command_named(options.command)
    if command.speaks_to_players:
        from firmware_py.config.build import chosen_words
        from firmware_py.words.in_use import use

        use(chosen_words())
    return command.run(options)


def start(given: Path | None) -> None:
    """Run the board, or the simulator if this machine has no GPIO pins and no configuration file.

    Args:
        given: the configuration file; if None, the first one found in the default locations is used.

    Raises:
        UsageError: the configuration is not valid, or a part of the board is missing.
        JournalBusy: another program has the journal open.
    """
    from firmware_py.config import files

    path = given or files.found()
    if path or has_pins():
        from firmware_py.start.board import start_board

        start_board(path, given)
    else:
        from firmware_py.config.build import load
        from firmware_py.start.game_asked import GameAsked
        from firmware_py.start.simulator import start_simulator

        start_simulator(load(), None, GameAsked())


def exit_status(command: Callable[[], int | None]) -> int:
    """Run a command and return its exit status. If the command fails, print the error message.

    Args:
        command: a function that runs the command and returns the exit status, or None for success.
    """
    from engine.errors import CribbageError
    from firmware_py.system.errors import JournalBusy, JournalError, UsageError
    from firmware_py.system.output import complain, stop_printing

    try:
        return command() or 0
    except JournalBusy as error:
        complain(str(error))
        return os.EX_TEMPFAIL
    except (UsageError, CribbageError, JournalError) as error:
        complain(str(error))
        return USAGE_ERROR
    except BrokenPipeError:
        stop_printing()  # the reader of the output has closed it
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
