"""`muggins press` on a board that stops, is killed or restarts at a random moment.

The journal must contain each key that the command reports as pressed, and no key that it reports as not
pressed. The command may also report that it does not know. All rounds of the test use the same journal.
"""

from __future__ import annotations

import re
import signal
import threading
import time
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from firmware_py.commands import press as module
from tests.appliance.board import played
from tests.support.command import Result, muggins
from tests.support.deadline import PATIENCE
from tests.support.followed_board import FollowedBoard


def presses_that_certainly_took(made: Result) -> int:
    return sum(": refused" not in line for line in made.out.splitlines())


def press_and_end(board: FollowedBoard, words: list[str], number: int, after: float) -> Result:
    """Run `muggins press` with these keys, and send signal `number` to the board `after` seconds later."""

    def end() -> None:
        time.sleep(after)
        board.process.send_signal(number)

    ends = threading.Thread(target=end)
    ends.start()
    made = muggins("press", *words)
    ends.join(PATIENCE)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGKILL, marks=pytest.mark.night)])
def test_no_key_is_half_pressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.5)
    chance, there, certain = Random(int(number)), 1, 0
    words = list(islice(played(Random(14)), 3000))
    with closing(FollowedBoard(tmp_path)) as board:
        assert board.press(words[0]).status == 0
    for _ in range(25):
        with closing(FollowedBoard(tmp_path)) as board:
            for name, value in board.environment.items():
                monkeypatch.setenv(name, value)
            made = press_and_end(board, words[there : there + 60], number, chance.uniform(0, 0.08))
            board.stop()
            took = there + presses_that_certainly_took(made)
            there = board.status()["presses"]
        if made.status == 0:  # the signal came too late
            assert (there, made.err) == (took, ""), made
            continue
        assert (made.status, len(made.err.splitlines())) == (2, 1), made
        if "may or may not have taken the key" in made.err:
            assert there in (took, took + 1), made
        else:
            assert re.search(r"was not pressed: the board has|no board is running", made.err), made
            assert there == took, made
            certain += 1
        assert "refused" not in made.out
    assert there > 25
    assert certain or number == signal.SIGKILL  # a board that is told to stop says what it took
