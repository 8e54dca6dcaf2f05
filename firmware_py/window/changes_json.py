"""Convert the changes in a game to JSON objects for other programs.

The names below are the kinds of change, the values of `what`. The objects are written to a file, which other
programs read: those that announce the game aloud, serve the web page and publish the game over MQTT.
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

GAME = "game"
CUT = "cut"
DEAL = "deal"
STARTER = "starter"
THROWN_IN = "thrown_in"
WON = "won"
LAID = "laid"
ACE = "ace"
GO = "go"
FALSE_GO = "false_go"
RESTART = "restart"
PLAY_OVER = "play_over"
LEFT = "left"
HAND = "hand"
CRIB = "crib"
SUIT = "suit"
ANSWER = "answer"
CLAIM = "claim"
POINTS = "points"
SCORE_SET = "score_set"
TURN = "turn"
TAKEN_BACK = "taken_back"


_NAMES: dict[type, str] = {
    change.GameBegun: GAME,
    change.CardCut: CUT,
    change.DealBegun: DEAL,
    change.StarterTurned: STARTER,
    change.DealThrownIn: THROWN_IN,
    change.GameWon: WON,
    change.CardLaid: LAID,
    change.AceCounted: ACE,
    change.Go: GO,
    change.GoProvedFalse: FALSE_GO,
    change.CountRestarted: RESTART,
    change.PlayEnded: PLAY_OVER,
    change.CardLeft: LEFT,
    change.HandCard: HAND,
    change.CribCard: CRIB,
    change.SuitNamed: SUIT,
    change.QuestionAnswered: ANSWER,
    change.Claimed: CLAIM,
    change.Points: POINTS,
    change.ScoreSet: SCORE_SET,
    change.Turn: TURN,
    change.TakenBack: TAKEN_BACK,
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
