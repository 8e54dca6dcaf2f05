"""What the log says of a game: a line for each press that took effect, and one for where a match stands."""

from __future__ import annotations

from engine.events import CORRECTS, Event, Kind
from engine.history import History
from engine.line import BEGINS
from engine.record import write
from firmware_py.app import Made
from firmware_py.calls import call_of, result
from firmware_py.names import Names
from firmware_py.view import View


def line_of(made: Made) -> str:
    """A press in a line: how many presses have taken effect with it, its event, and what came of it.

    The event stands as in the record: `41 lay 5; Right: fifteen two`.
    """
    return f"{made.after.presses} {'; '.join([write(made.event), *_remarks(*made)])}"


def standing(history: History, view: View) -> str:
    """Where a match stands: `41 presses, Left 31, Right 27; Card, or GO`."""
    scores = ", ".join(f"{track.name} {track.front}" for track in view.tracks)
    return f"{history.presses} presses, {scores}; {view.prompt}"


def _remarks(before: History, event: Event, after: History) -> list[str]:
    """What was taken back, what was scored, and what began or ended."""
    game = after.game
    if event.kind is Kind.UNDO:
        return [f"takes back {write(before.past[-1].event)}"]
    said = []
    if event.kind is Kind.REDO:
        said.append(f"again {write(before.undone[-1].event)}")
    if event.kind in CORRECTS:
        said.append(f"now {_score(after)}")
    if after.broken:
        said.append(f"{after.broken.lost} lost from {write(after.broken.event)}: {after.broken.why}")
    if event.kind in BEGINS:
        games = "-".join(str(side.games) for side in game.sides)
        said.append(f"a new game, games {games}")
    if event.kind not in CORRECTS:
        said += [call_of(game, entry).said for entry in game.entries if entry.at >= game.at - 1]
    if game.false_go and game.false_go != before.game.false_go:
        seat, count = game.false_go
        said.append(f"{Names(game).seats[seat]}: false go at {count}")
    if game.winner is not None and before.game.winner is None:
        said.append(f"{result(game)} {_score(after)}")
    return said


def _score(history: History) -> str:
    return "-".join(str(side.front) for side in history.game.sides)
