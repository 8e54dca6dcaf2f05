"""The state of a match as `muggins replay` and `muggins status` print it, as JSON or as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.game import Game
from engine.match.history import History
from engine.prompts import Prompt
from firmware_py.view.view import View, view
from firmware_py.window.changes_json import item_object
from firmware_py.words.in_use import PlayerNames, words


class Refusal(NamedTuple):
    """A key press that was refused.

    Attributes:
        press: the number of key presses that took effect before this one.
        where: the position of the key in its key file, such as `line 3, column 5`, or None if the key was not
            read from a file.
    """

    press: int
    key: str
    why: str
    where: str | None = None


def report_object(
    history: History, refused: Sequence[Refusal] = (), prompt: str | None = None
) -> dict[str, Any]:
    """Return the object that `replay --json` and `status --json` print (REFERENCE.md, JSON).

    Args:
        prompt: the name of the prompt on the board's screen if it is not the game's own prompt, e.g. while a
            number is being typed; None for the game's own prompt.
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


def report_text(history: History, refused: Sequence[Refusal] = (), says: str | None = None) -> str:
    """Return a description of the state of a match.

    Args:
        refused: the key presses that the board refused. The description begins with a line for each of them.
        says: the prompt that a running board shows; None if no board shows this match. In a game against the
            program, the board knows the cards dealt, and the match does not.
    """
    seen = view(history)
    lines = [_refusal_line(each) for each in refused]
    wide = max(6, *(len(track.name) for track in seen.tracks))
    for track, side in zip(seen.tracks, history.game.sides, strict=True):
        lines.append(words().standing(f"{track.name:<{wide}}", track.front, track.back, side.games))
    if history.game.prompt not in (Prompt.STARTER, Prompt.IDLE):  # these two prompts name the dealer already
        lines.append(_turn_line(history.game))
    lines += [call.said for call in seen.calls]
    if seen.cards_text:
        if history.game.deal is None:
            lines.append(words().cards_cut(seen.cards_text))
        # There is no running count until the players have chosen 1 or 11 for an ace.
        elif history.game.prompt is Prompt.ACE or not seen.running_count:
            lines.append(words().on_the_table(seen.cards_text))
        else:
            lines.append(words().on_the_table_counting(seen.cards_text, seen.running_count))
    lines.append(says if says and says != seen.prompt else _prompt_line(seen))
    lines.append(words().presses_and_deals(history.applied, history.game.deals))
    return "\n".join(lines)


def _refusal_line(refusal: Refusal) -> str:
    where = f"{refusal.where}: " if refusal.where else ""
    return where + words().key_refused_after(refusal.key, refusal.press, refusal.why)


def _prompt_line(seen: View) -> str:
    stop = ". " if seen.prompt[-1].isalnum() else " "
    hints = "  ".join(hint.text for hint in seen.hints)
    return stop.join(filter(None, (seen.prompt, hints)))


def _turn_line(game: Game) -> str:
    seats = PlayerNames(game).seats
    dealt = words().NOBODY_HAS_DEALT if game.dealer is None else words().dealt(seats[game.dealer])
    turn = words().GAME_OVER if game.to_act is None else words().turn_of(seats[game.to_act])
    return f"{dealt} {turn}"
