"""`follow_board` reports each view of the board. With the first, it also reports the game so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware_py.outputs.window import ViewFile
from firmware_py.serve import latest_view
from firmware_py.serve.latest_view import follow_board
from firmware_py.window.follower import Follower
from tests.support import keyed
from tests.support.command import muggins


class Enough(Exception):
    """Raised to stop following the board."""


def test_the_first_view_comes_with_the_game_so_far_and_the_next_alone(tmp_path: Path) -> None:
    journal, board, file = tmp_path / "games.txt", keyed.board("OK 2 10"), ViewFile(tmp_path, 0o750)
    muggins("replay", "-", "--journal", journal, stdin="OK 2 10")
    file.write(board)
    seen: list[int | None] = []

    def show(view: Mapping[str, Any], so_far: Sequence[Mapping[str, Any]] | None) -> None:
        seen.append(None if so_far is None else len(so_far))
        if len(seen) == 2:
            raise Enough
        keyed.press(board, "5")
        file.write(board)

    with closing(Follower(tmp_path)) as follower, pytest.raises(Enough):
        follow_board(follower, journal, show)
    assert seen[0] and seen[1] is None


def test_a_journal_that_never_fits_is_soon_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    monkeypatch.setattr(latest_view, "changes_so_far", lambda view, journal: read.append(view))
    board, file = keyed.board(), ViewFile(tmp_path, 0o750)
    file.write(board)
    shown: list[Mapping[str, Any]] = []

    def show(view: Mapping[str, Any], _: object) -> None:
        shown.append(view)
        if len(shown) == 10:
            raise Enough
        file.write(board)

    with closing(Follower(tmp_path)) as follower, pytest.raises(Enough):
        follow_board(follower, tmp_path / "games.txt", show)
    assert len(read) == 3
