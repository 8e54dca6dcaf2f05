"""The rules can be chosen, and have the right effect on a game (RULES.md 1, 2 and 5)."""

import pytest

from engine.errors import CribbageError, InvalidGame, InvalidRules
from engine.match.record import read_record, write_record
from engine.rules import OPTIONS, Rules
from engine.seats import Seat


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


@pytest.mark.parametrize(
    ("settings", "players", "why"),
    [
        (["game=five-card"], 3, "game cannot be five-card with 3 players: choose six-card"),
        (["game=five-card"], 4, "game cannot be five-card with 4 players: choose six-card"),
        (["game=seven-card"], 3, "game cannot be seven-card with 3 players: choose six-card"),
        (["game=seven-card"], 4, "game cannot be seven-card with 4 players: choose six-card"),
        (["cut_before_deal=offer"], 3, "cut_before_deal cannot be offer with 3 players: choose optional"),
        (["cut_before_deal=offer"], 4, "cut_before_deal cannot be offer with 4 players: choose optional"),
        (["muggins=on", "objective=first_loses"], 2, "muggins cannot be on with objective=first_loses"),
        (["muggins=on", "track=points"], 2, "muggins cannot be on with track=points"),
        (["skunk_worth=3", "double_worth=2"], 2, "double_worth cannot be 2 with skunk_worth=3"),
    ],
)
def test_options_that_exclude_each_other_are_refused_with_the_reason(
    settings: list[str], players: int, why: str
) -> None:
    # RULES.md 1, 5 and 6.
    with pytest.raises(InvalidRules) as caught:
        Rules.parse(settings, players=players)
    assert str(caught.value).startswith(why)
    assert "choose" in str(caught.value)
    named = {setting.partition("=")[0] for setting in settings}
    assert set(caught.value.options) == named | ({"players"} if players > 2 else set())
    # Each of the values is possible without the others.
    for setting in settings:
        Rules.parse([setting])


@pytest.mark.parametrize(("skunk", "double"), [(s, d) for s in range(1, 5) for d in range(1, 5)])
def test_a_double_skunk_is_worth_no_less_than_a_skunk(skunk: int, double: int) -> None:
    # OPTIONS.md
    settings = [f"skunk_worth={skunk}", f"double_worth={double}"]
    if double >= skunk:
        assert Rules.parse(settings).settings == Rules.parse(settings, recorded=True).settings
        return
    for make in (lambda: Rules.parse(settings), lambda: Rules(skunk_worth=skunk, double_worth=double)):
        with pytest.raises(InvalidRules, match=f"double_worth cannot be {double} with skunk_worth={skunk}"):
            make()


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


def test_any_two_options_go_together_but_those() -> None:
    pairs = [
        (f"{name}={option.write(value)}", f"{other}={OPTIONS[other].write(another)}")
        for name, option in OPTIONS.items()
        for value in values_of(name)
        for other in OPTIONS
        for another in values_of(other)
        if name < other
    ]
    for_two = {"game=five-card", "game=seven-card", "cut_before_deal=offer"}
    for players in (2, 3, 4):
        for pair in pairs:
            refused = (
                {"muggins=on", "objective=first_loses"} == set(pair)
                or (set(pair) & {"double_worth=1"} and not set(pair) & {"skunk_worth=1"})
                or {"muggins=on", "track=points"} == set(pair)
                or (players > 2 and for_two & set(pair))
            )
            if refused:
                with pytest.raises(InvalidRules):
                    Rules.parse(pair, players=players)
            else:
                assert set(pair) <= set(Rules.parse(pair, players=players).settings)


def values_of(name: str) -> tuple[str | int | bool, ...]:
    option = OPTIONS[name]
    if option.is_switch:
        return (True, False)
    return (option.values[0], option.values[-1]) if isinstance(option.values, range) else option.values


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
