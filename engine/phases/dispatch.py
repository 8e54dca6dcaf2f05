"""The table of events that a game accepts: the function that applies each kind of event at each prompt.

The table is complete. An event that is not listed for a prompt is not allowed at that prompt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.change_types import Turn
from engine.events import Event, Kind, check
from engine.indices import EventIndex
from engine.phases import dealing, muggins, pegging, play, show
from engine.prompts import SUIT_QUESTIONS, Prompt
from engine.refusals import IllegalEvent, RefusalReason
from engine.setup import Setup

if TYPE_CHECKING:
    from engine.game import Game

    _Phase = Callable[[Game, Event], Game]
    """A function that applies a well-formed event to a game."""


# An adapter for each form of event, which passes the event's values to a phase.


def _plain(phase: Callable[[Game], Game]) -> _Phase:
    return lambda game, event: phase(game)


def _named(phase: Callable[[Game, Any], Game]) -> _Phase:
    return lambda game, event: phase(game, event.named)


def _numbers(phase: Callable[..., Game]) -> _Phase:
    return lambda game, event: phase(game, *event.numbers)


def _setup(phase: Callable[[Game, Setup | None], Game]) -> _Phase:
    return lambda game, event: phase(game, event.setup)


_TABLE: dict[tuple[Prompt, Kind], _Phase] = {
    (Prompt.CUT_FOR_DEAL, Kind.CUT): _named(dealing.cut),
    (Prompt.CUT_FOR_DEAL, Kind.DEALS): _numbers(dealing.deals_first),
    (Prompt.STARTER, Kind.PACK_CUT): _plain(dealing.pack_cut),
    (Prompt.STARTER, Kind.PACK_TAKEN): _plain(dealing.pack_taken),
    (Prompt.STARTER, Kind.STARTER): _named(dealing.starter),
    (Prompt.PLAY, Kind.LAY): _named(play.lay),
    (Prompt.PLAY, Kind.GO): _plain(play.go),
    (Prompt.PLAY, Kind.CALL): _numbers(muggins.call),
    (Prompt.ACE, Kind.YES): _plain(play.eleven),
    (Prompt.ACE, Kind.NO): _plain(play.one),
    (Prompt.REST, Kind.REST): _named(play.rest),
    (Prompt.REST, Kind.CALL): _numbers(muggins.call),
    (Prompt.HAND, Kind.HAND): _named(show.hand_card),
    (Prompt.HAND, Kind.CALL): _numbers(muggins.call),
    **{(prompt, Kind.YES): _plain(show.yes) for prompt in SUIT_QUESTIONS},
    **{(prompt, Kind.NO): _plain(show.no) for prompt in SUIT_QUESTIONS},
    (Prompt.CLAIM, Kind.CALL): _numbers(muggins.call),
    (Prompt.CLAIM, Kind.CLAIM): _numbers(show.claim),
    (Prompt.MUGGINS, Kind.MUGGINS): _numbers(show.claim_more),
    (Prompt.REVEAL, Kind.REVEAL): _plain(show.reveal),
    (Prompt.CRIB, Kind.CRIB): _named(show.crib_card),
    (Prompt.IDLE, Kind.DEAL_OVER): _plain(pegging.deal_over),
    (Prompt.GAME_OVER, Kind.NEXT_GAME): _plain(dealing.next_game),
}
_ANYWHERE: dict[Kind, _Phase] = {
    Kind.SUIT: _named(show.suit_named),
    Kind.TAKE: _numbers(muggins.take),
    Kind.PEG: _numbers(dealing.peg_by_hand),
    Kind.TAKE_BACK: _numbers(dealing.take_back),
    Kind.SCORE: _numbers(dealing.set_score),
    Kind.THROWN_IN: _plain(dealing.thrown_in),
    Kind.MISDEAL: _plain(dealing.misdeal),
    Kind.NEW_GAME: _setup(dealing.new_game),
}


def _is_on(game: Game) -> bool:
    return game.winner is None


def _has_deal(game: Game) -> bool:
    return game.has_deal


_ONLY_IF: dict[Kind, Callable[[Game], bool]] = {
    Kind.PACK_CUT: lambda game: game.offered,
    Kind.PACK_TAKEN: lambda game: game.offered,
    Kind.GO: play.go_is_possible,
    Kind.CALL: lambda game: game.points_to_call is not None,
    Kind.TAKE: lambda game: game.points_to_take is not None,
    Kind.SUIT: show.can_be_named,
    Kind.PEG: _is_on,
    Kind.TAKE_BACK: lambda game: _is_on(game) and any(side.front for side in game.sides),
    Kind.SCORE: _is_on,
    Kind.THROWN_IN: _has_deal,
    Kind.MISDEAL: _has_deal,
}
"""The extra condition of each kind of event for which the right prompt is not enough."""
_KINDS = {prompt: (*(kind for at, kind in _TABLE if at is prompt), *_ANYWHERE) for prompt in Prompt}
"""The kinds of event that a phase handles, keyed by the prompt."""


def apply(game: Game, event: Event) -> Game:
    """Return a copy of the game with an event applied to it.

    Raises:
        IllegalEvent: the event is malformed or is not allowed now.
    """
    check(event)
    phase = _TABLE.get((game.prompt, event.kind)) or _ANYWHERE.get(event.kind)
    if phase is None:
        why = f"No {event.kind.value} now: the game waits for {game.prompt.waits_for}"
        raise IllegalEvent(why, reason=RefusalReason.NOT_NOW)
    if event.kind is not Kind.SUIT:
        game = game._replace(before_suit=None, false_go=None, changes=())
    after = phase(game, event)
    before = after.before_suit or game
    told = after.changes
    if after.to_act is not None and (after.to_act, after.prompt, after.number) != (
        before.to_act,
        before.prompt,
        before.number,
    ):
        told += (Turn(after.to_act, after.prompt),)
    return after._replace(at=EventIndex(game.at + 1), changes=told)


def accepts(game: Game) -> frozenset[Kind]:
    """Return the kinds of event that are possible now."""
    kinds = _KINDS[game.prompt]
    return frozenset(kind for kind in kinds if kind not in _ONLY_IF or _ONLY_IF[kind](game))
