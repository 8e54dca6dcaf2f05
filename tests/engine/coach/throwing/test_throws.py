from itertools import combinations

import pytest

from engine.cards import PACK, Card
from engine.coach import Throw, throws
from tests.support import oracle

SIX = "3H 3D 5H 5D 6H 7S".split()


def cards(*texts: str) -> list[Card]:
    return [Card.parse(text) for text in texts]


def thrown(throw: Throw) -> set[str]:
    return {str(card) for card in throw.thrown}


@pytest.mark.parametrize("dealer", [True, False])
def test_all_fifteen_throws_are_ranked_the_best_first(dealer: bool) -> None:
    found = throws(cards(*SIX), dealer=dealer)
    assert {frozenset(thrown(throw)) for throw in found} == {frozenset(two) for two in combinations(SIX, 2)}
    assert all({*throw.thrown, *throw.kept} == set(cards(*SIX)) for throw in found)
    totals = [throw.total for throw in found]
    assert totals == sorted(totals, reverse=True)
    assert all(throw.total == pytest.approx(throw.hand + throw.crib + throw.play) for throw in found)


def test_the_mean_of_the_hand_is_that_of_the_46_starters_counted_one_by_one() -> None:
    starters = [str(card) for card in PACK if str(card) not in SIX]
    for throw in throws(cards(*SIX), dealer=False):
        kept = [str(card) for card in throw.kept]
        items = [item for starter in starters for item in oracle.count_show(kept, starter, crib=False)]
        points = sum(found for _, found, _ in items)
        assert throw.hand == pytest.approx(points / 46)


def test_the_crib_counts_for_the_dealer_and_against_pone() -> None:
    assert all(throw.crib > 0 for throw in throws(cards(*SIX), dealer=True))
    assert all(throw.crib < 0 for throw in throws(cards(*SIX), dealer=False))


@pytest.mark.parametrize(
    ("hand", "dealer", "best"),
    [
        ("5H 5C 5S JD 2C KH", False, {"2C", "KH"}),
        ("7H 8C 8S 9D 2C KH", False, {"2C", "KH"}),
        ("AH 4C 5S 5D 6C KH", False, {"AH", "KH"}),
    ],
)
def test_throws_on_which_all_players_agree(hand: str, dealer: bool, best: set[str]) -> None:
    assert thrown(throws(cards(*hand.split()), dealer=dealer)[0]) == best


def test_pone_throws_no_five_from_a_hand_that_does_not_need_it() -> None:
    assert "5H" not in thrown(throws(cards("5H", "9C", "2S", "QD", "KC", "AH"), dealer=False)[0])


def test_with_the_score_the_throws_are_ranked_by_the_chance_to_win() -> None:
    assert all(throw.win is None for throw in throws(cards(*SIX), dealer=True))
    found = throws(cards(*SIX), dealer=True, score=(98, 104))
    chances = [throw.win for throw in found]
    assert all(chance is not None and 0 <= chance <= 1 for chance in chances)
    assert chances == sorted(chances, reverse=True, key=lambda chance: chance or 0)
    plain = {throw.thrown: throw for throw in throws(cards(*SIX), dealer=True)}
    assert {throw.thrown: throw._replace(win=None) for throw in found} == plain
