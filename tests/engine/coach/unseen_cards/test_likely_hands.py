from collections import Counter
from itertools import combinations
from random import Random

import pytest

from engine.cards import PACK, Card, Rank
from engine.coach.likely_hands import LikelyHands
from engine.coach.tables import kept


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def weight(hand: tuple[Card, ...], *, dealer: bool) -> float:
    """Look up in the coach's table how often a player keeps exactly these cards, per million deals."""
    ranks = tuple(sorted(card.rank for card in hand))
    whole = 1
    for times in Counter(ranks).values():
        whole *= {1: 4, 2: 6, 3: 4, 4: 1}[times]
    table = kept(dealer=dealer)
    if len({card.suit for card in hand}) == 1:
        return table.suited[ranks] / 4
    return table.mixed[ranks] / (whole - 4 * (len(set(ranks)) == 4))


@pytest.mark.thorough
@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize("shown", ["5H JH", "7S 8D", "4C 4D"])
def test_hands_come_as_often_as_all_hands_listed_one_by_one(shown: str, dealer: bool) -> None:
    own, seen = cards(shown), cards("5D 6C JS QH 8C")
    unseen = [card for card in PACK if card not in (*own, *seen)]
    expected = {(*own, *pair): weight((*own, *pair), dealer=dealer) for pair in combinations(unseen, 2)}
    likely = LikelyHands(own, seen, dealer=dealer)
    random = Random(121)
    drawn = Counter(likely.draw(random) for _ in range(20_000))
    found: Counter[tuple[Rank, ...]] = Counter()
    wanted: Counter[tuple[Rank, ...]] = Counter()
    for hand, number in drawn.items():
        assert hand[:2] == own
        assert not set(hand) & set(seen)
        found[tuple(sorted(card.rank for card in hand))] += number
    for hand, each in expected.items():
        wanted[tuple(sorted(card.rank for card in hand))] += each
    total = sum(wanted.values())
    for ranks, each in wanted.most_common(20):
        assert found[ranks] / 20_000 == pytest.approx(each / total, abs=0.012)


@pytest.mark.thorough
def test_hands_of_one_suit_come_as_often_as_they_are_kept() -> None:
    own, seen = cards("2H 7H"), cards("KC")
    unseen = [card for card in PACK if card not in (*own, *seen)]
    each = {pair: weight((*own, *pair), dealer=True) for pair in combinations(unseen, 2)}
    flushes = sum(number for pair, number in each.items() if {card.suit for card in pair} == {own[0].suit})
    likely = LikelyHands(own, seen, dealer=True)
    random = Random(121)
    drawn = [likely.draw(random) for _ in range(20_000)]
    share = sum(len({card.suit for card in hand}) == 1 for hand in drawn) / len(drawn)
    assert share == pytest.approx(flushes / sum(each.values()), abs=0.01)
    assert share > 0.2  # two cards drawn at random would be hearts in one case out of twenty


def test_a_player_who_said_go_holds_no_card_that_would_have_fitted() -> None:
    likely = LikelyHands(cards("10D"), cards("KC 9S QD"), dealer=True, denied=4)
    random = Random(121)
    for _ in range(500):
        assert all(card.rank.counting_value > 4 for card in likely.draw(random)[1:])


def test_a_false_go_is_not_believed() -> None:
    """A go at a count of 21 is ignored, because it must be false: at 21, any card can be played."""
    hand = LikelyHands(cards("2D 3D"), cards("KC"), dealer=True, denied=10).draw(Random(121))
    assert len(hand) == 4


def test_cards_without_suits_get_one_that_is_free() -> None:
    likely = LikelyHands(cards("J 5"), cards("JS JD 5C J"), dealer=False)
    random = Random(121)
    jacks = {likely.draw(random)[0] for _ in range(200)}
    assert jacks == set(cards("JH JC"))


def test_a_whole_hand_is_certain() -> None:
    hand = cards("5H 6H 7H 8D")
    likely = LikelyHands(hand, cards("KC"), dealer=True)
    assert likely.certain
    assert likely.draw(Random(121)) == hand
    assert not LikelyHands(cards("5 6H 7H 8D"), cards("KC"), dealer=True).certain
