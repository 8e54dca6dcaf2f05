"""The hole and the lap for each score, on tracks with 120 holes and a game hole (RULES.md 7)."""

import pytest

from engine.scoring.pegs import hole_of, holes_used, lap_of


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
