from random import Random

import pytest

from engine import PACK, Card
from engine.coach import chance_before_deal, throws
from engine.coach.throw_chances import throw_chances
from engine.errors import InvalidGame, InvalidHand

SIX = "3H 3D 5H 5D 6H 7S"


def cards(text: str) -> list[Card]:
    return [Card.parse(card) for card in text.split()]


def chance(hand: str, thrown: str, *, dealer: bool, score: tuple[int, int], hands: int = 40) -> float:
    first, second = cards(thrown)
    return throw_chances(cards(hand), [(first, second)], dealer=dealer, score=score, hands=hands)[0]


def test_pone_wins_by_counting_first() -> None:
    """In both positions, pone needs at most 14 points, keeps a hand of at least 14, and counts first."""
    assert chance("5H 5C 5S JD 2C KH", "2C KH", dealer=False, score=(113, 0)) == pytest.approx(1, abs=0.005)
    assert chance("5H 5C 5S JD 2C KH", "2C KH", dealer=False, score=(107, 107)) > 0.95


def test_a_hand_without_hope_loses() -> None:
    """Pone almost always loses, because the dealer needs only one point and pegs it in nearly every deal."""
    assert chance("2H 4C 6S 8D 10C QH", "10C QH", dealer=False, score=(81, 120)) < 0.02


def test_far_from_the_end_more_points_are_better() -> None:
    best, *_, worst = throws(cards("5H 5C 5S JD 2C KH"), dealer=True)
    pair = throw_chances(
        cards("5H 5C 5S JD 2C KH"), [best.thrown, worst.thrown], dealer=True, score=(0, 0), hands=40
    )
    assert pair[0] > pair[1] + 0.07


@pytest.mark.slow
@pytest.mark.parametrize("dealer", [True, False])
def test_the_mean_over_many_hands_is_the_chance_before_the_deal(dealer: bool) -> None:
    random = Random(121)
    score = (70, 75)
    found = []
    for _ in range(50):
        hand = random.sample(PACK, 6)
        best = throws(hand, dealer=dealer)[0].thrown
        found += throw_chances(hand, [best], dealer=dealer, score=score, hands=20)
    mean = sum(found) / len(found)
    own, others = score
    chance = chance_before_deal(dealer=own, pone=others) if dealer else None
    if chance is None:
        chance = 1 - chance_before_deal(dealer=others, pone=own)
    assert mean == pytest.approx(chance, abs=0.05)


def test_the_same_question_has_the_same_answer() -> None:
    one, other = (chance(SIX, "3H 3D", dealer=True, score=(98, 104), hands=20) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("score", [None, 5, (5,), (1, 2, 3), "ab"])
def test_what_is_no_score_is_refused(score: object) -> None:
    with pytest.raises(InvalidGame, match="two numbers"):
        throw_chances(cards(SIX), [], dealer=True, score=score)  # type: ignore[arg-type]


@pytest.mark.parametrize("score", [(0, 121), (-1, 0), (0.5, 0), (True, 0)])
def test_a_score_that_is_not_possible_is_refused(score: object) -> None:
    with pytest.raises(InvalidGame, match="from 0 to 120"):
        throw_chances(cards(SIX), [], dealer=True, score=score)  # type: ignore[arg-type]


@pytest.mark.parametrize("thrown", [cards("3H"), cards("3H 9C"), cards("3H 3H"), "3H", None])
def test_what_is_no_throw_of_the_hand_is_refused(thrown: object) -> None:
    with pytest.raises(InvalidHand, match="two cards of the hand"):
        throw_chances(cards(SIX), [thrown], dealer=True, score=(0, 0))  # type: ignore[list-item]
