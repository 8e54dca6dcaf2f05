"""The JSON objects in `view.json`: the state of the board, and the recent key presses with their outcomes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.game import Game
from engine.match.changes_between import changes
from engine.prompts import Asks, Prompt
from engine.rules import Rules
from firmware_py.view.calls import dropped, said
from firmware_py.window.changes_json import change_object
from firmware_py.words.in_use import PlayerNames

if TYPE_CHECKING:
    from firmware_py.board.board import Board, Outcome
    from firmware_py.input.keys import Press
    from firmware_py.input.page import Page


VERSION = 1
"""The version of the object. It is increased when programs that read the object have to be changed."""


def view_object(board: Board) -> dict[str, Any]:
    """Return the state of a board as a JSON object. REFERENCE.md describes it under "the board's window"."""
    from firmware_py.view.prompts import keyed_so_far

    view, history = board.view, board.history
    game = history.game
    names, keyed = PlayerNames(game), keyed_so_far(game)
    return {
        "presses": history.applied,
        "players": game.rules.players,
        "game": game.rules.game,
        "target": game.rules.target,
        "options": _changed_options(game.rules),
        "names": list(names.seats),
        "sides": [
            {
                "name": track.name,
                "score": side.front,
                "front": side.front,
                "back": side.back,
                "games": side.games,
            }
            for track, side in zip(view.tracks, game.sides, strict=True)
        ],
        "prompt": board.prompt,
        "says": view.prompt,
        "keys": [[hint.key.value, hint.meaning] for hint in view.hints],
        "dealer": game.dealer,
        "to_act": game.to_act,
        "count": game.count,
        "table": [str(card) for card in view.cards],
        "starter": _starter(game),
        "shows_starter": view.shows_starter,
        "typed": view.typed,
        "keyed": [str(card) for card in keyed.cards],
        "missing": keyed.missing,
        "counting": _counting(game),
        "page": _page_object(view.page),
        "join_at": view.phone.host if view.phone else None,
        "notice": view.notice,
        "notices": list(view.notices),
        "chosen": view.picker.labels[view.picker.chosen] if view.picker else None,
        "winner": game.winner,
        "skunk": game.skunk.value if game.skunk else None,
    }


def press_object(press: Press, outcome: Outcome, seat: int | None) -> dict[str, Any]:
    """Return a key press and its outcome as a JSON object.

    If AGAIN or SCORE was chosen in the menu, the object names AGAIN or SCORE, not the key that chose it.

    Args:
        press: the key press.
        outcome: the outcome.
        seat: the seat of the player whose turn it is now, or None if it is nobody's turn.
    """
    key = outcome.asks or press.key
    found: dict[str, Any] = {"key": key.value, "seat": seat, "refused": outcome.why}
    found |= {"happened": [], "said": []}
    if outcome.made:
        before, event, after = outcome.made
        found["seat"] = before.game.to_act
        found["happened"] = [change_object(each) for each in changes(before, after)]
        found["said"] = list(said(before, event, after))
        if after.dropped:
            found["dropped"] = dropped(after)
    if outcome.why_aloud is not None:
        found["aloud"] = outcome.why_aloud
    if press.seat is not None:
        found["seat"] = press.seat
    return found if press.id is None else {**found, "id": press.id}


def _starter(game: Game) -> str | None:
    if game.deal is None or game.prompt in (Prompt.CUT_FOR_DEAL, Prompt.STARTER):
        return None
    return str(game.deal_cards[0]) if game.deal_cards else None


def _counting(game: Game) -> dict[str, Any] | None:
    if not game.prompt.in_show or game.prompt.asks is Asks.CARD or game.deal is None:
        return None
    claimed = game.deal.claims.points
    return {"seat": game.hand_owner, "crib": game.counts_crib, "claimed": claimed}


@lru_cache(maxsize=2)
def _changed_options(rules: Rules) -> tuple[str, ...]:
    """Return the options that differ from their defaults, such as `muggins=on`.

    The kind of game and the target score are not included.
    """
    usual = Rules(rules.game, rules.players, rules.target).settings
    return tuple(
        setting for setting, default in zip(rules.settings, usual, strict=True) if setting != default
    )


def _page_object(page: Page | None) -> dict[str, Any] | None:
    if page is None:
        return None
    return {
        "title": page.title,
        "corner": page.corner,
        "lines": [" ".join(filter(None, (row.left, row.right))) for row in page.rows],
        "rows": [[row.left, row.right] for row in page.rows],
        "keys": [[hint.key.value, hint.meaning] for hint in page.hints],
        "aloud": [[row.left, row.right] for row in page.aloud],
        "place": page.place,
        "typed": page.typed,
        "letters": page.letters,
        "unshown": [[hint.key.value, hint.meaning] for hint in page.unshown],
    }
