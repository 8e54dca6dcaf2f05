"""All listeners are notified of each key press. A failing listener stops neither the game nor the others."""

from firmware_py.board.board import Outcome
from firmware_py.board.loop import Loop
from firmware_py.board.ports import Ending, Listener, Listeners
from firmware_py.input.keys import Key, Press
from firmware_py.system.errors import DisplayError
from tests.support import keyed
from tests.support.fakes import Fingers, Told, taps


class Faulty(Listener):
    def pressed(self, press: Press, outcome: Outcome) -> None:
        raise LookupError("no voice")


def test_a_listener_does_nothing_by_default() -> None:
    listener = Listener()
    listener.pressed(Press(Key.OK), Outcome(0))
    listener.shown(keyed.board())
    listener.noticed("lights: back")
    listener.failed("display", DisplayError("pulled out"))
    listener.ended(Ending.STOPPED)


def test_all_are_told_in_order() -> None:
    first, second = Told(), Told()
    listeners = Listeners(first, second)
    listeners.pressed(Press(Key.OK), Outcome(0))
    listeners.noticed("lights: back")
    listeners.failed("display", DisplayError("pulled out"))
    listeners.ended(Ending.STOPPED)
    for told in (first, second):
        assert told.presses == [(Key.OK, Outcome(0))]
        assert told.lines == ["lights: back", "display: pulled out"]
        assert told.endings == [Ending.STOPPED]


def test_one_that_fails_is_reported_once_and_the_game_goes_on() -> None:
    before, after = Told(), Told()
    board, fingers = keyed.board(), Fingers(taps("OK 3 K 5"))
    loop = Loop(board, (), fingers, fingers.clock, Listeners(before, Faulty(), after))
    assert loop.run() is Ending.STOPPED
    assert board.history.applied == 4
    for told in (before, after):
        assert [key for key, _ in told.presses] == [Key.OK, Key.THREE, Key.KING, Key.FIVE]
        assert told.lines == ["Faulty failed: LookupError: no voice; the game goes on"]


def test_one_that_fails_at_a_notice_too_does_not_report_itself_for_ever() -> None:
    class Worse(Faulty):
        def noticed(self, text: str) -> None:
            raise LookupError("no voice either")

    told = Told()
    listeners = Listeners(Worse(), told)
    listeners.pressed(Press(Key.OK), Outcome(0))
    assert told.lines == ["Worse failed: LookupError: no voice; the game goes on"]
