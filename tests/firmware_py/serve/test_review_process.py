import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_py.serve.review_process import reviewed, saved_game
from tests.support.coach_examples import BEGINS, DEAL, FIRST_DEAL
from tests.support.command import muggins
from tests.support.journals import AGAIN, WIN, play

ROOT = Path(__file__).parents[3]
WON = BEGINS.format(start="100,90", target=121) + DEAL


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return the path to a journal with a finished game, and a game whose first deal is not finished."""
    record, path = tmp_path / "match.record", tmp_path / "games.txt"
    record.write_text(WON + "next-game\nstarter 4\nlay 5\n")
    assert muggins("replay", record, "--journal", path).status == 0
    return path


def test_a_game_is_found_in_the_journal_or_in_the_archive(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    play(path, f"OK {WIN} {AGAIN}")
    game = saved_game(path, 1)
    assert game is not None and game.game.winner == 0
    assert saved_game(path, 9) is None
    path.unlink()
    again = saved_game(path, 1)
    assert again is not None and again.game.sides == game.game.sides


def test_a_game_is_reviewed_or_the_reason_is_given(journal: Path) -> None:
    assert reviewed(journal, 1, ())["title"] == "Ann 121, Bob 103"
    assert reviewed(journal, 1, ("1:2,9",))["deals"][0]["splits"][0]["threw"] == "1:2,9"
    assert "nothing to review" in reviewed(journal, 2, ())["why"]
    assert "two of the crib's cards" in reviewed(journal, 1, ("1:K,9",))["why"]
    assert reviewed(journal, 9, ()) == {"why": ""}
    assert reviewed(journal.parent / "none.txt", 1, ()) == {"why": ""}


def test_the_process_prints_the_review_as_json(tmp_path: Path) -> None:
    record, path = tmp_path / "game.record", tmp_path / "games.txt"
    record.write_text(FIRST_DEAL)
    assert muggins("replay", record, "--journal", path).status == 0
    done = subprocess.run(
        [sys.executable, "-m", "firmware_py.serve.review_process", path, "1", "british"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["title"] == "Ann 22, Bob 13"
    assert done.stderr == b""
