"""Where a match stands, as JSON and as text: what `replay` and `status` print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.history import History
from engine.score import Item
from engine.show import Count
from firmware_py.view import view


def standing(
    history: History, refused: Sequence[dict[str, Any]] = (), prompt: str | None = None
) -> dict[str, Any]:
    """The object that `replay --json` and `status --json` print (DESIGN.md, Commands).

    Args:
        history: where the match stands.
        refused: the keys that were refused, each with `press`, `key` and `why`.
        prompt: what is waited for, where a dialogue is open over the game.
    """
    game = history.game
    return {
        "players": game.rules.players,
        "prompt": prompt or game.prompt.value,
        "to_act": game.to_act,
        "dealer": game.dealer,
        "count": game.count,
        "presses": history.presses,
        "deals": game.deals,
        "sides": [
            {"score": side.front, "front": side.front, "back": side.back, "games": side.games}
            for side in game.sides
        ],
        "winner": game.winner,
        "skunk": game.skunk.value if game.skunk else None,
        "pegged": [
            {
                "press": press,
                "side": entry.side,
                "points": entry.points,
                "score": entry.score,
                "items": [item_object(item) for item in game.items(entry)],
            }
            for press, entry in history.pegged
            if entry.points
        ],
        "refused": list(refused),
    }


def item_object(item: Item) -> dict[str, Any]:
    """An item as JSON has it."""
    return {
        "reason": item.reason.value,
        "points": item.points,
        "cards": [str(card) for card in item.cards],
    }


def count_object(count: Count) -> dict[str, Any]:
    """The object that `count --json` prints."""
    return {
        "points": count.points,
        "call": count.call,
        "items": [item_object(item) for item in count.items],
    }


def count_text(count: Count) -> str:
    """A count item by item, as players call it."""
    lines = []
    so_far = 0
    for item in count.items:
        so_far += item.points
        cards = " ".join(card.pretty for card in item.cards)
        lines.append(f"{item.reason.words:<18} {cards:<20} {item.points:>3} {so_far:>4}")
    return "\n".join([*lines, f"{count.points}: {count.call}"])


def standing_text(history: History, refused: Sequence[dict[str, Any]] = ()) -> str:
    """Where a match stands, in lines to read."""
    seen = view(history)
    lines = [f"press {one['press']}: {one['key']} refused: {one['why']}" for one in refused]
    for track, side in zip(seen.tracks, history.game.sides, strict=True):
        lines.append(f"{track.name:<6} {track.front:>3}   back peg {track.back:>3}   games {side.games}")
    lines += [call.said for call in seen.calls]
    if seen.cards:
        lines.append(f"on the table: {seen.cards}" + (f" = {seen.count}" if seen.count else ""))
    lines.append(seen.prompt + (f" {seen.hint}" if seen.hint else ""))
    lines.append(f"{history.presses} presses, {history.game.deals} deals finished")
    return "\n".join(lines)


def figures_text(figures: dict[str, Any]) -> str:
    """What the wire carried and the processor took, in lines to read."""
    lines = [f"{'':<10} {'median':>7} {'p99':>7} {'max':>7} {'total':>8}   bytes a press"]
    for bus, spread in figures["wire"].items():
        lines.append(
            f"{bus:<10}" + "".join(f" {spread[name]:>7}" for name in ("median", "p99", "max", "total"))
        )
    cpu = figures["cpu_ms"]
    lines.append(f"{'cpu':<10} {cpu['median']:>7.3f} {cpu['p99']:>7.3f}   ms a press")
    return "\n".join(lines)
