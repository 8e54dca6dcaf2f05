"""The exit status and the error message of a command.

If its input is wrong, a command changes nothing, prints a line to standard error that says what is wrong and
how to correct it, and exits with status 2.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from engine.errors import CribbageError
from firmware_py.commands.output import complain, stop_printing
from firmware_py.errors import JournalBusy, JournalError, UsageError

USAGE_ERROR = 2
INTERRUPTED = 130
"""The exit status after Ctrl-C, by the convention of Unix shells."""


def exit_status(command: Callable[[], int | None]) -> int:
    """Run a command and return its exit status. If the command fails, print the error message.

    Args:
        command: a function that runs the command and returns the exit status, or None for success.
    """
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
