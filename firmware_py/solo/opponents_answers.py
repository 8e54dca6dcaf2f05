"""The program's answers to questions about suits: it has dealt the cards, so it knows them."""

from __future__ import annotations

from engine.cards import Card, Rank
from engine.game import Game
from engine.indices import Seat
from engine.prompts import Prompt
from firmware_py.solo.dealt_cards import DealtCards


def is_true(game: Game, dealt: DealtCards) -> bool:
    """Return True if yes is the correct answer to the question that the game asks about the suits of a hand.

    The question is about a flush or nobs.

    Args:
        game: the game. Its prompt is the question.
        dealt: the cards in the deal.
    """
    hand = dealt.crib if game.counts_crib else dealt.kept(Seat(game.hand_owner))
    starter = dealt.starter
    if game.prompt is Prompt.NOBS:
        return Card(Rank.JACK, starter.suit) in hand
    if game.prompt is Prompt.FLUSH:
        return len({card.suit for card in hand}) == 1
    return {card.suit for card in hand} == {starter.suit}
