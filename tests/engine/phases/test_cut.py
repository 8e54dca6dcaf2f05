"""The cut for the first deal (RULES.md 1 and 2)."""

import pytest

from engine.phases.cut import first_dealer
from engine.rules import Rules


@pytest.mark.parametrize(
    ("ranks", "low", "high"),
    [
        ((1, 13), 0, 1),
        ((5, 5), None, None),
        ((5, 5, 9), None, 2),
        ((4, 9, 9), 0, None),
        ((3, 2, 4, 3), 1, 2),
    ],
)
def test_who_deals_first(ranks: tuple[int, ...], low: int | None, high: int | None) -> None:
    """RULES.md 1 and 2: the lowest, or the highest; a tie for it is cut again."""
    players = len(ranks)
    assert first_dealer(Rules(players=players), ranks) == low
    assert first_dealer(Rules(players=players, first_deal="high"), ranks) == high
