"""The page of the menu: its entries, each after the key that opens it."""

from __future__ import annotations

from firmware_py.input.keys import Key
from firmware_py.view.hints import Hint
from firmware_py.view.page import Page, two_columns

_ENTRIES = (
    Hint(Key.ACE, "peg"),
    Hint(Key.TWO, "take back"),
    Hint(Key.THREE, "set score"),
    Hint(Key.FOUR, "misdeal"),
    Hint(Key.FIVE, "rules"),
    Hint(Key.SIX, "new game"),
    Hint(Key.SEVEN, "correct"),
    Hint(Key.EIGHT, "off"),
    Hint(Key.NINE, "signs"),
    Hint(Key.TEN, "call fewer"),
)
_LEAVES = Hint(Key.GO, "leaves")


def menu_page(*, powers_off: bool, can_call: bool) -> Page:
    """Return the menu in two columns, without the entries that cannot be chosen now.

    Args:
        powers_off: the board can switch the machine off.
        can_call: the last card has points that its player can still call.
    """
    left_out = {Key.EIGHT: not powers_off, Key.TEN: not can_call}
    entries = tuple(entry for entry in _ENTRIES if not left_out.get(entry.key))
    texts = [entry.text for entry in entries] + [""] * (len(entries) % 2)
    return Page("Menu", _LEAVES.text, two_columns(texts), (*entries, _LEAVES))
