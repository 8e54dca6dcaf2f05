"""The results in CSV format, read with Python's own parser."""

import asyncio
import csv
import io
from collections.abc import Sequence

import pytest

from firmware_py.club import results_csv as module
from firmware_py.club.results import Result, Results
from firmware_py.club.results_csv import ResultsCsv
from firmware_py.words.english import English

TWO = Result("b1", "x-1", "Table 1", ("Zoë", 'Bo, "b"'), (121, 60), 0, "double", 1795292103.9)
THREE = Result("b2", "x-1", "=1+1", ("@Ann", "-Bob", "Cy"), (60, 121, 100), 1, None, 0.0)


def made(table: ResultsCsv) -> Sequence[bytes]:
    return asyncio.run(table.pieces())


def rows(results: Results) -> list[list[str]]:
    text = b"".join(made(ResultsCsv(results, English()))).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text), strict=True))


def both() -> Results:
    results = Results()
    for each in (TWO, THREE):
        results.add(each)
    return results


def test_a_line_for_each_game() -> None:
    heading, two, three = rows(both())
    assert heading[:5] == ["number", "ended (UTC)", "table", "name 1", "score 1"]
    assert heading[-4:] == ["winner", "skunk", "spread", "game points"]
    assert two == [
        *("1", "2026-11-21T20:15:03Z", "Table 1", "Zoë", "121", 'Bo, "b"', "60", "", ""),
        *("Zoë", "double", "61", "3"),
    ]
    # A spreadsheet would take a name that begins with one of =+-@ for a formula.
    assert three == [
        *("2", "1970-01-01T00:00:00Z", "'=1+1", "'@Ann", "60", "'-Bob", "121", "Cy", "100"),
        *("'-Bob", "", "21", "2"),
    ]


def test_a_game_that_was_undone_is_left_out() -> None:
    results = both()
    results.undo("b1", "x-1")
    assert [row[0] for row in rows(results)] == ["number", "2"]


def test_only_the_piece_of_a_result_that_changed_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROWS", 1)
    results = both()
    table = ResultsCsv(results, English())
    before = made(table)
    assert [len(piece.splitlines()) for piece in before] == [1, 1, 1]
    results.undo("b2", "x-1")
    results.add(TWO._replace(game="x-2"))
    for number in (2, 3):
        table.changed(number)
    after = made(table)
    assert [len(piece.splitlines()) for piece in after] == [1, 1, 0, 1]
    assert [one is other for one, other in zip(before, after, strict=False)] == [True, True, False]
