"""A match taken apart: each of its games by itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from engine.carry import opening
from engine.events import TAKES, Event, Kind
from engine.history import History
from engine.line import BEGINS, Stand
from engine.setup import Setup

_LAYS = frozenset(TAKES) - {Kind.SUIT}
"""The kinds of event that key a card."""
_BEFORE_PLAY = (*BEGINS, Kind.CUT, Kind.DEALS, Kind.SUIT)


def stands(begun: History, events: Iterable[Event]) -> dict[int, Stand]:
    """Where each game of a match was left, by its number, and the events that stand in it.

    Args:
        begun: where the match began, or was carried over.
        events: all that followed.

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
    """A game as a record of its own: what it began with, and the events that stand.

    What was taken back is left out, and what was put right is as it was put. Who dealt first is among the
    events where it followed from the game before. The suit of a card, named once the next game had begun, is
    lost: that game has no such card.

    Args:
        setup: that of the match, which its first game began with.
        stand: where the game was left.
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
    """Whether anything happened in a game besides the cut for its deal."""
    return any(step.event.kind not in _BEFORE_PLAY for step in stand.line)
