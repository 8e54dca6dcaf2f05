"""The results in CSV format, read with Python's own parser."""

import csv
import io

from firmware_py.club.results import Numbered, Result, results_csv
from firmware_py.words.english import English

TWO = Result("b1", "x-1", "Table 1", ("Zoë", 'Bo, "b"'), (121, 60), 0, "double", 1795292103.9)
THREE = Result("b2", "x-1", "=1+1", ("@Ann", "-Bob", "Cy"), (60, 121, 100), 1, None, 0.0)


def rows(*results: Numbered) -> list[list[str]]:
    return list(csv.reader(io.StringIO(results_csv(results, English())), strict=True))


def test_a_line_for_each_game() -> None:
    heading, two, three = rows(Numbered(1, TWO, False), Numbered(2, THREE, False))
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
    assert [row[0] for row in rows(Numbered(1, TWO, True), Numbered(2, THREE, False))] == ["number", "2"]
