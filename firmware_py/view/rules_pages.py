"""The pages that show the rules in force. Each option takes one or two rows."""

from __future__ import annotations

from typing import NamedTuple

from engine.options import OPTIONS
from engine.rules import Rules
from engine.setup import has_effect
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
    shown = pages[number].rows
    blank = [Row()] * (ROWS - len(shown))
    turns = (Hint(Key.OK, words().NEXT), Hint(Key.UNDO, words().BACK))
    rows, go_leaves = (*shown, *blank, *hint_rows(turns)), leaves(Key.GO)
    title, hints = words().rules_page(number + 1, len(pages)), (*turns, go_leaves)
    return Page(title, go_leaves.text, rows, hints, tuple(pages[number].aloud))


class _Options(NamedTuple):
    rows: list[Row]
    aloud: list[Row]


def _pages(rules: Rules) -> list[_Options]:
    usual = Rules(rules.game, rules.players)
    names = sorted(
        (name for name in OPTIONS if has_effect(name, rules)),
        key=lambda name: getattr(rules, name) == getattr(usual, name),
    )
    players = Row(words().PLAYERS, str(rules.players))
    pages = [_Options([players], [players])]
    for name in names:
        rows = option_rows(name, rules)
        if len(pages[-1].rows) + len(rows) > ROWS:
            pages.append(_Options([], []))
        pages[-1].rows.extend(rows)
        pages[-1].aloud.append(option_row(name, rules))
    return pages


def option_row(name: str, rules: Rules) -> Row:
    """Return a row with the option called `name` and its value. The row may be too long for the screen."""
    value = OPTIONS[name].write(getattr(rules, name))
    return Row(words().option(name), words().option_value(name, value))


def option_rows(name: str, rules: Rules) -> Rows:
    """Return a row with the option called `name` and its value, or two rows if they do not fit in one."""
    row = option_row(name, rules)
    if len(row.left) + len(row.right) < WIDE:
        return (row,)
    return Row(row.left), Row("", row.right)
