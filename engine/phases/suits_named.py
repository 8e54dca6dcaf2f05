"""Naming the suit of the last card entered, which is possible at any prompt."""

from __future__ import annotations

from engine.cards import Card, Suit
from engine.errors import IllegalEvent
from engine.game_state import GameState
from engine.phases import show
from engine.scoring.suit_questions import possible


def suit_named(game: GameState, suit: Suit) -> GameState:
    """Set or change the suit of the last card entered, and return the resulting game.

    The game may be waiting for the answer to a question about the suits of a hand, for example whether it is
    a flush. If the suit answers this question, the returned game no longer waits for an answer.
    """
    now = game.last_card
    if now is None:
        raise IllegalEvent(lambda words: words.NO_CARD_TO_NAME)
    if now.suit is suit:
        raise IllegalEvent(lambda words: words.last_card_is_already(now))
    before = game.before_suit or game
    if before.cards[-1].suit is not None:
        raise IllegalEvent(lambda words: words.card_is_already(now))
    card = Card(now.rank, suit)
    _check(before, card)
    named = before._replace(cards=(*before.cards[:-1], card), at=game.at, before_suit=before)
    return show.reconsider_question(named)


def can_be_named(game: GameState) -> bool:
    """Return True if the suit of the card entered last can be entered or corrected now."""
    now, before = game.last_card, game.before_suit or game
    if now is None or before.cards[-1].suit is not None:
        return False
    return any(_is_possible(before, Card(now.rank, suit)) for suit in Suit if suit is not now.suit)


def _is_possible(game: GameState, card: Card) -> bool:
    try:
        _check(game, card)
    except IllegalEvent:
        return False
    return True


def _check(game: GameState, card: Card) -> None:
    """Check that a card has not already been seen and agrees with earlier answers about flushes and nobs.

    Raises:
        IllegalEvent: the card fails the check.
    """
    seen = game.deal_cards if game.deal else game.cards
    others = seen[:-1]
    if card in others:
        raise IllegalEvent(lambda words: words.card_is_out(card))
    if game.deal and not possible((*others, card), game.deal.answers):
        raise IllegalEvent(lambda words: words.card_contradicts(card))
