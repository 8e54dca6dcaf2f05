"""A game of cribbage: an immutable value that applies events.

`State` has the game's parts, and describes the game to programs. `Game.apply(event)` returns the game after
an event: the table lists the function that applies each kind of event at each prompt. The table is complete:
an event that is not listed for a prompt is not allowed at that prompt.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from engine.cards import Card
from engine.change_types import Turn
from engine.errors import quoted
from engine.events import Event, Kind, check
from engine.indices import EventIndex
from engine.phases import dealing, muggins, pegging, play, show
from engine.prompts import SUIT_QUESTIONS, Asks, Prompt
from engine.refusals import IllegalEvent, RefusalReason
from engine.state import State

_Phase = Callable[..., Any]
"""A function that returns a copy of a game after an event, given the values that the event holds."""

_TABLE: dict[tuple[Prompt, Kind], _Phase] = {
    (Prompt.CUT_FOR_DEAL, Kind.CUT): dealing.cut,
    (Prompt.CUT_FOR_DEAL, Kind.DEALS): dealing.deals_first,
    (Prompt.STARTER, Kind.PACK_CUT): dealing.pack_cut,
    (Prompt.STARTER, Kind.PACK_TAKEN): dealing.pack_taken,
    (Prompt.STARTER, Kind.STARTER): dealing.starter,
    (Prompt.PLAY, Kind.LAY): play.lay,
    (Prompt.PLAY, Kind.GO): play.go,
    (Prompt.PLAY, Kind.CALL): muggins.call,
    (Prompt.ACE, Kind.YES): partial(play.count_ace, eleven=True),
    (Prompt.ACE, Kind.NO): partial(play.count_ace, eleven=False),
    (Prompt.REST, Kind.REST): play.rest,
    (Prompt.REST, Kind.CALL): muggins.call,
    (Prompt.HAND, Kind.HAND): show.hand_card,
    (Prompt.HAND, Kind.CALL): muggins.call,
    **{(prompt, Kind.YES): partial(show.answer, yes=True) for prompt in SUIT_QUESTIONS},
    **{(prompt, Kind.NO): partial(show.answer, yes=False) for prompt in SUIT_QUESTIONS},
    (Prompt.CLAIM, Kind.CALL): muggins.call,
    (Prompt.CLAIM, Kind.CLAIM): show.claim,
    (Prompt.MUGGINS, Kind.MUGGINS): show.claim_more,
    (Prompt.REVEAL, Kind.REVEAL): show.reveal,
    (Prompt.CRIB, Kind.CRIB): show.crib_card,
    (Prompt.IDLE, Kind.DEAL_OVER): pegging.deal_over,
    (Prompt.GAME_OVER, Kind.NEXT_GAME): dealing.next_game,
}
_ANYWHERE: dict[Kind, _Phase] = {
    Kind.SUIT: show.suit_named,
    Kind.TAKE: muggins.take,
    Kind.PEG: dealing.peg_by_hand,
    Kind.TAKE_BACK: dealing.take_back,
    Kind.SCORE: dealing.set_score,
    Kind.RENEGE: dealing.renege,
    Kind.SEEN_CARD: dealing.seen_card,
    Kind.FALSE_CLAIM: dealing.false_claim,
    Kind.THROWN_IN: dealing.thrown_in,
    Kind.MISDEAL: dealing.misdeal,
    Kind.NEW_GAME: dealing.new_game,
}


def _is_on(game: State) -> bool:
    return game.winner is None


def _has_penalties(game: State) -> bool:
    return _is_on(game) and not game.rules.reverse


def _has_deal(game: State) -> bool:
    return game.has_deal


_ONLY_IF: dict[Kind, Callable[[State], bool]] = {
    Kind.PACK_CUT: lambda game: game.offered,
    Kind.PACK_TAKEN: lambda game: game.offered,
    Kind.GO: play.go_is_possible,
    Kind.CALL: lambda game: game.points_to_call is not None,
    Kind.TAKE: lambda game: game.points_to_take is not None,
    Kind.SUIT: show.can_be_named,
    Kind.PEG: _is_on,
    Kind.TAKE_BACK: lambda game: _is_on(game) and any(side.front for side in game.sides),
    Kind.SCORE: _is_on,
    Kind.RENEGE: _has_penalties,
    Kind.SEEN_CARD: _has_penalties,
    Kind.FALSE_CLAIM: _has_penalties,
    Kind.THROWN_IN: _has_deal,
    Kind.MISDEAL: _has_deal,
}
"""The extra condition of each kind of event for which the right prompt is not enough."""
_KINDS = {prompt: (*(kind for at, kind in _TABLE if at is prompt), *_ANYWHERE) for prompt in Prompt}
"""The kinds of event that a phase handles, keyed by the prompt."""


class Game(State):
    """A game of cribbage, and its match, at one moment. It is immutable: `apply` returns a new one."""

    __slots__ = ()

    def apply(self, event: Event) -> Game:
        """Return a copy of the game with an event applied to it.

        Raises:
            IllegalEvent: the event is malformed or is not allowed now. The message says why.
        """
        check(event)
        phase = _TABLE.get((self.prompt, event.kind)) or _ANYWHERE.get(event.kind)
        if phase is None:
            why = f"No {event.kind.value} now: the game waits for {self.prompt.waits_for}"
            raise IllegalEvent(why, reason=RefusalReason.NOT_NOW)
        game = self
        if event.kind is not Kind.SUIT:
            game = self._replace(before_suit=None, false_go=None, changes=())
        after: Game = phase(game, *_values(event))
        before = after.before_suit or game
        told = after.changes
        if after.to_act is not None and (after.to_act, after.prompt, after.number) != (
            before.to_act,
            before.prompt,
            before.number,
        ):
            told += (Turn(after.to_act, after.prompt),)
        return after._replace(at=EventIndex(self.at + 1), changes=told)

    def enter(self, card: Card) -> Game:
        """Return a copy of the game with the card that it waits for entered: its rank, and its suit if known.

        This is the card cut, the starter, a card laid or left in hand, or a card of a hand or crib.

        Raises:
            IllegalEvent: the game waits for no card, or the card is not possible.
        """
        game = self.apply(self.entering(card))
        return game.apply(Event.suit(card.suit)) if card.suit and game.has_entered_since(self) else game

    def entering(self, card: Card) -> Event:
        """Return the event that enters the rank of the card that the game waits for.

        Raises:
            IllegalEvent: the game waits for no card, or `card` is not a card.
        """
        if not isinstance(card, Card):
            raise IllegalEvent(f"{quoted(card)} is not a card: write Card('5H')")
        if self.prompt.asks is not Asks.CARD or self.prompt.kind is None:
            raise IllegalEvent(
                f"No card now: the game waits for {self.prompt.waits_for}", reason=RefusalReason.NOT_NOW
            )
        return Event(self.prompt.kind, card.rank)

    def has_entered_since(self, before: Game) -> bool:
        """Return True if the event after `before` entered a card: not if its implied go won the game."""
        return self.winner is None or self.cards != before.cards

    @property
    def accepts(self) -> frozenset[Kind]:
        """The kinds of event that are possible now.

        Undo, redo and corrections are not included, because they depend on earlier events. See
        `History.accepts`.
        """
        kinds = _KINDS[self.prompt]
        return frozenset(kind for kind in kinds if kind not in _ONLY_IF or _ONLY_IF[kind](self))


def _values(event: Event) -> tuple[object, ...]:
    if event.named is not None:
        return (event.named,)
    return event.numbers if event.setup is None else (event.setup,)
