"""The cards of a hand or crib that have been entered so far, while the board asks for them one by one."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Card
from engine.game import Game
from engine.prompts import Prompt


class KeyedCards(NamedTuple):
    """The cards of a hand or crib that have been entered so far.

    Attributes:
        cards: the cards, in the order in which they were entered or played.
        missing: the number of cards that have not been entered yet.
    """

    cards: tuple[Card, ...] = ()
    missing: int = 0


def keyed_so_far(game: Game) -> KeyedCards:
    """Return the cards entered so far for the current prompt, if it asks for the cards in a hand or crib.

    For any other prompt, return no cards, with `missing` set to 0.
    """
    if game.deal is None or game.to_act is None or game.prompt not in (Prompt.REST, Prompt.HAND, Prompt.CRIB):
        return _NOTHING
    if game.prompt is Prompt.CRIB:
        indices, size = game.deal.crib, game.rules.crib_size
    else:
        indices, size = game.deal.hands[game.to_act], game.rules.hand_size
    return KeyedCards(tuple(game.deal_cards[index] for index in indices), size - len(indices))


_NOTHING = KeyedCards()
