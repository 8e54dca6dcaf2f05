import pytest

from engine.coach.reviewing.course import Moment, Stage, course, turning_points
from engine.coach.reviewing.played_deals import played_deals
from engine.coach.win_chance import chance_before_deal
from tests.support.reviewed_games import BEGINS, DEAL, FIRST_DEAL, timeline


def moments(text: str) -> tuple[Moment, ...]:
    game = timeline(text)
    return course(played_deals(game), game.game)


def test_a_deal_begins_and_ends_with_the_chance_before_a_deal() -> None:
    first, *_, last = moments(FIRST_DEAL)
    assert (first.deal, first.stage, first.scores) == (1, Stage.DEAL, (0, 0))
    assert first.chances[0] == pytest.approx(chance_before_deal(dealer=0, pone=0))
    assert (last.stage, last.scores) == (Stage.CRIB, (22, 13))
    assert last.chances[1] == pytest.approx(chance_before_deal(dealer=13, pone=22))
    for moment in moments(FIRST_DEAL):
        assert sum(moment.chances) == pytest.approx(1)


def test_a_game_to_61_is_like_the_end_of_a_game_to_121() -> None:
    short, long = (
        moments(BEGINS.format(start=start, target=target) + DEAL)
        for start, target in (("10,20", 61), ("70,80", 121))
    )
    assert [moment.chances for moment in short] == [moment.chances for moment in long]


def test_the_course_ends_with_the_win() -> None:
    found = moments(BEGINS.format(start="0,110", target=121) + DEAL.partition("no\n")[0])
    assert found[-1] == Moment(1, Stage.HAND, (4, 121), (0.0, 1.0))


def test_the_course_ends_with_a_win_by_points_pegged_by_hand() -> None:
    found = moments(FIRST_DEAL + "peg 1 120\n")
    assert found[-1] == Moment(1, Stage.END, (22, 121), (0.0, 1.0))


def test_the_largest_changes_come_first_and_none_from_deal_to_deal() -> None:
    def moment(deal: int, stage: Stage, chance: float) -> Moment:
        return Moment(deal, stage, (0, 0), (chance, 1 - chance))

    before, starter, crib = (
        moment(1, Stage.DEAL, 0.5),
        moment(1, Stage.STARTER, 0.75),
        moment(1, Stage.CRIB, 0.25),
    )
    later, last = moment(2, Stage.DEAL, 1.0), moment(2, Stage.CRIB, 0.875)
    assert turning_points((before, starter, crib, later, last), 1) == ((starter, crib),)
    found = turning_points((before, starter, crib, later, last), 2)
    assert found == ((starter, crib), (before, starter))
    assert [(each.side, each.rise) for each in found] == [(1, 0.5), (0, 0.25)]


def test_each_part_of_a_deal_is_a_moment_with_its_scores() -> None:
    found = [(moment.stage, moment.scores) for moment in moments(FIRST_DEAL)]
    assert found == [
        (Stage.DEAL, (0, 0)),
        (Stage.STARTER, (0, 0)),
        (Stage.PLAY, (4, 1)),
        (Stage.HAND, (4, 13)),
        (Stage.HAND, (14, 13)),
        (Stage.CRIB, (22, 13)),
    ]


def test_counting_hands_does_not_change_the_chances() -> None:
    """After the play, both hands are known, so counting them does not change the chances of winning."""
    _, _, play, first, second, _ = moments(FIRST_DEAL)
    assert play.chances == first.chances == second.chances
    fewest, most = (1 - chance_before_deal(dealer=13, pone=14 + points) for points in (0, 20))
    assert fewest < play.chances[0] < most


def test_his_heels_can_end_the_game() -> None:
    found = moments(BEGINS.format(start="119,0", target=121) + "starter J\n")
    assert [moment.stage for moment in found] == [Stage.DEAL, Stage.STARTER]
    assert found[-1].chances == (1.0, 0.0)


def test_small_changes_are_no_turning_points() -> None:
    stages = [Moment(1, Stage.DEAL, (0, 0), (0.5, 0.5)), Moment(1, Stage.STARTER, (0, 0), (0.54, 0.46))]
    assert turning_points(stages, 3) == ()
    assert len(turning_points([stages[0], stages[1]._replace(chances=(0.56, 0.44))], 3)) == 1
