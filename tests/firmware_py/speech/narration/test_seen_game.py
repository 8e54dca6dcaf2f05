"""The voice reads the rules, names and scores of a game from the JSON object in the board's view file."""

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.outputs.view_json import view_object
from firmware_py.window.seen import SeenGame
from firmware_py.words.english import English
from tests.support import keyed
from tests.support.random_matches import FORMS, rules_of


def seen(board: Board) -> SeenGame:
    return SeenGame.of(view_object(board), English())


@pytest.mark.parametrize("form", FORMS)
def test_it_has_the_rules_of_the_board(form: str) -> None:
    rules = rules_of(form)
    assert seen(Board(History.of(Game.new(rules)))).rules == rules


def test_a_game_in_the_play() -> None:
    found = seen(keyed.board("OK 2 10 5 H"))
    assert (found.names, found.scores, found.dealer, found.count) == (("Left", "Right"), (2, 0), 0, 15)
    assert found.is_play and found.winner is None


def test_a_game_that_is_won() -> None:
    found = seen(keyed.board(keyed.GAME_OVER, start=keyed.WON))
    assert found.winner == 0 and not found.is_play


def test_partners_are_one_side() -> None:
    found = seen(Board(History.of(Game.new(Rules(players=4), names=("Ann", "Bob", "Cid", "Dee")))))
    assert [found.name_of(side) for side in found.each_side] == ["Ann and Cid", "Bob and Dee"]
    assert found.players_of(1) == ("Bob", "Dee")


def test_points_by_hand_belong_to_a_side() -> None:
    found = seen(Board(History.of(Game.new(Rules(players=4), names=("Ann", "Bob", "Cid", "Dee")))))
    assert found.scorer({"seat": 2, "side": 0}) == "Cid"
    assert found.scorer({"seat": None, "side": 0}) == "Ann and Cid"
