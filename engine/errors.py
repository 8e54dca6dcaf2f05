"""What can be wrong, one class for each kind.

Every message names what was given, why it cannot be, and, where there is one, what would do. It is a
single line without a full stop, ready for a screen of two lines or for standard error.
"""


def shown(text: str) -> str:
    """A text quoted for a message, cut where it is long."""
    return repr(text if len(text) <= 24 else text[:24] + "…")


class CribbageError(Exception):
    """The root of all errors that the engine raises on purpose."""


class InvalidCard(CribbageError, ValueError):
    """A text that names no card: the syntax is wrong, whatever the game."""


class InvalidHand(CribbageError, ValueError):
    """Cards that cannot be a hand: a card twice, too many of a rank, the wrong number."""


class InvalidRules(CribbageError, ValueError):
    """An option that does not exist, or a value that it does not take."""


class IllegalEvent(CribbageError, ValueError):
    """An event that cannot happen where the game stands. The game is unchanged."""


class RecordError(CribbageError, ValueError):
    """A game's text that cannot be read.

    Attributes:
        line: the line, from 1.
        column: the column in that line, from 1.
    """

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column
