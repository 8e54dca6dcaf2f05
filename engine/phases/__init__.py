"""The phases of a deal, one to a module, and which of them takes which event.

The table is the whole of it: an event that has no line for the prompt cannot happen there.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import IllegalEvent
from engine.events import Event, Kind
from engine.game import Game, Prompt
from engine.phases import between, cut, naming, play, show

# A function takes the game, and the rank or suit where its kind of event names one.
_TABLE: dict[tuple[Prompt, Kind], Callable[..., Game]] = {
    (Prompt.CUT_FOR_DEAL, Kind.CUT): cut.cut,
    (Prompt.CUT_FOR_DEAL, Kind.FIRST_SEAT_DEALS): cut.first_seat_deals,
    (Prompt.STARTER, Kind.STARTER): cut.starter,
    (Prompt.PLAY, Kind.LAY): play.lay,
    (Prompt.PLAY, Kind.GO): play.go,
    (Prompt.FLUSH, Kind.YES): show.yes,
    (Prompt.FLUSH, Kind.NO): show.no,
    (Prompt.FLUSH_WITH_STARTER, Kind.YES): show.yes,
    (Prompt.FLUSH_WITH_STARTER, Kind.NO): show.no,
    (Prompt.NOBS, Kind.YES): show.yes,
    (Prompt.NOBS, Kind.NO): show.no,
    (Prompt.CRIB, Kind.CRIB): show.crib_card,
    (Prompt.GAME_OVER, Kind.NEXT_GAME): between.next_game,
}
_ANYWHERE: dict[Kind, Callable[..., Game]] = {
    Kind.SUIT: naming.suit_named,
    Kind.NEW_GAME: between.new_game,
}


def apply(game: Game, event: Event) -> Game:
    """The game after an event.

    Raises:
        IllegalEvent: the event cannot happen here.
    """
    phase = _TABLE.get((game.prompt, event.kind)) or _ANYWHERE.get(event.kind)
    if phase is None:
        raise IllegalEvent(f"{event.kind.value} cannot happen at the prompt {game.prompt.value}")
    if event.kind is not Kind.SUIT and (game.unnamed or game.false_go):
        game = game._replace(unnamed=None, false_go=None)
    after = phase(game) if event.named is None else phase(game, event.named)
    return after._replace(at=game.at + 1)
