"""Exceptions that are raised or handled in several packages."""


class UsageError(Exception):
    """Raised when the user asks for something impossible. The message says what is possible instead."""


class ConfigurationMistake(UsageError):
    """Raised when a configuration is not valid. The message begins with the name of its file.

    Attributes:
        name: the name of the configuration file.
        what: the mistake and the remedy, without the name.
    """

    def __init__(self, name: str, what: str) -> None:
        super().__init__(f"{name}: {what}")
        self.name = name
        self.what = what


class DisplayError(Exception):
    """Raised when a display or a chain of LEDs is not responding. The caller should retry later."""


class JournalError(Exception):
    """Raised when the journal cannot be read or written. The message names the file and the cause."""


class JournalBusy(JournalError):
    """Raised when another program has the journal open."""
