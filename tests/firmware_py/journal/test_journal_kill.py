"""Each confirmed key press is in the journal exactly once, even if the program is killed or a write fails.

`tests.kills` kills the program at random moments.
"""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py.journal.recovery import read_journal
from tests.kills.kept import JOURNAL, Kept, acknowledged
from tests.kills.match import Match, match_of
from tests.kills.program import ForkServer, Run
from tests.support.journals import content_of, keep

SHORT = match_of("4 9 J H 10 UNDO K 5 UNDO REDO")
GAMES = match_of(
    "OK J S OK UNDO REDO 5 MENU 6 OK OK OK 5 4 MENU 6 OK OK UNDO REDO OK J", (30, 0), ("target=31",)
)
"""Four games. The first is won by his heels, and two are abandoned."""
MATCHES = [
    pytest.param(SHORT, id="a few cards"),
    pytest.param(GAMES, id="four games", marks=pytest.mark.night),
]


@pytest.fixture(scope="module")
def fork_server() -> Iterator[ForkServer]:
    made = ForkServer()
    yield made
    made.close()


def killed(kept: Kept, fork_server: ForkServer, whole: Kept, **fate: Any) -> bool:
    """Kill a program at a system call, and restart it. Check that the match ends as if nothing had happened.

    Return False if the program ended before that system call.

    Args:
        kept: the match to play, and its journal.
        fork_server: the process that starts the program.
        whole: the same match, played without a kill.
        fate: arguments for `ForkServer.run` that choose the system call.
    """
    run = fork_server.run(kept.arguments, kept.words(0), **fate)
    assert run.err == ""
    if run.status == 0:
        return False
    assert run.status == -signal.SIGKILL
    kept.play_on(kept.check_saved(acknowledged(run.out, 0)))
    kept.check_end(whole)
    return True


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("moment", ["before", "after"])
def test_killed_before_or_after_any_call_it_carries_on(
    tmp_path: Path, fork_server: ForkServer, moment: str, match: Match
) -> None:
    whole = Kept(match, tmp_path / "whole", fork_server)
    whole.play_on(0)
    number = 0
    while killed(
        Kept(match, tmp_path / str(number), fork_server),
        fork_server,
        whole,
        call="any",
        number=number,
        moment=moment,
    ):
        number += 1
    presses = len(match.pressed) - 1
    assert number > 2 * presses  # each press is written and synced


@pytest.mark.parametrize("match", MATCHES)
def test_killed_within_any_write_it_carries_on(tmp_path: Path, fork_server: ForkServer, match: Match) -> None:
    whole = Kept(match, tmp_path / "whole", fork_server)
    whole.play_on(0)
    number = taken = 0
    while killed(
        Kept(match, tmp_path / str(number), fork_server),
        fork_server,
        whole,
        call="pwrite",
        number=number,
        moment="after",
        taken=taken,
    ):
        number, taken = number + 1, (7 * taken + 5) % 23
    assert number > len(match.pressed) - 1


@pytest.mark.parametrize("step", [23, pytest.param(7, marks=pytest.mark.night)])
def test_a_file_that_may_not_grow_refuses_the_press_and_play_goes_on_when_it_may(
    tmp_path: Path, fork_server: ForkServer, step: int
) -> None:
    whole = keep(tmp_path / "whole.txt", " ".join(SHORT.words))
    for limit in range(0, len(whole), step):
        kept = Kept(SHORT, tmp_path / str(limit), fork_server)
        run = fork_server.run([*kept.arguments, "--json"], SHORT.words, limit=limit)
        assert (run.status, run.err) == (0, "")
        there = saved_at_size_limit(kept.folder / JOURNAL, run)
        # A shorter line may still fit after a longer one was refused, which makes it a different game.
        if json.loads(run.out.splitlines()[-1])["refused"][0]["press"] == there:
            kept.play_on(kept.check_saved(there))
            assert content_of(kept.folder / JOURNAL) == whole


def saved_at_size_limit(journal: Path, run: Run) -> int:
    """Return the number of key presses saved in a journal that has reached its maximum file size.

    Also check that the program confirmed exactly the key presses that were saved.
    """
    content = content_of(journal)
    reading = read_journal(journal)
    assert (reading.text if reading else b"") == content
    there = reading.history.applied if reading else 0
    assert acknowledged(run.out, 0) == there
    refused = json.loads(run.out.splitlines()[-1])["refused"]
    assert refused[0]["why"] == "Not saved: the file has reached its size limit"
    return there
