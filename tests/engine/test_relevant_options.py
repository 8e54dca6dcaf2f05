"""The options that have an effect in a game, and the values to which each can be changed."""

import pytest

from engine.errors import InvalidRules
from engine.options import OPTIONS
from engine.rules import Rules
from engine.setup import has_effect, others

FIVE_CARD = {"five_card_replay", "five_card_play_on", "three_for_last"}
MUGGINS = {"muggins_opens", "muggins_heels", "muggins_go"}


def without_effect(rules: Rules) -> set[str]:
    return {name for name in OPTIONS if not has_effect(name, rules)}


def test_the_options_without_effect_in_the_standard_game() -> None:
    assert without_effect(Rules()) == FIVE_CARD | MUGGINS | {"go_multi"}


@pytest.mark.parametrize(
    ("rules", "name", "effect"),
    [
        (Rules("five-card"), "three_for_last", True),
        (Rules("five-card"), "lead_after_go", False),
        (Rules("five-card", five_card_replay="replay"), "lead_after_go", True),
        (Rules("five-card"), "double_worth", False),
        (Rules(objective="first_loses"), "skunk_worth", False),
        (Rules(players=3), "go_multi", True),
        (Rules(players=3), "next_game_dealer", False),
        (Rules(muggins=True), "muggins_go", True),
        (Rules(muggins=True), "reveal", False),
        (Rules(track="show"), "combo_after_go", False),
        (Rules(track="show"), "crib_flush", True),
        (Rules(track="points"), "crib_flush", False),
        (Rules(track="points"), "target", True),
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


@pytest.mark.parametrize("name", ["zzz", "", "players", None, 5, []])
def test_an_unknown_option_is_refused(name: str) -> None:
    for function in (others, has_effect):
        with pytest.raises(InvalidRules):
            function(name, Rules())
