from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from engine.coach.generate.moments import SampledMoment, moments_proof, report
from engine.coach.generate.play_policy import new_policy
from engine.coach.generate.saved_policies import Policies
from engine.coach.generate.six_cards import MOST
from engine.coach.generate.throwing import KINDS, THROWS, Policy

pytestmark = pytest.mark.night  # Numba compiles for seconds


def test_moments_are_from_all_parts_of_finished_games(tmp_path: Path) -> None:
    any_throw = Policy(np.ones((MOST, THROWS), np.float32), np.zeros(KINDS))
    lines: list[str] = []
    players, path = Policies(any_throw, any_throw, new_policy()), tmp_path / "moments.txt"
    assert len(moments_proof(players, 12, 121, lines.append, path)) <= 12
    before = path.read_text()
    moments = moments_proof(players, 30, 121, lines.append, path)
    assert path.read_text().startswith(before)
    assert 28 <= len(moments) <= 30  # a game may need more deals than are dealt
    assert set(Counter(moment.part for moment in moments)) <= {"deal", "starter", "play", "show"}
    assert all(0 <= moment.chance <= 1 and 0 <= moment.after <= 1 for moment in moments)
    for moment in moments:
        if moment.after in (0, 1):
            assert moment.won == bool(moment.after)
    assert 5 <= sum(moment.won for moment in moments) <= 25


def test_the_report_has_the_mean_of_each_bin_and_of_each_part() -> None:
    lines: list[str] = []
    report(
        [
            SampledMoment("play", 0.62, 0.7, True),
            SampledMoment("play", 0.66, 0.6, False),
            SampledMoment("show", 0.95, 1.0, True),
            SampledMoment("show", 1.0, 1.0, True),
        ],
        lines.append,
    )
    rows = {
        cells[1]: cells[2:] for cells in ([cell.strip() for cell in line.split("|")] for line in lines[3:])
    }
    assert rows["60% to 70%"][:3] == ["2", "64.0%", "65.0%"]
    assert rows["60% to 70%"][4] == "50.0%"
    assert rows["90% to 100%"][:2] == ["2", "97.5%"]
    assert rows["play"][0] == rows["show"][0] == "2"
    assert rows["all"][0] == "4"
    assert rows["0% to 10%"][0] == "0"
