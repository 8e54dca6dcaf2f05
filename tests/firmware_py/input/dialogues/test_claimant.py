"""Muggins with more than two sides: the dialogue asks which opponent claims the points."""

import pytest

from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat
from engine.match.history import History
from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.board import Board
from firmware_py.input.dialogues.claimant import Claimant
from firmware_py.input.keys import Key
from tests.support import keyed
from tests.support.dialogues import match_at, press, refusals


def test_one_key_says_who_claims_points_missed_in_the_play() -> None:
    # Seat 2, the third player, laid the five.
    match = match_at("OK 2 K 5 6", rules=Rules(players=3, muggins=True))
    asked = Claimant(Kind.TAKE)
    assert refusals(asked, match).keys() == set(Key) - {Key.ACE, Key.TWO, Key.UNDO, Key.MENU}
    assert press(asked, "A", match)[1] == [Event(Kind.TAKE, numbers=(0,))]
    assert press(asked, "2", match)[1] == [Event(Kind.TAKE, numbers=(1,))]
    for word in ("UNDO", "MENU"):
        assert press(asked, word, match) == (None, [])


@pytest.mark.parametrize(("hands", "keys"), [(0, "A 3"), (1, "A 2"), (2, "2 3"), (3, "2 3")])
def test_one_key_says_who_claims_points_missed_in_a_hand(hands: int, keys: str) -> None:
    # Seat 0 deals: the hands are those of seats 1, 2 and 0, then seat 0's crib.
    board = keyed.board("OK 2", rules=Rules(players=3, muggins=True))
    keyed.press(board, "K Q 10 K Q 10 9 8 7 4 3 2" + " 10 OK OK" * hands)
    if hands == 3:
        keyed.press(board, "A A 5 5")
    keyed.press(board, "10 OK 2 OK")
    match = board.history
    asked = Claimant(Kind.MUGGINS, 2)
    assert (match.game.prompt, board.view.page and board.view.page.title) == (Prompt.MUGGINS, "Who claims?")
    assert refusals(asked, match).keys() == set(Key) - {*map(Key.parse, keys.split()), Key.UNDO, Key.MENU}
    for key in keys.split():
        seat = int(key.replace("A", "1")) - 1
        assert press(asked, key, match)[1] == [Event(Kind.MUGGINS, numbers=(2, seat))]


def test_the_page_names_those_who_can_claim_each_after_its_key() -> None:
    game = Game.new(Rules(players=3, muggins=True), names=("Ann", "Bo", "Cw"))
    board = Board(History.of(game))
    keyed.press(board, "OK 2 K 5 6 MUGGINS")
    assert board.view.page is not None
    assert [left for left, _ in board.view.page.rows] == ["A  Ann", "2  Bo"]
    for word in ("3", "10", "OK", "4"):
        assert board.press(Key.parse(word)).why == f"{word} does nothing here: A is Ann, 2 is Bo, UNDO leaves"
    assert board.press(Key.TWO).took
    assert [entry.side for entry in board.history.game.entries] == [1]


def test_a_player_whose_seat_is_known_is_not_asked_who_claims_points_missed_in_the_play() -> None:
    # Seat 2 laid the five, so seats 0 and 1 may claim.
    for seat, side in ((0, 0), (1, 1)):
        board = keyed.board(rules=Rules(players=3, muggins=True))
        keyed.press(board, "OK 2 K 5 6")
        assert board.press(Key.MUGGINS, Seat(seat)).took
        assert [entry.side for entry in board.history.game.entries] == [side]


@pytest.mark.parametrize("seat", [2, 3, None])
def test_who_cannot_have_claimed_is_asked_who_did(seat: int | None) -> None:
    board = keyed.board(rules=Rules(players=3, muggins=True))
    keyed.press(board, "OK 2 K 5 6")
    assert not board.press(Key.MUGGINS, None if seat is None else Seat(seat)).took
    assert board.view.page is not None and board.view.page.title == "Who claims?"


def test_a_player_whose_seat_is_known_is_not_asked_who_claims_points_missed_in_a_hand() -> None:
    # The hand is that of seat 1, so seats 0 and 2 may claim.
    board = keyed.board("OK 2", rules=Rules(players=3, muggins=True))
    keyed.press(board, "K Q 10 K Q 10 9 8 7 4 3 2 10 OK 2")
    outcome = board.press(Key.OK, Seat(2))
    assert outcome.made is not None and outcome.made.event == Event(Kind.MUGGINS, numbers=(2, 2))
