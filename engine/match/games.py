"""A match taken apart: each of its games by itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from engine.events import TAKES, Event, Kind
from engine.game_setup import Setup
from engine.match.checkpoint import opening
from engine.match.history import History
from engine.match.timeline import BEGINS, Stand

_LAYS = frozenset(TAKES) - {Kind.SUIT}
"""The kinds of event that key a card."""
_BEFORE_PLAY = (*BEGINS, Kind.CUT, Kind.DEALS, Kind.SUIT)


def stands(begun: History, events: Iterable[Event]) -> dict[int, Stand]:
    """Return the stand of each game of a match when it ended or was left, by its number.

    Args:
        begun: the match before the first of the events.
        events: the events of the match.

    Raises:
        IllegalEvent: one of the events cannot happen.
    """
    return deque(followed(begun, events), maxlen=1).pop()


def followed(begun: History, events: Iterable[Event]) -> Iterator[dict[int, Stand]]:
    """The same as `stands`, at the beginning and then after each event."""
    history = begun
    left = {history.game.number: history.stand}
    yield left
    for event in events:
        history = history.apply(event)
        left = {number: stand for number, stand in left.items() if number < history.game.number}
        left[history.game.number] = history.stand
        yield left


def alone(setup: Setup, stand: Stand) -> tuple[Setup, tuple[Event, ...]]:
    """Return a game as a record of its own: its setup, and the events that stand.

    Events taken back are left out, corrected ones are as corrected. If the first dealer followed from the
    game before, an event says who it is. A suit that was named after the next game had begun is lost: that
    game does not have the card.

    Args:
        setup: the setup of the match, which its first game began with.
        stand: the stand of the game when it ended or was left.
    """
    line = stand.line
    if not line or line[0].event.kind not in BEGINS:
        return setup, tuple(step.event for step in line)
    setup, first = opening(stand)
    line = line[1:]
    dealer = () if first is None else (Event(Kind.DEALS, numbers=(first,)),)
    own = next((place for place, step in enumerate(line) if step.event.kind in _LAYS), len(line))
    events = tuple(
        step.event for place, step in enumerate(line) if place > own or step.event.kind is not Kind.SUIT
    )
    return setup, (*dealer, *events)


def was_played(stand: Stand) -> bool:
    """Return True if anything happened in a game besides the cut for its deal."""
    return any(step.event.kind not in _BEFORE_PLAY for step in stand.line)
