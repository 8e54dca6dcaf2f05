"""A follower in a thread passes on each view, and keeps the exception that ended it."""

from __future__ import annotations

from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from engine.errors import InvalidRules
from firmware_py.outputs.window import ViewFile
from firmware_py.system.errors import UsageError
from firmware_py.window.follower import FollowerThread
from tests.support import keyed
from tests.support.deadline import PATIENCE


def test_each_view_is_passed_on_and_the_exception_that_ends_the_thread_is_kept(tmp_path: Path) -> None:
    heard: SimpleQueue[int] = SimpleQueue()
    ended: SimpleQueue[str] = SimpleQueue()

    def hear(view: dict[str, Any]) -> None:
        if view["sequence"] == 3:
            raise KeyError("a fault")
        heard.put(view["sequence"])

    follower = FollowerThread(tmp_path, hear, lambda: ended.put("ended"))
    assert follower.latest() is None
    follower.start()
    board, file = keyed.board(), ViewFile(tmp_path, 0o750)
    for sequence in (1, 2):
        file.write(board)
        assert heard.get(timeout=PATIENCE) == sequence
        follower.raise_fault()
    file.write(board)
    assert ended.get(timeout=PATIENCE) == "ended"
    with pytest.raises(RuntimeError) as caught:
        follower.raise_fault()
    assert isinstance(caught.value.__cause__, KeyError)


@pytest.mark.parametrize(
    ("fault", "raised"),
    [
        (UsageError("not permitted"), UsageError),
        (InvalidRules("there is no option 'jokers'"), RuntimeError),
        (BrokenPipeError(), RuntimeError),
    ],
)
def test_only_what_the_user_can_mend_ends_the_command_without_a_restart(
    tmp_path: Path, fault: Exception, raised: type[Exception]
) -> None:
    """A command that ends with a line about wrong input or a broken pipe is not restarted by systemd."""
    follower = FollowerThread(tmp_path, lambda view: None, lambda: None)
    follower.fault = fault
    with pytest.raises(raised):
        follower.raise_fault()
