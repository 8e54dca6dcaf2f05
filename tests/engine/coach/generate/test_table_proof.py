import numpy as np
import pytest

from engine.coach.generate.play_policy import new_policy
from engine.coach.generate.saved_policies import Policies
from engine.coach.generate.six_cards import MOST
from engine.coach.generate.table_proof import table_proof
from engine.coach.generate.throwing import KINDS, THROWS, Policy

pytestmark = pytest.mark.night  # Numba compiles for seconds


def test_players_who_throw_at_random_do_not_win_as_the_table_says() -> None:
    """The table of winning chances assumes good throws, so it is wrong for players who throw at random."""
    any_throw = Policy(np.ones((MOST, THROWS), np.float32), np.zeros(KINDS))
    lines: list[str] = []
    error = table_proof(
        Policies(any_throw, any_throw, new_policy()), 20, 400, 121, lines.append, deals=30_000
    )
    assert 0.01 < error < 0.3
    assert lines[0] == "30,000 deals are played"
    assert lines[1].startswith("scores: 20, games from each: 400")
