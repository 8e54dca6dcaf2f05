"""Convert the changes in a game to JSON objects for other programs.

REFERENCE.md describes the objects under "the board's window".
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from engine import change_types as change
from engine.cards import Card
from engine.rules import Rules
from engine.scoring.items import Item
from firmware_py import change_names

_NAMES: dict[type, str] = {
    change.GameBegun: change_names.GAME,
    change.CardCut: change_names.CUT,
    change.DealBegun: change_names.DEAL,
    change.StarterTurned: change_names.STARTER,
    change.DealThrownIn: change_names.THROWN_IN,
    change.GameWon: change_names.WON,
    change.CardLaid: change_names.LAID,
    change.AceCounted: change_names.ACE,
    change.Go: change_names.GO,
    change.GoProvedFalse: change_names.FALSE_GO,
    change.CountRestarted: change_names.RESTART,
    change.PlayEnded: change_names.PLAY_OVER,
    change.CardLeft: change_names.LEFT,
    change.HandCard: change_names.HAND,
    change.CribCard: change_names.CRIB,
    change.SuitNamed: change_names.SUIT,
    change.QuestionAnswered: change_names.ANSWER,
    change.Claimed: change_names.CLAIM,
    change.Points: change_names.POINTS,
    change.ScoreSet: change_names.SCORE_SET,
    change.Turn: change_names.TURN,
    change.TakenBack: change_names.TAKEN_BACK,
}
"""Maps each type of change to its value for `what`."""


def change_object(made: change.Change) -> dict[str, Any]:
    """Return a change as a JSON object.

    Its first member, `what`, is the kind of change. The other members are the attributes of the change.
    """
    fields = {name: _plain(value) for name, value in made._asdict().items()}
    return {"what": _NAMES[type(made)], **fields}


def item_object(item: Item) -> dict[str, Any]:
    """Return one part of a score, such as a fifteen, as a JSON object with its points and its cards."""
    return {
        "reason": item.reason.value,
        "points": item.points,
        "cards": [str(card) for card in item.cards],
    }


def _rules_object(rules: Rules) -> dict[str, Any]:
    return {"players": rules.players, "game": rules.game, "target": rules.target}


def _plain(value: Any) -> Any:
    for kind, converted in _CONVERTED.items():
        if isinstance(value, kind):
            return converted(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


_CONVERTED: dict[type, Callable[[Any], Any]] = {
    Card: str,
    Item: item_object,
    Rules: _rules_object,
    Enum: lambda value: value.value,
    **dict.fromkeys(_NAMES, change_object),
}
"""Maps each type that JSON cannot represent to the function that converts its values."""
