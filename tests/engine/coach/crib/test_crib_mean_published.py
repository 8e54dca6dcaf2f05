"""The coach's average crib points for each throw, compared with published tables.

`engine/coach/PROOFS.md` explains the differences.
"""

import re
from pathlib import Path

import pytest

from engine.cards import Card, Suit
from engine.coach import tables
from engine.coach.tables import usual_crib_mean
from tests.support.published_cribs import HESSEL_OTHERS, HESSEL_OWN, SCHELL_OTHERS, SCHELL_OWN


def usual_means(*, dealer: bool) -> dict[str, float]:
    """Return the coach's average crib points, keyed by the ranks thrown, such as `5-J`.

    Args:
        dealer: True if the player who throws the cards is the dealer.
    """
    found = {}
    for name in HESSEL_OWN:
        first, second = (Card.parse(rank).rank for rank in name.split("-"))
        heart, other, spade = Card(first, Suit.HEARTS), Card(second, Suit.HEARTS), Card(second, Suit.SPADES)
        unsuited = usual_crib_mean(heart, spade, dealer=dealer)
        suited = unsuited if first is second else usual_crib_mean(heart, other, dealer=dealer)
        # Of the 16 ways to choose two cards of different ranks, 4 have both cards in the same suit.
        found[name] = (3 * unsuited + suited) / 4
    return found


@pytest.mark.parametrize(
    ("dealer", "published", "mean", "largest"),
    [
        (True, HESSEL_OWN, 0.12, 0.30),
        (True, SCHELL_OWN, 0.15, 0.36),
        (False, HESSEL_OTHERS, 0.30, 0.56),
        (False, SCHELL_OTHERS, 0.25, 0.60),
    ],
    ids=["own, Hessel", "own, Schell", "other's, Hessel", "other's, Schell"],
)
def test_the_91_pairs_are_close_to_published_tables(
    dealer: bool, published: dict[str, float], mean: float, largest: float
) -> None:
    """The coach's average crib points differ from the published ones by less than `largest`.

    The root mean square of the differences is less than `mean`.
    """
    found = usual_means(dealer=dealer)
    differences = [found[pair] - published[pair] for pair in published]
    assert (sum(each**2 for each in differences) / 91) ** 0.5 < mean
    assert max(map(abs, differences)) < largest


def test_the_best_and_the_worst_throws_are_those_of_the_published_tables() -> None:
    own, others = usual_means(dealer=True), usual_means(dealer=False)
    for found, published in ((own, HESSEL_OWN), (others, HESSEL_OTHERS)):
        assert max(found, key=found.__getitem__) == max(published, key=published.__getitem__) == "5-5"
        assert min(found, key=found.__getitem__) == min(published, key=published.__getitem__) == "10-K"


def test_others_cribs_are_worth_more_than_own_ones() -> None:
    """If pone throws a given pair, the crib scores more on average than if the dealer throws the same pair.

    The reason is that the other two cards then come from the dealer, who throws good cards.
    """
    own, others = usual_means(dealer=True), usual_means(dealer=False)
    assert all(others[pair] > own[pair] for pair in own)


@pytest.mark.parametrize(
    ("crib", "dealer", "hessel", "schell"),
    [("own", True, HESSEL_OWN, SCHELL_OWN), ("the other's", False, HESSEL_OTHERS, SCHELL_OTHERS)],
)
def test_the_proofs_compare_the_figures_of_the_tables(
    crib: str, dealer: bool, hessel: dict[str, float], schell: dict[str, float]
) -> None:
    text = (Path(tables.__file__).parent / "PROOFS.md").read_text("utf-8")
    rows = re.findall(rf"^\| (\S+) \| {crib} \| ([\d.]+) \| [\d.]+ \| ([\d.]+) \| ([\d.]+) \|$", text, re.M)
    assert len(rows) == 5
    found = usual_means(dealer=dealer)
    for pair, coach, *published in rows:
        assert float(coach) == pytest.approx(found[pair], abs=0.006)
        assert [float(mean) for mean in published] == [hessel[pair], schell[pair]]
