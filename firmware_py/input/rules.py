"""The dialogues that show the rules in force, page by page, and the meanings of the symbols on the screen."""

from __future__ import annotations

from typing import NamedTuple

from engine.match.history import History
from engine.options import OPTIONS
from engine.rules import Rules
from engine.setup import has_effect
from firmware_py.words.in_use import words

from .dialogue import CLOSED, LEAVE, Dialogue, Equipment, Reply, Scene
from .keys import Key
from .page import ROWS, WIDE, Hint, Page, Row, Rows, hint_rows, leaves
from .typed import refused


class RulesInForce(Dialogue):
    """The dialogue that shows the current game's rules, page by page.

    Attributes:
        number: the index of the page, starting at 0. The last page is followed by the first.
    """

    number: int = 0

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in (Key.GO, Key.MENU) or (key is Key.UNDO and not self.number):
            return CLOSED
        if key in (Key.OK, Key.UNDO):
            return Reply(RulesInForce(self.number + (1 if key is Key.OK else -1)))
        raise refused(key, words().PAGE_KEYS)

    def page(self, scene: Scene) -> Page:
        pages = _pages(scene.history.game.rules)
        number = self.number % len(pages)
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


class Signs(Dialogue):
    """The dialogue that explains the symbols on the screen."""

    def press(self, key: Key, history: History, equipment: Equipment) -> Reply:
        if key in (*LEAVE, Key.OK):
            return CLOSED
        raise refused(key, words().GO_LEAVES)

    def page(self, scene: Scene) -> Page:
        rules = scene.history.game.rules
        if rules.sides == 2:
            turn, count = words().TURN_OF_TWO_SIGN, words().COUNT_OF_TWO_SIGN
            count_aloud = count
        else:
            turn, count = words().TURN_OF_THREE_SIGN, words().COUNT_OF_THREE_SIGN
            count_aloud = words().COUNT_OF_THREE_SIGN_ALOUD
        others = words().SCORE_SIGN, words().SCORE_BEFORE_SIGN
        rows, aloud = (
            tuple(Row(*sign) for sign in (words().DEALER_SIGN, turn, sign_of_count, *others))
            for sign_of_count in (count, count_aloud)
        )
        go_leaves = leaves(Key.GO)
        return Page(words().SIGNS, go_leaves.text, rows, (go_leaves,), aloud)
