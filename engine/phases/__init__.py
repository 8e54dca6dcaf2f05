"""The phases of a deal, one to a module, and which of them takes which event.

The table is the whole of it: an event that has no line for the prompt cannot happen there.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.cards import Rank, Suit
from engine.errors import IllegalEvent
from engine.events import Event, Kind, check
from engine.game import Game
from engine.game_setup import Setup
from engine.phases import by_hand, cut, muggins, next_deal, play, show, suits_named
from engine.seats import Seat, Side
from engine.state import Prompt

_Phase = Callable[[Game, Event], Game]
"""The function that applies an event, which was found to be well formed, to a game."""


# One adapter for each thing that an event can say besides its kind. Types hold a phase to its adapter.


def _plain(phase: Callable[[Game], Game]) -> _Phase:
    return lambda game, event: phase(game)


def _rank(phase: Callable[[Game, Rank], Game]) -> _Phase:
    def applied(game: Game, event: Event) -> Game:
        assert isinstance(event.named, Rank)
        return phase(game, event.named)

    return applied


def _suit(phase: Callable[[Game, Suit], Game]) -> _Phase:
    def applied(game: Game, event: Event) -> Game:
        assert isinstance(event.named, Suit)
        return phase(game, event.named)

    return applied


def _number(phase: Callable[[Game, int], Game]) -> _Phase:
    return lambda game, event: phase(game, event.numbers[0])


def _number_or_none(phase: Callable[[Game, int | None], Game]) -> _Phase:
    return lambda game, event: phase(game, event.numbers[0] if event.numbers else None)


def _seat(phase: Callable[[Game, Seat], Game]) -> _Phase:
    return lambda game, event: phase(game, Seat(event.numbers[0]))


def _side_and_points(phase: Callable[[Game, Side, int], Game]) -> _Phase:
    return lambda game, event: phase(game, Side(event.numbers[0]), event.numbers[1])


def _points_and_seat(phase: Callable[[Game, int, Seat], Game]) -> _Phase:
    return lambda game, event: phase(game, event.numbers[0], Seat(event.numbers[1]))


def _setup(phase: Callable[[Game, Setup | None], Game]) -> _Phase:
    return lambda game, event: phase(game, event.setup)


_QUESTIONS = (Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)

_TABLE: dict[tuple[Prompt, Kind], _Phase] = {
    (Prompt.CUT_FOR_DEAL, Kind.CUT): _rank(cut.cut),
    (Prompt.CUT_FOR_DEAL, Kind.DEALS): _seat(cut.deals_first),
    (Prompt.STARTER, Kind.PACK_CUT): _plain(cut.pack_cut),
    (Prompt.STARTER, Kind.PACK_TAKEN): _plain(cut.pack_taken),
    (Prompt.STARTER, Kind.STARTER): _rank(cut.starter),
    (Prompt.PLAY, Kind.LAY): _rank(play.lay),
    (Prompt.PLAY, Kind.GO): _plain(play.go),
    (Prompt.PLAY, Kind.CALL): _number_or_none(muggins.call),
    (Prompt.ACE, Kind.YES): _plain(play.eleven),
    (Prompt.ACE, Kind.NO): _plain(play.one),
    (Prompt.REST, Kind.REST): _rank(play.rest),
    (Prompt.REST, Kind.CALL): _number_or_none(muggins.call),
    (Prompt.HAND, Kind.HAND): _rank(show.hand_card),
    **{(prompt, Kind.YES): _plain(show.yes) for prompt in _QUESTIONS},
    **{(prompt, Kind.NO): _plain(show.no) for prompt in _QUESTIONS},
    (Prompt.CLAIM, Kind.CALL): _number_or_none(muggins.call),
    (Prompt.CLAIM, Kind.CLAIM): _number(show.claim),
    (Prompt.MUGGINS, Kind.MUGGINS): _points_and_seat(show.claim_more),
    (Prompt.REVEAL, Kind.REVEAL): _plain(show.reveal),
    (Prompt.CRIB, Kind.CRIB): _rank(show.crib_card),
    (Prompt.IDLE, Kind.DEAL_OVER): _plain(next_deal.deal_over),
    (Prompt.GAME_OVER, Kind.NEXT_GAME): _plain(next_deal.next_game),
}
_ANYWHERE: dict[Kind, _Phase] = {
    Kind.SUIT: _suit(suits_named.suit_named),
    Kind.TAKE: _seat(muggins.take),
    Kind.PEG: _side_and_points(by_hand.peg),
    Kind.TAKE_BACK: _side_and_points(by_hand.take_back),
    Kind.SCORE: _side_and_points(by_hand.set_score),
    Kind.THROWN_IN: _plain(by_hand.thrown_in),
    Kind.MISDEAL: _plain(by_hand.misdeal),
    Kind.NEW_GAME: _setup(next_deal.new_game),
}


def _is_on(game: Game) -> bool:
    return game.winner is None


_ONLY_IF: dict[Kind, Callable[[Game], bool]] = {
    Kind.PACK_CUT: lambda game: game.offered,
    Kind.PACK_TAKEN: lambda game: game.offered,
    Kind.GO: play.go_is_possible,
    Kind.CALL: lambda game: game.callable is not None,
    Kind.TAKE: lambda game: game.takeable is not None,
    Kind.SUIT: suits_named.can_be_named,
    Kind.PEG: _is_on,
    Kind.TAKE_BACK: lambda game: _is_on(game) and any(side.front for side in game.sides),
    Kind.SCORE: _is_on,
    Kind.THROWN_IN: by_hand.has_deal,
    Kind.MISDEAL: by_hand.has_deal,
}
"""The kinds of event that need more than their prompt."""
_KINDS = {prompt: (*(kind for at, kind in _TABLE if at is prompt), *_ANYWHERE) for prompt in Prompt}
"""By prompt, the kinds of event that have a phase there."""


_WAITS_FOR = {
    Prompt.CUT_FOR_DEAL: "the cut",
    Prompt.STARTER: "the starter",
    Prompt.PLAY: "a card or go",
    Prompt.ACE: "one or eleven",
    Prompt.REST: "a card left in hand",
    Prompt.HAND: "a card of the hand",
    **dict.fromkeys(_QUESTIONS, "an answer about suits"),
    Prompt.REVEAL: "the hand to be shown",
    Prompt.CLAIM: "what the hand counts",
    Prompt.MUGGINS: "what was missed",
    Prompt.CRIB: "a card of the crib",
    Prompt.IDLE: "points, or the end of the deal",
    Prompt.GAME_OVER: "the next game",
}


def apply(game: Game, event: Event) -> Game:
    """Return the game after an event.

    Raises:
        IllegalEvent: the event is malformed, or cannot happen here.
    """
    check(event)
    phase = _TABLE.get((game.prompt, event.kind)) or _ANYWHERE.get(event.kind)
    if phase is None:
        raise IllegalEvent(f"No {event.kind.value} now: the game waits for {_WAITS_FOR[game.prompt]}")
    if event.kind is not Kind.SUIT and (game.before_suit or game.false_go):
        game = game._replace(before_suit=None, false_go=None)
    return phase(game, event)._replace(at=game.at + 1)


def accepts(game: Game) -> frozenset[Kind]:
    """Return the kinds of which the game takes some event."""
    kinds = _KINDS[game.prompt]
    return frozenset(kind for kind in kinds if kind not in _ONLY_IF or _ONLY_IF[kind](game))
