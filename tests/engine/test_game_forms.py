"""The hand size in each game, as defined in RULES.md 1: the dealt cards minus the cards for the crib."""

import pytest

from engine.options import FOUR_CARDS, HAND_SIZES
from engine.rules import Rules


@pytest.mark.parametrize(
    ("game", "dealt", "to_the_crib"), [("six-card", 6, 2), ("five-card", 5, 2), ("seven-card", 7, 2)]
)
def test_number_of_cards_kept(game: str, dealt: int, to_the_crib: int) -> None:
    """RULES.md 1: in a game for two, each player discards two of the cards dealt and keeps the rest."""
    assert HAND_SIZES[game] == dealt - to_the_crib
    assert Rules(game).hand_size == HAND_SIZES[game]
    assert Rules(game).crib_size == FOUR_CARDS
