"""The kill test really kills, and detects lost key presses, doubled key presses and stray files."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.kills.__main__ import kill
from tests.kills.killing import JOURNAL, STARTING, Kept, Loss, acknowledged
from tests.kills.match import match_of
from tests.kills.program import ForkServer


@pytest.fixture
def fork_server() -> Iterator[ForkServer]:
    with closing(ForkServer()) as made:
        yield made


def test_a_few_kills_lose_nothing(tmp_path: Path) -> None:
    result = kill(8, "121", tmp_path)
    assert result.loss is None
    assert result.moments.total() == 8
    assert result.moments[STARTING] < 8
    assert list(tmp_path.iterdir()) == []


def test_a_lost_press_or_a_left_file_is_noticed(tmp_path: Path, fork_server: ForkServer) -> None:
    kept = Kept(match_of("OK 5 4 9"), tmp_path / "kept", fork_server)
    kept.play_on(0)
    journal = kept.folder / JOURNAL
    journal.with_name("games.txt.old").touch()
    undisturbed = Kept(match_of("OK 5 4 9"), tmp_path / "undisturbed", fork_server)
    undisturbed.play_on(0)
    with pytest.raises(Loss, match=r"games\.txt\.old"):
        kept.check_end(undisturbed)
    journal.write_bytes(b"".join(journal.read_bytes().rstrip(b" ").splitlines(keepends=True)[:-2]))
    with pytest.raises(Loss, match="presses were confirmed"):
        kept.check_saved(4)


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
    assert keyed.pressed == [0, 4, 5, 9, 10]
    assert keyed.begins == {3}
    assert [standing["presses"] for standing in keyed.standings] == [0, 1, 2, 3, 4]
    Kept(keyed, tmp_path, fork_server).play_on(0)
