"""Exceptions that are raised or handled in several packages."""


class UsageError(Exception):
    """Raised when the user asks for something impossible. The message says what is possible instead."""


class DisplayError(Exception):
    """Raised when a display or a chain of LEDs is not responding. The caller should retry later."""


class JournalError(Exception):
    """Raised when the journal cannot be read or written. The message names the file and the cause."""


class JournalBusy(JournalError):
    """Raised when another program has the journal open."""
