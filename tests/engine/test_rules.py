"""The rules can be chosen, and have the right effect on a game (RULES.md 1, 2 and 5)."""

import copy
import pickle

import pytest

from engine import OPTIONS, CribbageError, Game, InvalidRules, Rules, Setup, read_record
from engine.setup import has_effect, others


@pytest.mark.parametrize(
    ("setting", "what", "remedy"),
    [
        ("game", "'game' isn't a setting", "option=value"),
        ("", "'' isn't a setting", "option=value"),
        ("gaem=six-card", "there is no option 'gaem'", "game"),
        ("players=2", "there is no option 'players'", "game"),
        ("lurch=x", "there is no option 'lurch'", "game"),
        ("game=", "game cannot be ''", "six-card"),
    ],
)
def test_an_impossible_setting_is_refused_with_what_is_possible(setting: str, what: str, remedy: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        Rules.parse([setting])
    wrong, _, right = str(caught.value).partition(": ")
    assert wrong == what
    assert remedy in right
    assert isinstance(caught.value, CribbageError)


def test_a_copy_of_rules_from_an_old_record_is_equal_to_them() -> None:
    old = Rules.parse(["skunk_worth=3", "double_worth=2"], recorded=True)
    history = read_record("muggins 1 players=2 start=0,0 skunk_worth=3 double_worth=2\ndeals 0\n").history
    for value in (Rules(), Rules("five-card", target=77, muggins=True), old, history):
        assert pickle.loads(pickle.dumps(value)) == copy.copy(value) == copy.deepcopy(value) == value
    assert type(copy.copy(old)) is Rules


@pytest.mark.parametrize(
    ("settings", "players", "why"),
    [
        (["game=five-card"], 3, "game cannot be five-card with 3 players: choose six-card"),
        (["game=seven-card"], 4, "game cannot be seven-card with 4 players: choose six-card"),
        (["cut_before_deal=offer"], 3, "cut_before_deal cannot be offer with 3 players: choose optional"),
        (["muggins=on", "objective=first_loses"], 2, "muggins cannot be on with objective=first_loses"),
        (["muggins=on", "track=points"], 2, "muggins cannot be on with track=points"),
        (["skunk_worth=3", "double_worth=2"], 2, "double_worth cannot be 2 with skunk_worth=3"),
    ],
)
def test_options_that_exclude_each_other_are_refused(settings: list[str], players: int, why: str) -> None:
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


TABLE = """
game              six-card five-card seven-card
target            121 31 61 151 181 999
heels_points      2 1
heels_can_win     yes no
lead_after_go     left_of_last first_unable scorer
go_multi          all_play_on next_only
combo_after_go    counts broken
five_card_replay  stop replay
five_card_play_on must may
three_for_last    on off
crib_flush        all_five four
ace_11            off on
objective         first_wins first_loses
first_deal        low high
next_game_dealer  loser winner alternate cut
cut_before_deal   optional required offer
skunk_worth       2 1 3 4
double_worth      4 1 2 3
muggins           off on
muggins_opens     after_next_card at_once
muggins_heels     no yes
muggins_go        no yes
track             play show points
reveal            at_once on_ok
calling           running grouped
partners          on off
"""
"""The options and their values in OPTIONS.md, each with the default first."""
ROWS = [line.split() for line in TABLE.strip().splitlines()]
VALUES = {name: values for name, *values in ROWS}
NOT_THERE = ("starter_by", "lurch", "overpeg", "renege", "false_claim", "names", "players", "captain")


def test_the_options_are_those_of_the_table() -> None:
    assert list(OPTIONS) == list(VALUES) == [setting.partition("=")[0] for setting in Rules().settings]
    assert not set(NOT_THERE) & set(OPTIONS)


@pytest.mark.parametrize("name", VALUES)
def test_an_option_takes_what_the_table_says_and_is_usually_the_first(name: str) -> None:
    option = OPTIONS[name]
    usual, *others = VALUES[name]
    assert f"{name}={usual}" in Rules().settings
    for value in (usual, *others):
        # A double skunk counts as at least as many games as a skunk.
        lower = ["skunk_worth=1"] if name == "double_worth" else []
        rules = Rules.parse([f"{name}={value}", *lower])
        assert f"{name}={value}" in rules.settings
        assert Rules.parse(rules.settings) == rules
        assert option.write(option.read(value)) == value
    if name not in ("target",):
        assert len(option.values) == len(VALUES[name])


@pytest.mark.parametrize("name", VALUES)
def test_an_option_refuses_everything_else_with_what_it_takes(name: str) -> None:
    option = OPTIONS[name]
    for wrong in ("", "0", "1000", "-1", "x", "On", "true", "²", "1" * 50, " on", VALUES[name][0] + " "):
        if wrong in VALUES[name]:
            continue
        with pytest.raises(InvalidRules) as caught:
            Rules.parse([f"{name}={wrong}"])
        text = str(caught.value)
        assert text.startswith(f"{name} cannot be ")
        *others, last = option.allowed.split(", ")
        assert text.endswith(f"choose {', '.join(others)} or {last}" if others else f"choose {last}")
    for value in VALUES[name][:2]:
        assert isinstance(option.values, range) or value in option.allowed


FIVE_CARD = {"five_card_replay", "five_card_play_on", "three_for_last"}
MUGGINS = {"muggins_opens", "muggins_heels", "muggins_go"}


def test_the_options_without_effect_in_the_standard_game() -> None:
    without_effect = {name for name in OPTIONS if not has_effect(name, Rules())}
    assert without_effect == FIVE_CARD | MUGGINS | {"go_multi", "partners"}


@pytest.mark.parametrize(
    ("rules", "name", "effect"),
    [
        (Rules("five-card"), "three_for_last", True),
        (Rules("five-card"), "lead_after_go", False),
        (Rules("five-card", five_card_replay="replay"), "lead_after_go", True),
        (Rules("five-card"), "double_worth", False),
        (Rules(objective="first_loses"), "skunk_worth", False),
        (Rules(players=3), "go_multi", True),
        (Rules(players=3), "partners", False),
        (Rules(players=4), "partners", True),
        (Rules(muggins=True), "reveal", False),
        (Rules(track="show"), "combo_after_go", False),
        (Rules(track="show"), "crib_flush", True),
        (Rules(track="points"), "crib_flush", False),
    ],
)
def test_an_option_has_an_effect_only_in_a_game_that_uses_it(rules: Rules, name: str, effect: bool) -> None:
    assert has_effect(name, rules) is effect


def test_the_other_values_begin_with_the_next_one() -> None:
    rules = Rules(next_game_dealer="alternate")
    values = [other.next_game_dealer for other in others("next_game_dealer", rules)]
    assert values == ["cut", "loser", "winner"]
    assert others("muggins", Rules()) == (Rules(muggins=True),)


def test_values_that_conflict_with_the_other_options_are_left_out() -> None:
    assert others("muggins", Rules(objective="first_loses")) == ()
    assert [other.double_worth for other in others("double_worth", Rules(skunk_worth=3))] == [3]
    assert [other.game for other in others("game", Rules(players=3))] == []


def test_every_option_of_rules_from_an_old_record_can_be_changed() -> None:
    """OPTIONS.md: in older records, a double skunk could count less than a skunk."""
    old = Rules.parse(["skunk_worth=2", "double_worth=1"], recorded=True)
    assert others("calling", old) == (Rules(skunk_worth=2, double_worth=2, calling="grouped"),)
    assert all(others(name, old) for name in OPTIONS)


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        (Setup(start=(0, 121)), "start cannot be 0,121: give 2 numbers from 0 to 120"),
        (Setup(start=(-1, 0)), "start cannot be -1,0: give 2 numbers from 0 to 120"),
        (Setup(Rules(players=4), (0, 0, 0, 0)), "start cannot be 0,0,0,0: give 2 numbers from 0 to 120"),
        (Setup(Rules(players=4, partners=False), (0, 0)), "start cannot be 0,0: give 4 numbers from 0"),
        (Setup(Rules(target=31), (31, 0)), "start cannot be 31,0: give 2 numbers from 0 to 30"),
        (Setup(games=(0, 10000)), "games cannot be 0,10000: give 2 numbers from 0"),
        (Setup(names=("Ann",)), "names cannot be Ann: 1 name given, 2 needed"),
        (Setup(Rules(players=4), names=("Ann", "Bob")), "names cannot be Ann,Bob: 2 names given, 4 needed"),
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
