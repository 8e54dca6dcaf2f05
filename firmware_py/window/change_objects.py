"""Convert the changes in a game to JSON objects for other programs.

REFERENCE.md describes the objects under "the board's window".
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from engine.cards import Card
from engine.match import change_types as change
from engine.rules import Rules
from engine.scoring.items import Item

_NAMES: dict[type, str] = {
    change.GameBegun: "game",
    change.CardCut: "cut",
    change.DealBegun: "deal",
    change.StarterTurned: "starter",
    change.DealThrownIn: "thrown_in",
    change.GameWon: "won",
    change.CardLaid: "laid",
    change.AceCounted: "ace",
    change.Go: "go",
    change.GoProvedFalse: "false_go",
    change.CountRestarted: "restart",
    change.PlayEnded: "play_over",
    change.CardLeft: "left",
    change.HandCard: "hand",
    change.CribCard: "crib",
    change.SuitNamed: "suit",
    change.QuestionAnswered: "answer",
    change.Claimed: "claim",
    change.Points: "points",
    change.ScoreSet: "score_set",
    change.Turn: "turn",
    change.TakenBack: "taken_back",
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
