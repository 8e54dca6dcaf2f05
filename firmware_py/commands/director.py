"""`muggins club result`, `strike`, `rename`, `forfeit`, `withdraw` and `undo`: the director's commands."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from engine.setup import LONGEST_NAME
from firmware_py.club.director import Act, Stroke, event_of, nearest
from firmware_py.club.evening_file import read_evening
from firmware_py.club.page_objects import result_object
from firmware_py.club.results import Results
from firmware_py.club.results_file import ResultsFile, read_results
from firmware_py.club.rounds import UnfinishedRounds, draw_now
from firmware_py.system.errors import UsageError
from firmware_py.words.in_use import words

USAGES = (
    "result [NUMBER] NAME SCORE NAME SCORE",
    "strike NUMBER",
    "rename OLD NEW",
    "forfeit LOSER WINNER",
    "withdraw NAME",
    "undo",
)
"""How each of the commands is typed after `muggins club`."""


def direct(folder: Path, typed: Sequence[str]) -> str:
    """Carry out a command of the director, such as `strike 3`, and return what it did.

    Raises:
        UsageError: there is no such command, player or result, or it cannot be stored.
    """
    results = read_results(folder)
    event, before = _checked(folder, results, typed), results.decisions.latest
    number = write_event(folder, event)
    if event.act is Act.UNDO and before:
        typed = before.typed[:2] if before.act is Act.WITHDRAW else before.typed
        return words().club_stroke_undone(" ".join(typed))
    if not number:
        return words().club_stroke(event.act.value, event.names)
    numbered = read_results(folder).numbered(number)
    shown = result_object(numbered, numbered.result.names, (), words())
    return f"{number}  {' – '.join(f'{name} {score}' for name, score in shown['scores'])}  {shown['about']}"


def write_event(folder: Path, event: Stroke) -> int:
    """Add an event to the file of results, and return the number of the result that it concerns, or 0."""
    with closing(ResultsFile(folder, shared=True)) as file:
        number = file.direct(event)
        file.store()
    return number


def _checked(folder: Path, results: Results, typed: Sequence[str]) -> Stroke:
    evening = read_evening(folder)
    draw = results.spelt_in(evening.draw)
    drawn = draw.players if draw else ()
    played = [name for each in results.counting(evening.after) for name in each.names]
    players = {name.casefold(): name for name in [*played, *drawn]}
    event = event_of([typed[0], *(players.get(word.casefold(), word) for word in typed[1:])], time.time())
    if event is None or event.act is Act.EVENING:
        usages = [usage for usage in USAGES if usage.split()[0] == typed[0]] or USAGES
        raise UsageError(f"type it so: {' or '.join(f'muggins club {usage}' for usage in usages)}")
    if event.act is Act.UNDO and not results.decisions.latest:
        raise UsageError("there is nothing to undo this evening")
    if event.number and event.number not in range(evening.after + 1, len(results) + 1):
        raise UsageError(f"{event.number} is no result of this evening: take it from the list of results")
    if event.act is Act.RENAME and set(event.names) <= set(drawn):
        raise UsageError(f"{' and '.join(event.names)} are both in the draw: they cannot be one player")
    may_be_new = event.names[1:] if event.act is Act.RENAME else event.names if not drawn else ()
    for name in event.names:
        if name.casefold() not in players and not (name in may_be_new and _can_be_entered(name)):
            near = nearest(name, players.values())
            raise UsageError(f"no player is called {name}" + (f": is it {near}?" if near else ""))
    if event.act is Act.WITHDRAW and draw:
        now = UnfinishedRounds(draw_now(evening.draw, results), results).now
        event = event._replace(typed=[*event.typed[:2], str(now)], round=now)
    return event


def _can_be_entered(name: str) -> bool:
    return len(name) <= LONGEST_NAME and name.isalnum()
