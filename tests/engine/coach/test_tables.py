from itertools import combinations_with_replacement

import pytest

from engine.cards import Card, Rank
from engine.coach.tables import habits, kept, play_mean, reply_values, usual_play_mean


@pytest.mark.parametrize("dealer", [True, False])
def test_every_pair_has_a_probability(dealer: bool) -> None:
    found = habits(dealer=dealer)
    assert len(found.unsuited) == 91
    assert len(found.suited) == 78
    assert all(0 <= chance <= 1 for chance in (*found.unsuited.values(), *found.suited.values()))


@pytest.mark.parametrize("dealer", [True, False])
def test_probabilities_of_the_fifteen_throws_add_up_to_one(dealer: bool) -> None:
    """A hand of six cards contains fifteen pairs, and the player throws exactly one of them."""
    found = habits(dealer=dealer)
    pairs = sum(6 * found.unsuited[rank, rank] for rank in Rank)
    pairs += sum(
        4 * found.suited[low, high] + 12 * found.unsuited[low, high]
        for low in Rank
        for high in Rank
        if low < high
    )
    assert pairs / 1326 == pytest.approx(1 / 15, abs=1e-4)


def test_the_order_of_two_cards_does_not_matter() -> None:
    found = habits(dealer=True)
    five, jack = Card.parse("5H"), Card.parse("JH")
    assert found.of(five, jack) == found.of(jack, five) == found.suited[Rank.FIVE, Rank.JACK]
    assert found.of(five, Card.parse("JS")) == found.unsuited[Rank.FIVE, Rank.JACK]


@pytest.mark.parametrize("dealer", [True, False])
def test_a_million_deals_give_a_million_hands(dealer: bool) -> None:
    table = kept(dealer=dealer)
    assert len(table.mixed) == 1820
    assert len(table.suited) == 715
    assert sum(table.mixed.values()) + sum(table.suited.values()) == pytest.approx(1e6, rel=1e-4)


@pytest.mark.parametrize("dealer", [True, False])
def test_every_hand_has_a_mean_in_the_play(dealer: bool) -> None:
    for ranks in combinations_with_replacement(Rank, 4):
        own, others = play_mean([Card(rank) for rank in ranks], dealer=dealer)
        assert 0 < own < 15
        assert 0 < others < 15


@pytest.mark.thorough
def test_every_reply_to_a_lead_has_a_value() -> None:
    for ranks in combinations_with_replacement(Rank, 4):
        hand = [Card(rank) for rank in ranks]
        for lead in Rank:
            values = reply_values(hand, lead)
            assert list(values) == sorted(set(ranks))
            if ranks.count(lead) < 4:
                assert any(values.values())
                assert all(-10 < value < 15 for value in values.values())


def test_the_order_of_the_hand_does_not_matter() -> None:
    hand = [Card.parse(card) for card in ("QH", "5D", "2C", "5S")]
    assert reply_values(hand, Rank.TEN) == reply_values(sorted(hand), Rank.TEN)


def test_the_best_reply_to_a_ten_is_a_five_and_to_a_five_a_ten() -> None:
    for hand, lead, reply in (("5H 9D 2C QS", Rank.TEN, 5), ("2H 3D 4D 10S", Rank.FIVE, 10)):
        values = reply_values([Card.parse(card) for card in hand.split()], lead)
        assert max(values, key=values.__getitem__) == reply


def test_usual_points_in_the_play_are_those_of_good_players() -> None:
    """The usual points in the play agree with books on cribbage: about 3.5 for the dealer, and 2 for pone."""
    dealer, pone = usual_play_mean(dealer=True), usual_play_mean(dealer=False)
    assert dealer.own == pytest.approx(3.5, abs=0.4)
    assert pone.own == pytest.approx(2.0, abs=0.3)
    assert (dealer.own, dealer.others) == pytest.approx((pone.others, pone.own), abs=0.2)
