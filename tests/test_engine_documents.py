"""The engine's documents agree with the code: the rules and their cases, records, options, advice."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.deals import Source
from engine.match.checkpoint import Checkpoint
from engine.match.games import summary
from engine.match.record import read_record
from engine.options import OPTIONS
from firmware_py.journal.archive import result_object
from firmware_py.reports.listed_games import history_object
from tests.coach_advice.__main__ import FILE, advice
from tests.support.cases import rows
from tests.write_documents import TABLE, options

ROOT = Path(__file__).parent.parent
RECORD = (ROOT / "engine" / "RECORD.md").read_text(encoding="utf-8")


def test_the_table_of_options_is_up_to_date() -> None:
    assert TABLE.read_text(encoding="utf-8") == options(), "python -m tests.write_documents writes it again"


def test_the_example_of_a_record_is_the_described_game() -> None:
    example, _ = re.findall(r"```text\n(.*?)```", RECORD, re.S)
    record = read_record(example)
    assert record.setup.names == ("Ann", "Bob")
    game = record.history.game
    assert [(entry.side, entry.points) for entry in game.entries if entry.source is Source.PLAY] == [
        (0, 2),  # fifteen
        (1, 2),  # a pair
        (0, 6),  # a pair royal
        (1, 2),  # thirty-one
        (1, 2),  # a pair of kings
        (0, 1),  # last
    ]
    assert [entry.points for entry in game.entries if entry.source is Source.CRIB] == [3]
    assert game.deals == 1


def test_the_example_of_an_unfinished_record_is_the_described_game() -> None:
    _, example = re.findall(r"```text\n(.*?)```", RECORD, re.S)
    record = read_record(example)
    assert record.checkpoint == Checkpoint(
        412, 408, 2, 1, Card.parse("KH"), (), record.setup._replace(games=(1, 1))
    )
    assert [side.front for side in record.history.game.sides] == [0, 2]
    assert record.history.applied == 413


def test_every_word_of_a_result_is_described() -> None:
    game = read_record("muggins 1 players=2 start=0,0\ndeals 0\nstarter J\n").history.timeline
    came_to = result_object(0, summary(game), None)
    side = came_to["sides"][0]
    for word in (*came_to, *side, *side["dealer"], *history_object([]), "won", "skunks", "double_skunks"):
        assert f"`{word}`" in RECORD, word


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", RECORD, re.S)
    exec(compile(example, "RECORD.md", "exec"), {})
    assert capsys.readouterr().out == "2\n"


@pytest.mark.parametrize(("name", "examples"), [("README.md", 5), ("engine/README.md", 52)])
def test_the_python_of_a_readme_prints_what_it_says(name: str, examples: int) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    found = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(found)
    assert (runner.tries, runner.failures) == (examples, 0)


RULES = (ROOT / "engine" / "RULES.md").read_text(encoding="utf-8")
SECTIONS = {
    int(number): text for number, text in re.findall(r"^## (\d+)\. (.*?)(?=^## |\Z)", RULES, re.M | re.S)
}
"""The text of each section, beginning with its title, by section number."""
SIDES = {"D": 0, "dealers": 0, "P": 1, "non-dealers": 1}
"""The side for each name in the table `The end`. Side 0 is the dealer's."""
PAPERS = {"S0", "S1", "S2", "S3", "S4"}
"""The names of the papers on cribbage, which resemble case numbers."""


def table(title: str) -> dict[str, list[str]]:
    """Return a table in RULES.md, section 8: each case number, with the other cells of its row.

    `title` is the bold title above the table.
    """
    _, _, rest = SECTIONS[8].partition(f"**{title}**")
    found = re.search(r"^\|.*\n\|[-|]+\|\n((?:\|.*\n)+)", rest, re.M)
    assert found
    cells = [[cell.strip() for cell in line[1:-1].split("|")] for line in found[1].splitlines()]
    return {first: others for first, *others in cells}


