"""The setup of a game is validated: its rules, points, names and games won."""

import pytest

from engine.errors import InvalidRules
from engine.game import Game
from engine.rules import Rules
from engine.setup import LONGEST_NAME, Setup


@pytest.mark.parametrize(
    ("rules", "nothing"), [(Rules(), (0, 0)), (Rules(players=3), (0, 0, 0)), (Rules(players=4), (0, 0))]
)
def test_points_and_games_left_out_are_0_for_each_side(rules: Rules, nothing: tuple[int, ...]) -> None:
    assert Setup(rules).checked() == Setup(rules, nothing, (), nothing)
    assert Setup(rules).checked().checked() == Setup(rules).checked()


def test_a_game_begins_as_its_setup_says() -> None:
    begun = Game.of(Setup(Rules(players=3, target=61), (1, 2, 60), ("Ann", "Bob", "Cy"), (4, 0, 9999)))
    assert [(side.front, side.back, side.games) for side in begun.sides] == [
        (1, 0, 4),
        (2, 0, 0),
        (60, 0, 9999),
    ]
    assert begun.names == ("Ann", "Bob", "Cy")
    assert begun == Game.new(Rules(players=3, target=61), (1, 2, 60), ("Ann", "Bob", "Cy"), (4, 0, 9999))


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        (Setup(start=(0,)), "start cannot be 0: give 2 numbers from 0 to 120"),
        (Setup(start=(0, 121)), "start cannot be 0,121: give 2 numbers from 0 to 120"),
        (Setup(start=(-1, 0)), "start cannot be -1,0: give 2 numbers from 0 to 120"),
        (Setup(Rules(players=3), (0, 0)), "start cannot be 0,0: give 3 numbers from 0 to 120"),
        (Setup(Rules(players=4), (0, 0, 0, 0)), "start cannot be 0,0,0,0: give 2 numbers from 0 to 120"),
        (Setup(Rules(target=31), (31, 0)), "start cannot be 31,0: give 2 numbers from 0 to 30"),
        (Setup(games=(1,)), "games cannot be 1: give 2 numbers from 0"),
        (Setup(games=(0, -1)), "games cannot be 0,-1: give 2 numbers from 0"),
        (Setup(games=(0, 10000)), "games cannot be 0,10000: give 2 numbers from 0"),
        (Setup(names=("Ann",)), "names cannot be Ann: 1 name given, 2 needed"),
        (
            Setup(Rules(players=4), names=("Ann", "Bob")),
            "names cannot be Ann,Bob: 2 names given, 4 needed",
        ),
        (Setup(names=("Ann", "Ann")), "names cannot be Ann,Ann: give each player a different name"),
        (Setup(names=("", "Bob")), "'' cannot be a name: use 1 to 10 letters or digits"),
        (Setup(names=("Bartholomew", "Bob")), "'Bartholomew' cannot be a name: use 1 to 10 letters"),
        *(
            (Setup(names=(name, "Bob")), f"{name!r} cannot be a name: use 1 to 10 letters or digits")
            for name in ("A B", "A,B", "A=B", "A#B", "A\nB", "\x00")
        ),
    ],
)
def test_an_impossible_setup_is_refused_with_the_possible_values(setup: Setup, why: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        setup.checked()
    assert str(caught.value).startswith(why)
    with pytest.raises(InvalidRules):
        Game.of(setup)


@pytest.mark.parametrize("name", ["A", "Bartholome", "Zoë", "7", "O'Hara", "Anne-Marie"])
def test_possible_names(name: str) -> None:
    assert len(name) <= LONGEST_NAME
    assert Setup(names=(name, "Bob")).checked().names == (name, "Bob")
