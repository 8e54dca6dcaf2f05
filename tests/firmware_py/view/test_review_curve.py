from itertools import pairwise

import pytest

from engine.coach.reviewing.course import Moment, Stage
from firmware_py.reports.review import positions

DEAL = [Stage.DEAL, Stage.STARTER, Stage.PLAY, Stage.HAND, Stage.HAND, Stage.CRIB]


def moments(deal: int, stages: list[Stage]) -> list[Moment]:
    return [Moment(deal, stage, (0, 0), (0.5, 0.5)) for stage in stages]


def test_each_deal_takes_its_place_and_its_moments_follow_each_other() -> None:
    found = positions([*moments(1, DEAL), *moments(2, DEAL)])
    assert (found[0], found[5], found[6], found[11]) == (0, 1, 1, 2)
    assert all(one < other for one, other in pairwise(found[:6]))
    assert [later - 1 for later in found[6:]] == pytest.approx(found[:6])


def test_the_end_by_hand_is_at_the_end_of_the_deal() -> None:
    assert positions(moments(3, [Stage.CRIB, Stage.END])) == [3, 3]
