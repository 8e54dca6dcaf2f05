import pytest

from engine import Card
from engine.coach import chance_before_deal
from engine.coach.crib_points import crib_points
from engine.coach.unseen import PublicView
from engine.coach.win_chance import chance_of_dealer

DEALERS = "5H 5C 6D 7S"
PONES = "AH 2S 2H QD"
"""With the four of clubs, these hands count 14 and 6 points."""


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def show(*scores: int, **changes: object) -> PublicView:
    """Return the view of a deal in which the play is over.

    Args:
        scores: the non-dealer's score, then the dealer's.
        changes: fields of the view to replace.
    """
    view = PublicView((scores[0], scores[1]), Card.parse("4C"), (cards(PONES), cards(DEALERS)))
    return view._replace(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("view", "chance"),
    [
        (show(115, 120), 0),  # pone counts first
        (show(120, 120), 0),
        (show(115, 120, counted=1), 1),  # it is the dealer's turn
        (show(114, 107), 1),  # pone comes to 120 only, and the dealer to 121
        (show(115, 0), 0),
        (show(119, 121), 1),  # a point that only has to be called is enough
    ],
)
def test_known_hands_at_the_end_of_a_game_leave_no_doubt(view: PublicView, chance: float) -> None:
    assert chance_of_dealer(view) == chance


def test_only_the_crib_is_uncertain_when_the_hands_are_known() -> None:
    cribs = crib_points(Card.parse("4C"), cards(PONES), cards(DEALERS))
    expected = sum(
        chance * (1 - chance_before_deal(dealer=66, pone=74 + points)) for points, chance in enumerate(cribs)
    )
    assert chance_of_dealer(show(60, 60)) == pytest.approx(expected)


def test_the_dealer_wins_if_the_crib_is_enough() -> None:
    cribs = crib_points(Card.parse("4C"), cards(PONES), cards(DEALERS))
    chance = chance_of_dealer(show(60, 106))
    lost = cribs[0] * chance_before_deal(dealer=66, pone=120)
    assert chance == pytest.approx(1 - lost)


def test_the_same_question_has_the_same_answer() -> None:
    view = show(80, 83, hands=(cards("JS 3C"), cards("5H")), turn=1, pile=cards("JS 5H 3C"), last=0)
    assert chance_of_dealer(view) == chance_of_dealer(view)


def test_mean_chance_over_all_starters() -> None:
    """The mean of the dealer's chances over all starters is close to the chance before the deal."""
    total = 0.0
    for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split():
        heels = 2 * (rank == "J")
        view = PublicView((75, 70 + heels), Card.parse(f"{rank}S"), turn=0)
        total += chance_of_dealer(view, deals=100)
    assert total / 13 == pytest.approx(chance_before_deal(dealer=70, pone=75), abs=0.02)
