"""A match taken apart: each of its games by itself."""

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
"""The kinds of event that key a card."""
_BEFORE_PLAY = (*BEGINS, Kind.CUT, Kind.DEALS, Kind.SUIT)


def timelines(begun: History, events: Iterable[Event]) -> dict[int, Timeline]:
    """Return the timeline of each game of a match when it ended or was left, by its number.

    Args:
        begun: the match before the first of the events.
        events: the events of the match.

    Raises:
        IllegalEvent: one of the events cannot happen.
    """
    return deque(followed(begun, events), maxlen=1).pop()


def followed(begun: History, events: Iterable[Event]) -> Iterator[dict[int, Timeline]]:
    """The same as `timelines`, at the beginning and then after each event."""
    history = begun
    left = {history.game.number: history.timeline}
    yield left
    for event in events:
        history = history.apply(event)
        left = {number: timeline for number, timeline in left.items() if number < history.game.number}
        left[history.game.number] = history.timeline
        yield left


def alone(setup: Setup, timeline: Timeline) -> tuple[Setup, tuple[Event, ...]]:
    """Return a game as a record of its own: its setup, and the events that stand.

    Events taken back are left out, corrected ones are as corrected. If the first dealer followed from the
    game before, an event says who it is. A suit that was named after the next game had begun is lost: that
    game does not have the card.

    Args:
        setup: the setup of the match, which its first game began with.
        timeline: the timeline of the game when it ended or was left.
    """
    steps = timeline.steps
    if not steps or steps[0].event.kind not in BEGINS:
        return setup, tuple(step.event for step in steps)
    setup, first = opening(timeline)
    steps = steps[1:]
    dealer = () if first is None else (Event(Kind.DEALS, numbers=(first,)),)
    own = next((place for place, step in enumerate(steps) if step.event.kind in _LAYS), len(steps))
    events = tuple(
        step.event for place, step in enumerate(steps) if place > own or step.event.kind is not Kind.SUIT
    )
    return setup, (*dealer, *events)


def was_played(timeline: Timeline) -> bool:
    """Return True if anything happened in a game besides the cut for its deal."""
    return any(step.event.kind not in _BEFORE_PLAY for step in timeline.steps)
