"""The output of `replay`, `status` and `count`, as JSON and as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.game import Game
from engine.game_state import Prompt
from engine.match.history import History
from engine.scoring.hands_and_crib import CouldAdd, Count
from engine.scoring.items import Item, Reason
from firmware_py.player_names import PlayerNames
from firmware_py.view.view import view


class Refusal(NamedTuple):
    """A key that was refused.

    Attributes:
        press: the number of presses that had taken effect before it.
        key: its name.
        why: the reason.
        where: its place in the key file, such as `line 3, column 5`; None without a key file.
    """

    press: int
    key: str
    why: str
    where: str | None = None


def standing(history: History, refused: Sequence[Refusal] = (), prompt: str | None = None) -> dict[str, Any]:
    """Return the object that `replay --json` and `status --json` print (REFERENCE.md, JSON).

    Args:
        history: the match.
        refused: the keys that were refused.
        prompt: the name of the prompt, if a dialogue covers that of the game.
    """
    game = history.game
    return {
        "players": game.rules.players,
        "prompt": prompt or game.prompt.value,
        "to_act": game.to_act,
        "dealer": game.dealer,
        "count": game.count,
        "presses": history.applied,
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
        "refused": [{"press": each.press, "key": each.key, "why": each.why} for each in refused],
    }


def item_object(item: Item) -> dict[str, Any]:
    """Return an item of a score as the object for JSON."""
    return {
        "reason": item.reason.value,
        "points": item.points,
        "cards": [str(card) for card in item.cards],
    }


def count_object(count: Count) -> dict[str, Any]:
    """Return the object that `count --json` prints."""
    return {
        "points": count.points,
        "call": count.call,
        "items": [item_object(item) for item in count.items],
    }


_NOTHING = CouldAdd()


def count_text(count: Count, could_add: CouldAdd = _NOTHING) -> str:
    """Return a count in lines: one for each item, the total as players call it, and points in doubt."""
    lines = []
    so_far = 0
    for item in count.items:
        so_far += item.points
        cards = " ".join(card.pretty for card in item.cards)
        lines.append(f"{item.reason.words:<18} {cards:<20} {item.points:>3} {so_far:>4}")
    lines.append(f"{count.points}: {count.call}")
    more = []
    if could_add.flush:
        longer = any(item.reason is Reason.FLUSH for item in count.items)
        more.append(f"{could_add.flush} more for the flush" if longer else f"a flush ({could_add.flush})")
    if could_add.nobs:
        more.append(f"his nobs ({could_add.nobs})")
    if more:
        lines.append(f"The missing suits could add {(' and ' if could_add.together else ' or ').join(more)}.")
    return "\n".join(lines)


def standing_text(history: History, refused: Sequence[Refusal] = ()) -> str:
    """Return the keys that were refused and the state of the match, in lines for a terminal."""
    seen = view(history)
    lines = [_refusal_line(each) for each in refused]
    wide = max(6, *(len(track.name) for track in seen.tracks))
    for track, side in zip(seen.tracks, history.game.sides, strict=True):
        lines.append(f"{track.name:<{wide}} {track.front:>3}   back peg {track.back:>3}   match {side.games}")
    if history.game.prompt not in (Prompt.STARTER, Prompt.IDLE):  # they say themselves who deals
        lines.append(_turn_line(history.game))
    lines += [call.said for call in seen.calls]
    if seen.cards_text:
        # The count has no total until an ace that can be eleven has its value.
        total = (
            "" if history.game.prompt is Prompt.ACE or not seen.running_count else f" = {seen.running_count}"
        )
        lines.append(f"on the table: {seen.cards_text}{total}")
    stop = ". " if seen.prompt[-1].isalnum() else " "
    hints = "  ".join(hint.text for hint in seen.hints)
    lines.append(stop.join(filter(None, (seen.prompt, hints))))
    presses, deals = counted(history.applied, "press", "presses"), counted(history.game.deals, "deal")
    lines.append(f"{presses}, {deals} finished")
    return "\n".join(lines)


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: `1 deal`, `2 deals`, `0 deals`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def _refusal_line(refusal: Refusal) -> str:
    where = f"{refusal.where}: " if refusal.where else ""
    presses = counted(refusal.press, "press", "presses")
    return f"{where}{refusal.key} refused after {presses}: {refusal.why}"


def _turn_line(game: Game) -> str:
    """Return who deals and whose turn it is, in a line."""
    seats = PlayerNames(game).seats
    turn = "The game is over." if game.to_act is None else f"It is {seats[game.to_act]}'s turn."
    if game.dealer is None:
        return f"Nobody has dealt yet. {turn}"
    return f"{seats[game.dealer]} dealt. {turn}"


def figures_text(figures: dict[str, Any]) -> str:
    """Return the bytes on each bus and the processor time of `replay --device` as a table."""
    lines = [f"{'':<10} {'median':>7} {'p99':>7} {'max':>7} {'total':>8}   bytes per press"]
    for bus, spread in figures["wire"].items():
        lines.append(
            f"{bus:<10}" + "".join(f" {spread[name]:>7}" for name in ("median", "p99", "max", "total"))
        )
    cpu = figures["cpu_ms"]
    lines.append(f"{'cpu':<10} {cpu['median']:>7.3f} {cpu['p99']:>7.3f}   ms per press")
    return "\n".join(lines)
