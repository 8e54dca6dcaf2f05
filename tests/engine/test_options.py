"""The options of the rules, with their values, are those listed in OPTIONS.md."""

from copy import copy, deepcopy
from pickle import dumps, loads

import pytest

from engine.errors import InvalidRules
from engine.options import OPTIONS
from engine.rules import Rules

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
"""
"""The options and their values in OPTIONS.md, each with the default first."""
ROWS = [line.split() for line in TABLE.strip().splitlines()]
VALUES = {name: values for name, *values in ROWS}
NOT_THERE = ("starter_by", "lurch", "overpeg", "renege", "false_claim", "names", "players", "captain")


def test_the_options_are_those_of_the_table() -> None:
    assert list(OPTIONS) == list(VALUES)
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


def test_a_switch_can_be_on_and_off_or_yes_and_no() -> None:
    for name, option in OPTIONS.items():
        if option.is_switch:
            for yes, no in (("on", "off"), ("yes", "no")):
                assert getattr(Rules.parse([f"{name}={yes}"]), name) is True
                assert getattr(Rules.parse([f"{name}={no}"]), name) is False
    assert {name for name, option in OPTIONS.items() if option.is_switch} == {
        name for name, values in VALUES.items() if set(values) & {"on", "yes"}
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("muggins", "on"),
        ("muggins", 1),
        ("ace_11", None),
        ("heels_points", True),
        ("heels_points", 3),
        ("heels_points", "2"),
        ("skunk_worth", 0),
        ("skunk_worth", 5),
        ("double_worth", 2.5),
        ("crib_flush", True),
        ("track", "cards"),
        ("target", 30),
        ("target", 1000),
        ("game", "nine-card"),
        ("game", None),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(name: str, value: object) -> None:
    with pytest.raises(InvalidRules, match=f"{name} cannot be "):
        Rules(**{name: value})


def test_an_option_that_does_not_exist_is_refused() -> None:
    for name in NOT_THERE[:-3]:
        with pytest.raises(InvalidRules, match=f"there is no option '{name}'"):
            Rules(**{name: "x"})


def test_the_last_of_two_settings_counts() -> None:
    assert Rules.parse(["muggins=on", "muggins=off"]) == Rules()


def test_an_option_says_what_it_is_about_and_where_it_comes_from() -> None:
    for option in OPTIONS.values():
        assert option.about and option.source
        assert option.about[0].islower()
        assert not option.about.endswith(".")


def test_the_rules_have_an_attribute_for_each_option_with_its_default() -> None:
    assert [name for name in Rules._fields if name != "players"] == list(OPTIONS)
    for name, option in OPTIONS.items():
        if name != "target":
            assert getattr(Rules(), name) == option.default
    assert (Rules().target, Rules("five-card").target, Rules("seven-card").target) == (121, 61, 151)


def test_rules_are_copied_whole() -> None:
    rules = Rules("five-card", target=77, muggins=True, skunk_worth=3)
    assert copy(rules) == deepcopy(rules) == loads(dumps(rules)) == rules
    assert type(deepcopy(rules)) is Rules
