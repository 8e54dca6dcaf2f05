"""The spoken calls for points, such as `fifteen for two`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cards import Card
from engine.deals import Source
from engine.scoring.calling import call_hand, call_pegged
from engine.scoring.hands_and_crib import nineteen_is_a_joke
from engine.scoring.items import Item, Reason, total
from firmware_py.speech.narration.seen_game import SeenGame


def points_aloud(points: Mapping[str, Any], seen: SeenGame) -> str:
    """Return the call for points, without the player's name, e.g. `fifteen for two` or `one for the go`.

    Args:
        points: the points, as a JSON object from the board's view file.
        seen: the current game.
    """
    words, items, count = seen.words, _items(points), points["count"]
    if points["by"] is not None:
        return words.wrong_claim(points["points"], seen.names[points["by"]])
    if _called_low(points, seen):
        # The player called fewer points than the card scores. The board does not reveal the rest.
        items = (Item(items[0].reason, points["points"]),)
    return call_pegged(items, count, words=words)


def hand_aloud(points: Mapping[str, Any], seen: SeenGame) -> str:
    """Return the call for a hand or crib, with the owner's name.

    An example is `Ann's hand: fifteen two and a pair is four`.

    Args:
        points: the points of the hand or crib, as a JSON object from the board's view file.
        seen: the current game.
    """
    words, rules, items = seen.words, seen.rules, _items(points)
    crib = points["source"] == Source.CRIB.value
    count = call_hand(
        items,
        nineteen=nineteen_is_a_joke(rules, crib=crib),
        grouped=rules.calls_by_kind,
        words=words,
    )
    if points["points"] < total(items):
        out = points["score"] >= rules.target
        count = (words.to_go_out if out else words.only_pegged)(count, points["points"])
    name = seen.scorer(points)
    return words.crib_counted(name, count) if crib else words.hand_counted(name, count)


def is_for_hand(points: Mapping[str, Any]) -> bool:
    """Return True if the points were scored by a hand or crib."""
    return points["source"] in (Source.HAND.value, Source.CRIB.value)


def _items(points: Mapping[str, Any]) -> tuple[Item, ...]:
    return tuple(
        Item(Reason(item["reason"]), item["points"], tuple(map(Card.parse, item["cards"])))
        for item in points["items"]
    )


def _called_low(points: Mapping[str, Any], seen: SeenGame) -> bool:
    low: bool = points["points"] < total(_items(points)) and points["score"] < seen.rules.target
    return low and points["source"] == Source.PLAY.value
