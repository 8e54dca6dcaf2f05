"""The pages that show the rules in force. Each option takes one or two rows.

The dialogue that shows the rules in force, page by page.

The dialogue that explains the symbols on the screen.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.events import Event
from engine.match.history import History
from engine.options import OPTIONS
from engine.rules import Rules
from engine.setup import has_effect
from firmware_py.words.in_use import words

from .dialogue import LEAVE, DialogueBase, Equipment
from .keys import Key
from .page import ROWS, WIDE, Hint, Page, Row, Rows, hint_rows, leaves
from .typed import refused


class RulesInForce(DialogueBase):
    """The dialogue that shows the current game's rules, page by page.

    Attributes:
        page: the index of the page, starting at 0. The last page is followed by the first.
    """

    page: int = 0

    def press(
        self, key: Key, history: History, equipment: Equipment
    ) -> tuple[RulesInForce | None, Event | None]:
        """Handle a key press: OK shows the next page, UNDO the previous one, and GO closes the dialogue.

        Return the dialogue that is open afterwards, if any, and the event that was produced, if any.
        """
        if key in (Key.GO, Key.MENU) or (key is Key.UNDO and not self.page):
            return None, None
        if key in (Key.OK, Key.UNDO):
            return RulesInForce(self.page + (1 if key is Key.OK else -1)), None
        raise refused(key, words().PAGE_KEYS)


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


class Signs(DialogueBase):
    """The dialogue that explains the symbols on the screen."""

    def press(self, key: Key, history: History, equipment: Equipment) -> tuple[Signs | None, Event | None]:
        """Close the dialogue if the key is OK, GO, UNDO or MENU, and return (None, None).

        Raises:
            CribbageError: the key does nothing in this dialogue.
        """
        if key in (*LEAVE, Key.OK):
            return None, None
        raise refused(key, words().GO_LEAVES)
