"""Three for last: in the five-card game, pone gets three points before the first hand (RULES.md 1 and 2)."""

from __future__ import annotations

from engine.entries import Source
from engine.game_forms import FIVE_CARD
from engine.game_state import GameState
from engine.phases.peg_points import peg
from engine.rules import Rules
from engine.scoring.items import Finding, Reason


def three_for_last(rules: Rules) -> int:
    """Return the points that the non-dealer gets before the first hand: 3, or 0 if the rules grant none."""
    return 3 if rules.game == FIVE_CARD and rules.three_for_last else 0


def peg_three_for_last(game: GameState) -> GameState:
    """Peg the three points that the non-dealer gets before the first hand of a five-card game.

    Return the resulting game. If the rules do not grant these points, the game does not change.
    """
    points = three_for_last(game.rules)
    if not points:
        return game
    return peg(game, game.pone, Source.THREE_FOR_LAST, [Finding(Reason.THREE_FOR_LAST, points)])
