"""An add-on that is created when it is first wanted."""

from __future__ import annotations

import sys

import pytest

from firmware_py.board.add_on import AddOn, LazyAddOn
from firmware_py.input.keys import AddOnMessage
from tests.support.counted_deals import COUNTED
from tests.support.processes import run


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


def test_until_it_is_wanted_nothing_is_created() -> None:
    add_on = LazyAddOn(lambda: False, lambda: pytest.fail("nobody wants it"))
    add_on.follow(1.0)
    add_on.hear(AddOnMessage(), 2.0)
    add_on.close()
    assert add_on.deadline is None


def test_once_it_was_wanted_it_stays() -> None:
    wanted, made, message = [False], [Recorder()], AddOnMessage()
    recorder = made[0]
    add_on = LazyAddOn(lambda: wanted[0], made.pop)
    add_on.hear(message, 1.0)
    add_on.follow(2.0)
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


def test_a_board_whose_coach_is_switched_off_does_not_import_it() -> None:
    program = (
        "import sys; from firmware_py.start.assembly import add_ons; "
        "from firmware_py.board.loop import Loop; "
        "from firmware_py.input.dialogue import Equipment; "
        "from firmware_py.board.ports import Listeners; "
        "from firmware_py.drivers.edge_queue import EdgeQueue; from tests.support import keyed, fakes; "
        "board = keyed.board(); board.equip(Equipment(coach=False)); "
        f"fingers = fakes.Fingers(fakes.taps('{COUNTED} OK OK')); before = set(sys.modules); "
        "joined = add_ons(board, EdgeQueue(fingers.clock), Listeners()); "
        "Loop(board, (), fingers, fingers.clock, add_ons=joined).run(); "
        "print(board.history.game.deals, [name for name in set(sys.modules) - before if 'coach' in name])"
    )
    done = run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.split(maxsplit=1) == ["1", "[]\n"], done.stderr
