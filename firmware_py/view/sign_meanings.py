"""The meanings of the symbols on the screen, shown at the first cut of a match and on a page of the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Game
from engine.rules import Rules
from firmware_py.input.keys import Key
from firmware_py.view.hints import leaves
from firmware_py.words.in_use import words

if TYPE_CHECKING:
    from firmware_py.view.page import Page


def legend(game: Game) -> tuple[str, ...]:
    """Return the explanations of the two symbols that mark the current player and the dealer.

    The symbols are explained only at the beginning of a match. Once the first dealer is known, the result is
    an empty tuple.
    """
    if game.dealer is not None or any(side.games for side in game.sides):
        return ()
    turn = words().TURN_OF_TWO_LEGEND if game.rules.sides == 2 else words().TURN_OF_THREE_LEGEND
    return turn, words().DEALER_LEGEND


def signs_page(rules: Rules) -> Page:
    """Return the page that explains all symbols on the screen."""
    from firmware_py.view.page import Page, Row  # the first frame needs only the legend

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
