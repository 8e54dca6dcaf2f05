"""Misdeals: the deal is abandoned, and the same player deals again (RULES.md 1)."""

from __future__ import annotations

from engine.deal import Deal
from engine.entries import Source
from engine.errors import IllegalEvent
from engine.game_state import GameState
from engine.phases import next_deal


def thrown_in(game: GameState) -> GameState:
    """Abandon the deal (throw in the cards), and return the resulting game.

    The points scored in the deal are lost, and the same player deals again. Manual score changes are kept.

    Raises:
        IllegalEvent: no deal is in progress.
    """
    deal = _deal(game)
    sides, entries = list(deal.sides), list(game.entries[: deal.entries])
    for entry in game.entries[deal.entries :]:
        if entry.source in (Source.BY_HAND, Source.SCORE_SET):
            before = sides[entry.side]
            after = sides[entry.side] = before.move(entry.points, game.rules.target_of(entry.side))
            entries.append(entry._replace(points=after.front - before.front, score=after.front))
    return misdeal(game)._replace(sides=tuple(sides), entries=tuple(entries))


def misdeal(game: GameState) -> GameState:
    """Abandon the deal as older versions of the program did, and return the resulting game.

    Records from these versions can only be replayed in this way. Unlike `thrown_in`, this function also
    discards manual score changes.

    Raises:
        IllegalEvent: no deal is in progress.
    """
    deal = _deal(game)
    again = next_deal.await_deal(game, game.current_dealer)._replace(offered=False, taken=game.taken)
    return again._replace(
        sides=deal.sides, entries=game.entries[: deal.entries], cards=game.cards[: deal.first], deal=None
    )


def _deal(game: GameState) -> Deal:
    if not game.has_deal:
        raise IllegalEvent(lambda words: words.NOTHING_TO_THROW_IN)
    return game.latest_deal
