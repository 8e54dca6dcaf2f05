"""The kinds of cribbage game in which the coach can give advice.

This module is not in the package `engine.coach`, so that the board can use it without importing the coach.
"""

from __future__ import annotations

from engine.errors import InvalidGame
from engine.options import SIX_CARD, TARGETS
from engine.rules import Rules

TARGET = TARGETS[SIX_CARD]
"""The points to reach in the game that the coach's tables are for."""
COACHED_GAME = "the coach knows the six-card game for two"
"""The error message about a different game or a different number of players."""


def is_known_to_coach(rules: Rules) -> bool:
    """Return True if the coach can advise players of a game with these rules."""
    return _objection(rules) is None


def check_coach_knows(rules: Rules) -> None:
    """Check that the coach can advise players of a game with these rules.

    Raises:
        InvalidGame: the coach does not support these rules. The message says why.
    """
    objection = _objection(rules)
    if objection is not None:
        raise InvalidGame(objection)


def _objection(rules: Rules) -> str | None:
    if rules.players != 2 or rules.game != SIX_CARD:
        return COACHED_GAME
    if rules.target > TARGET:
        return f"the coach knows games to {TARGET} or fewer, not to {rules.target}"
    if rules.reverse:
        return "the coach knows games that the first to reach the target wins"
    if rules.ace_11:
        return "the coach knows games in which an ace counts one"
    if not rules.follows_cards:
        return "the coach needs the cards: play with track=play or track=show"
    return None
