"""What the others may hold or have thrown, from what everyone has seen."""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import pytest

from engine import PACK, Card, Event, Game, Rank, Rules, Suit
from engine.coach import throws
from engine.coach.likely_hands import LikelyHands
from engine.coach.tables import kept
from engine.coach.unseen import PONE, possible_rests, public_view, scores_to_121, thrown_weights
from tests.support.words import cards


def begun(rules: Rules | None = None, dealer: int = 0) -> Game:
    return Game.new(rules).apply(Event.deals(dealer)).apply(Event.starter(Rank.SIX))


def test_the_view_has_what_everyone_saw() -> None:
    game = begun().apply(Event.suit(Suit.HEARTS))
    for rank in (Rank.TEN, Rank.NINE, Rank.KING):
        game = game.apply(Event.lay(rank))
    view = public_view(game.apply(Event.go()))
    assert view.starter == Card.parse("6H")
    assert view.hands == (tuple(map(Card, (Rank.TEN, Rank.KING))), (Card(Rank.NINE),))
    assert view.denied == (0, 2)
    assert (view.turn, view.last, view.deals_again) == (PONE, PONE, False)
    assert view.pile == tuple(map(Card, (Rank.TEN, Rank.NINE, Rank.KING)))


def test_a_shorter_game_is_the_end_of_a_longer_one() -> None:
    game = Game.new(Rules(target=61), start=(5, 60))
    assert scores_to_121(game) == (65, 120)


def test_points_that_can_still_be_called_count() -> None:
    game = begun(Rules(muggins=True)).apply(Event.lay(Rank.SEVEN)).apply(Event.lay(Rank.EIGHT))
    assert [side.front for side in game.sides] == [0, 0]
    assert scores_to_121(game) == (2, 0)


def test_without_the_play_its_points_are_still_to_come_until_some_are_entered() -> None:
    game = begun(Rules(track="show"))
    assert public_view(game).turn is PONE
    assert public_view(game.apply(Event.peg(0, 3))).turn is None
    assert public_view(game.apply(Event.hand(Rank.ACE))).turn is None


@pytest.mark.parametrize("dealer", [True, False])
def test_before_any_card_is_seen_the_hands_are_as_frequent_as_in_the_table(dealer: bool) -> None:
    table = kept(dealer=dealer)
    found = possible_rests([], [], dealer=dealer, denied=0)
    assert len(found) == 1820
    for ranks in [(5, 5, 11, 12), (1, 2, 3, 9), (6, 7, 8, 9), (3, 3, 3, 3)]:
        number = table.mixed[ranks] + table.suited.get(ranks, 0)
        assert found[ranks] == pytest.approx(number, abs=0.004 * 4**4 + 0.001)


def test_a_hand_is_less_likely_the_more_of_its_cards_are_out() -> None:
    before = possible_rests([], [], dealer=False, denied=0)
    after = possible_rests([], [8, 8], dealer=False, denied=0)
    assert after[7, 7, 8, 8] / before[7, 7, 8, 8] == pytest.approx(comb(2, 2) / comb(4, 2))
    assert after[6, 7, 8, 9] / before[6, 7, 8, 9] == pytest.approx(2 / 4)


def left(*ranks: Rank) -> Counter[Rank]:
    """Return how many cards of each rank remain when a card of each given rank is taken from a full pack."""
    return Counter({rank: 4 - ranks.count(rank) for rank in Rank})


def pair(text: str) -> tuple[Rank, Rank]:
    first, second = sorted(Card.parse(card).rank for card in text.split())
    return first, second


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


kept_hands = cache(kept)  # each call reads the whole table


def weight(hand: tuple[Card, ...], *, dealer: bool) -> float:
    """Look up in the coach's table how often a player keeps exactly these cards, per million deals."""
    ranks = tuple(sorted(card.rank for card in hand))
    whole = 1
    for times in Counter(ranks).values():
        whole *= {1: 4, 2: 6, 3: 4, 4: 1}[times]
    table = kept_hands(dealer=dealer)
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
