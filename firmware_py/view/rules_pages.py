"""The pages that show the rules in force, and the rows that show a single option."""

from __future__ import annotations

from engine.options import OPTIONS
from engine.relevant_options import has_effect
from engine.rules import Rules
from firmware_py.input.keys import Key
from firmware_py.view.hints import Hint, leaves
from firmware_py.view.page import ROWS, WIDE, Page, Row, Rows, hint_rows
from firmware_py.words.in_use import words


def rules_page(rules: Rules, number: int) -> Page:
    """Return a page of the rules in force. Options that differ from their defaults come first.

    Args:
        rules: the rules.
        number: the index of the page, starting at 0. Any integer is valid, because the pages form a cycle.
    """
    pages = _pages(rules)
    number %= len(pages)
    blank = [Row()] * (ROWS - len(pages[number]))
    turns = (Hint(Key.OK, words().NEXT), Hint(Key.UNDO, words().BACK))
    rows, go_leaves = (*pages[number], *blank, *hint_rows(turns)), leaves(Key.GO)
    return Page(words().rules_page(number + 1, len(pages)), go_leaves.text, rows, (*turns, go_leaves))


def _pages(rules: Rules) -> list[list[Row]]:
    """Return the rows of each page. If an option takes two rows, both are on the same page."""
    usual = Rules(rules.game, rules.players)
    names = sorted(
        (name for name in OPTIONS if has_effect(name, rules)),
        key=lambda name: getattr(rules, name) == getattr(usual, name),
    )
    pages = [[Row(words().PLAYERS, str(rules.players))]]
    for name in names:
        rows = option_rows(name, rules)
        if len(pages[-1]) + len(rows) > ROWS:
            pages.append([])
        pages[-1] += rows
    return pages


def option_rows(name: str, rules: Rules) -> Rows:
    """Return a row with the option called `name` and its value, or two rows if they do not fit in one."""
    option = words().option(name)
    value = words().option_value(name, OPTIONS[name].write(getattr(rules, name)))
    if len(option) + len(value) < WIDE:
        return (Row(option, value),)
    return Row(option), Row("", value)
