"""The engine's exceptions, one class for each kind of mistake.

Every message says what is wrong and, if possible, what to do instead. It is a single line without a full
stop, suitable for a small display or for standard error. `InvalidCard` is defined in `cards.py` to avoid a
circular import, because this module depends on `cards.py` for the names of cards in its messages.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.cribbage_error import CribbageError as CribbageError
from engine.refusal_words import ENGLISH, RefusalWords


class InvalidHand(CribbageError, ValueError):
    """Raised when cards cannot form a hand: their number is wrong, or a card or rank occurs too often."""


class InvalidRules(CribbageError, ValueError):
    """Raised when an option, its value or a setup is not valid, or when two options contradict each other.

    Attributes:
        options: the name of the wrong or unknown option, or the names of those that contradict each other;
            `players` is among them if the number of players is at fault. Empty if no option is at fault.
    """

    def __init__(self, message: str, *options: str) -> None:
        """Create the error from its message and the names of the options at fault."""
        super().__init__(message)
        self.options = options


class IllegalEvent(CribbageError, ValueError):
    """Raised when an event is malformed or is not allowed now. The game is unchanged."""

    def __init__(self, message: str | Callable[[RefusalWords], str]) -> None:
        """Create the error from a message, or from a function that returns it in a given language."""
        super().__init__(message if isinstance(message, str) else message(ENGLISH))
        self._message = message

    # A pickled error keeps its English message, because functions in other languages cannot be pickled.
    def __reduce__(self) -> tuple[type[IllegalEvent], tuple[str]]:
        return type(self), (str(self),)

    def in_words(self, words: RefusalWords) -> str:
        """Return the message in the given language.

        Errors that only a program can cause are always in English.
        """
        return self._message if isinstance(self._message, str) else self._message(words)


class InvalidGame(CribbageError, ValueError):
    """Raised when a function cannot use the game, history, seat or score that it was given.

    For example, the argument has the wrong type, the score is too high for a game in progress, two histories
    belong to different matches, or a game has no deal yet.
    """


class RecordError(CribbageError, ValueError):
    """Raised when a string is not a valid record of a game.

    Attributes:
        message: the description of the error, without the line and column.
        line: the line number, counted from 1.
        column: the column in this line, counted from 1.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int, int]]:
        return type(self), (self.message, self.line, self.column)
