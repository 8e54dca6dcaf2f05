"""How the two pegs of a side move, and which side wins (RULES.md 5 and 7)."""

import pytest

from engine import Pegs, Rules, Side, Skunk
from engine.scoring.pegs import (
    double_skunk_line,
    games_won,
    hole_of,
    holes_used,
    lap_of,
    points_for_win,
    skunk_at,
    skunk_line,
    spread_of,
    winner,
)
from tests.support import cases
from tests.support.words import game, reasons, scored


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


@pytest.mark.parametrize(
    ("target", "objective", "skunk", "double"),
    [
        (121, "first_wins", 91, 61),
        (151, "first_wins", 121, 91),
        (61, "first_wins", 31, 0),
        (120, "first_wins", 90, 0),
        (181, "first_wins", 151, 121),
        (31, "first_wins", 1, 0),
        (121, "first_loses", 0, 0),
    ],
)
def test_the_skunk_lines_of_each_target(target: int, objective: str, skunk: int, double: int) -> None:
    """RULES.md 5: the skunk line is 30 points below the target, and the double skunk line is 60 below it.

    Games to fewer than 121 points have no double skunk. If the first side to reach the target loses, there
    are no skunks. A missing line is 0.
    """
    rules = Rules(target=target, objective=objective)
    assert (skunk_line(rules), double_skunk_line(rules)) == (skunk, double)


@pytest.mark.parametrize(
    ("score", "skunk", "games"),
    [
        (120, None, 1),
        (91, None, 1),
        (90, Skunk.SKUNK, 2),
        (61, Skunk.SKUNK, 2),
        (60, Skunk.DOUBLE, 4),
        (0, Skunk.DOUBLE, 4),
    ],
)
def test_skunk_and_number_of_games(score: int, skunk: Skunk | None, games: int) -> None:
    """RULES.md 2 and 5: a loss below 91 points counts as 2 games, and a loss below 61 points as 4."""
    assert skunk_at(score, Rules()) is skunk
    assert games_won(skunk, Rules()) == games


def test_the_games_of_a_skunk_are_those_of_the_rules() -> None:
    rules = Rules(skunk_worth=3, double_worth=3)
    assert [games_won(skunk, rules) for skunk in (None, Skunk.SKUNK, Skunk.DOUBLE)] == [1, 3, 3]


# Case E4: pone K 8 K 6, dealer 4 5 10 10, starter 3; pairs and no jacks, so no question is asked.
QUIET = "OK 3 K 4 8 5 K 10 6 10"

# The cases with muggins need typed numbers, so the tests of the keys have them.
ENDS = [case for case in cases.end_cases() if "muggins" not in case.options]


def test_the_back_peg_goes_where_the_front_one_stood() -> None:
    # RULES.md 7: the front peg has stood at his heels, a pair and a fifteen.
    stood = []
    for words in ("OK", "OK J", "OK J Q Q", "OK J Q Q 2"):
        side = game(words).sides[0]
        stood.append((side.front, side.back))
    assert stood == [(0, 0), (2, 0), (4, 2), (4, 2)]


def test_peg_stops_in_the_game_hole() -> None:
    """RULES.md 7: the front peg stops in hole 121, even if the last hand scores more points than needed."""
    side = game(QUIET, (113, 0)).sides[0]
    assert (side.front, side.back) == (121, 115)


@pytest.mark.parametrize("case", ENDS, ids=lambda case: case.id)
def test_end_case(case: cases.EndCase) -> None:
    """The winner, the scores, the skunk and the points pegged are those of the case in RULES.md 8."""
    rules = Rules.parse([f"{name}={value}" for name, value in case.options.items()], players=case.players)
    after = game(" ".join(case.words), case.start, rules)
    assert (after.prompt.value, after.winner) == (case.prompt, case.winner)
    assert (after.to_act is None) == (case.winner is not None)
    assert tuple(side.front for side in after.sides) == case.scores
    won = [case.games if number == case.winner else 0 for number in range(rules.sides)]
    assert (after.skunk and after.skunk.value, [side.games for side in after.sides]) == (case.skunk, won)
    assert scored(after) == list(case.entries)
    assert case.reason in [reason for reason, _, _ in reasons(after, after.entries[-1])]


@pytest.mark.parametrize(
    ("loser", "skunk", "games"),
    [
        (0, Skunk.DOUBLE, 4),
        (60, Skunk.DOUBLE, 4),
        (61, Skunk.SKUNK, 2),
        (90, Skunk.SKUNK, 2),
        (91, None, 1),
        (120, None, 1),
    ],
)
@pytest.mark.parametrize("winner", [0, 1])
def test_the_skunk_lines(winner: int, loser: int, skunk: Skunk | None, games: int) -> None:
    """RULES.md 5 and case E11: a loser below 91 points is skunked, and a loser below 61 is double-skunked."""
    start = (120, loser) if winner == 0 else (loser, 120)
    after = game("OK J" if winner == 0 else "K A J", start)
    assert (after.winner, after.skunk) == (winner, skunk)
    assert after.sides[winner] == Pegs(121, 120, games)
    assert after.sides[1 - winner] == Pegs(loser)


@pytest.mark.parametrize(
    ("score", "target", "hole", "lap"),
    [
        (0, 121, 0, 1),
        (120, 121, 120, 1),
        (121, 121, 121, 1),
        (60, 61, 60, 1),
        (61, 61, 61, 1),
        (120, 151, 120, 1),
        (121, 151, 1, 2),
        (150, 151, 30, 2),
        (151, 151, 121, 2),
        (0, 181, 0, 1),
        (240, 361, 120, 2),
        (241, 361, 1, 3),
    ],
)
def test_a_score_has_a_hole_and_a_lap(score: int, target: int, hole: int, lap: int) -> None:
    """In a long game, hole 120 is followed by hole 1. The winner's peg ends in the game hole."""
    assert (hole_of(score, target), lap_of(score, target)) == (hole, lap)


@pytest.mark.parametrize(("target", "number"), [(31, 31), (61, 61), (121, 121), (151, 121), (999, 121)])
def test_a_short_game_uses_the_beginning_of_the_track(target: int, number: int) -> None:
    assert holes_used(target) == number


@pytest.mark.parametrize(("skunk", "points"), [(None, 2), ("skunk", 3), ("double", 3)])
def test_a_win_is_two_points_and_a_skunk_three(skunk: str | None, points: int) -> None:
    assert points_for_win(skunk) == points


def test_the_spread_is_counted_from_the_best_opponent() -> None:
    assert spread_of((121, 90), 0) == 31
    assert [spread_of([121, 80, 100], side) for side in range(3)] == [21, -41, -21]
