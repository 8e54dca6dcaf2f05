from itertools import combinations

import pytest

from engine.cards import PACK, Card
from engine.coach import throws
from engine.coach.throws import quick_throws
from tests.support import oracle

SIX = "3H 3D 5H 5D 6H 7S".split()


def cards(*texts: str) -> list[Card]:
    return [Card.parse(text) for text in texts]


@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize("hand", [SIX, "AH 4C 5S 5D 6C KH".split(), "JH 9H 2H KH QD 8S".split()])
def test_a_quick_throw_differs_from_an_exact_one_only_in_the_crib(dealer: bool, hand: list[str]) -> None:
    exact = {frozenset(throw.thrown): throw for throw in throws(cards(*hand), dealer=dealer)}
    quick = quick_throws(cards(*hand), dealer=dealer)
    assert len(quick) == 15
    for throw in quick:
        twin = exact[frozenset(throw.thrown)]
        assert (throw.hand, throw.play) == pytest.approx((twin.hand, twin.play))
        assert throw.crib == pytest.approx(twin.crib, abs=0.8)
    totals = [throw.total for throw in quick]
    assert totals == sorted(totals, reverse=True)


def test_cards_without_suits_score_only_fifteens_pairs_and_runs() -> None:
    ranks = "5 5 J 10 2 K".split()
    left = [rank for rank in {card.rank.symbol for card in PACK} for _ in range(4 - ranks.count(rank))]
    assert len(left) == 46
    found = quick_throws(cards(*ranks), dealer=True)
    by_ranks = {tuple(card.rank.symbol for card in throw.thrown): throw for throw in found}
    for thrown in set(combinations(ranks, 2)):
        kept = list(ranks)
        for rank in thrown:
            kept.remove(rank)
        hand = [rank + suit for rank, suit in zip(kept, "SHDC", strict=True)]
        points = 0
        for rank in left:
            counted = oracle.count_show(hand, rank + "S", crib=False)
            points += sum(worth for reason, worth, _ in counted if reason not in ("nobs", "flush"))
        assert by_ranks[thrown].hand == pytest.approx(points / 46)


def test_two_cards_of_one_rank_without_suits_are_two_cards() -> None:
    found = quick_throws(cards("5", "5", "5", "5", "J", "J"), dealer=False)
    assert len(found) == 15
    assert all(len(throw.kept) == 4 for throw in found)