SHOW, PLAY, END = table("The show"), table("The play"), table("The end")
IDS = {*SHOW, *PLAY, *END}


def in_data(name: str) -> list[Any]:
    return [pytest.param(row, id=row["id"]) for row in rows(name)]


def options_of(case: str) -> dict[str, str]:
    """Return the options implied by the first letter of a case number, e.g. F for the five-card game."""
    letters = {
        "F": {"game": "five-card"},
        "V": {"game": "seven-card"},
        "A": {"ace_11": "on"},
        "X": {"ace_11": "on"},
    }
    return letters.get(case[0], {})


# -- the worked cases


@pytest.mark.parametrize(("name", "written"), [("show", SHOW), ("play", PLAY), ("ends", END)])
def test_the_document_has_the_cases_of_the_data_and_no_others(
    name: str, written: dict[str, list[str]]
) -> None:
    assert {row["id"].partition("-")[0] for row in rows(name)} == set(written)


@pytest.mark.parametrize("row", in_data("show"))
def test_a_row_of_the_show_is_that_of_the_data(row: dict[str, Any]) -> None:
    cards, breakdown, total, _ = SHOW[row["id"]]
    hand, starter = cards.removeprefix("crib: ").split(" / ")
    assert cards.startswith("crib: ") == row["crib"]
    assert hand.upper().split() == row["cards"]
    assert starter.upper() == (row["starter"] or "NONE")
    kinds = {} if breakdown == "none" else dict(part.rsplit(" ", 1) for part in breakdown.split(", "))
    assert {kind.replace("15s", "fifteens"): int(points) for kind, points in kinds.items()} == row[
        "breakdown"
    ]
    assert total == f"**{row['total']}**"
    assert row.get("options", {}) == options_of(row["id"])


@pytest.mark.parametrize("row", in_data("play"))
def test_a_row_of_the_play_is_that_of_the_data(row: dict[str, Any]) -> None:
    hands, play, totals, note = PLAY[row["id"]]
    assert (hands, play, totals) == (row["hands"], row["play"], row["totals"])
    variants = {"P7x": ("lead_after_go", "scorer"), "T1x": ("lead_after_go", "first_unable")}
    expected = options_of(row["id"]) | dict([variants[row["id"]]] if row["id"] in variants else [])
    if "Bicycle go" in note:
        expected["go_multi"] = "next_only"
    given = dict(row.get("options", {}))
    if row["id"][0] == "F":
        assert given.pop("three_for_last") == "off"  # the totals are those of the play alone
    assert given == expected


@pytest.mark.parametrize("row", in_data("ends"))
def test_a_row_of_the_end_is_that_of_the_data(row: dict[str, Any]) -> None:
    case, _, loser = row["id"].partition("-")
    start, events, result = END[case]
    if loser.isdigit():
        classes = _kinds_of_loss(start, result)
        least = min(map(int, classes))
        assert row["scores"] == [int(start.partition(":")[0]), int(loser)]
        assert row.get("skunk", "none") == classes[loser if int(loser) >= least else str(least)]
        return
    before = {SIDES[side]: int(score) for side, score in re.findall(r"\b(D|P|(?:non-)?dealers) (\d+)", start)}
    assert any(all(each[side] == score for side, score in before.items()) for each in _standings(row))
    pegged = [
        [SIDES[side], int(instead or points) if points.isdigit() else 1]
        for side, points, instead in re.findall(
            r"\b(D|P)(?:'s hand| pegs| claims) (\d+|a go|a last card)(?: pegged as (\d+))?",
            f"{events}; {result}",
        )
    ]
    assert row["entries"][len(row["entries"]) - len(pegged) :] == pegged
    _check_result(row, result)


def _kinds_of_loss(start: str, result: str) -> dict[str, str]:
    scores = start.partition("loser ")[2].split(", ")
    return dict(zip(scores, re.findall(r"none|skunk|double", re.sub(r"\(.*\)", "", result)), strict=True))


