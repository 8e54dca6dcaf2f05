"""Skunks: the skunk lines, and the number of games that a skunk counts as (RULES.md 5)."""

from __future__ import annotations

from enum import Enum

from engine.game_forms import SIX_CARD, TARGETS
from engine.rules import Rules


class Skunk(Enum):
    """A loss by a wide margin. The enum value is its name in JSON output."""

    SKUNK = "skunk"
    DOUBLE = "double"


def skunk_line(rules: Rules) -> int:
    """Return the score below which a loser is skunked, e.g. 91 in a game to 121.

    Return 0 if there are no skunks in the game.
    """
    return 0 if rules.reverse else rules.target - 30


def double_skunk_line(rules: Rules) -> int:
    """Return the score below which a loser is double-skunked, e.g. 61 in a game to 121.

    Return 0 if there are no double skunks in the game.
    """
    return rules.target - 60 if rules.target >= TARGETS[SIX_CARD] and not rules.reverse else 0


def skunk_at(score: int, rules: Rules) -> Skunk | None:
    """Return the skunk for a side that lost with the given score, or None if the side was not skunked."""
    if score < double_skunk_line(rules):
        return Skunk.DOUBLE
    return Skunk.SKUNK if score < skunk_line(rules) else None


def games_won(skunk: Skunk | None, rules: Rules) -> int:
    """Return the number of games that a win counts as. It is one if the loser was not skunked."""
    if skunk is None:
        return 1
    return rules.double_worth if skunk is Skunk.DOUBLE else rules.skunk_worth
