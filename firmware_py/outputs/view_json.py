"""Write the file `view.json`: the state of the board and its recent key presses, for other programs.

REFERENCE.md describes the file under "the board's window". `firmware_py.window.seen` reads it.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.game import Game
from engine.match.changes_between import changes
from engine.prompts import Asks, Prompt
from engine.rules import Rules
from firmware_py.system.files import put_in_place
from firmware_py.view.calls import dropped, said
from firmware_py.view.prompts import keyed_so_far, keys_now
from firmware_py.window.changes_json import RECENT, change_object
from firmware_py.window.folder import VIEW
from firmware_py.words.in_use import PlayerNames

if TYPE_CHECKING:
    from firmware_py.board.board import Board, Outcome
    from firmware_py.input.keys import Press
    from firmware_py.input.page import Page

VERSION = 1
"""The version of the object. It is increased when programs that read the object have to be changed."""


class ViewFile:
    """Writes the state of a running board to the view file, `view.json`, for other programs to read.

    The game continues even if the file cannot be written.

    Attributes:
        run: the random ID in the file. A new one is chosen each time the board starts.
    """

    def __init__(self, folder: Path, folder_mode: int) -> None:
        """Prepare to write the view file. It is not created until `write` is called.

        Args:
            folder: the folder that contains the file.
            folder_mode: the permissions for the folder if it has to be created again.
        """
        self._folder, self._folder_mode = folder, folder_mode
        self.run = os.urandom(8).hex()
        self._sequence = 0
        self._recent: deque[str] = deque(maxlen=RECENT)
        self._shown = ""

    def write(self, board: Board, presses: Sequence[tuple[Press, Outcome]] = ()) -> None:
        """Write the state of a board to the view file.

        Args:
            board: the board.
            presses: the key presses since the file was last written, with their outcomes.
        """
        self._sequence += 1
        for press, outcome in presses:
            found = press_object(press, outcome, board.history.game.to_act)
            self._recent.append(dumps({"sequence": self._sequence, **found}))
        self._shown = dumps(view_object(board))[1:-1]
        self._write(running=True)

    def end(self) -> None:
        """Write the view file one last time, to report that the board has stopped."""
        if self._shown:
            self._sequence += 1
            self._write(running=False)

    def _write(self, *, running: bool) -> None:
        alive, recent = "true" if running else "false", ", ".join(self._recent)
        text = (
            f'{{"version": {VERSION}, "run": "{self.run}", "sequence": {self._sequence}, '
            f'"running": {alive}, {self._shown}, "recent": [{recent}]}}\n'
        )
        with suppress(OSError):
            put_in_place(self._folder / VIEW, text.encode(), self._folder_mode)


def view_object(board: Board) -> dict[str, Any]:
    """Return the state of a board as a JSON object. REFERENCE.md describes it under "the board's window"."""
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
            {"name": track.name, "score": side.front, **side._asdict()}
            for track, side in zip(view.tracks, game.sides, strict=True)
        ],
        "prompt": board.prompt,
        "says": view.prompt,
        "keys": [[hint.key.value, hint.meaning] for hint in view.hints],
        "can": [] if view.page else list(keys_now(history, view.prompt, board.entry.digits)),
        "deals": game.deals,
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
