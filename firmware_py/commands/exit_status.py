"""The exit status of a command, and the line that an error prints.

If the input to a command is wrong, it prints one line to standard error, which says what is wrong and what
would be right, changes nothing, and exits with status 2.
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
    """Run a command, report its errors, and return the exit status. None as its result means success."""
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
