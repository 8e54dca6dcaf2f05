"""The engine's documents agree with the code: the rules and their cases, records, options, advice."""

import doctest
import re
from pathlib import Path

import pytest

from engine.cards import Card
from engine.deals import Source
from engine.match.checkpoint import Checkpoint
from engine.match.games import summary
from engine.match.record import read_record
from firmware_py.journal.archive import result_object
from firmware_py.reports.listed_games import history_object
from tests.coach_advice.__main__ import FILE, advice
from tests.support import cases
from tests.support.cases import SECTIONS
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


IDS = {case for title in ("The show", "The play", "The end") for case in cases.table(title)}
PAPERS = {"S0", "S1", "S2", "S3", "S4"}  # on cribbage, which look like numbers of cases


# -- citations


def sources() -> list[Path]:
    folders = [ROOT / name for name in ("engine", "firmware_py", "hardware", "tests")]
    found = [path for folder in folders for path in folder.rglob("*")]
    return [path for path in found if path.suffix in (".py", ".toml", ".md")]


def text_of(path: Path) -> str:
    return re.sub(r"\s+(?:# )?", " ", path.read_text(encoding="utf-8"))


def test_every_cited_section_exists() -> None:
    cited = re.compile(r"RULES\.md,? (?:sections? )?(\d+(?:(?:, | and )\d+\b)*)")
    found = [numbers for path in sources() for numbers in cited.findall(text_of(path))]
    assert len(found) > 150 and set(re.findall(r"\d+", " ".join(found))) <= {*map(str, SECTIONS)}


def test_every_named_case_exists() -> None:
    one = r"[SFVAPXTQE]\d{1,2}x?\b"
    missing = []
    for path in sources():
        named = set(re.findall(rf"(?:\b[Cc]ases? |RULES\.md 8, )({one})", text_of(path)))
        if path.parent.name == "engine" and path.suffix == ".py":
            named |= set(re.findall(rf"(?<![\w\"'.]){one}", text_of(path)))
        missing += [(str(path.relative_to(ROOT)), case) for case in named - IDS - PAPERS]
    assert missing == []


@pytest.mark.night
def test_the_page_says_what_the_tables_say() -> None:
    assert FILE.read_text("utf-8") == advice(), "python -m tests.coach_advice writes it again"
