"""The engine's exceptions, one class for each kind of mistake, and the ways in which messages quote values.

Every message says what is wrong and, if possible, what to do instead. It is a single line without a full
stop, suitable for a small display or for standard error. `IllegalEvent`, for moves that a game refuses, is in
`refusals.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

_Kind = TypeVar("_Kind", bound=type)


class CribbageError(Exception):
    """The base class of the engine's exceptions."""


def shown(text: str) -> str:
    """Return text in quotation marks for an error message, shortened if it is long."""
    return repr(text if len(text) <= 24 else text[:24] + "…")


def quoted(value: object) -> str:
    """Return the `repr` of a value for an error message, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"


def one_line(kind: _Kind) -> _Kind:
    """Decorate a named tuple class so that its `repr` is short enough for a line of a log."""
    whole: Callable[[object], str] = vars(kind)["__repr__"]

    def shortened(self: object) -> str:
        text = whole(self)
        return text if len(text) < _LINE else f"{text[: _LINE - 2]}…"

    setattr(kind, "__repr__", shortened)  # noqa: B010  # a type checker refuses the assignment
    return kind


_LINE = 200


def choice(words: Iterable[object]) -> str:
    """Join alternatives with commas and "or" for an error message, e.g. `2, 3 or 4`."""
    *first, last = map(str, words)
    return f"{', '.join(first)} or {last}" if first else last


class InvalidCard(CribbageError, ValueError):
    """Raised when a value is not a card, a rank or a suit."""


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
