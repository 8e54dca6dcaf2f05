import pytest

from engine.cards import Card
from engine.coach.crib import Rating, rate_crib, usual_crib
from engine.coach.tables import usual_crib_mean


def rating(cards: str, *, dealer: bool) -> Rating:
    first, second = map(Card.parse, cards.split())
    return rate_crib(usual_crib_mean(first, second, dealer=dealer), dealer=dealer)


def test_the_usual_crib_is_the_same_for_both_players() -> None:
    """The crib's mean points are the same, whether averaged over the dealer's throws or over pone's."""
    assert usual_crib(dealer=True).mean == pytest.approx(usual_crib(dealer=False).mean, abs=0.1)


@pytest.mark.parametrize("cards", ["5H 5S", "5H JS", "2H 3S", "7H 8S", "AH 4S"])
def test_cards_that_players_like_in_their_own_crib_are_dangerous_in_the_others(cards: str) -> None:
    assert rating(cards, dealer=True) is Rating.BETTER
    assert rating(cards, dealer=False) is Rating.WORSE


@pytest.mark.parametrize("cards", ["10H KS", "9H KS", "8H KS", "AH KS", "6H QS"])
def test_cards_far_apart_are_safe_in_the_others_crib_and_poor_for_the_own(cards: str) -> None:
    assert rating(cards, dealer=True) is Rating.WORSE
    assert rating(cards, dealer=False) is Rating.BETTER


@pytest.mark.parametrize("dealer", [True, False])
def test_the_limits_are_half_a_standard_deviation_from_the_mean(dealer: bool) -> None:
    mean, deviation = usual_crib(dealer=dealer)
    more, fewer = (Rating.BETTER, Rating.WORSE) if dealer else (Rating.WORSE, Rating.BETTER)
    assert rate_crib(mean + 0.51 * deviation, dealer=dealer) is more
    assert rate_crib(mean + 0.49 * deviation, dealer=dealer) is Rating.USUAL
    assert rate_crib(mean - 0.49 * deviation, dealer=dealer) is Rating.USUAL
    assert rate_crib(mean - 0.51 * deviation, dealer=dealer) is fewer
