"""The cards entered so far at the prompts for a hand or crib. RULES.md 1 defines the number of cards."""

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.view.prompts import keyed_so_far
from tests.support import keyed


@pytest.mark.parametrize(
    ("keys", "rules", "cards", "missing"),
    [
        (keyed.CRIB, "", "", 4),
        (f"{keyed.CRIB} 5 H J", "", "5H J", 2),
        (keyed.REST, "game=five-card", "K 9", 1),
        ("OK 2", "track=show", "", 4),
        ("OK 2 5 J 9", "track=show", "5 J 9", 1),
        ("OK 2 10", "", "", 0),
        ("", "", "", 0),
        (keyed.FLUSH, "", "", 0),
    ],
)
def test_the_cards_keyed_so_far_and_those_still_wanted(
    keys: str, rules: str, cards: str, missing: int
) -> None:
    board = Board(History.of(Game.new(Rules.parse(rules.split()))))
    keyed.press(board, keys)
    found = keyed_so_far(board.history.game)
    assert (" ".join(map(str, found.cards)), found.missing) == (cards, missing)
