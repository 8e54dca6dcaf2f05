"""The menu page. Each menu entry is shown with the key that chooses it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.match.history import History
from firmware_py.input.dialogues.menu import Menu
from firmware_py.input.equipment import Equipment
from firmware_py.input.keys import Key
from firmware_py.view.hints import Hint, leaves
from firmware_py.view.page import Page, Row, Rows
from firmware_py.words.in_use import words

_ROWS = 5
"""The number of rows on a full page of the OLED."""
_WIDEST = 23
"""The maximum number of letters in a row of three entries, so that the narrow font has room for them."""


def menu_page(menu: Menu, history: History, equipment: Equipment) -> Page:
    """Return the menu page. It shows only the entries that are available now.

    Args:
        menu: the menu.
        history: the match.
        equipment: the parts and settings of the board.
    """
    available = menu.entries(history, equipment)
    entries = tuple(Hint(key, entry.label(words())) for key, entry in available.items())
    short = Hint(Key.SIX, words().MENU_NEW_GAME_SHORT)
    shorter = tuple(short if entry.key is Key.SIX else entry for entry in entries)
    go_leaves = leaves(Key.GO)
    candidates = [
        (rows, hints) for hints in (entries, shorter) for rows in _arrangements([hint.text for hint in hints])
    ]
    rows, hints = next((each for each in candidates if _fits(each[0])), candidates[0])
    return Page(words().MENU, go_leaves.text, rows, (*hints, go_leaves))


def _fits(rows: Rows) -> bool:
    """Return True if the rows fit on the screen. Only rows with three menu entries are checked."""
    return all(len(left + right) <= _WIDEST for left, right in rows if "  " in right)


def _arrangements(texts: Sequence[str]) -> Iterator[Rows]:
    wide = max(0, len(texts) - 2 * _ROWS)
    for of_three in combinations(reversed(range(_ROWS)), wide):
        rows, at = [], 0
        for row in range(_ROWS):
            first, *others = texts[at : at + (3 if row in of_three else 2)] or ("",)
            rows.append(Row(first, "  ".join(others)))
            at += 1 + len(others)
        yield tuple(row for row in rows if row.left)
