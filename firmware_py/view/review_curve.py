"""The time axis of the curve that shows the chance of winning throughout a reviewed game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.coach.reviewing.course import Moment, Stage

_WITHIN = {Stage.DEAL: 0.0, Stage.STARTER: 0.14, Stage.PLAY: 0.55, Stage.CRIB: 1.0, Stage.END: 1.0}
"""The position of each stage within a deal, from 0 to 1. The hands lie between the play and the crib."""
_HANDS = (0.7, 0.85)


def positions(course: Sequence[Moment]) -> list[float]:
    """Return the position of each moment in a game, measured in deals since the beginning of the game.

    For example, 2.14 is shortly after the beginning of the third deal.
    """
    found = []
    hands = 0
    for moment in course:
        hands = hands + 1 if moment.stage is Stage.HAND else 0
        found.append(moment.deal - 1 + (_HANDS[hands - 1] if hands else _WITHIN[moment.stage]))
    return found
