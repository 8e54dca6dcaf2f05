import pytest

from engine.coach.reviewing.course import Moment, Stage, TurningPoint
from engine.coach.reviewing.review import ReviewLimit, review
from firmware_py.reports.review import limit_texts, percent, review_names, turning_point_text
from firmware_py.words.in_use import words
from tests.support.coach_examples import FIRST_DEAL, timeline

REVIEW = review(timeline(FIRST_DEAL))
RISES = "Bob's chance to win rises from 40% to 75%."


def moment(stage: Stage, scores: tuple[int, int], chance: float) -> Moment:
    return Moment(1, stage, scores, (1 - chance, chance))


@pytest.mark.parametrize(
    ("before", "after", "happened"),
    [
        ((Stage.DEAL, (0, 0)), (Stage.STARTER, (0, 0)), "the starter K"),
        (
            (Stage.STARTER, (0, 0)),
            (Stage.PLAY, (4, 1)),
            "the play (Ann 4, Bob 1) and the hands (Ann 10, Bob 12)",
        ),
        ((Stage.PLAY, (4, 1)), (Stage.HAND, (4, 13)), "Bob's hand of 12"),
        ((Stage.HAND, (4, 13)), (Stage.HAND, (14, 13)), "Ann's hand of 10"),
        ((Stage.HAND, (14, 13)), (Stage.CRIB, (22, 13)), "Ann's crib of 8"),
        ((Stage.DEAL, (0, 0)), (Stage.CRIB, (22, 13)), "the whole deal (Ann 22, Bob 13)"),
        ((Stage.CRIB, (22, 13)), (Stage.END, (22, 121)), "points pegged by hand"),
    ],
)
def test_a_turning_point_says_what_happened(
    before: tuple[Stage, tuple[int, int]], after: tuple[Stage, tuple[int, int]], happened: str
) -> None:
    point = TurningPoint(moment(*before, 0.4), moment(*after, 0.75))
    assert turning_point_text(REVIEW, point) == f"Deal 1, {happened}: {RISES}"


@pytest.mark.parametrize(
    ("chance", "shown"), [(0.0, 0), (0.001, 1), (0.5, 50), (0.126, 13), (0.999, 99), (1.0, 100)]
)
def test_only_a_game_that_is_over_is_certain(chance: float, shown: int) -> None:
    assert percent(chance) == shown


def test_players_without_names_are_named_after_their_seats() -> None:
    nameless = review(timeline(FIRST_DEAL.replace("names=Ann,Bob ", "")))
    assert tuple(review_names(REVIEW)) == ("Ann", "Bob")
    assert tuple(review_names(nameless)) == ("Left", "Right")


def test_every_limit_has_its_words() -> None:
    assert set(words().REVIEW_LIMITS) == {limit.value for limit in ReviewLimit}
    assert limit_texts(REVIEW) == [words().REVIEW_LIMITS[limit.value] for limit in REVIEW.limits]
