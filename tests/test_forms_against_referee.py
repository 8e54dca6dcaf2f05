"""In every form of the game, the board and the referee receive the same keys and report the same states.

The referee is an independent implementation of the game, written only from the documents.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidRules
from engine.options import OPTIONS
from engine.prompts import Prompt
from engine.rules import Rules
from tests.support.board_and_referee import (
    Pair,
    keys_of_games,
    near_the_end,
    press_and_undo,
    random_keys,
    undo_and_redo,
)
from tests.support.referee import WORDS

pytestmark = pytest.mark.thorough

FORMS = (
    (2, "game=five-card"),
    (2, "game=five-card three_for_last=off five_card_play_on=may"),
    (2, "game=seven-card"),
    (3, ""),
    (4, ""),
    (3, "lead_after_go=first_unable go_multi=next_only"),
    (2, "ace_11=on"),
    (2, "muggins=on"),
    (2, "muggins=on muggins_opens=at_once muggins_heels=yes heels_can_win=no"),
    (3, "muggins=on"),
    (2, "muggins=on muggins_go=yes"),
    (2, "muggins=on track=show"),
    (2, "objective=first_loses"),
    (2, "cut_before_deal=offer next_game_dealer=alternate"),
    (2, "first_deal=high next_game_dealer=cut"),
    (3, "track=show reveal=on_ok"),
    (2, "track=points next_game_dealer=winner"),
    (2, "crib_flush=four heels_points=1 heels_can_win=no reveal=on_ok"),
)
MORE_FORMS = (
    (2, "game=five-card five_card_replay=replay"),
    (4, "lead_after_go=scorer combo_after_go=broken"),
    (3, "ace_11=on target=61"),
    (4, "muggins=on game=six-card"),
    (2, "muggins=on game=five-card"),
    (3, "muggins=on muggins_go=yes muggins_opens=at_once"),
    (2, "muggins=on muggins_go=yes game=five-card"),
    (3, "objective=first_loses"),
    (3, "track=points"),
    (2, "skunk_worth=3 double_worth=3 target=151"),
)
"""Forms that are played only in slow test runs. The tests with random options also cover their options."""
IN_EVERY_FORM = pytest.mark.parametrize(
    ("players", "settings"), [*FORMS, *(pytest.param(*form, marks=pytest.mark.slow) for form in MORE_FORMS)]
)


def rules_of(players: int, settings: str) -> Rules:
    return Rules.parse(settings.split(), players=players)


@IN_EVERY_FORM
def test_whole_games_of_every_form(players: int, settings: str) -> None:
    chance = Random(f"{players} {settings}")
    suits = chance.choice(["none", "some"])
    rules = rules_of(players, settings)
    pair = Pair(near_the_end(chance, rules), rules)
    for word in keys_of_games(pair, chance, suits, games=2):
        pair.press(word)
        if chance.random() < 0.02 and not pair.busy:
            stood = pair.game
            chance.choice([press_and_undo, undo_and_redo])(pair, chance)
            assert pair.game == stood, pair.words
    assert pair.game.prompt is Prompt.GAME_OVER


@IN_EVERY_FORM
def test_any_keys_in_every_form(players: int, settings: str) -> None:
    chance = Random(f"{players} {settings}")
    rules = rules_of(players, settings)
    for start in ((), near_the_end(chance, rules)):
        pair = Pair(start or (0,) * rules.sides, rules)
        for word in random_keys(chance, 120):
            pair.press(word)


@IN_EVERY_FORM
def test_every_key_at_every_prompt_of_every_form(players: int, settings: str) -> None:
    chance = Random(settings)
    rules = rules_of(players, settings)
    pair = Pair((0,) * rules.sides, rules)
    seen = set()
    for word in keys_of_games(pair, chance, "some"):
        if pair.game.prompt not in seen:
            seen.add(pair.game.prompt)
            for each in WORDS:
                pair.fork(each)
        pair.press(word)


def every_option() -> st.SearchStrategy[Rules]:
    """Return a Hypothesis strategy for rules with random, valid combinations of options."""
    values = {
        name: st.booleans() if option.is_switch else st.sampled_from(list(option.values))
        for name, option in OPTIONS.items()
        if name not in ("game", "target", "calling")
    }
    form = st.sampled_from(
        [("six-card", 2), ("six-card", 3), ("six-card", 4), ("five-card", 2), ("seven-card", 2)]
    )
    return (
        st.tuples(form, st.fixed_dictionaries(values), st.sampled_from([None, None, 31, 61, 181]))
        .map(lambda drawn: possible_rules(*drawn))
        .filter(lambda rules: rules is not None)
    )


def possible_rules(form: tuple[str, int], options: dict[str, Any], target: int | None) -> Rules | None:
    try:
        return Rules(*form, target, **options)
    except InvalidRules:
        return None


@given(every_option(), st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_games_with_any_options(rules: Rules, seed: int) -> None:
    chance = Random(seed)
    pair = Pair(near_the_end(chance, rules), rules)
    for word in keys_of_games(pair, chance, chance.choice(["none", "some", "all"])):
        pair.press(word)
        if chance.random() < 0.02 and not pair.busy:
            press_and_undo(pair, chance)
    assert pair.game.prompt is Prompt.GAME_OVER
