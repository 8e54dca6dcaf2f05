"""A server that starts in the middle of a game reads the earlier key presses from the journal, if it can."""

from pathlib import Path

import pytest

from firmware_py.serve.latest_view import changes_so_far
from firmware_py.serve.page_view import CountedHands
from tests.support import keyed
from tests.support.command import muggins
from tests.support.views import last_view, views

KEYS = f"{keyed.CRIB} 9 9 7 2"


def journal(folder: Path, words: str) -> Path:
    path = folder / "games.txt"
    assert muggins("replay", "-", "--journal", path, stdin=words).status == 0
    return path


@pytest.mark.parametrize("words", ["OK", "OK 2 10 5 UNDO", KEYS, f"{KEYS} UNDO UNDO REDO"])
def test_the_journal_gives_the_hands_that_the_window_gives(tmp_path: Path, words: str) -> None:
    found = changes_so_far(last_view(tmp_path, keyed.board(), words), journal(tmp_path, words))
    from_window, from_journal = CountedHands(), CountedHands()
    for view in views(tmp_path, keyed.board(), words):
        from_window.hear(view)
    assert found is not None
    from_journal.catch_up(view, found)
    assert from_journal.of_this_game() == from_window.of_this_game()


def test_presses_after_the_catch_up_are_heard_once(tmp_path: Path) -> None:
    hands = CountedHands()
    before, now = list(views(tmp_path, keyed.board(), KEYS))[-2:]
    so_far = changes_so_far(before, journal(tmp_path, KEYS.rpartition(" ")[0]))
    assert so_far is not None
    hands.catch_up(before, so_far)
    hands.hear(before)
    assert len(hands.of_this_game()) == 2
    hands.hear(now)
    assert len(hands.of_this_game()) == 3


def test_a_journal_that_stands_elsewhere_is_left(tmp_path: Path) -> None:
    view = last_view(tmp_path, keyed.board(), "OK 2 10")
    assert changes_so_far(view, journal(tmp_path, "OK 2 10 5")) is None
    assert changes_so_far(view, tmp_path / "none.txt") is None
    (tmp_path / "damaged.txt").write_bytes(b"no journal")
    assert changes_so_far(view, tmp_path / "damaged.txt") is None
