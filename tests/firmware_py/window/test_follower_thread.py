"""A follower in a thread passes on each view, and keeps the exception that ended it."""

from __future__ import annotations

from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from firmware_py.window.follower_thread import FollowerThread
from firmware_py.window.view_file import ViewFile
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
    with pytest.raises(KeyError, match="a fault"):
        follower.raise_fault()
