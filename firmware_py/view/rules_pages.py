"""The pages that show the rules in force, and the rows that show an option."""

from __future__ import annotations

from engine.options import OPTIONS
from engine.relevant_options import has_effect
from engine.rules import Rules
from firmware_py.input.keys import Key
from firmware_py.view.hints import Hint
from firmware_py.view.page import ROWS, WIDE, Page, Row, Rows, hint_rows

_TURNS = (Hint(Key.OK, "next"), Hint(Key.UNDO, "back"))
_LEAVES = Hint(Key.GO, "leaves")


def rules_page(rules: Rules, number: int) -> Page:
    """Return a page of the rules in force. Options that differ from the default come first.

    The index `number` starts at 0. Any number is allowed, because the first page follows the last.
    """
    pages = _pages(rules)
    number %= len(pages)
    blank = [Row()] * (ROWS - len(pages[number]))
    rows = (*pages[number], *blank, *hint_rows(_TURNS))
    return Page(f"Rules {number + 1}/{len(pages)}", _LEAVES.text, rows, (*_TURNS, _LEAVES))


def _pages(rules: Rules) -> list[list[Row]]:
    """Return the rows of each page. The two rows of a long option stay on the same page."""
    usual = Rules(rules.game, rules.players)
    names = sorted(
        (name for name in OPTIONS if has_effect(name, rules)),
        key=lambda name: getattr(rules, name) == getattr(usual, name),
    )
    pages = [[Row("players", str(rules.players))]]
    for name in names:
        rows = option_rows(name, rules)
        if len(pages[-1]) + len(rows) > ROWS:
            pages.append([])
        pages[-1] += rows
    return pages


def option_rows(name: str, rules: Rules) -> Rows:
    """Return a row that shows an option and its value, or two rows if one is too short for both."""
    words, value = name.replace("_", " "), OPTIONS[name].write(getattr(rules, name)).replace("_", " ")
    if len(words) + len(value) < WIDE:
        return (Row(words, value),)
    return Row(words), Row("", value)
