from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Timer

import pytest

from firmware_py.board.dealt_cards import OPPONENT
from firmware_py.board.ports import Ending
from firmware_py.board.solo import DelayedPresses
from firmware_py.input.keys import Press
from tests.support.deadline import PATIENCE
from tests.support.solo_games import let_opponent_play, solo


def test_after_a_pause_it_presses_the_key_that_the_board_waits_for() -> None:
    board, pressed, refusals = solo(), SimpleQueue[Press](), [False, False]

    def put(press: Press) -> bool:
        if refusals:
            return refusals.pop()
        pressed.put(press)
        return True

    DelayedPresses(board, put, pause=0.0).shown(board)
    press = pressed.get(timeout=PATIENCE)
    assert (press.key, press.seat) == (board.opponents_key(), OPPONENT)


def test_while_the_board_waits_for_the_person_it_presses_nothing() -> None:
    board = solo()
    let_opponent_play(board)
    keys = DelayedPresses(board, lambda press: pytest.fail("a key was pressed"), pause=0.0)
    keys.shown(board)
    assert keys.timer is None


def test_a_new_view_and_the_end_take_a_key_back() -> None:
    board, pressed = solo(), SimpleQueue[Press]()
    keys = DelayedPresses(board, lambda press: bool(pressed.put(press)) or True, pause=3600.0)
    for step in (lambda: keys.shown(board), lambda: keys.ended(Ending.STOPPED)):
        keys.shown(board)
        timer = keys.timer
        assert isinstance(timer, Timer)
        step()
        timer.join(PATIENCE)
        assert not timer.is_alive()
    with pytest.raises(Empty):
        pressed.get_nowait()
