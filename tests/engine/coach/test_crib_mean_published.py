"""The figures of the tables, compared with those that others have published.

`engine/coach/PROOFS.md` explains the differences.
"""

import re
from pathlib import Path

import pytest

from engine.coach import tables
from tests.support.published_cribs import HESSEL_OTHERS, HESSEL_OWN, SCHELL_OTHERS, SCHELL_OWN

_ROW = re.compile(r"^\| (\w+-\w+)( suited)? \| ([\d.]+) \| ([\d.]+) \|$", re.M)


def ours() -> tuple[dict[str, float], dict[str, float]]:
    """Return our means of the own crib and of the other player's, keyed by names of pairs such as `5-J`.

    Of the 16 pairs of cards with two different ranks, 4 are suited.
    """
    text = (Path(tables.__file__).parent / "FIGURES.md").read_text("utf-8")
    found: tuple[dict[str, float], dict[str, float]] = ({}, {})
    for name, suited, *means in _ROW.findall(text):
        for table, mean in zip(found, means, strict=True):
            unsuited = table.get(name, 0.0)
            table[name] = (3 * unsuited + float(mean)) / 4 if suited else float(mean)
    return found


@pytest.mark.parametrize(
    ("crib", "published", "mean", "largest"),
    [
        (0, HESSEL_OWN, 0.12, 0.30),
        (0, SCHELL_OWN, 0.15, 0.36),
        (1, HESSEL_OTHERS, 0.30, 0.56),
        (1, SCHELL_OTHERS, 0.25, 0.60),
    ],
    ids=["own, Hessel", "own, Schell", "other's, Hessel", "other's, Schell"],
)
def test_the_91_pairs_are_close_to_published_tables(
    crib: int, published: dict[str, float], mean: float, largest: float
) -> None:
    """`mean` bounds the root of the mean square of the differences, and `largest` bounds every difference."""
    found = ours()[crib]
    assert list(found) == list(published)
    differences = [found[pair] - published[pair] for pair in published]
    assert (sum(each**2 for each in differences) / 91) ** 0.5 < mean
    assert max(map(abs, differences)) < largest


def test_the_best_and_the_worst_throws_are_those_of_the_published_tables() -> None:
    own, others = ours()
    for found, published in ((own, HESSEL_OWN), (others, HESSEL_OTHERS)):
        assert max(found, key=found.__getitem__) == max(published, key=published.__getitem__) == "5-5"
        assert min(found, key=found.__getitem__) == min(published, key=published.__getitem__) == "10-K"


def test_others_cribs_are_worth_more_than_own_ones() -> None:
    """Pone throws what is worth little together, so that the dealer's crib suffers for every pair."""
    own, others = ours()
    assert all(others[pair] > own[pair] for pair in own)
