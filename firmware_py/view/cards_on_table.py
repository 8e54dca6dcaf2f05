"""The cards on the table: the cards in the running count, the starter, or the cards cut for the deal."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Card, Rank
from engine.events import Kind
from engine.game import Game
from engine.indices import DealIndex
from engine.match.history import History
from engine.rules import ELEVEN, LIMIT


class EndedCount(NamedTuple):
    """A count that the last key press ended, either because it reached 31 or because of a go.

    Attributes:
        total: the count that was reached.
        cards: the cards of the count, in the order in which they were played.
    """

    total: int
    cards: tuple[Card, ...]


def cards_on_table(game: Game) -> tuple[Card, ...]:
    """Return the cards that lie face up on the table.

    - Before the first deal: the cards cut for the deal.
    - After the starter has been turned up, until a card is played: the starter.
    - During the play: the cards in the current count.
    - At all other times: none.
    """
    if not game.deal:
        return tuple(game.cards) if game.dealer is None or not game.deals else ()
    if not game.deal.play:
        return ()
    if shows_starter(game):
        return (game.deal_cards[0],)
    return tuple(game.deal_cards[index] for index in game.deal.play.laid)


def shows_starter(game: Game) -> bool:
    """Return True if the starter has been turned up and no card has been played yet."""
    return game.deal is not None and game.deal.play is not None and len(game.deal_cards) == 1


def ended_count(history: History) -> EndedCount | None:
    """Return the count that the last key press ended, by reaching 31 or because of a go.

    Return None if the last key press did not end a count, or if the whole play or the game is over.
    """
    game = history.game
    step = next((step for step in reversed(history.timeline.steps) if step.event.kind is not Kind.SUIT), None)
    if step is None or not (game.deal and game.deal.play) or game.winner is not None:
        return None
    before = step.before.deal and step.before.deal.play
    if not before or step.event.kind not in _CAN_END_A_COUNT:
        return None
    laid, total = before.laid, before.total
    if step.event.kind is Kind.LAY and step.event.named is not None:
        card = DealIndex(len(step.before.deal_cards))
        points = game.deal_cards[card].rank.counting_value
        if total + points <= LIMIT:  # otherwise the card starts a new count
            laid, total = (*laid, card), total + points
    elif step.event.kind in (Kind.YES, Kind.NO):
        total += ELEVEN if step.event.kind is Kind.YES else Rank.ACE.counting_value
    if not laid or game.deal.play.laid[: len(laid)] == laid:
        return None
    return EndedCount(total, tuple(game.deal_cards[index] for index in laid))


_CAN_END_A_COUNT = (Kind.LAY, Kind.GO, Kind.YES, Kind.NO)
"""The kinds of events that can end a count. YES and NO answer whether an ace counts as eleven."""
