"""The options for a new game that have no key of their own."""

import pytest

from engine.options import OPTIONS
from engine.rules import Rules
from firmware_py.input.keys import Key
from firmware_py.input.new_game import (
    Dialogue,
    NewGameForm,
    NewOption,
    changeable_options,
    first_option,
)
from tests.support.dialogues import LEAVE
from tests.support.new_game_form import check_accepted_keys, form, press


def rules_with_effect(name: str) -> Rules:
    """Return rules under which the option with this name makes a difference (OPTIONS.md)."""
    if name.startswith("five_card") or name == "three_for_last":
        return Rules("five-card")
    if name == "go_multi":
        return Rules(players=3)
    if name.startswith("muggins_"):
        return Rules(muggins=True)
    if name == "double_worth":
        return Rules(skunk_worth=1)  # with the default, some values of `double_worth` are not possible
    return Rules()


@pytest.mark.parametrize("name", [name for name in OPTIONS if name not in ("game", "target")])
def test_every_value_of_an_option_can_be_chosen(name: str) -> None:
    option, rules = OPTIONS[name], rules_with_effect(name)
    step: Dialogue | None = NewOption(form(rules).setup, name)
    values = [True, False] if option.is_switch else list(option.values)
    seen = []
    for _ in values:
        assert step is not None
        step, made = press(step, "GO")
        assert isinstance(step, NewOption) and made == []
        seen.append(getattr(step.setup.rules, name))
    assert set(seen) == set(values)
    assert seen[-1] == getattr(rules, name)


@pytest.mark.parametrize(
    ("rules", "with_effect", "without"),
    [
        (Rules(), "muggins calling reveal track skunk_worth", "go_multi three_for_last muggins_opens"),
        (Rules("five-card"), "three_for_last five_card_replay", "double_worth lead_after_go go_multi"),
        (Rules("five-card", five_card_replay="replay"), "lead_after_go", "go_multi"),
        (Rules(players=3), "go_multi lead_after_go", "next_game_dealer five_card_play_on"),
        (Rules(muggins=True), "muggins muggins_opens muggins_heels", "reveal objective"),
        (Rules(muggins=True, track="show"), "muggins_heels", "muggins_opens muggins_go combo_after_go"),
        (Rules(track="points"), "track next_game_dealer", "muggins crib_flush calling ace_11"),
        (Rules(objective="first_loses"), "objective", "muggins skunk_worth double_worth"),
        (Rules(target=61), "skunk_worth", "double_worth"),
    ],
)
def test_only_the_options_that_have_an_effect_are_shown(rules: Rules, with_effect: str, without: str) -> None:
    assert set(with_effect.split()) <= set(changeable_options(rules))
    assert not set(without.split()) & set(changeable_options(rules))


def test_the_usual_options_come_first() -> None:
    assert changeable_options(Rules())[:4] == ("muggins", "calling", "reveal", "track")
    step, _ = press(form(), "6 GO OK")
    assert isinstance(step, NewOption)
    assert step.name == "muggins_opens"
    for rules in (Rules(), Rules(players=3), Rules("five-card"), Rules(track="points")):
        assert len(changeable_options(rules)) < 20


def test_ok_and_undo_go_through_the_options_and_around() -> None:
    first = NewOption(form().setup, first_option(form().setup.rules))
    check_accepted_keys(first, Key.OK, *LEAVE)
    names = changeable_options(first.setup.rules)
    forward = [press(first, " ".join(["OK"] * times))[0] for times in (1, 2, len(names))]
    assert forward == [NewOption(first.setup, names[1]), NewOption(first.setup, names[2]), first]
    assert press(first, "OK OK UNDO")[0] == NewOption(first.setup, names[1])
    assert isinstance(press(first, "OK UNDO UNDO")[0], NewGameForm)
    done, _ = press(first, "OK OK GO MENU")
    assert isinstance(done, NewGameForm)
    assert done.setup.rules == Rules(reveal="on_ok")


def test_a_value_that_does_not_go_with_the_other_options_is_skipped() -> None:
    step: Dialogue | None = NewOption(form(Rules(muggins=True)).setup, "track")
    seen = set()
    for _ in range(6):
        assert step is not None
        step, _ = press(step, "GO")
        assert step is not None
        seen.add(step.setup.rules.track)
    assert seen == {"play", "show"}
