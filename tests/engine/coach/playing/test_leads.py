import pytest

from engine.cards import Rank
from engine.coach.play_choice import KeptHand, kept_hands, lead_cost, mean
from engine.coach.tables import kept

FIVE_AND_KINGS = KeptHand(
    (Rank.FIVE, Rank.QUEEN, Rank.KING, Rank.KING),
    10,
    {Rank.FIVE: -1.5, Rank.QUEEN: -0.5, Rank.KING: 0.25},
)


def test_the_cost_is_that_of_the_best_lead_among_those_allowed() -> None:
    assert FIVE_AND_KINGS.best is Rank.KING
    assert FIVE_AND_KINGS.cost([Rank.FIVE, Rank.QUEEN]) == 0.75
    assert FIVE_AND_KINGS.cost(Rank[name] for name in ("KING", "FIVE")) == 0


def test_hands_that_are_kept_more_often_weigh_more() -> None:
    rarer = FIVE_AND_KINGS._replace(weight=30, values={Rank.FIVE: 0.0, Rank.KING: 1.0})
    assert mean([FIVE_AND_KINGS, rarer], lambda hand: hand.cost([Rank.FIVE])) == pytest.approx(1.1875)


def test_every_hand_with_two_ranks_or_more_is_there() -> None:
    assert len(kept_hands()) == 1820 - 13
    table = kept(dealer=False)
    everything = sum(table.mixed.values()) + sum(table.suited.values())
    of_one_rank = sum(number for ranks, number in table.mixed.items() if len(set(ranks)) == 1)
    assert sum(hand.weight for hand in kept_hands()) == pytest.approx(everything - of_one_rank)


def test_a_lead_of_a_five_costs_most() -> None:
    """Books agree that a five is the worst lead, because sixteen cards in the pack make fifteen with it."""
    costs = {rank: lead_cost(rank, 1) for rank in Rank}
    assert max(costs, key=costs.__getitem__) is Rank.FIVE
    assert all(lead_cost(rank, 2) < lead_cost(rank, 1) for rank in Rank if rank is not Rank.FIVE)