def _standings(row: dict[str, Any]) -> list[list[int]]:
    scores = list(row["start"])
    found = [list(scores)]
    for side, points in row["entries"]:
        scores[side] += points
        found.append(list(scores))
    return found


def _check_result(row: dict[str, Any], result: str) -> None:
    if won := re.search(r"^(D|P|non-dealers)\b.*?(?:\bwins?\b|121–)", result):
        assert row["winner"] == SIDES[won[1]]
    if lost := re.search(r"^(D|P) loses", result):
        assert row["winner"] == 1 - SIDES[lost[1]]
    if scores := re.search(r"121–(\d+)", result):
        assert sorted(row["scores"]) == sorted([121, int(scores[1])])
        assert row["scores"][row["winner"]] == 121
    if alone := re.search(r"recorded (\d+), not (\d+)", result):
        assert row["scores"][row["winner"]] == int(alone[1])
    if starts := re.search(r"starts D (\d+), P (\d+)", result):
        assert _standings(row)[1] == [int(starts[1]), int(starts[2])]


# -- citations


def sources() -> list[Path]:
    folders = [ROOT / name for name in ("engine", "firmware_py", "hardware", "tests")]
    found = [
        path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".toml", ".md")
    ]
    return [path for path in found if path.name != "RULES.md"]


def text_of(path: Path) -> str:
    return re.sub(r"\s+(?:# )?", " ", path.read_text(encoding="utf-8"))


def citations() -> list[tuple[str, int, str]]:
    """Return the citations of RULES.md in all files: the file, the section, and the part cited, if any."""
    cited = re.compile(
        r"RULES\.md,? (?:sections? )?(\d+(?:(?:, | and )\d+\b)*)"
        r"(?:, (Cribbage 1/11|steps? \d(?: and \d)?|[a-z]+_\w+|[A-Z][a-z]+(?: [a-z]+)*))?"
    )
    return [
        (str(path.relative_to(ROOT)), int(number), what)
        for path in sources()
        for numbers, what in cited.findall(text_of(path))
        for number in re.findall(r"\d+", numbers)
    ]


def has_part(number: int, what: str) -> bool:
    """Return True if a section of RULES.md contains the cited part.

    Args:
        number: the number of the section.
        what: the part, such as `step 4`, an option or a heading; empty for the whole section.
    """
    section = SECTIONS.get(number, "")
    if what.startswith("step"):
        return set(re.findall(r"\d", what)) <= set(re.findall(r"^(\d)\. ", section, re.M))
    if "_" in what:
        return what in OPTIONS and "](OPTIONS.md)" in section
    return bool(section) and what.lower() in " ".join(section.split()).lower()


def test_every_cited_section_exists() -> None:
    cited = citations()
    assert len(cited) > 150 and {number for _, number, _ in cited} >= set(range(1, 9))
    assert [one for one in cited if not has_part(*one[1:])] == []


def test_every_named_case_exists() -> None:
    one = r"[SFVAPXTQE]\d{1,2}x?\b"
    missing = []
    for path in sources():
        named = set(re.findall(rf"(?:\b[Cc]ases? |RULES\.md 8, )({one})", text_of(path)))
        if path.parent.name == "engine" and path.suffix == ".py":
            named |= set(re.findall(rf"(?<![\w\"'.]){one}", text_of(path)))
        missing += [(str(path.relative_to(ROOT)), case) for case in named - IDS - PAPERS]
    assert missing == []


def test_the_cases_that_the_document_names_are_there() -> None:
    named = re.findall(r"\b[SFVAPXTQE]\d{1,2}x?\b", RULES)
    assert set(named) <= IDS | PAPERS


@pytest.mark.night
def test_the_page_says_what_the_tables_say() -> None:
    assert FILE.read_text("utf-8") == advice(), "python -m tests.coach_advice writes it again"
