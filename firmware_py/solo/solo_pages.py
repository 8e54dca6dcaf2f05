"""The pages and prompts for a single player: the six cards dealt, and then the cards in hand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.game import Game
from engine.prompts import Prompt
from firmware_py.input.keys import Key
from firmware_py.player_names import PlayerNames
from firmware_py.solo.dealt_cards import OPPONENT, PLAYER, THROWN, DealtCards, fitting
from firmware_py.view.hints import Hint
from firmware_py.view.page import Page, Row, hint_rows
from firmware_py.words.in_use import words
from firmware_py.words.message_forms import Message


def throw_page(game: Game, dealt: DealtCards) -> Page:
    """Return the page on which the human player selects two of six cards to throw to the crib."""
    whose = PlayerNames(game).seats[game.current_dealer]
    hand, chosen = dealt.hands[PLAYER], dealt.chosen
    hints = (Hint(Key.OK, words().THROWS_THEM),) if len(chosen) == THROWN else ()
    ask = () if hints else (Row(words().CHOOSE_TWO),)
    rows = (
        Row(cards_in_row(hand[:3])),
        Row(cards_in_row(hand[3:])),
        Row(words().THROW_THESE, cards_in_row(chosen)),
        *ask,
        *hint_rows(hints),
    )
    aloud = (
        Row(words().cards_in_words(hand)),
        Row(words().THROW_THESE, words().cards_in_words(chosen)) if chosen else Row(words().CHOOSE_TWO),
    )
    return Page(words().throw_to_crib(whose), "", rows, hints, aloud)


def solo_prompt(game: Game, dealt: DealtCards | None, opponent: str) -> Message | None:
    """Return the prompt for the human player, or None to use the board's own prompt.

    Args:
        game: the game.
        dealt: the cards in the deal; None if they have not been dealt yet.
        opponent: the opponent's name.
    """
    if game.prompt is Prompt.STARTER and dealt is None:
        return words().GO_DEALS
    if game.prompt is Prompt.STARTER and dealt is not None and dealt.thrown is None:
        return words().CHOOSE_CARDS
    if game.prompt is Prompt.PLAY and dealt is not None and dealt.thrown is not None:
        held = dealt.held(PLAYER, game)
        cards = cards_in_row(held)
        if game.to_act == OPPONENT:
            return words().opponent_plays(opponent, cards)
        return words().lay_one_of(cards) if fitting(held, game.count) else words().no_card_fits(cards)
    return None


def cards_in_row(cards: Sequence[Card]) -> str:
    """Return cards as they are shown on the screen, such as `5♥ J♦`."""
    return " ".join(card.pretty for card in cards)
