"""The changes between two moments in a match.

The phases say what an event changes, and each game keeps what its last event changed. Each moment has a past:
the games that led to it. Two pasts may differ, because players can undo or correct events. In that case, all
changes after the last moment that both share were taken back, and those in the second past happened instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.change_types import Change, TakenBack
from engine.errors import InvalidGame, quoted
from engine.game import Game
from engine.match.history import History, Replacement
from engine.match.timeline import BEGINS, Timeline
from engine.state import State


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
    gone, come = _since_shared(was, now, out_of_reach)
    happened = _along(come)
    return (TakenBack(_along(gone)), *happened) if gone else happened


def changes_along(timeline: Timeline) -> tuple[Change, ...]:
    """Return all changes of a game, oldest first."""
    return _along(_back_along(timeline))


_APART = "these do not belong together: give two histories of one match, or two games one event apart"
_OUT_OF_REACH = (
    "no moment that these histories share is within the reach of undo: give two histories of one match that "
    "are fewer games apart"
)


def _back(history: History) -> Iterator[State]:
    """Yield the states of a match, newest first.

    If the suit of a card was entered and later corrected, the states with the wrong suit are left out.
    """
    replacements = [each for each in history.past if isinstance(each, Replacement)]
    timelines = [each.timeline for each in replacements if each.event.kind in BEGINS]
    timelines.append(history.timeline)
    for timeline in reversed(timelines):
        yield from _back_along(timeline)
    oldest = timelines[0]
    yield oldest.steps[0].before if oldest.steps else oldest.game


def _back_along(timeline: Timeline) -> Iterator[State]:
    game, highest = timeline.game, timeline.game.at
    for step in reversed(timeline.steps):
        if game.at <= highest:
            yield game
            highest = game.before_suit.at if game.before_suit else step.before.at
        game = step.before


def _back_from(game: Game, other: Game) -> Iterator[State]:
    """Yield the given state of a game, and then the previous state if it is known.

    If the last event named the suit of a card, the previous state is the one in which this card had no suit
    yet. If not, the previous state is known only if it is `other`.
    """
    yield game
    if game.before_suit:
        yield game.before_suit
    elif game.at == other.at + 1:
        yield other


def _since_shared(
    was: Iterator[State], now: Iterator[State], out_of_reach: str
) -> tuple[list[State], list[State]]:
    """Return the states of each past after the last moment that both share, newest first.

    Equal states alone do not make a moment shared: a deal that was thrown in leads to the same state
    whatever its starter was. All moments before it have to be equal too, as far back as both pasts reach.
    """
    gone, come = [next(was)], [next(now)]
    shared: tuple[int, int] | None = None
    while gone[-1] is not come[-1]:
        one, other = gone[-1], come[-1]
        equal = one == other and one.changes == other.changes
        earlier, shared = shared, (shared or (len(gone) - 1, len(come) - 1)) if equal else None
        steps = ((one.at >= other.at, was, gone), (other.at >= one.at, now, come))
        for is_later, way, games in steps:
            before = next(way, None) if is_later else None
            if before:
                games.append(before)
            elif is_later:
                # The oldest moment in reach can be a stand-in for the end of a game that was not kept.
                shared = shared or earlier
                if shared is None:
                    raise InvalidGame(out_of_reach if games[-1].at else _APART)
                return gone[: shared[0]], come[: shared[1]]
    of_was, of_now = shared or (len(gone) - 1, len(come) - 1)
    return gone[:of_was], come[:of_now]


def _along(games: Iterable[State]) -> tuple[Change, ...]:
    return tuple(change for game in reversed(list(games)) for change in game.changes)
