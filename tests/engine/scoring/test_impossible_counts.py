"""The table of impossible scores is correct (RULES.md 4)."""

import pytest

from engine.rules import Rules
from engine.scoring.hands_and_crib import impossible_counts


@pytest.mark.parametrize(
    ("game", "ace_11", "most", "never"),
    [
        ("five-card", False, 20, {16, 17, 18, 19}),
        ("six-card", False, 29, {19, 25, 26, 27}),
        ("seven-card", False, 46, {35, 41, 42, 43, 44, 45}),
        ("five-card", True, 20, {16, 17, 18, 19}),
        ("six-card", True, 29, {25, 26, 27}),
        ("seven-card", True, 46, {35, 41, 43, 45}),
    ],
)
def test_impossible_counts(game: str, ace_11: bool, most: int, never: set[int]) -> None:
    """RULES.md 4: the impossible scores for a hand depend on the game, but those for a crib do not."""
    rules = Rules(game, ace_11=ace_11)
    assert impossible_counts(rules, crib=False) == (most, never)
    assert impossible_counts(rules, crib=True) == (29, {25, 26, 27} if ace_11 else {19, 25, 26, 27})
