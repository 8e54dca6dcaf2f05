"""The rules can be chosen, and have the right effect on a game (RULES.md 1, 2 and 5)."""

import copy
import pickle

import pytest

from engine.errors import CribbageError, InvalidGame, InvalidRules
from engine.indices import Seat, Side
from engine.match.record import read_record, write_record
from engine.rules import OPTIONS, Rules


def test_the_six_card_game() -> None:
    """RULES.md 1: the six-card game has two players, hands and a crib of four cards, and a target of 121."""
    rules = Rules()
    assert (rules.game, rules.players, rules.sides) == ("six-card", 2, 2)
    assert (rules.hand_size, rules.crib_size, rules.target) == (4, 4, 121)
    assert [rules.side_of(seat) for seat in (0, 1)] == [0, 1]


def test_the_defaults_of_the_options() -> None:
    """OPTIONS.md: by default, his heels scores 2, a skunk counts as 2 games and a double skunk as 4."""
    rules = Rules()
    assert rules.heels_points == 2
    assert (rules.skunk_worth, rules.double_worth) == (2, 4)


def test_settings_are_read_as_they_are_written() -> None:
    assert "game=six-card" in Rules().settings
    assert [setting.partition("=")[0] for setting in Rules().settings] == list(OPTIONS)
    assert Rules.parse(Rules().settings) == Rules()
    assert Rules.parse([]) == Rules()


@pytest.mark.parametrize(
    ("setting", "what", "remedy"),
    [
        ("game", "'game' isn't a setting", "option=value"),
        ("", "'' isn't a setting", "option=value"),
        ("gaem=six-card", "there is no option 'gaem'", "game"),
        ("=six-card", "there is no option ''", "game"),
        ("players=2", "there is no option 'players'", "game"),
        ("game=", "game cannot be ''", "six-card"),
        ("game=Six-card", "game cannot be 'Six-card'", "six-card"),
        ("game=six-card=1", "game cannot be 'six-card=1'", "six-card"),
    ],
)
def test_an_impossible_setting_is_refused_with_the_possible_values(
    setting: str, what: str, remedy: str
) -> None:
    with pytest.raises(InvalidRules) as caught:
        Rules.parse([setting])
    wrong, _, right = str(caught.value).partition(": ")
    assert wrong == what
    assert remedy in right
    assert isinstance(caught.value, CribbageError)


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_as_many_players_as_a_game_has(players: int) -> None:
    # RULES.md 1
    with pytest.raises(InvalidRules, match=f"{players} players is not possible: choose 2, 3 or 4"):
        Rules(players=players)
    with pytest.raises(InvalidRules, match=f"{players} players is not possible"):
        Rules.parse([], players=players)


@pytest.mark.parametrize(
    ("game", "players", "sides", "hand", "crib", "target"),
    [
        ("six-card", 2, 2, 4, 4, 121),
        ("five-card", 2, 2, 3, 4, 61),
        ("seven-card", 2, 2, 5, 4, 151),
        ("six-card", 3, 3, 4, 4, 121),
        ("six-card", 4, 2, 4, 4, 121),
    ],
)
def test_the_games(game: str, players: int, sides: int, hand: int, crib: int, target: int) -> None:
    """RULES.md 1: each game has the number of sides, hand size, crib size and target listed in the table."""
    rules = Rules(game, players)
    assert (rules.sides, rules.hand_size, rules.crib_size, rules.target) == (sides, hand, crib, target)
    assert [rules.side_of(seat) for seat in range(players)] == [seat % sides for seat in range(players)]


def test_rules_that_were_written_down_before_can_be_read() -> None:
    # In older records, a double skunk could count less than a skunk.
    text = "muggins 1 players=2 start=119,0 skunk_worth=3 double_worth=2\ndeals 0\nstarter J\n"
    record = read_record(text)
    assert (record.setup.rules.skunk_worth, record.setup.rules.double_worth) == (3, 2)
    assert record.history.game.sides[0].games == 2
    again = write_record(record.setup, record.events)
    assert read_record(again).history == record.history


@pytest.mark.parametrize(("value", "has_to"), [("optional", False), ("required", True), ("offer", False)])
def test_pone_must_cut_if_a_cut_is_required(value: str, has_to: bool) -> None:
    """RULES.md 2, cut_before_deal: if a cut is required, the player to the dealer's left must cut."""
    assert Rules(cut_before_deal=value).pone_has_to_cut is has_to


@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_the_players_of_a_game_have_seats(players: int) -> None:
    rules = Rules(players=players)
    sides = {2: [0, 1], 3: [0, 1, 2], 4: [0, 1, 0, 1]}[players]
    assert [rules.side_of(seat) for seat in rules.seats] == sides
    assert [rules.left_of(seat) for seat in rules.seats] == [*range(1, players), 0]
    for seat in (-1, players, 99):
        with pytest.raises(
            InvalidGame, match=f"there is no seat {seat}: give a seat from 0 to {players - 1}"
        ):
            rules.side_of(Seat(seat))
        with pytest.raises(InvalidGame, match=f"there is no seat {seat}"):
            rules.left_of(Seat(seat))


def test_a_copy_of_rules_from_an_old_record_is_equal_to_them() -> None:
    old = Rules.parse(["skunk_worth=3", "double_worth=2"], recorded=True)
    history = read_record("muggins 1 players=2 start=0,0 skunk_worth=3 double_worth=2\ndeals 0\n").history
    for value in (Rules(), old, history):
        assert pickle.loads(pickle.dumps(value)) == copy.copy(value) == copy.deepcopy(value) == value
    assert type(copy.copy(old)) is Rules


def test_in_a_new_game_a_double_skunk_counts_as_many_games_as_a_skunk_at_least() -> None:
    # OPTIONS.md
    old = Rules.parse(["skunk_worth=3", "double_worth=2", "calling=grouped"], recorded=True)
    assert old.for_new_game == Rules(skunk_worth=3, double_worth=3, calling="grouped")
    assert Rules().for_new_game == Rules()


@pytest.mark.parametrize(("players", "sides"), [(2, 2), (3, 3), (4, 2)])
def test_only_the_sides_of_a_game_have_a_target(players: int, sides: int) -> None:
    rules = Rules(players=players)
    assert [rules.target_of(Side(side)) for side in range(sides)] == [121] * sides
    with pytest.raises(InvalidGame, match=f"there is no side {sides}: give a side from 0 to {sides - 1}"):
        rules.target_of(Side(sides))
