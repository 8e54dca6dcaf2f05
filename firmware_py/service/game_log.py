"""The log of a game: a line for each press that took effect, and one for where a match stands."""

from __future__ import annotations

from engine.events import CORRECTS, Event, Kind
from engine.match.history import History
from engine.match.record import write
from engine.match.timeline import BEGINS
from firmware_py.board import Made
from firmware_py.view.calls import call_of
from firmware_py.view.remarks import dropped, false_go
from firmware_py.view.results import games_won, result, scores
from firmware_py.view.view import View


def line_of(made: Made) -> str:
    """Return the line of a press: how many presses have taken effect with it, its event, and what came of it.

    The event stands as in the record: `41 lay 5; Right: fifteen for two`.
    """
    return f"{made.after.applied} {'; '.join([write(made.event), *_remarks(*made)])}"


def standing(history: History, view: View) -> str:
    """Return where a match stands: `41 presses, Left 31, Right 27; Left: card`."""
    stands = ", ".join(f"{track.name} {track.front}" for track in view.tracks)
    return f"{history.applied} presses, {stands}; {view.prompt}"


def _remarks(before: History, event: Event, after: History) -> list[str]:
    """Return what was taken back, what was scored, and what began or ended."""
    game = after.game
    if event.kind is Kind.UNDO:
        return [f"takes back {write(before.past[-1].event)}"]
    said = []
    if event.kind is Kind.REDO:
        said.append(f"again: {write(before.undone[-1].event)}")
    if event.kind in CORRECTS:
        said.append(f"score {scores(game)}")
    if after.dropped:
        said.append(f"{dropped(after).rstrip('.')}: {after.dropped.why}")
    if event.kind in BEGINS:
        said.append(f"a new game; games won {games_won(game)}")
    if event.kind not in CORRECTS:
        said += [call_of(game, entry).said for entry in game.entries if entry.at >= game.at - 1]
    if game.false_go and game.false_go != before.game.false_go:
        said.append(false_go(game, game.false_go, game.cards[-1]))
    if game.winner is not None and before.game.winner is None:
        said.append(f"{result(game)} {scores(game)}")
    return said
