import numpy as np
import pytest

from engine.coach.generate.play_values import HANDS
from engine.coach.generate.searched_replies import reply_values
from engine.coach.playing.play_search import Earlier, PlaySearch, weighed
from engine.coach.tables import kept
from engine.coach.unseen_cards.other_cards import possible_rests

pytestmark = pytest.mark.night  # Numba compiles for seconds

PONES = kept(dealer=False)
WEIGHTS = np.array([PONES.mixed[ranks] + PONES.suited.get(ranks, 0.0) for ranks in PONES.mixed])


def index(*ranks: int) -> int:
    """Return the index in `HANDS` of the hand with these ranks, 1 (ace) to 13 (king)."""
    return int(np.flatnonzero((np.array(ranks) - 1 == HANDS).all(axis=1))[0])


def searched(hand: tuple[int, ...], lead: int) -> dict[int, float]:
    """Return the value of each of the dealer's replies to a lead, as found by `PlaySearch`, keyed by rank.

    The value is the dealer's expected points in the rest of the play, minus pone's.

    Args:
        hand: the ranks in the dealer's hand, 1 (ace) to 13 (king).
        lead: the rank of the card that pone leads.
    """
    public = [0] * 14
    earlier = [Earlier(lead, (), tuple(public), 4)]
    rests = weighed(possible_rests([lead], hand, dealer=False, denied=0), earlier)
    public[lead] += 1
    total = sum(weight for _, weight in rests)
    return {rank: value / total for rank, value in PlaySearch(public).values(hand, rests, (lead,)).items()}


@pytest.mark.parametrize(("hand", "lead"), [((2, 5, 9, 12), 10), ((3, 3, 7, 13), 8), ((5, 5, 5, 11), 5)])
def test_the_values_are_those_of_the_coachs_search_without_a_starter(
    hand: tuple[int, ...], lead: int
) -> None:
    found = reply_values(WEIGHTS, chosen=np.array([index(*hand)]))[index(*hand), lead - 1]
    expected = searched(hand, lead)
    for rank in range(1, 14):
        if rank in hand:
            assert found[rank - 1] == pytest.approx(expected[rank])
        else:
            assert np.isnan(found[rank - 1])


def test_a_lead_of_which_the_dealer_holds_all_cards_has_no_value() -> None:
    own = index(7, 7, 7, 7)
    found = reply_values(WEIGHTS, most=50, chosen=np.array([own]))
    assert np.isnan(found[own, 6]).all()
    assert not np.isnan(found[own, 3, 6])


def test_with_a_sample_of_pones_hands_the_values_are_close() -> None:
    own = index(4, 5, 6, 11)
    few, every = (reply_values(WEIGHTS, most=most, chosen=np.array([own]))[own, 9] for most in (300, 1820))
    held = ~np.isnan(every)
    assert few[held].tolist() == pytest.approx(every[held].tolist(), abs=0.3)
