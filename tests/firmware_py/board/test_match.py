"""A match that is saved after each event."""

import pytest

from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.refusals import IllegalEvent
from firmware_py.board.board import Board
from firmware_py.system.errors import JournalError
from tests.support import keyed
from tests.support.fakes import Shelf

DEALS = Event(Kind.DEALS, numbers=(0,))


def test_an_event_is_kept_and_takes_effect() -> None:
    shelf = Shelf()
    board = Board(History.of(Game.new()), shelf)
    board.take(DEALS)
    assert shelf.events == [DEALS]
    assert board.history.applied == 1


def test_an_illegal_event_is_not_kept() -> None:
    shelf = Shelf()
    board = Board(History.of(Game.new()), shelf)
    before = board.history
    with pytest.raises(IllegalEvent):
        board.take(Event(Kind.GO))
    assert shelf.events == [] and board.history is before


def test_an_event_that_cannot_be_kept_does_not_take_effect() -> None:
    board = Board(History.of(Game.new()), Shelf(room=0))
    before = board.history
    with pytest.raises(JournalError):
        board.take(DEALS)
    assert board.history is before


def test_the_way_back_is_loaded_once() -> None:
    class Deep(Shelf):
        asked = 0

        def reach(self) -> History:
            self.asked += 1
            return keyed.board("OK 3").history

    shelf = Deep()
    board = Board(History.of(Game.new()), shelf)
    assert board.history.applied == 0
    board.reach_back()
    board.reach_back()
    assert (board.history.applied, shelf.asked) == (2, 1)
