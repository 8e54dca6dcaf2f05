"""The base class of the engine's exceptions, and the ways in which their messages quote values."""

from collections.abc import Iterable


class CribbageError(Exception):
    """The base class of the engine's exceptions."""


def shown(text: str) -> str:
    """Return text in quotation marks for an error message, shortened if it is long."""
    return repr(text if len(text) <= 24 else text[:24] + "…")


def quoted(value: object) -> str:
    """Return the `repr` of a value for an error message, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"


def choice(words: Iterable[object]) -> str:
    """Join alternatives with commas and "or" for an error message, e.g. `2, 3 or 4`."""
    *first, last = map(str, words)
    return f"{', '.join(first)} or {last}" if first else last
