"""The board and the referee receive the same keys, and must report the same state after each key.

The referee is an independent implementation of the game, written only from the documents.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.deals import Source
from engine.game import Game
from engine.prompts import Prompt
from firmware_py.render import oled
from firmware_py.view.view import View
from tests.support import oracle
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

QUESTIONS = (Prompt.FLUSH, Prompt.FLUSH_WITH_STARTER, Prompt.NOBS)
PAGED = (Prompt.STARTER, Prompt.PLAY, Prompt.CRIB)
"""The prompts at which `OK` has nothing to confirm, so it shows the next page."""

# Whole games


@pytest.mark.parametrize("suits", ["none", "all", "some"])
@pytest.mark.parametrize("seed", range(2))
def test_whole_games(suits: str, seed: int) -> None:
    chance = Random(seed)
    pair = Pair()
    for word in keys_of_games(pair, chance, suits):
        assert pair.press(word)
    pair.press("OK")
    for word in keys_of_games(pair, chance, suits):
        assert pair.press(word)
    assert pair.game.prompt is Prompt.GAME_OVER
    assert pair.refused == []


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (3, 4))])
def test_games_with_mistakes_and_corrections(seed: int) -> None:
    chance = Random(seed)
    pair = Pair((80, 90))
    for word in keys_of_games(pair, chance, ("none", "all", "some")[seed % 3], games=2):
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


@pytest.mark.parametrize("seed", range(20))
def test_any_keys(seed: int) -> None:
    chance = Random(seed)
    pair = Pair(near_the_end(chance) if seed % 3 else (0, 0))
    for word in random_keys(chance, 120):
        pair.press(word)


@given(st.lists(st.sampled_from(WORDS), max_size=40), st.integers(0, 120), st.integers(0, 120))
@settings(max_examples=100)
def test_any_keys_in_short(words: list[str], left: int, right: int) -> None:
    pair = Pair((left, right))
    for word in words:
        pair.press(word)


@pytest.mark.parametrize("suits", ["none", pytest.param("all", marks=pytest.mark.slow), "some"])
def test_every_key_at_every_prompt(suits: str) -> None:
    chance = Random(suits)
    seen = set()
    for start in ((0, 0), (100, 100), near_the_end(chance)):
        pair = Pair(start)
        for word in keys_of_games(pair, chance, suits):
            if pair.game.prompt not in seen or chance.random() < 0.06:
                every_key(pair)
                seen.add(pair.game.prompt)
            pair.press(word)
        every_key(pair)
        seen.add(pair.game.prompt)
    assert seen >= {
        Prompt.CUT_FOR_DEAL,
        Prompt.STARTER,
        Prompt.PLAY,
        Prompt.CRIB,
        Prompt.GAME_OVER,
    }


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
