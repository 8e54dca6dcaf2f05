"""The table of events that a game accepts: the function that applies each kind of event at each prompt.

The table is complete. An event that is not listed for a prompt is not allowed at that prompt.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.cards import Rank, Suit
from engine.events import Event, Kind, check
from engine.game_state import SUIT_QUESTIONS, GameState, Prompt
from engine.indices import EventIndex, Seat, Side
from engine.phases import dealing, muggins, pegging, play, show
from engine.phases import show as suits_named
from engine.refusals import IllegalEvent
from engine.setup import Setup

_Phase = Callable[[GameState, Event], GameState]
"""A function that applies a well-formed event to a game."""


# An adapter for each form of event, which passes the event's values to a phase with the right types.


def _plain(phase: Callable[[GameState], GameState]) -> _Phase:
    return lambda game, event: phase(game)


def _rank(phase: Callable[[GameState, Rank], GameState]) -> _Phase:
    def applied(game: GameState, event: Event) -> GameState:
        assert isinstance(event.named, Rank)
        return phase(game, event.named)

    return applied


def _suit(phase: Callable[[GameState, Suit], GameState]) -> _Phase:
    def applied(game: GameState, event: Event) -> GameState:
        assert isinstance(event.named, Suit)
        return phase(game, event.named)

    return applied


def _number(phase: Callable[[GameState, int], GameState]) -> _Phase:
    return lambda game, event: phase(game, event.numbers[0])


def _number_or_none(phase: Callable[[GameState, int | None], GameState]) -> _Phase:
    return lambda game, event: phase(game, event.numbers[0] if event.numbers else None)


def _seat(phase: Callable[[GameState, Seat], GameState]) -> _Phase:
    return lambda game, event: phase(game, Seat(event.numbers[0]))


def _side_and_points(phase: Callable[[GameState, Side, int], GameState]) -> _Phase:
    return lambda game, event: phase(game, Side(event.numbers[0]), event.numbers[1])


def _points_and_seat(phase: Callable[[GameState, int, Seat], GameState]) -> _Phase:
    return lambda game, event: phase(game, event.numbers[0], Seat(event.numbers[1]))


def _setup(phase: Callable[[GameState, Setup | None], GameState]) -> _Phase:
    return lambda game, event: phase(game, event.setup)


_TABLE: dict[tuple[Prompt, Kind], _Phase] = {
    (Prompt.CUT_FOR_DEAL, Kind.CUT): _rank(dealing.cut),
    (Prompt.CUT_FOR_DEAL, Kind.DEALS): _seat(dealing.deals_first),
    (Prompt.STARTER, Kind.PACK_CUT): _plain(dealing.pack_cut),
    (Prompt.STARTER, Kind.PACK_TAKEN): _plain(dealing.pack_taken),
    (Prompt.STARTER, Kind.STARTER): _rank(dealing.starter),
    (Prompt.PLAY, Kind.LAY): _rank(play.lay),
    (Prompt.PLAY, Kind.GO): _plain(play.go),
    (Prompt.PLAY, Kind.CALL): _number_or_none(muggins.call),
    (Prompt.ACE, Kind.YES): _plain(play.eleven),
    (Prompt.ACE, Kind.NO): _plain(play.one),
    (Prompt.REST, Kind.REST): _rank(play.rest),
    (Prompt.REST, Kind.CALL): _number_or_none(muggins.call),
    (Prompt.HAND, Kind.HAND): _rank(show.hand_card),
    (Prompt.HAND, Kind.CALL): _number_or_none(muggins.call),
    **{(prompt, Kind.YES): _plain(show.yes) for prompt in SUIT_QUESTIONS},
    **{(prompt, Kind.NO): _plain(show.no) for prompt in SUIT_QUESTIONS},
    (Prompt.CLAIM, Kind.CALL): _number_or_none(muggins.call),
    (Prompt.CLAIM, Kind.CLAIM): _number(show.claim),
    (Prompt.MUGGINS, Kind.MUGGINS): _points_and_seat(show.claim_more),
    (Prompt.REVEAL, Kind.REVEAL): _plain(show.reveal),
    (Prompt.CRIB, Kind.CRIB): _rank(show.crib_card),
    (Prompt.IDLE, Kind.DEAL_OVER): _plain(pegging.deal_over),
    (Prompt.GAME_OVER, Kind.NEXT_GAME): _plain(dealing.next_game),
}
_ANYWHERE: dict[Kind, _Phase] = {
    Kind.SUIT: _suit(suits_named.suit_named),
    Kind.TAKE: _seat(muggins.take),
    Kind.PEG: _side_and_points(dealing.peg_by_hand),
    Kind.TAKE_BACK: _side_and_points(dealing.take_back),
    Kind.SCORE: _side_and_points(dealing.set_score),
    Kind.THROWN_IN: _plain(dealing.thrown_in),
    Kind.MISDEAL: _plain(dealing.misdeal),
    Kind.NEW_GAME: _setup(dealing.new_game),
}


def _is_on(game: GameState) -> bool:
    return game.winner is None


def _has_deal(game: GameState) -> bool:
    return game.has_deal


_ONLY_IF: dict[Kind, Callable[[GameState], bool]] = {
    Kind.PACK_CUT: lambda game: game.offered,
    Kind.PACK_TAKEN: lambda game: game.offered,
    Kind.GO: play.go_is_possible,
    Kind.CALL: lambda game: game.points_to_call is not None,
    Kind.TAKE: lambda game: game.points_to_take is not None,
    Kind.SUIT: suits_named.can_be_named,
    Kind.PEG: _is_on,
    Kind.TAKE_BACK: lambda game: _is_on(game) and any(side.front for side in game.sides),
    Kind.SCORE: _is_on,
    Kind.THROWN_IN: _has_deal,
    Kind.MISDEAL: _has_deal,
}
"""The extra condition of each kind of event for which the right prompt is not enough."""
_KINDS = {prompt: (*(kind for at, kind in _TABLE if at is prompt), *_ANYWHERE) for prompt in Prompt}
"""The kinds of event that a phase handles, keyed by the prompt."""


_WAITS_FOR = {
    Prompt.CUT_FOR_DEAL: "the cut",
    Prompt.STARTER: "the starter",
    Prompt.PLAY: "a card or go",
    Prompt.ACE: "one or eleven",
    Prompt.REST: "a card left in hand",
    Prompt.HAND: "a card of the hand",
    **dict.fromkeys(SUIT_QUESTIONS, "an answer about suits"),
    Prompt.REVEAL: "the hand to be shown",
    Prompt.CLAIM: "what the hand counts",
    Prompt.MUGGINS: "what was missed",
    Prompt.CRIB: "a card of the crib",
    Prompt.IDLE: "points, or the end of the deal",
    Prompt.GAME_OVER: "the next game",
}


def apply(game: GameState, event: Event) -> GameState:
    """Return a copy of the game with an event applied to it.

    Raises:
        IllegalEvent: the event is malformed or is not allowed now.
    """
    check(event)
    phase = _TABLE.get((game.prompt, event.kind)) or _ANYWHERE.get(event.kind)
    if phase is None:
        raise IllegalEvent(f"No {event.kind.value} now: the game waits for {_WAITS_FOR[game.prompt]}")
    if event.kind is not Kind.SUIT and (game.before_suit or game.false_go):
        game = game._replace(before_suit=None, false_go=None)
    return phase(game, event)._replace(at=EventIndex(game.at + 1))


def accepts(game: GameState) -> frozenset[Kind]:
    """Return the kinds of event that are possible now."""
    kinds = _KINDS[game.prompt]
    return frozenset(kind for kind in kinds if kind not in _ONLY_IF or _ONLY_IF[kind](game))
