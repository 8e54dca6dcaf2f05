"""The phases of a deal, one to a module, and which of them takes which event.

The table is the whole of it: an event that has no line for the prompt cannot happen there.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import IllegalEvent
from engine.events import Event, Kind, check
from engine.game import Game
from engine.phases import between, by_hand, cut, muggins, naming, play, show
from engine.state import Prompt

_QUESTIONS = (Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)

# A function takes the game, and what the event says besides: a rank, a suit, numbers, a setup.
_TABLE: dict[tuple[Prompt, Kind], Callable[..., Game]] = {
    (Prompt.CUT_FOR_DEAL, Kind.CUT): cut.cut,
    (Prompt.CUT_FOR_DEAL, Kind.DEALS): cut.deals_first,
    (Prompt.STARTER, Kind.PACK_CUT): cut.pack_cut,
    (Prompt.STARTER, Kind.PACK_TAKEN): cut.pack_taken,
    (Prompt.STARTER, Kind.STARTER): cut.starter,
    (Prompt.PLAY, Kind.LAY): play.lay,
    (Prompt.PLAY, Kind.GO): play.go,
    (Prompt.PLAY, Kind.CALL): muggins.call,
    (Prompt.ACE, Kind.YES): play.eleven,
    (Prompt.ACE, Kind.NO): play.one,
    (Prompt.REST, Kind.REST): play.rest,
    (Prompt.REST, Kind.CALL): muggins.call,
    (Prompt.HAND, Kind.HAND): show.hand_card,
    **{(prompt, Kind.YES): show.yes for prompt in _QUESTIONS},
    **{(prompt, Kind.NO): show.no for prompt in _QUESTIONS},
    (Prompt.CLAIM, Kind.CALL): muggins.call,
    (Prompt.CLAIM, Kind.CLAIM): show.claim,
    (Prompt.MUGGINS, Kind.MUGGINS): show.claim_more,
    (Prompt.REVEAL, Kind.REVEAL): show.reveal,
    (Prompt.CRIB, Kind.CRIB): show.crib_card,
    (Prompt.IDLE, Kind.DEAL_OVER): between.deal_over,
    (Prompt.GAME_OVER, Kind.NEXT_GAME): between.next_game,
}
_ANYWHERE: dict[Kind, Callable[..., Game]] = {
    Kind.SUIT: naming.suit_named,
    Kind.TAKE: muggins.take,
    Kind.PEG: by_hand.peg,
    Kind.TAKE_BACK: by_hand.take_back,
    Kind.SCORE: by_hand.set_score,
    Kind.THROWN_IN: by_hand.thrown_in,
    Kind.MISDEAL: by_hand.misdeal,
    Kind.NEW_GAME: between.new_game,
}


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
    if event.kind is not Kind.SUIT and (game.unnamed or game.false_go):
        game = game._replace(unnamed=None, false_go=None)
    after = phase(game, *event.arguments)
    return after._replace(at=game.at + 1)
