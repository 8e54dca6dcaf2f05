"""The exit status of a command, and the error message that it prints.

If the input to a command is wrong, the command changes nothing, prints one line to standard error that says
what is wrong and what would be right, and exits with status 2.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from engine.errors import CribbageError
from firmware_py.commands.output import complain, stop_printing
from firmware_py.errors import JournalBusy, JournalError, UsageError

USAGE_ERROR = 2
INTERRUPTED = 130
"""The exit status after Ctrl-C, as in shells."""


def exit_status(command: Callable[[], int | None]) -> int:
    """Run a command, print its error if it fails, and return the exit status.

    Args:
        command: runs the command, and returns the exit status; None means success.
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
