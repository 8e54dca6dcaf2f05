"""Each prompt is a full sentence with a form that fits on a line, and its hints name keys that work.

RULES.md 1 defines the number of cards in a hand.
"""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from engine.game import Game
from engine.match.history import History
from engine.prompts import Prompt
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.entry import KeyEntry
from firmware_py.input.keys import Key
from firmware_py.input.typed import Digits
from firmware_py.render import glyphs
from firmware_py.render.font import TEXT
from firmware_py.render.oled import WIDTH
from firmware_py.view.prompts import keyed_so_far
from firmware_py.view.view import view
from tests.support import keyed
from tests.support.random_matches import FORMS, SOME_FORMS, walk
from tests.support.views import view_after

SAID = tomllib.loads((Path(__file__).parents[2] / "data" / "said.toml").read_text(encoding="utf-8"))


ROOM = WIDTH - 1
"""The width of a line of text, in pixels, without the dark column before it."""
ARROW = TEXT.width("◀ ") + TEXT.gap
WIDEST = max(filter(str.isalpha, glyphs.TEXT), key=TEXT.width)
NAME = 10
"""The maximum number of characters in a name (engine/setup.py)."""


@pytest.mark.parametrize(("keys", "rules", "players", "expected"), SAID["prompt"])
def test_the_prompt_is_a_full_sentence(keys: str, rules: str, players: int, expected: str) -> None:
    assert view_after(keys, rules, players).prompt == expected


@cache
def matches() -> list[History]:
    """Return matches in every variant of the game. Taken together, they reach every prompt."""
    return [match for form in FORMS for match, _, _ in walk(8, form, 90, target=31)]


def with_names(match: History, name: str) -> History:
    """Return a copy of the match in which all players have the same name.

    A real game would refuse equal names.
    """
    game = match.game._replace(names=(name,) * match.game.rules.players)
    return match._replace(timeline=match.timeline._replace(game=game))


def fits(words: str) -> bool:
    return TEXT.width(words) <= ROOM


def test_every_prompt_and_call_has_a_form_for_one_line_with_the_widest_names() -> None:
    prompts = set()
    for match in matches():
        prompts.add(match.game.prompt)
        for digits in (Digits(), Digits("888")):
            shown = view(with_names(match, WIDEST * NAME), KeyEntry(digits=digits))
            assert fits(shown.prompt_forms[-1]), shown.prompt_forms
            for call in shown.calls:
                arrow = ARROW if call.side is not None else 0
                assert arrow + TEXT.width(call.short_forms[-1]) <= ROOM, call
    assert prompts == set(Prompt)


@pytest.mark.parametrize("name", ["Al", "Maximilian"])
def test_prompt_names_the_player_if_the_name_fits(name: str) -> None:
    """With three or four players, the prompt names the player to act, even if the name has ten letters."""
    for match in matches():
        if match.game.rules.players > 2 and match.game.prompt in (Prompt.PLAY, Prompt.CUT_FOR_DEAL):
            shown = view(with_names(match, name))
            assert name in next(form for form in shown.prompt_forms if fits(form)), shown.prompt_forms


def test_go_is_offered_only_if_a_go_is_possible() -> None:
    """The prompt mentions GO only if the count is above 21. Up to 21, any card can be played (RULES.md 3)."""
    for match in matches():
        if match.game.prompt is Prompt.PLAY:
            shown = view(match)
            # With two players the screen has the same text at every count; signs show whose turn it is.
            short = shown.prompt_forms if match.game.rules.players > 2 else ()
            assert short or shown.prompt_forms == ("Card, else GO",)
            for words in (shown.prompt, *short):
                assert ("GO" in words) == (match.game.count > 21), words


@pytest.mark.parametrize(("keys", "rules", "cards", "missing"), SAID["cards_keyed"])
def test_the_cards_keyed_so_far_and_those_missing(keys: str, rules: str, cards: str, missing: int) -> None:
    board = Board(History.of(Game.new(Rules.parse(rules.split()))))
    keyed.press(board, keys)
    found = keyed_so_far(board.history.game)
    assert (" ".join(map(str, found.cards)), found.missing) == (cards, missing)


@pytest.mark.parametrize("form", SOME_FORMS)
def test_the_game_takes_every_key_that_its_prompt_hints_at(form: str) -> None:
    for _, _, match in walk(3, form, 60, target=61):
        for hint in Board(match).view.hints:
            refused = Board(match).press(hint.key).why
            assert refused is None or hint.key is Key.OK, (hint, refused)  # OK may need a number first
