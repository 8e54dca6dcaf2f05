"""The meaning of the signs on the screen: at the first cut of a match, and on a page of the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Game
from engine.rules import Rules
from firmware_py.input.keys import Key
from firmware_py.view.hints import Hint

if TYPE_CHECKING:
    from firmware_py.view.page import Page

_LEAVES = Hint(Key.GO, "leaves")


def legend(game: Game) -> tuple[str, ...]:
    """Return the meaning of two signs, turn and dealer; nothing once the first dealer of a match is known."""
    if game.dealer is not None or any(side.games for side in game.sides):
        return ()
    return ("◀ ▶ whose turn it is" if game.rules.sides == 2 else "lit score: whose turn"), "D the dealer"


def signs_page(rules: Rules) -> Page:
    """Return the page that explains all signs."""
    from firmware_py.view.page import Page, Row  # the first frame needs the legend alone

    if rules.sides == 2:
        turn = (Row("◀ ▶", "whose turn it is"), Row("15 on it", "the count"))
    else:
        turn = (Row("lit score", "whose turn"), Row("15: K 5", "count, cards"))
    pegs = (Row("thick peg", "the score"), Row("thin peg", "score before"))
    return Page("The signs", _LEAVES.text, (Row("D", "the dealer"), *turn, *pegs), (_LEAVES,))
