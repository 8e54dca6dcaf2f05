"""The meanings of the signs on the screen, shown at the first cut of a match and on a page of the menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Game
from engine.rules import Rules
from firmware_py.input.keys import Key
from firmware_py.view.hints import Hint

if TYPE_CHECKING:
    from firmware_py.view.page import Page

_LEAVES = Hint(Key.GO, "leaves")


_DEALER = ("D", "the dealer")
_TURN_OF_TWO = ("◀ ▶", "whose turn it is")
_TURN_OF_THREE = ("lit score", "whose turn")


def legend(game: Game) -> tuple[str, ...]:
    """Return the meanings of two symbols: the one for the side in turn, and the one for the dealer.

    The result is empty once the first dealer of the match is known.
    """
    if game.dealer is not None or any(side.games for side in game.sides):
        return ()
    turn = " ".join(_TURN_OF_TWO) if game.rules.sides == 2 else ": ".join(_TURN_OF_THREE)
    return turn, " ".join(_DEALER)


def signs_page(rules: Rules) -> Page:
    """Return the page that explains all symbols."""
    from firmware_py.view.page import Page, Row  # the first frame needs only the legend

    if rules.sides == 2:
        turn = (_TURN_OF_TWO, ("15 on it", "the count"))
    else:
        turn = (_TURN_OF_THREE, ("15: K 5", "count, cards"))
    signs = (_DEALER, *turn, ("thick peg", "the score"), ("thin peg", "score before"))
    return Page("The signs", _LEAVES.text, tuple(Row(*sign) for sign in signs), (_LEAVES,))
