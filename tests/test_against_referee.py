"""The board and the referee receive the same keys, and must report the same state after each, in every form.

The referee is an independent implementation of the rules, written differently.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deals import Source
from engine.errors import InvalidRules
from engine.game import Game
from engine.options import OPTIONS
from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.render import oled
from firmware_py.view.view import View
from tests.board_and_referee import (
    Pair,
    keys_of_games,
    near_the_end,
    press_and_undo,
    random_keys,
    undo_and_redo,
)
from tests.support import oracle
from tests.support.referee import WORDS

pytestmark = pytest.mark.thorough

QUESTIONS = (Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)
PAGED = (Prompt.STARTER, Prompt.PLAY, Prompt.CRIB)
"""The prompts at which `OK` has nothing to confirm, so it shows the next page."""

# Whole games


@pytest.mark.parametrize("suits", ["none", "all", "some"])
def test_games_with_mistakes_and_corrections(suits: str) -> None:
    chance = Random(suits)
    pair = Pair((80, 90))
    for word in keys_of_games(pair, chance, suits, games=2):
        assert pair.press(word)
        if chance.random() < 0.04:
            stood = pair.game
            chance.choice([press_and_undo, undo_and_redo, begin_and_undo])(pair, chance)
            assert pair.game == stood, pair.words
    assert sum(side.games for side in pair.game.sides) >= 2


def begin_and_undo(pair: Pair, chance: Random) -> None:
    for word in "MENU 6 OK".split():
        assert not pair.press(word)
    for word in ("OK", chance.choice(oracle.RANKS), "UNDO", "UNDO"):
        assert pair.press(word)


# Random keys


def test_every_key_at_every_prompt() -> None:
    chance, seen = Random("some"), set()
    for start in ((100, 100), near_the_end(chance)):
        pair = Pair(start)
        for word in keys_of_games(pair, chance, "some"):
            if pair.game.prompt not in seen or chance.random() < 0.06:
                every_key(pair)
                seen.add(pair.game.prompt)
            pair.press(word)
        every_key(pair)
        seen.add(pair.game.prompt)
    assert seen >= {Prompt.CUT_FOR_DEAL, Prompt.STARTER, Prompt.PLAY, Prompt.CRIB, Prompt.GAME_OVER}


def every_key(pair: Pair) -> None:
    prompt = pair.game.prompt
    for word in WORDS:
        took, refused = pair.fork(word)
        neither = word in ("MENU", "AGAIN", "SCORE", named(pair.game)) or (word == "OK" and prompt in PAGED)
        assert (took, refused).count(True) == (0 if neither else 1), (word, pair.words)


def named(game: Game) -> str:
    suit = game.cards[-1].suit if game.cards else None
    return suit.letter if suit else ""


def test_every_key_in_the_menu() -> None:
    begun = {"MENU 6 OK OK": Prompt.CUT_FOR_DEAL, "MENU 4 OK": Prompt.STARTER}
    menus = ("", "A", "A 7", "A 7 GO", "2", "2 5", "3", "3 4 4", "4", "6", "6 OK")
    for steps in (f"MENU {menu}".strip() for menu in menus):
        for word in WORDS:
            pair = Pair((3, 4))
            for each in ["OK", "5", "9", *steps.split(), word]:
                pair.press(each)
            assert pair.game.prompt is begun.get(f"{steps} {word}", Prompt.PLAY)


@pytest.mark.parametrize(
    "words",
    [
        # Right's last card, with one call before the longest question; then a go and last, with two calls.
        "2 6 7 10 A J K 5 4 5 10",
        "3 2 5 6 Q 8 5 8 J J 8",
    ],
)
def test_questions_are_legible_after_any_score(words: str) -> None:
    pair = Pair()
    for word in words.split():
        pair.press(word)
    assert pair.game.prompt is Prompt.NOBS
    seen = pair.board.view
    assert seen.calls
    assert keys_row(seen) == keys_row(seen._replace(calls=()))


def keys_row(seen: View) -> bytes:
    return oled.draw(seen).crop((0, 53, oled.WIDTH, oled.HEIGHT)).tobytes()


# The moments at which a game can be won (RULES.md 5)


def moment(pair: Pair, before: Prompt) -> str:
    """Describe in a word or two how the last key won the game, e.g. `go said` if a player entered a go.

    Args:
        pair: the board on which the game was played, and the referee that checks it.
        before: the prompt before that key was pressed.
    """
    last = pair.game.entries[-1]
    if before in QUESTIONS:
        return f"{before.value}, {last.source.value}"
    if last.source is not Source.PLAY:
        return (
            last.source.value if last.source is not Source.HAND else f"hand {last.seat == pair.game.dealer:d}"
        )
    reasons = [found.reason.value for found in last.findings]
    if reasons != ["go"]:
        return reasons[-1] if reasons[-1] in ("go", "last_card") else "card"
    return "go said" if pair.words[-1] == "GO" else "go implied"


def test_games_are_won_at_every_moment() -> None:
    moments = set()
    for seed in range(200):
        chance = Random(seed)
        pair = Pair((chance.randint(105, 120), chance.randint(105, 120)))
        for word in keys_of_games(pair, chance, ("none", "some")[seed % 2]):
            before = pair.game.prompt
            pair.press(word)
        moments.add(moment(pair, before))
        assert pair.press("OK")
        assert pair.press("UNDO")
    assert moments >= {
        "heels",
        "card",
        "go",
        "go said",
        "go implied",
        "last_card",
        "hand 0",
        "hand 1",
        "crib",
        "flush, hand",
        "flush_with_starter, hand",
        "nobs, hand",
    }


FORMS = (
    (2, ""),
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
    ("players", "settings"), [*FORMS, *(pytest.param(*form, marks=pytest.mark.night) for form in MORE_FORMS)]
)


def rules_of(players: int, settings: str) -> Rules:
    return Rules.parse(settings.split(), players=players)


@IN_EVERY_FORM
def test_whole_games_of_every_form(players: int, settings: str) -> None:
    chance = Random(f"{players} {settings}")
    suits = chance.choice(["none", "some", "all"])
    rules = rules_of(players, settings)
    pair = Pair(near_the_end(chance, rules), rules)
    for word in keys_of_games(pair, chance, suits):
        pair.press(word)
        if chance.random() < 0.04 and not pair.busy:
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


@pytest.mark.parametrize(
    ("players", "settings"),
    [
        form if at % 5 == 1 else pytest.param(*form, marks=pytest.mark.night)
        for at, form in enumerate((*FORMS, *MORE_FORMS))
    ],
)
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
