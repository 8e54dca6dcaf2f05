"""What can be chosen, and what follows from the choice (RULES.md 1, 2 and 5)."""

import pytest

from engine.errors import CribbageError, InvalidRules
from engine.rules import OPTIONS, Rules


def test_the_six_card_game() -> None:
    """RULES.md 1, the table: two players, a hand and a crib of four, 121; each player is a side."""
    rules = Rules()
    assert (rules.game, rules.players, rules.sides) == ("six-card", 2, 2)
    assert (rules.hand, rules.crib, rules.target) == (4, 4, 121)
    assert [rules.side_of(seat) for seat in (0, 1)] == [0, 1]


def test_the_defaults_of_the_options() -> None:
    """RULES.md 2: heels 2, a skunk is worth 2 games, a double 4; RULES.md 5: under 91, under 61."""
    rules = Rules()
    assert rules.heels == 2
    assert (rules.skunk_worth, rules.double_worth) == (2, 4)
    assert (rules.skunk_line, rules.double_line) == (91, 61)


def test_settings_are_read_as_they_are_written() -> None:
    assert "game=six-card" in Rules().settings
    assert [setting.partition("=")[0] for setting in Rules().settings] == list(OPTIONS)
    assert Rules.parse(Rules().settings) == Rules()
    assert Rules.parse([]) == Rules()


@pytest.mark.parametrize(
    ("setting", "what", "remedy"),
    [
        ("game", "'game' sets nothing", "option=value"),
        ("", "'' sets nothing", "option=value"),
        ("gaem=six-card", "there is no option 'gaem'", "game"),
        ("=six-card", "there is no option ''", "game"),
        ("players=2", "there is no option 'players'", "game"),
        ("game=", "game cannot be ''", "six-card"),
        ("game=Six-card", "game cannot be 'Six-card'", "six-card"),
        ("game=six-card=1", "game cannot be 'six-card=1'", "six-card"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_what_could(setting: str, what: str, remedy: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        Rules.parse([setting])
    wrong, _, right = str(caught.value).partition(": ")
    assert wrong == what
    assert remedy in right
    assert isinstance(caught.value, CribbageError)


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_as_many_players_as_a_game_has(players: int) -> None:
    """RULES.md 1: two to four, and no other number."""
    with pytest.raises(InvalidRules, match=f"players cannot be {players}: it can be .*2"):
        Rules(players=players)
    with pytest.raises(InvalidRules, match=f"players cannot be {players}"):
        Rules.parse([], players=players)
