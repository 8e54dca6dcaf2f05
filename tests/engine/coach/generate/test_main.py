import json
from pathlib import Path

import numpy as np
import pytest

from engine.coach import tables
from engine.coach.generate.__main__ import main

pytestmark = pytest.mark.slow  # Numba compiles for seconds

SMALL = ["--rounds", "2", "--deals", "30000", "--samples", "40", "--courses", "2000"]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that contains the tables of a small run."""
    folder = tmp_path_factory.mktemp("tables")
    assert main([*SMALL, "--out", str(folder)]) == 0
    return folder


def columns(folder: Path, name: str, player: str) -> dict[str, list[float]]:
    """Return a player's part of the table in the file `name`. Single values are returned as lists."""
    found = json.loads((folder / name).read_text())[player]
    return {key: value if isinstance(value, list) else [value] for key, value in found.items()}


SHIPPED = Path(tables.__file__).parent


@pytest.mark.parametrize("player", ["dealer", "pone"])
def test_a_small_run_throws_nearly_as_the_tables_of_the_package_say(small: Path, player: str) -> None:
    ours, shipped = columns(small, "throwing.json", player), columns(SHIPPED, "throwing.json", player)
    assert list(ours) == list(shipped)
    assert np.corrcoef([ours[key][0] for key in ours], [shipped[key][0] for key in ours])[0, 1] > 0.97


@pytest.mark.parametrize("player", ["dealer", "pone"])
def test_small_run_roughly_agrees_with_the_packaged_tables(small: Path, player: str) -> None:
    """The small run plays only 40 deals per hand, so its means are only roughly equal to the tables."""
    ours, shipped = columns(small, "play.json", player), columns(SHIPPED, "play.json", player)
    assert list(ours) == list(shipped)
    assert ours["usual"] == pytest.approx(shipped["usual"], abs=0.4)
    assert np.corrcoef([ours[key][0] for key in ours], [shipped[key][0] for key in ours])[0, 1] > 0.4


def test_the_same_seed_gives_the_same_tables(small: Path, tmp_path: Path) -> None:
    main([*SMALL, "--out", str(tmp_path)])
    for name in ("throwing.json", "cribs.json", "play.json", "winning.json", "FIGURES.md"):
        assert (tmp_path / name).read_bytes() == (small / name).read_bytes()


def test_the_tables_and_the_figures_name_the_numbers_of_the_run(small: Path) -> None:
    for name in ("throwing.json", "cribs.json", "play.json"):
        head = json.loads((small / name).read_text())
        assert [head[key] for key in ("rounds", "deals", "samples", "seed")] == [2, 30000, 40, 121]
    assert "- deals: 30,000" in (small / "FIGURES.md").read_text()


def test_small_run_agrees_with_the_packaged_winning_table(small: Path) -> None:
    """The small run is based on only two thousand deals, so its error is about one percentage point."""
    ours, shipped = (columns(folder, "winning.json", "dealer") for folder in (small, SHIPPED))
    for score in ("0", "60", "100", "120"):
        assert ours[score] == pytest.approx(shipped[score], abs=0.06)
