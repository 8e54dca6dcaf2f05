"""Split a line of a record into words, each with its column, so that an error can point to the mistake."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.cribbage_error import shown
from engine.errors import RecordError
from engine.event_kinds import HIGHEST


class Word(NamedTuple):
    """A word in a line of a game record.

    Attributes:
        text: the word, or an empty string if the word is missing.
        column: the column of the word's first letter, counted from 1. For a missing word, the column where it
            should be.
    """

    text: str
    column: int


def split_into_words(text: str) -> list[Word]:
    """Split a line into words, which are separated by spaces."""
    return [Word(match.group(), match.start() + 1) for match in re.finditer("[^ ]+", text)]


def number(word: Word, name: str, line: int) -> int:
    """Parse a word as a number.

    Args:
        word: the word to parse.
        name: the kind of number, such as `seat` or `points`, which determines the maximum.
        line: the line number, for error messages.

    Raises:
        RecordError: the word is missing, not a whole number, or too high for this kind of number.
    """
    highest = HIGHEST.get(name, HIGHEST["index"])
    text = word.text
    if not text:
        raise RecordError(f"{name} is missing: write a whole number up to {highest}", line, word.column)
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= highest):
        raise RecordError(
            f"{name} has to be a whole number up to {highest}, not {shown(text)}", line, word.column
        )
    return int(text)
