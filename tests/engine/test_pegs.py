"""How the two pegs of a side move, and which side wins (RULES.md 5 and 7)."""

import pytest

from engine.indices import Side
from engine.rules import Rules
from engine.scoring.pegs import Pegs, winner


def test_the_back_peg_goes_where_the_front_peg_was() -> None:
    # RULES.md 7
    first = Pegs().advance(6, 121)
    assert (first, first.advance(2, 121)) == (Pegs(6, 0), Pegs(8, 6))


def test_the_front_peg_stops_at_the_target() -> None:
    """RULES.md 7: if a side at 115 points scores 9, its peg stops in hole 121 instead of hole 124."""
    assert Pegs(115, 110).advance(9, 121) == Pegs(121, 115)


@pytest.mark.parametrize(("points", "last_hole"), [(0, 121), (2, 115), (2, 100)])
def test_no_peg_moves_if_no_point_is_pegged(points: int, last_hole: int) -> None:
    assert Pegs(115, 110, 3).advance(points, last_hole) == Pegs(115, 110, 3)


@pytest.mark.parametrize(
    ("points", "after"), [(1, Pegs(9, 4)), (6, Pegs(4, 4)), (8, Pegs(2, 2)), (10, Pegs()), (11, Pegs())]
)
def test_the_back_peg_never_stays_ahead_when_points_are_taken_back(points: int, after: Pegs) -> None:
    assert Pegs(10, 4).retreat(points) == Pegs(10, 4).move(-points, 121) == after


def test_the_games_won_stay_with_the_pegs() -> None:
    assert Pegs(10, 4, 2).advance(1, 121).games == Pegs(10, 4, 2).retreat(1).games == 2


def test_the_side_that_reaches_the_target_wins_unless_it_loses() -> None:
    """RULES.md 5: the first side to reach the target wins.

    With `objective=first_loses`, that side loses, and the side with the fewest points wins.
    """
    sides = (Pegs(121), Pegs(70), Pegs(60))
    assert winner(Side(0), sides, Rules(players=3)) == 0
    reverse = Rules(players=3, objective="first_loses")
    assert winner(Side(0), sides, reverse) == 2
    assert winner(Side(0), (Pegs(121), Pegs(60), Pegs(60)), reverse) == 1
    assert winner(Side(2), (Pegs(60), Pegs(60), Pegs(121)), reverse) == 0
