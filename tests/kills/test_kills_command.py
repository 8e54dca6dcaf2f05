"""The kill test really kills, and detects lost key presses, doubled key presses and stray files."""

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.kills.__main__ import kill
from tests.kills.kept import JOURNAL, Kept, Loss, acknowledged
from tests.kills.killing import STARTING, Killing
from tests.kills.match import match, match_of
from tests.kills.program import ForkServer, Run
from tests.support.deadline import Deadline


class Spoiling(ForkServer):
    """A fork server that damages the journal after each kill.

    Attributes:
        journal: the path to the journal.
        spoil: a function that damages the journal at the given path.
        has_spoiled: True once the journal has been damaged after a run that confirmed a key press.
    """

    def __init__(self, journal: Path, spoil: Any) -> None:
        super().__init__()
        self.journal, self.spoil, self.has_spoiled = journal, spoil, False

    def run(self, arguments: Sequence[str], words: Sequence[str] = (), **fate: Any) -> Run:
        run = super().run(arguments, words, **fate)
        if run.status < 0 and self.journal.exists():
            self.spoil(self.journal)
            self.has_spoiled = self.has_spoiled or b"\n" in run.out
        return run


@pytest.fixture
def fork_server() -> Iterator[ForkServer]:
    made = ForkServer()
    yield made
    made.close()


def test_a_few_kills_lose_nothing(tmp_path: Path) -> None:
    result = kill(8, "121", tmp_path)
    assert result.loss is None
    assert result.moments.total() == 8
    assert result.moments[STARTING] < 8
    assert list(tmp_path.iterdir()) == []


def lose_the_last_two_presses(journal: Path) -> None:
    journal.write_bytes(b"".join(journal.read_bytes().rstrip(b" ").splitlines(keepends=True)[:-2]))


def leave_a_file(journal: Path) -> None:
    journal.with_name("games.txt.old").touch()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [(lose_the_last_two_presses, "presses were confirmed"), (leave_a_file, "games.txt.old")],
)
def test_a_lost_press_or_a_left_file_is_noticed(tmp_path: Path, spoil: Any, said: str) -> None:
    fork_server = Spoiling(tmp_path, spoil)
    deadline = Deadline()
    try:
        for number in count():
            folder = tmp_path / str(number)
            folder.mkdir()
            fork_server.journal = folder / "kept" / JOURNAL
            try:
                Killing(match(Random(5)), folder, fork_server, Random(number)).run(8)
            except Loss as loss:
                assert said in str(loss)
                break
            # If the machine pauses, the program may end before it is killed.
            assert not fork_server.has_spoiled
            deadline.left("a kill after a press")
    finally:
        fork_server.close()


def test_a_game_elsewhere_is_noticed(tmp_path: Path, fork_server: ForkServer) -> None:
    Kept(match_of("OK 5 4 9"), tmp_path, fork_server).play_on(0)
    elsewhere = Kept(match_of("OK 5 4 8"), tmp_path, fork_server)
    with pytest.raises(Loss, match="after 4 key presses, the game differs"):
        elsewhere.check_saved(4)
    with pytest.raises(Loss, match="at the end, the game differs"):
        elsewhere.check_end(elsewhere)


def test_a_press_told_of_twice_or_never_is_noticed() -> None:
    assert acknowledged(b"4\n5\n6", 3) == 5
    for out in (b"4\n4\n", b"5\n", b"3\n"):
        with pytest.raises(Loss):
            acknowledged(out, 3)


def test_keys_are_counted_as_they_take_effect(tmp_path: Path, fork_server: ForkServer) -> None:
    keyed = match_of("MENU 5 GO OK 5 MENU 6 OK OK OK")
    assert keyed.pressed == (0, 4, 5, 9, 10)
    assert keyed.begins == {3}
    assert [standing["presses"] for standing in keyed.standings] == [0, 1, 2, 3, 4]
    Kept(keyed, tmp_path, fork_server).play_on(0)
