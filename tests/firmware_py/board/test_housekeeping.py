"""Housekeeping, such as archiving a finished game, is done in short steps and can be interrupted.

The steps themselves are tested in journal/test_journal_housekeeping.py.
"""

from engine.game import Game
from engine.match.history import History
from firmware_py.board.board import Board
from firmware_py.board.loop import Housekeeping
from firmware_py.journal.checksum import Steps
from firmware_py.system.errors import JournalError
from tests.support.fakes import Shelf


class Work(Shelf):
    """A store whose housekeeping takes three steps and then, if `why` is set, fails with that message."""

    def __init__(self, why: str | None = None) -> None:
        super().__init__()
        self.done = 0
        self._why = why

    @property
    def due(self) -> bool:
        return self.done < 3

    def settle(self, history: History) -> Steps[None]:
        while self.done < 3:
            self.done += 1
            yield
        if self._why:
            raise JournalError(self._why)


def housekeeping(store: Shelf | None) -> Housekeeping:
    return Housekeeping(Board(History.of(Game.new()), store))


def test_without_a_store_there_is_nothing_to_do() -> None:
    house = housekeeping(None)
    assert not house.due
    assert house.work() is None


def test_the_work_can_be_interrupted_after_each_step() -> None:
    house = housekeeping(store := Work())
    assert house.due and not house.is_under_way
    assert house.work(lambda: True) is None
    assert (store.done, house.is_under_way) == (1, True)
    assert house.work() is None
    assert (store.done, house.is_under_way, house.due) == (3, False, False)


def test_work_that_is_not_possible_says_why_and_begins_anew_next_time() -> None:
    house = housekeeping(Work("the disk is full"))
    assert house.work() == "the disk is full"
    assert not house.is_under_way
