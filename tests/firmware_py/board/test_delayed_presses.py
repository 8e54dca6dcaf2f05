"""The opponent's keys are pressed after a pause."""

from __future__ import annotations

from engine.indices import Seat
from firmware_py.board.board import Board
from firmware_py.board.solo import Solo
from firmware_py.input.keys import Key, Press
from tests.support.solo_games import solo


def test_after_a_pause_it_presses_the_key_that_the_board_waits_for() -> None:
    put: list[Press] = []
    room = [False]

    def no_room_at_first(press: Press) -> bool:
        if not room[0]:
            return False
        put.append(press)
        return True

    board = Board(solo().history)
    opponent = Solo(board, no_room_at_first, pause=1.0)
    opponent.follow(10.0)
    assert opponent.deadline == 11.0
    opponent.follow(11.0)
    again = opponent.deadline
    assert again and 11.0 < again < 11.5
    room[0] = True
    opponent.follow(again)
    assert [(press.key, press.seat) for press in put] == [(opponent.opponents_key(), Seat(1))]
    opponent.follow(20.0)  # the press is still on the queue
    assert (opponent.deadline, len(put)) == (None, 1)
    opponent.press(put[0].key, put[0].seat)
    opponent.follow(21.0)
    assert opponent.deadline == 22.0


def test_another_press_takes_a_key_back() -> None:
    opponent = Solo(Board(solo().history), lambda press: True, pause=1.0)
    opponent.follow(10.0)
    opponent.press(Key.MENU, None)
    opponent.follow(10.5)
    assert opponent.deadline is None
    opponent.press(Key.GO, None)
    opponent.follow(10.8)
    assert opponent.deadline == 11.8
