"""The menu page, which shows each entry after the key that chooses it."""

from __future__ import annotations

from engine.match.history import History
from firmware_py.input.dialogues.menu import Menu
from firmware_py.input.keys import Key
from firmware_py.view.hints import Hint, leaves
from firmware_py.view.page import Page, Row, Rows
from firmware_py.words.in_use import words

_MOST_ROWS = 5
"""The maximum number of rows on a page of the OLED."""


def menu_page(menu: Menu, history: History) -> Page:
    """Return the menu page. It shows only the entries that are available now."""
    entries = tuple(Hint(key, entry.label(words())) for key, entry in menu.entries(history).items())
    go_leaves = leaves(Key.GO)
    rows = _rows([entry.text for entry in entries])
    return Page(words().MENU, go_leaves.text, rows, (*entries, go_leaves))


def _rows(texts: list[str]) -> Rows:
    """Arrange texts in rows of two.

    If they do not fit on the page, arrange the last of them in rows of three.
    """
    wide = max(0, len(texts) - 2 * _MOST_ROWS)
    pairs = (len(texts) - 3 * wide + 1) // 2
    rows, at = [], 0
    for row in range(pairs + wide):
        first, *others = texts[at : at + (2 if row < pairs else 3)]
        rows.append(Row(first, "  ".join(others)))
        at += 1 + len(others)
    return tuple(rows)
