"""Combinations of option values that are refused because the values contradict each other."""

from __future__ import annotations

from engine.cribbage_error import choice
from engine.errors import InvalidRules
from engine.game_forms import USUAL_FORM
from engine.options import OPTIONS, OptionValues


def refuse_conflicts(values: OptionValues) -> None:
    """Check that no two of the given option values contradict each other.

    Args:
        values: the value of every option, and the number of players. Each of them must be valid on its own.

    Raises:
        InvalidRules: two values contradict each other. The message says which, and what to choose instead.
    """
    _refuse_for_more_than_two(values)
    _refuse_worth(values)
    _refuse_muggins(values)


def _refuse_for_more_than_two(values: OptionValues) -> None:
    if values.players == 2:
        return
    if values.game != USUAL_FORM:
        raise InvalidRules(
            f"game cannot be {values.game} with {values.players} players: choose {USUAL_FORM}, or 2 players",
            "game",
            "players",
        )
    if values.cut_before_deal == "offer":
        raise InvalidRules(
            f"cut_before_deal cannot be offer with {values.players} players: choose optional or required",
            "cut_before_deal",
            "players",
        )


def _refuse_worth(values: OptionValues) -> None:
    skunk, double = values.skunk_worth, values.double_worth
    if double < skunk:
        enough = choice(games for games in OPTIONS["double_worth"].values if int(games) >= skunk)
        raise InvalidRules(
            f"double_worth cannot be {double} with skunk_worth={skunk}, since a double skunk is a skunk, "
            f"too: choose {enough}",
            "double_worth",
            "skunk_worth",
        )


def _refuse_muggins(values: OptionValues) -> None:
    if not values.muggins:
        return
    if values.objective == "first_loses":
        raise InvalidRules(
            "muggins cannot be on with objective=first_loses, where every score has to be taken: choose "
            "muggins=off",
            "muggins",
            "objective",
        )
    if values.track == "points":
        raise InvalidRules(
            "muggins cannot be on with track=points, where no cards are entered: choose muggins=off, "
            "track=play or track=show",
            "muggins",
            "track",
        )
