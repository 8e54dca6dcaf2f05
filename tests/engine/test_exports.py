"""`from engine import …` gives a script every name that it needs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api

import engine

LATE = "import sys, engine; print(*sorted(name for name in sys.modules if name.startswith('engine.')))"


@pytest.mark.parametrize("name", engine.__all__)
def test_every_exported_name_exists_and_has_a_docstring(name: str) -> None:
    exported = getattr(engine, name)
    assert getattr(exported, "__doc__", None), name


def test_all_errors_are_exported() -> None:
    kinds = {engine.CribbageError, *engine.CribbageError.__subclasses__()}
    kinds = {kind for kind in kinds if kind.__module__ in ("engine.errors", "engine.refusals")}
    assert {kind.__name__ for kind in kinds} <= set(engine.__all__)


def test_every_kind_of_change_is_exported() -> None:
    assert {kind.__name__ for kind in engine.Change.__args__} <= set(engine.__all__)


def test_an_unknown_name_is_not_exported() -> None:
    with pytest.raises(AttributeError, match="module 'engine' has no attribute 'nonsense'"):
        engine.nonsense  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError):
        exec("from engine import nonsense")


def test_modules_that_few_programs_need_are_imported_late() -> None:
    # Programs that do not need histories, records and changes start sooner.
    run = subprocess.run(
        [sys.executable, "-c", LATE], capture_output=True, text=True, check=True, timeout=120
    )
    imported = run.stdout.split()
    assert "engine.game" in imported
    assert not {"engine.match.record", "engine.match.history", "engine.match.changes_between"} & set(imported)


ROOT = Path(__file__).parent.parent.parent

SCRIPT = """
from engine import Event, Game, History, Rules, Seat, Side
rules, game, seat, side = Rules(), Game.new(), Seat(0), Side(0)
rules.side_of(rules.left_of(seat))
rules.target_of(side)
game.skunk_of(side)
rules.side_of(side)  # wrong
rules.left_of(side)  # wrong
rules.target_of(seat)  # wrong
game.skunk_of(seat)  # wrong
rules.side_of(1)  # wrong
Event.deals(seat), Event.take(seat), Event.muggins(2, seat)
Event.peg(side, 3), Event.take_back(side, 3), Event.score(side, 3)
Event.deals(side)  # wrong
Event.take(side)  # wrong
Event.muggins(2, side)  # wrong
Event.peg(seat, 3)  # wrong
Event.take_back(seat, 3)  # wrong
Event.score(seat, 3)  # wrong
history = History.of(game).apply(Event.deals(seat))
step = history.this_deal[-1]
Event.change(step.at, Event.deals(seat)), Event.put_in(step.at, Event.go()), Event.take_out(step.at)
Event.take_out(game.at), history.timeline.step_at(step.at), history.timeline.game_after(step.at)
Event.change(step.applied, Event.deals(seat))  # wrong
Event.put_in(0, Event.go())  # wrong
Event.take_out(history.applied)  # wrong
history.timeline.step_at(history.timeline.position_of(step.at) or 0)  # wrong
"""


@pytest.mark.slow
def test_a_type_checker_refuses_a_number_that_means_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    said, errors, status = api.run(
        ["--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}", str(script)]
    )
    refused = {int(number) for number in re.findall(r"script\.py:(\d+): error", said)}
    wrong = {number for number, line in enumerate(SCRIPT.split("\n"), start=1) if "# wrong" in line}
    assert (refused, errors, status) == (wrong, "", 1), said
