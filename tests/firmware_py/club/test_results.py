"""Each game has one result, which survives a restart, a power cut and damage, and is a line of the CSV."""

from __future__ import annotations

import asyncio
import csv
import io
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from firmware_py.club import results_file
from firmware_py.club.results import Result, Results, ResultsCsv
from firmware_py.club.results_file import RESULTS, ResultsFile, read_results
from firmware_py.system.errors import UsageError
from firmware_py.words.english import English

TWO = Result("b1", "x-1", "Table 1", ("Zoë", 'Bo, "b"'), (121, 60), 0, "double", 1795292103.9)
THREE = Result("b2", "x-1", "=1+1", ("@Ann", "-Bob", "Cy"), (60, 121, 100), 1, None, 0.0)


def test_a_line_for_each_game() -> None:
    results = Results()
    for each in (TWO, THREE):
        results.add(each)
    text = b"".join(asyncio.run(ResultsCsv(results, English()).pieces())).decode("utf-8-sig")
    heading, two, three = csv.reader(io.StringIO(text), strict=True)
    assert heading[:5] == ["number", "ended (UTC)", "table", "name 1", "score 1"]
    assert heading[-5:] == ["winner", "skunk", "spread", "game points", "director"]
    assert two == [
        *("1", "2026-11-21T20:15:03Z", "Table 1", "Zoë", "121", 'Bo, "b"', "60", "", ""),
        *("Zoë", "double", "61", "3", ""),
    ]
    # A spreadsheet would take a name that begins with one of =+-@ for a formula.
    assert three == [
        *("2", "1970-01-01T00:00:00Z", "'=1+1", "'@Ann", "60", "'-Bob", "121", "Cy", "100"),
        *("'-Bob", "", "21", "2", ""),
    ]


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
    monkeypatch.setattr(results_file, "write_at", full)
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


def test_a_folder_that_cannot_be_used_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="file: this is a file where a folder is needed"):
        ResultsFile(tmp_path / "file")
    (tmp_path / RESULTS).mkdir()
    with pytest.raises(UsageError, match="this is a folder"):
        ResultsFile(tmp_path)
