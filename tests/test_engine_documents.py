"""The engine's documents agree with the code."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from engine.cards import Card
from engine.deals import Source
from engine.events import Kind
from engine.match.checkpoint import Checkpoint
from engine.match.games import summary
from engine.match.record import read_record
from engine.match.record_lines import read_header
from firmware_py.journal.game_result import result_object
from firmware_py.view.listed_games import history_object
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


@pytest.mark.parametrize("kind", Kind, ids=lambda kind: kind.value)
def test_every_event_is_described(kind: Kind) -> None:
    assert re.search(rf"^\|.*`{kind.value}( [A-Z ]+)?`.*\|.*\|$", RECORD, re.M)


@pytest.mark.parametrize("word", ["players", "start", "names", "games"])
def test_every_word_of_the_first_line_is_described(word: str) -> None:
    assert f"| `{word}` |" in RECORD
    assert read_header("muggins 1 players=2 start=0,0 names=Ann,Bob games=1,0 muggins=on").rules.muggins


def test_its_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", RECORD, re.S)
    exec(compile(example, "RECORD.md", "exec"), {})
    assert capsys.readouterr().out == "2\n"


@pytest.mark.parametrize(("name", "examples"), [("README.md", 5), ("engine/README.md", 53)])
def test_the_python_of_a_readme_prints_what_it_says(name: str, examples: int) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    found = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(found)
    assert (runner.tries, runner.failures) == (examples, 0)
