"""The phases of a deal, one to a module, and which of them takes which event.

The table is the whole of it: an event that has no line for the prompt cannot happen there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import events
from engine.errors import IllegalEvent
from engine.events import GameEvent
from engine.game import Game, Prompt
from engine.phases import between, cut, naming, play, show

# Any: each function takes the one kind of event that its line names.
_TABLE: dict[tuple[Prompt, type[GameEvent]], Callable[[Game, Any], Game]] = {
    (Prompt.CUT_FOR_DEAL, events.Cut): cut.cut,
    (Prompt.CUT_FOR_DEAL, events.FirstSeatDeals): cut.first_seat_deals,
    (Prompt.STARTER, events.Starter): cut.starter,
    (Prompt.PLAY, events.Lay): play.lay,
    (Prompt.PLAY, events.Go): play.go,
    (Prompt.FLUSH, events.Reply): show.reply,
    (Prompt.FLUSH_WITH_STARTER, events.Reply): show.reply,
    (Prompt.NOBS, events.Reply): show.reply,
    (Prompt.CRIB, events.CribCard): show.crib_card,
    (Prompt.GAME_OVER, events.NextGame): between.next_game,
}
_ANYWHERE: dict[type[GameEvent], Callable[[Game, Any], Game]] = {
    events.SuitNamed: naming.suit_named,
    events.NewGame: between.new_game,
}


def apply(game: Game, event: GameEvent) -> Game:
    """The game after an event.

    Raises:
        IllegalEvent: the event cannot happen here.
    """
    phase = _TABLE.get((game.prompt, type(event))) or _ANYWHERE.get(type(event))
    if phase is None:
        raise IllegalEvent(f"{type(event).__name__} cannot happen at the prompt {game.prompt.value}")
    if type(event) is not events.SuitNamed and (game.unnamed or game.false_go):
        game = game.but(unnamed=None, false_go=None)
    after = phase(game, event)
    return after.but(at=game.at + 1)
