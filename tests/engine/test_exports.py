"""`from engine import …` gives a script every name that it needs."""

import subprocess
import sys

import pytest

import engine

LATE = "import sys, engine; print(*sorted(name for name in sys.modules if name.startswith('engine.')))"


@pytest.mark.parametrize("name", engine.__all__)
def test_every_exported_name_exists_and_has_a_docstring(name: str) -> None:
    exported = getattr(engine, name)
    assert getattr(exported, "__doc__", None), name


def test_all_errors_are_exported() -> None:
    kinds = {engine.CribbageError, *engine.CribbageError.__subclasses__()}
    kinds = {kind for kind in kinds if kind.__module__ == "engine.errors"}
    assert {kind.__name__ for kind in kinds} <= set(engine.__all__)


def test_every_kind_of_change_is_exported() -> None:
    assert {kind.__name__ for kind in engine.Change.__args__} <= set(engine.__all__)


def test_an_unknown_name_is_not_exported() -> None:
    with pytest.raises(AttributeError, match="module 'engine' has no attribute 'nonsense'"):
        engine.nonsense  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError):
        exec("from engine import nonsense")


def test_modules_that_few_programs_need_are_imported_late() -> None:
    # Programs that do not need records and changes start sooner.
    run = subprocess.run(
        [sys.executable, "-c", LATE], capture_output=True, text=True, check=True, timeout=120
    )
    imported = run.stdout.split()
    assert "engine.game" in imported
    assert not {"engine.match.record", "engine.change_types", "engine.match.changes_between"} & set(imported)
