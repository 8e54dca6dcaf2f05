"""The errors that several packages of the board raise or handle."""


class UsageError(Exception):
    """The user asked for something impossible. The message says in one line what is possible instead."""


class DisplayError(Exception):
    """A display or a chain of LEDs does not answer. The caller tries again later."""


class JournalError(Exception):
    """The journal cannot be read or written. The message is one line that names the file and the cause."""


class JournalBusy(JournalError):
    """Another program has the journal open."""
