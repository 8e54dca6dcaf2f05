"""The errors of the board that more than one room raises or handles."""


class UsageError(Exception):
    """The user asked for something impossible. The message is one line that says what is possible."""


class DisplayError(Exception):
    """A display or a chain of LEDs does not answer. It may answer later, so the caller tries again."""


class JournalError(Exception):
    """The journal cannot be read or written. The message is one line that names the file and the cause."""


class JournalBusy(JournalError):
    """Another program has the journal open."""
