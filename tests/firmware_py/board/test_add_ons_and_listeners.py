"""Add-ons are created when they are first wanted, and what they show reaches the board.

All listeners are told of each press. One that fails stops neither the game nor the others.
"""

import sys

from engine.indices import Seat
from firmware_py.board.add_on import AddOn, LazyAddOn
from firmware_py.board.board import Outcome
from firmware_py.board.listener import Listener, Listeners
from firmware_py.board.loop import Loop
from firmware_py.board.ports import Ending
from firmware_py.input.keys import AddOnMessage, Input, Key, Press
from firmware_py.input.page import Page
from firmware_py.view.view import NO_ADDITIONS, Additions
from firmware_py.words.message import in_forms
from tests.support import keyed
from tests.support.fakes import Fingers, Told, taps
from tests.support.processes import run
from tests.support.views import COUNTED


class Recorder(AddOn):
    """An add-on that records the calls of its methods."""

    deadline = 7.0

    def __init__(self) -> None:
        self.calls: list[object] = []

    def follow(self, now: float) -> None:
        self.calls.append(now)

    def hear(self, message: AddOnMessage, now: float) -> None:
        self.calls.append((message, now))

    def close(self) -> None:
        self.calls.append("closed")


class Asking(AddOn):
    """An add-on that shows a prompt and a page, and takes GO for itself."""

    shows = NO_ADDITIONS

    def __init__(self, text: str) -> None:
        self.shows = Additions(page=Page(text, "", ()), prompt=in_forms(text))

    def press(self, key: Input, seat: Seat | None) -> Outcome | None:
        return Outcome(0, why="not now") if key is Key.GO else None


def test_the_board_shows_what_add_ons_supply_and_the_first_of_two_that_supply_the_same() -> None:
    board, fingers = keyed.board(), Fingers()
    add_ons = (AddOn(), LazyAddOn(lambda: True, lambda: Asking("First")), Asking("Second"))
    Loop(board, (), fingers, fingers.clock, add_ons=add_ons).run()
    assert board.view.page and (board.view.page.title, board.view.prompt) == ("First", "First")
    Loop(board, (), fingers, fingers.clock, add_ons=add_ons[2:]).run()
    assert board.view.prompt == "Second"
    Loop(board, (), fingers, fingers.clock).run()
    assert (board.view.page, board.view.prompt) == (None, "Left cuts for the deal.")


def test_an_add_on_may_take_a_press_for_itself() -> None:
    board, fingers, told = keyed.board(), Fingers(taps("OK GO")), Told()
    Loop(board, (), fingers, fingers.clock, told, add_ons=[Asking("OK?")]).run()
    assert [outcome.why for _, outcome in told.presses] == [None, "not now"]
    assert board.view.refusal is None


def test_nothing_is_created_until_it_is_wanted_and_then_it_stays() -> None:
    wanted, made, message = [False], [Recorder()], AddOnMessage()
    recorder = made[0]
    add_on = LazyAddOn(lambda: wanted[0], made.pop)
    add_on.hear(message, 1.0)
    add_on.follow(2.0)
    assert (add_on.deadline, made) == (None, [recorder])
    wanted[0] = True
    add_on.follow(3.0)
    wanted[0] = False
    add_on.follow(4.0)
    add_on.hear(message, 5.0)
    assert add_on.deadline == 7.0
    add_on.close()
    assert recorder.calls == [3.0, 4.0, (message, 5.0), "closed"]
    add_on.follow(6.0)
    assert add_on.deadline is None
    LazyAddOn(lambda: False, made.pop).close()


def test_a_board_whose_coach_is_switched_off_does_not_import_it() -> None:
    program = (
        "import sys; from firmware_py.start.assembly import assemble; "
        "from firmware_py.config.build import load; "
        "from firmware_py.input.settings import Equipment; "
        "from firmware_py.board.listener import Listeners; "
        "from tests.support import keyed, fakes; "
        "board = keyed.board(); board.equip(Equipment(coach=False)); "
        f"fingers = fakes.Fingers(fakes.taps('{COUNTED} OK OK')); before = set(sys.modules); "
        "made = assemble(load(), None, board, fingers, fingers.clock, Listeners()); made.loop.run(); "
        "print(board.history.game.deals, [name for name in set(sys.modules) - before if 'coach' in name])"
    )
    done = run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.split(maxsplit=1) == ["1", "[]\n"], done.stderr


class Faulty(Listener):
    def pressed(self, press: Press, outcome: Outcome) -> None:
        raise LookupError("no voice")


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
    listeners.failed("display", OSError(121, "Remote I/O error"))
    assert len(told.lines) == 2 and "display" in told.lines[1]
