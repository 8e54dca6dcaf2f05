"""Skunks: the skunk line, the double skunk line, and the games that a skunk counts as (RULES.md 5)."""

from __future__ import annotations

from enum import Enum

from engine.options import TARGETS
from engine.rules import Rules


class Skunk(Enum):
    """A loss by a wide margin. The enum's value is its name in JSON output."""

    SKUNK = "skunk"
    DOUBLE = "double"


def skunk_line(rules: Rules) -> int:
    """Return the score below which a loser is skunked: 91 in a game to 121; 0 if nobody can be skunked."""
    return 0 if rules.reverse else rules.target - 30


def double_skunk_line(rules: Rules) -> int:
    """Return the score below which a loser is doubly skunked: 61 in a game to 121.

    The result is 0 if the game has no double skunks.
    """
    return rules.target - 60 if rules.target >= TARGETS["six-card"] and not rules.reverse else 0


def skunk_at(score: int, rules: Rules) -> Skunk | None:
    """Return the skunk of a side that lost with this score; None if the side is not skunked."""
    if score < double_skunk_line(rules):
        return Skunk.DOUBLE
    return Skunk.SKUNK if score < skunk_line(rules) else None


def games_won(skunk: Skunk | None, rules: Rules) -> int:
    """Return how many games a win with this skunk counts as; a win without a skunk counts as one."""
    if skunk is None:
        return 1
    return rules.double_worth if skunk is Skunk.DOUBLE else rules.skunk_worth
