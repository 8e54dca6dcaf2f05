"""The page of the menu: each entry follows the key that opens it."""

from __future__ import annotations

from engine.match.history import History
from firmware_py.input.dialogues.menu import Menu
from firmware_py.input.keys import Key
from firmware_py.view.hints import Hint
from firmware_py.view.page import Page, two_columns

_LEAVES = Hint(Key.GO, "leaves")


def menu_page(menu: Menu, history: History) -> Page:
    """Return the menu page, in two columns, without the entries that are not available now."""
    entries = tuple(Hint(key, entry.label) for key, entry in menu.entries(history).items())
    texts = [entry.text for entry in entries] + [""] * (len(entries) % 2)
    return Page("Menu", _LEAVES.text, two_columns(texts), (*entries, _LEAVES))
