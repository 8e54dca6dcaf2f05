"""The changes between two moments in a match.

Each moment has a history: the events that led to it. The two histories may differ, because players can undo
or correct events. In that case, all changes after the last shared event in the first history were taken back,
and those in the second history happened instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from engine.change_types import Change, TakenBack
from engine.errors import InvalidGame, quoted
from engine.events import Event
from engine.game import Game
from engine.match.changes_by_event import changes_of_event
from engine.match.history import History, Replacement
from engine.match.timeline import BEGINS
from engine.refusals import IllegalEvent


def changes(before: Game | History, after: Game | History) -> tuple[Change, ...]:
    """Return the changes between two moments in a match, such as cards played and points, oldest first.

    Histories can be any number of events apart, as long as the last moment that they share is within the
    reach of undo in both of them: a history keeps only the current game, the previous one and the last moment
    of the one before. Games must be exactly one event apart. If `before` is the later moment, return a single
    `TakenBack` that contains all changes after the earlier moment.

    Raises:
        InvalidGame: the arguments are not two games or two histories, do not belong to the same match, or
            are histories whose last shared moment is out of reach.
    """
    if isinstance(before, History) and isinstance(after, History):
        was, now, out_of_reach = _back(before), _back(after), _OUT_OF_REACH
    elif isinstance(before, Game) and isinstance(after, Game):
        was, now, out_of_reach = _back_from(before, after), _back_from(after, before), _APART
    else:
        given = f"{quoted(before)} and {quoted(after)}"
        raise InvalidGame(f"give two games or two histories, not {given}")
    gone, come = _since_common_game(was, now, out_of_reach)
    try:
        taken_back, happened = tuple(_along(gone)), tuple(_along(come))
    except IllegalEvent:
        raise InvalidGame(_APART) from None
    return (TakenBack(taken_back), *happened) if taken_back else happened


_APART = "these do not belong together: give two histories of one match, or two games one event apart"
_OUT_OF_REACH = (
    "no moment that these histories share is within the reach of undo: give two histories of one match that "
    "are fewer games apart"
)


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
        yield _Moment(game.before_suit)
    elif game.at == other.at + 1:
        yield _Moment(other)


def _since_common_game(
    was: Iterator[_Moment], now: Iterator[_Moment], out_of_reach: str
) -> tuple[list[_Moment], list[_Moment]]:
    """Find the last state that two histories share, and return the states of each history from there on.

    Both lists begin with the shared state and are in order, oldest first.

    Args:
        was: the states in the first history, newest first.
        now: the states in the second history, newest first.
        out_of_reach: the error message if the states of a history end before the beginning of its match.

    Raises:
        InvalidGame: the two histories share no state.
    """
    gone, come = [next(was)], [next(now)]
    while not (gone[-1].game is come[-1].game or gone[-1].game == come[-1].game):
        at = gone[-1].game.at, come[-1].game.at
        if at[0] >= at[1]:
            gone.append(_before(gone[-1], was, out_of_reach))
        if at[1] >= at[0]:
            come.append(_before(come[-1], now, out_of_reach))
    return gone[::-1], come[::-1]


def _before(moment: _Moment, way: Iterator[_Moment], out_of_reach: str) -> _Moment:
    """Return the next moment on the way back from `moment`."""
    before = next(way, None)
    if before is None:
        raise InvalidGame(out_of_reach if moment.game.at else _APART)
    return before


def _along(way: list[_Moment]) -> Iterator[Change]:
    for before, after in pairwise(way):
        yield from changes_of_event(before.game, after.game, after.event)
