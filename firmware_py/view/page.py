"""A page: rows of text that take the whole screen, and the keys that answer it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from firmware_py.view.hints import Hint

ROWS = 4
"""Rows of a page with room between them; a page can have one more, closer together."""
WIDE = 20
"""Letters that always fit into a row."""


class Row(NamedTuple):
    """A row of a page: one text at the left edge, and one at the right edge."""

    left: str = ""
    right: str = ""


Rows = tuple[Row, ...]


class Page(NamedTuple):
    """A page.

    Attributes:
        title: the subject of the page.
        corner: a text at the right end of the title, such as `2/3` or `GO leaves`; empty for none.
        rows: the rows, five at most.
        hints: the keys that answer, all of which the rows and the corner show too.
    """

    title: str
    corner: str
    rows: Rows
    hints: tuple[Hint, ...] = ()


def two_columns(texts: Iterable[str]) -> Rows:
    """Return rows of two texts each; a last row with a single text has it at the right edge."""
    cells = list(texts)
    if len(cells) % 2:
        cells.insert(-1, "")
    return tuple(map(Row, cells[::2], cells[1::2]))


def hint_rows(hints: Sequence[Hint]) -> Rows:
    """Return rows of two hints each: `OK yes` at the left, `GO no` at the right."""
    texts = [hint.text for hint in hints]
    return tuple(map(Row, texts[::2], [*texts[1::2], *[""] * (len(texts) % 2)]))


def name_rows(names: Sequence[str]) -> Rows:
    """Return the name of a side in a row; two partners whose names are long take a row each."""
    name = " & ".join(names)
    if len(name) <= WIDE:
        return (Row(name),)
    first, second = names
    return Row(f"{first} &"), Row(second)
