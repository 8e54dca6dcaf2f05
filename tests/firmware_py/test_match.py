"""A match that is saved after each event."""

import pytest

from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.refusals import IllegalEvent
from firmware_py.errors import JournalError
from firmware_py.match import Match
from tests.support import keyed
from tests.support.fakes import Shelf

DEALS = Event(Kind.DEALS, numbers=(0,))


def test_an_event_is_kept_and_takes_effect() -> None:
    shelf = Shelf()
    match = Match(History.of(Game.new()), shelf)
    match.take(DEALS)
    assert shelf.events == [DEALS]
    assert match.history.applied == 1


def test_an_illegal_event_is_not_kept() -> None:
    shelf = Shelf()
    match = Match(History.of(Game.new()), shelf)
    before = match.history
    with pytest.raises(IllegalEvent):
        match.take(Event(Kind.GO))
    assert shelf.events == [] and match.history is before


def test_an_event_that_cannot_be_kept_does_not_take_effect() -> None:
    match = Match(History.of(Game.new()), Shelf(room=0))
    before = match.history
    with pytest.raises(JournalError):
        match.take(DEALS)
    assert match.history is before


def test_the_way_back_is_loaded_once() -> None:
    class Deep(Shelf):
        asked = 0

        def reach(self) -> History:
            self.asked += 1
            return keyed.board("OK 3").history

    shelf = Deep()
    match = Match(History.of(Game.new()), shelf)
    assert match.history.applied == 0
    match.reach_back()
    match.reach_back()
    assert (match.history.applied, shelf.asked) == (2, 1)
