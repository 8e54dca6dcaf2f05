"""Options that contradict each other are refused, all others can be combined (RULES.md 1, 5 and 6)."""

import pytest

from engine.errors import InvalidRules
from engine.rules import OPTIONS, Rules


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
