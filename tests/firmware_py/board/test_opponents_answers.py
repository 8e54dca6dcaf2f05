""""""

import pytest

from engine.cards import Card
from engine.game import Game
from engine.prompts import Prompt
from firmware_py.board.dealt_cards import DealtCards, is_true
from tests.support import keyed


def cards(texts: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts.split()))


def game_at(prompt: Prompt) -> Game:
    """Return a game in which this question is asked about the hand of pone, who sits in seat 1."""
    game = keyed.board(keyed.FLUSH).history.game
    assert game.hand_owner == 1
    return game._replace(prompt=prompt)


@pytest.mark.parametrize(
    ("hand", "starter", "flush", "all_five", "nobs"),
    [
        ("2H 4H 6H JH", "KH", True, True, True),
        ("2H 4H 6H JH", "KS", True, False, False),
        ("2H 4H 6S JH", "KH", False, False, True),
        ("2H 4H 6S JS", "KH", False, False, False),
        ("2H 4H 6S KC", "JC", False, False, False),
    ],
)
def test_the_answers_are_those_of_the_cards(
    hand: str, starter: str, flush: bool, all_five: bool, nobs: bool
) -> None:
    two = cards("3D 9D")
    dealt = DealtCards(
        (cards("AS AC AD AH 8D 8C"), (*cards(hand), *two)), Card.parse(starter), (), (cards("8D 8C"), two)
    )
    assert is_true(game_at(Prompt.FLUSH), dealt) == flush
    assert is_true(game_at(Prompt.FLUSH_WITH_STARTER), dealt) == all_five
    assert is_true(game_at(Prompt.NOBS), dealt) == nobs
