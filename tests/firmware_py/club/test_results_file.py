"""Stored results survive a restart, a power cut and damage. On a full disk, new results wait in memory."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from firmware_py.club import results_file as module
from firmware_py.club.results import Numbered, Result
from firmware_py.club.results_file import RESULTS, ResultsFile, read_results
from firmware_py.errors import UsageError

# 2026-11-21T20:15:03Z, according to `date -d 2026-11-21T20:15:03Z +%s`.
ENDED = 1795292103
ONE = Result("b1", "x-1", "Table 1", ("Zoë", "Žofie"), (121, 98), 0, None, ENDED)
OTHER = Result("b2", "x-1", "Table 2", ("Ann", "Bob", "Cy"), (60, 121, 90), 1, "skunk", ENDED + 1)


DAMAGE = [b"", b"\x00", b'"', b"9" * 5000, b"[" * 3000]


def stored(folder: Path, *results: Result) -> None:
    file = ResultsFile(folder)
    for result in results:
        file.add(result)
    file.store()
    file.close()


def test_results_are_the_same_after_a_restart(tmp_path: Path) -> None:
    stored(tmp_path, ONE, OTHER)
    file = ResultsFile(tmp_path)
    assert file.results.counting(0) == [ONE, OTHER]
    assert file.undo("b1", "x-1") == 1
    file.store()
    file.close()
    again = ResultsFile(tmp_path).results
    assert list(again.since(0)) == [Numbered(1, ONE, True), Numbered(2, OTHER, False)]


def test_what_is_known_is_not_stored_again(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path)
    assert [file.add(ONE), file.add(ONE)] == [1, None]
    assert [file.undo("b1", "x-1"), file.undo("b1", "x-1"), file.undo("b1", "x-9")] == [1, None, None]
    file.store()
    assert len((tmp_path / RESULTS).read_text(encoding="utf-8").splitlines()) == 2


@pytest.mark.parametrize("torn", [1, 5, 100])
def test_after_a_power_cut_the_next_result_is_stored_whole(tmp_path: Path, torn: int) -> None:
    stored(tmp_path, ONE, OTHER)
    path = tmp_path / RESULTS
    path.write_bytes(path.read_bytes()[:-torn])
    stored(tmp_path, OTHER)
    assert list(read_results(tmp_path).counting(0)) == [ONE, OTHER]


def test_damaged_lines_are_set_aside_and_cost_no_other_line(tmp_path: Path) -> None:
    stored(tmp_path, ONE, OTHER)
    path = tmp_path / RESULTS
    first, second = path.read_bytes().splitlines(keepends=True)
    damaged = [
        b"\xff\xfe{[\n",
        b'{"board": 5, "game": "x"}\n',
        first.replace(b', "skunk": null', b""),
        b'{"board": "b1", "game": "\\ud800", "undone": true}\n',
    ]
    path.write_bytes(b"".join([*damaged[:2], first, *damaged[2:], second]))
    assert list(read_results(tmp_path).counting(0)) == [ONE, OTHER]
    with closing(ResultsFile(tmp_path)) as file:
        assert list(file.results.counting(0)) == [ONE, OTHER]
        assert file.damage == f"{path}: 4 damaged lines left out, and set aside in results.damaged-1.jsonl"
    assert (tmp_path / "results.damaged-1.jsonl").read_bytes() == b"".join(damaged)
    with closing(ResultsFile(tmp_path)) as again:
        assert again.damage is None and list(again.results.counting(0)) == [ONE, OTHER]


def test_damaged_lines_that_cannot_be_set_aside_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    stored(tmp_path, ONE)
    path = tmp_path / RESULTS
    damaged = b"{\n" + path.read_bytes()
    path.write_bytes(damaged)
    monkeypatch.setattr(module, "write_at", full)
    with closing(ResultsFile(tmp_path)) as file:
        assert file.damage is not None and "the disk is full" in file.damage
        assert list(file.results.counting(0)) == [ONE]
    assert path.read_bytes() == damaged


@pytest.mark.parametrize("seed", range(3))
def test_no_damage_keeps_the_club_from_starting(tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    stored(tmp_path, ONE, OTHER)
    path = tmp_path / RESULTS
    good = path.read_bytes()
    for _ in range(40):
        content = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            start = chance.randrange(len(content))
            content[start : start + chance.randint(0, 12)] = chance.choice(DAMAGE)
        path.write_bytes(content)
        with closing(ResultsFile(tmp_path)) as file:
            file.add(ONE._replace(game="x-9"))
            file.store()
        assert ONE.board in {each.result.board for each in read_results(tmp_path).since(0)}


def test_what_cannot_be_written_is_kept_and_written_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = ResultsFile(tmp_path)
    file.add(ONE)
    file.store()
    with monkeypatch.context() as context:
        context.setattr(module, "write_at", full)
        file.add(OTHER)
        file.undo("b1", "x-1")
        for _ in range(2):
            with pytest.raises(UsageError, match=r"results\.jsonl: the disk is full"):
                file.store()
    kept = [Numbered(1, ONE, True), Numbered(2, OTHER, False)]
    assert list(file.results.since(0)) == kept
    assert list(read_results(tmp_path).since(0)) == [Numbered(1, ONE, False)]
    file.store()
    assert list(read_results(tmp_path).since(0)) == kept


def test_what_a_board_played_before_is_known_after_a_restart(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path)
    file.meet("b1", ["x-1"])
    file.store()
    file.close()
    again = ResultsFile(tmp_path)
    assert [again.results.has_met(board) for board in ("b1", "b2")] == [True, False]
    assert [again.add(ONE), again.add(OTHER)] == [None, 1]


def test_a_folder_that_cannot_be_used_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="file: this is a file where a folder is needed"):
        ResultsFile(tmp_path / "file")
    (tmp_path / RESULTS).mkdir()
    with pytest.raises(UsageError, match="this is a folder"):
        ResultsFile(tmp_path)
