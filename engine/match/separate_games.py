"""Split a match into its games, so that each can be reviewed or saved separately."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from engine.event_kinds import TAKES
from engine.events import Event, Kind
from engine.game_setup import Setup
from engine.match.checkpoint import opening
from engine.match.history import History
from engine.match.timeline import BEGINS, Timeline

_LAYS = frozenset(TAKES) - {Kind.SUIT}
"""The kinds of event that enter a card."""
_BEFORE_PLAY = (*BEGINS, Kind.CUT, Kind.DEALS, Kind.SUIT)


def timelines(start: History, events: Iterable[Event]) -> dict[int, Timeline]:
    """Return the timeline of each game in a match, keyed by game number, starting at 0.

    Args:
        start: the match before the first event.
        events: the events in the match.

    Raises:
        IllegalEvent: one of the events is not allowed.
    """
    return deque(timelines_after_each(start, events), maxlen=1).pop()


def timelines_after_each(start: History, events: Iterable[Event]) -> Iterator[dict[int, Timeline]]:
    """Replay a match, and yield its timelines: first as they are at the start, then after each event.

    Each item contains the timelines of the game in progress at `start` and of all later games, keyed by the
    number of the game.

    Args:
        start: the match before the events.
        events: the events to replay.
    """
    history = start
    left = {history.game.number: history.timeline}
    yield left
    for event in events:
        history = history.apply(event)
        left = {number: timeline for number, timeline in left.items() if number < history.game.number}
        left[history.game.number] = history.timeline
        yield left


def as_single_game(setup: Setup, timeline: Timeline) -> tuple[Setup, tuple[Event, ...]]:
    """Return the setup and events of one game in a match, so that a separate record can be written for it.

    Events that were undone are left out, and corrected events appear in their corrected form.

    Args:
        setup: the match's initial setup.
        timeline: the timeline of the game.
    """
    steps = timeline.steps
    if not steps or steps[0].event.kind not in BEGINS:
        return setup, tuple(step.event for step in steps)
    setup, first = opening(timeline)
    steps = steps[1:]
    dealer = () if first is None else (Event.deals(first),)
    first_card = next((index for index, step in enumerate(steps) if step.event.kind in _LAYS), len(steps))
    events = tuple(
        step.event
        for index, step in enumerate(steps)
        if index > first_card or step.event.kind is not Kind.SUIT
    )
    return setup, (*dealer, *events)


def was_played(timeline: Timeline) -> bool:
    """Return True if anything happened in a game after the cut for the first deal."""
    return any(step.event.kind not in _BEFORE_PLAY for step in timeline.steps)
