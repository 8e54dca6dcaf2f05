"""The changes between two moments in a match.

Each moment has a history: the events that led to it. The two histories may differ, because players can undo
or correct events. In that case, all changes after the last shared event in the first history were taken back,
and those in the second history happened instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from engine.errors import IllegalEvent, InvalidGame, quoted
from engine.events import Event
from engine.game import Game
from engine.match.change_types import Change, TakenBack
from engine.match.changes_by_event import changes_of_event
from engine.match.history import History, Replacement
from engine.match.timeline import BEGINS


def changes(before: Game | History, after: Game | History) -> tuple[Change, ...]:
    """Return the changes between two moments in a match, such as cards played and points, oldest first.

    Histories can be any number of events apart. Games must be exactly one event apart. If `before` is the
    later moment, return a single `TakenBack` that contains all changes after the earlier moment.

    Raises:
        InvalidGame: the arguments are not two games or two histories, or do not belong to the same match.
    """
    if isinstance(before, History) and isinstance(after, History):
        was, now = _back(before), _back(after)
    elif isinstance(before, Game) and isinstance(after, Game):
        was, now = _back_from(before, after), _back_from(after, before)
    else:
        given = f"{quoted(before)} and {quoted(after)}"
        raise InvalidGame(f"give two games or two histories, not {given}")
    gone, come = _since_common_game(was, now)
    try:
        taken_back, happened = tuple(_along(gone)), tuple(_along(come))
    except IllegalEvent:
        raise InvalidGame(_APART) from None
    return (TakenBack(taken_back), *happened) if taken_back else happened


_APART = "these do not belong together: give two histories of one match, or two games one event apart"


class _Moment(NamedTuple):
    """The state of a game at one moment, and the event that led to it, or None if the event is not known."""

    game: Game
    event: Event | None = None


def _back(history: History) -> Iterator[_Moment]:
    """Yield the states of a match, each with the event that led to it, newest first.

    If the suit of a card was entered and later corrected, the states with the wrong suit are left out.
    """
    replacements = [each for each in history.past if isinstance(each, Replacement)]
    timelines = [each.timeline for each in replacements if each.event.kind in BEGINS]
    timelines.append(history.timeline)
    game, highest = history.game, history.game.at
    for timeline in reversed(timelines):
        game = timeline.game
        for step in reversed(timeline.steps):
            if game.at <= highest:
                yield _Moment(game, step.event)
                highest = game.before_suit.at if game.before_suit else step.before.at
            game = step.before
    yield _Moment(game)


def _back_from(game: Game, other: Game) -> Iterator[_Moment]:
    """Yield the given state of a game, and then the previous state if it is known.

    If the last event named the suit of a card, the previous state is the one in which this card had no suit
    yet. If not, the previous state is known only if it is `other`.

    Args:
        game: the given state.
        other: the state with which `game` is compared.
    """
    yield _Moment(game)
    if game.before_suit:
        yield _Moment(Game._make(game.before_suit))
    elif game.at == other.at + 1:
        yield _Moment(other)


def _since_common_game(was: Iterator[_Moment], now: Iterator[_Moment]) -> tuple[list[_Moment], list[_Moment]]:
    """Find the last state that two histories share, and return the states of each history from there on.

    Both lists begin with the shared state and are in order, oldest first.

    Args:
        was: the states in the first history, newest first.
        now: the states in the second history, newest first.

    Raises:
        InvalidGame: the two histories share no state.
    """
    gone, come = [_first(was)], [_first(now)]
    while not (gone[-1].game is come[-1].game or gone[-1].game == come[-1].game):
        at = gone[-1].game.at, come[-1].game.at
        if at[0] >= at[1]:
            gone.append(_first(was))
        if at[1] >= at[0]:
            come.append(_first(now))
    return gone[::-1], come[::-1]


def _first(way: Iterator[_Moment]) -> _Moment:
    moment = next(way, None)
    if moment is None:
        raise InvalidGame(_APART)
    return moment


def _along(way: list[_Moment]) -> Iterator[Change]:
    for before, after in pairwise(way):
        yield from changes_of_event(before.game, after.game, after.event)
