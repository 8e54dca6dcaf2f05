import json
from itertools import combinations
from pathlib import Path

import pytest

from engine.cards import PACK, Card
from engine.coach import tables
from engine.coach.crib import crib_mean, other_throws
from engine.coach.tables import Habits, habits
from engine.scoring.hands_and_crib import count_show
from tests.support import oracle

SIX = [Card.parse(card) for card in "4D JS 5H 3D 6H 9C".split()]
UNSEEN = [card for card in PACK if card not in SIX]


def habits_of(*cards: str) -> Habits:
    """Return the habits of a player who always throws the same two ranks, in one suit.

    Args:
        cards: two cards with these ranks, in any suits.
    """
    ranks = [Card.parse(card).rank for card in cards]
    none = dict.fromkeys(combinations(sorted(card.rank for card in PACK), 2), 0.0)
    return Habits({**none, (ranks[0], ranks[1]): 0.25}, none)


@pytest.mark.parametrize("thrown", [("4D", "3D"), ("5H", "6H"), ("JS", "9C")])
def test_the_mean_is_that_of_all_cribs_counted_one_by_one(thrown: tuple[str, str]) -> None:
    cards = Card.parse(thrown[0]), Card.parse(thrown[1])
    cribs = [
        ((*cards, first, second), starter)
        for first, second in combinations(UNSEEN, 2)
        if first.suit is second.suit and {first.rank.symbol, second.rank.symbol} == {"5", "J"}
        for starter in UNSEEN
        if starter not in (first, second)
    ]
    mean = sum(count_show(crib, starter, crib=True).points for crib, starter in cribs) / len(cribs)
    assert crib_mean(cards, UNSEEN, other_throws(UNSEEN, habits_of("5S", "JS"))) == pytest.approx(mean)


def test_cards_thrown_more_often_have_more_weight() -> None:
    cards = Card.parse("4D"), Card.parse("JS")
    fives = habits_of("5S", "JS")
    sixes = habits_of("6S", "8S")
    both = Habits(
        {pair: fives.suited[pair] + 3 * sixes.suited[pair] for pair in fives.suited}, fives.unsuited
    )

    def mean(habits: Habits) -> float:
        return crib_mean(cards, UNSEEN, other_throws(UNSEEN, habits))

    fewer, more = (len(other_throws(UNSEEN, habits)) for habits in (fives, sixes))
    expected = (fewer * mean(fives) + 3 * more * mean(sixes)) / (fewer + 3 * more)
    assert mean(both) == pytest.approx(expected)


@pytest.mark.slow
@pytest.mark.parametrize("thrown", [("4D", "3D"), ("JS", "9C")])
@pytest.mark.parametrize("dealer", [True, False])
def test_mean_agrees_with_the_oracle(thrown: tuple[str, str], dealer: bool) -> None:
    table = json.loads((Path(tables.__file__).parent / "throwing.json").read_text())
    chances = table["pone" if dealer else "dealer"]
    unseen = [str(card) for card in UNSEEN]
    points = weights = 0.0
    for pair in combinations(unseen, 2):
        low, high = sorted(map(oracle.rank_of, pair), key=oracle.RANKS.index)
        suited = " suited" if oracle.suit_of(pair[0]) == oracle.suit_of(pair[1]) else ""
        for starter in unseen:
            if starter not in pair:
                items = oracle.count_show([*thrown, *pair], starter, crib=True)
                points += chances[f"{low}-{high}{suited}"] * sum(found for _, found, _ in items)
                weights += chances[f"{low}-{high}{suited}"]
    found = crib_mean(
        (Card.parse(thrown[0]), Card.parse(thrown[1])),
        UNSEEN,
        other_throws(UNSEEN, habits(dealer=not dealer)),
    )
    assert found == pytest.approx(points / weights)
