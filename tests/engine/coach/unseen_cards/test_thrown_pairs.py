from collections import Counter

import pytest

from engine.cards import Card, Rank
from engine.coach import throws
from engine.coach.unseen import PAIRS, thrown_weights

KEPT = (Rank.FIVE, Rank.FIVE, Rank.JACK, Rank.QUEEN)


def left(*ranks: Rank) -> Counter[Rank]:
    """Return how many cards of each rank remain when a card of each given rank is taken from a full pack."""
    return Counter({rank: 4 - ranks.count(rank) for rank in Rank})


def pair(text: str) -> tuple[Rank, Rank]:
    first, second = sorted(Card.parse(card).rank for card in text.split())
    return first, second


def test_all_pairs_that_are_left_have_a_weight() -> None:
    weights = thrown_weights(KEPT, left(*KEPT, Rank.FIVE), dealer=True)
    assert set(weights) == {each for each in PAIRS if each != (Rank.FIVE, Rank.FIVE)}
    assert all(weight > 0 for weight in weights.values())


@pytest.mark.parametrize("dealer", [True, False])
def test_cards_that_go_with_those_kept_are_not_thrown(dealer: bool) -> None:
    """A player who has kept 5 5 J Q is unlikely to have thrown another five or jack."""
    weights = thrown_weights(KEPT, left(*KEPT), dealer=dealer)
    ways = {(low, high): 6 if low is high else 16 for low, high in PAIRS}
    chance = {each: weight / ways[each] for each, weight in weights.items()}
    assert chance[pair("2 8")] > 50 * chance[pair("2 5")]
    assert chance[pair("4 9")] > 3 * chance[pair("9 J")]


@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize(
    "hand", ["5H 5C JS QD 2C 8H", "AH 4C 5S 6D KC 9D", "7H 8C 8S 9D 2C KH", "3H 3D 5S 6D 6H 7S"]
)
def test_the_best_throw_by_all_rules_has_nearly_the_highest_chance(hand: str, dealer: bool) -> None:
    best = throws([Card.parse(card) for card in hand.split()], dealer=dealer)[0]
    kept = tuple(sorted(card.rank for card in best.kept))
    found = thrown_weights(kept, left(*kept), dealer=dealer)
    low, high = sorted(card.rank for card in best.thrown)
    numbers = left(*kept)
    ways = numbers[low] * (numbers[low] - 1) // 2 if low is high else numbers[low] * numbers[high]
    assert found[low, high] / ways > 0.5
