"""The skunk lines, and the number of games that a skunk counts as (RULES.md 5)."""

import pytest

from engine.rules import Rules
from engine.scoring.pegs import Skunk, double_skunk_line, games_won, skunk_at, skunk_line


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
