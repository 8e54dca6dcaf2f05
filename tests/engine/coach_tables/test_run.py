"""The generator of the coach's tables, run with few simulated deals.

Two runs on the same machine must write the same bytes. The tables in `engine/coach` come from many more
deals, and perhaps from a machine that rounds differently, so a small run only comes close to them.
"""

import json
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.cards import Card, Rank
from engine.coach import tables
from engine.coach_tables.hands import HANDS
from engine.coach_tables.run import VERSION, Numbers, write_replies

pytestmark = pytest.mark.slow  # Numba compiles for seconds

SHIPPED = Path(tables.__file__).parent
TABLES = sorted(path.name for path in SHIPPED.glob("*.json"))
SMALL = Numbers()._replace(rounds=2, deals=30_000, samples=40, courses=2_000)
CORRELATION = {"play.json": 0.4, "leads.json": 0.4, "replies.json": 0.7, "kept.json": 0.9}
"""The lowest correlation of a table from a small run with the table in `engine/coach`, if it is not 0.97.

With only 40 deals for each hand, the means of `play.json` are rough, and with them the throws that decide
which hands are kept. With 8 hands followed against each hand, so are the values of `leads.json`. With 40
hands of pone, the search for `replies.json` knows more about pone's hand than it should.
"""
MEAN = {"leads.json": 0.3, "replies.json": 0.35}
"""How far the mean of a table may be from that of the table in `engine/coach`, if it is not 10 percent."""


def run(folder: Path) -> Path:
    """Generate the coach's tables in `folder`, quickly but roughly, and return `folder`.

    Fewer deals are simulated than for the tables in `engine/coach`.
    """
    numbers = [f"--{name}={value}" for name, value in SMALL._asdict().items()]
    subprocess.run(
        [sys.executable, "-m", "engine.coach_tables", *numbers, "--out", str(folder)],
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=900,
    )
    return folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(tmp_path_factory.mktemp("tables"))


def numbers_in(value: object, path: str = "") -> Iterator[tuple[str, float]]:
    """Yield every number in a table, with the path of keys and indices that leads to it.

    A string stands for a list of 16-bit numbers, encoded in Base64.
    """
    if isinstance(value, str):
        value = np.frombuffer(b64decode(value, validate=True), "<i2").tolist()
    if isinstance(value, dict):
        for key, each in value.items():
            yield from numbers_in(each, f"{path}/{key}")
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from numbers_in(each, f"{path}/{index}")
    else:
        assert isinstance(value, int | float)
        yield path, value


def body(folder: Path, name: str) -> dict[str, float]:
    """Return the numbers in a table file, except those in its header."""
    table = json.loads((folder / name).read_text())
    return dict(numbers_in({key: value for key, value in table.items() if isinstance(value, dict)}))


def head(folder: Path, name: str) -> dict[str, int]:
    """Return the header of a table file: the format version, and the options of the run that wrote it."""
    return {
        key: value for key, value in json.loads((folder / name).read_text()).items() if type(value) is int
    }


def test_two_runs_with_the_same_seed_write_the_same_bytes(small: Path, tmp_path: Path) -> None:
    again = run(tmp_path)
    names = sorted(path.name for path in small.iterdir())
    assert sorted(path.name for path in again.iterdir()) == names
    for name in names:
        assert (again / name).read_bytes() == (small / name).read_bytes(), name


def test_a_run_writes_every_table_of_the_package_and_no_other(small: Path) -> None:
    assert sorted(path.name for path in small.glob("*.json")) == TABLES


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_a_small_run_is_close_to_that_of_the_package(small: Path, name: str) -> None:
    ours, shipped = body(small, name), body(SHIPPED, name)
    assert list(ours) == list(shipped)
    found, expected = np.array([*ours.values()]), np.array([*shipped.values()])
    assert np.corrcoef(found, expected)[0, 1] > CORRELATION.get(name, 0.97)
    assert found.mean() == pytest.approx(expected.mean(), rel=MEAN.get(name, 0.1))


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_the_package_comes_from_the_usual_numbers(small: Path, name: str) -> None:
    assert head(SHIPPED, name) == {"version": VERSION, **Numbers()._asdict()}
    assert head(small, name) == {"version": VERSION, **SMALL._asdict()}


def test_the_figures_name_the_numbers_of_the_run(small: Path) -> None:
    assert "- deals: 30,000" in (small / "FIGURES.md").read_text()


@pytest.mark.parametrize("player", ["dealer", "pone"])
def test_the_usual_points_in_the_play_are_close_to_those_of_the_package(small: Path, player: str) -> None:
    ours, shipped = (json.loads((folder / "play.json").read_text())[player] for folder in (small, SHIPPED))
    assert ours["usual"] == pytest.approx(shipped["usual"], abs=0.4)


def test_a_small_run_wins_as_often_as_the_table_of_the_package_says(small: Path) -> None:
    """The dealer's chances of winning differ by at most 0.06 from those in `engine/coach`.

    Each chance is estimated from two thousand deals, which gives an error of about one percentage point.
    """
    ours, shipped = (
        json.loads((folder / "winning.json").read_text())["dealer"] for folder in (small, SHIPPED)
    )
    for score in ("0", "60", "100", "120"):
        assert ours[score] == pytest.approx(shipped[score], abs=0.06)


def test_the_coach_reads_the_replies_that_were_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replies = np.full((len(HANDS), 13, 13), np.nan)
    random = np.random.default_rng(1)
    for number, hand in enumerate(HANDS.tolist()):
        for lead in range(13):
            for rank in hand:
                replies[number, lead, rank] = random.uniform(-6, 9)
    write_replies(replies, Numbers(), tmp_path)
    monkeypatch.setattr(tables, "files", lambda package: tmp_path)
    tables._read.cache_clear()
    try:
        for number in (0, 1, 77, 1_000, 1_819):
            ranks = {Rank(rank + 1) for rank in HANDS[number].tolist()}
            hand = [Card(Rank(rank + 1)) for rank in HANDS[number].tolist()]
            for lead in Rank:
                values = tables.reply_values(hand, lead)
                expected = {rank: replies[number, lead - 1, rank - 1] for rank in ranks}
                assert values == pytest.approx(expected, abs=0.005)
    finally:
        tables._read.cache_clear()
