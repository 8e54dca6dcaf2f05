"""Each hint, in a prompt or on a page, names a key that works and says what the key does."""

from __future__ import annotations

from random import Random

import pytest

from firmware_py.board.board import Board
from firmware_py.input.keys import Key
from firmware_py.input.page import Hint, ok_go, yes_no
from tests.support.random_matches import SOME_FORMS, walk
from tests.support.views import board_after, texts_of


def test_a_hint_is_a_key_and_its_meaning() -> None:
    key, meaning = Hint(Key.OK, "yes")
    assert (key, meaning, Hint(key, meaning).text) == (Key.OK, "yes", "OK yes")
    assert yes_no() == ok_go("yes", "no") == (Hint(Key.OK, "yes"), Hint(Key.GO, "no"))


@pytest.mark.parametrize("form", SOME_FORMS)
def test_the_game_takes_every_key_that_its_prompt_hints_at(form: str) -> None:
    for _, _, match in walk(3, form, 60, target=61):
        for hint in Board(match).view.hints:
            refused = Board(match).press(hint.key).why
            assert refused is None or hint.key is Key.OK, (hint, refused)  # OK may need a number first


@pytest.mark.parametrize(
    "keys",
    [
        "OK 2 10 MENU",
        "MENU A",
        "OK 2 MENU 4",
        "MENU 5",
        "MENU 6",
        "MENU 6 3 6 A",
        "MENU 6 4 5",
        "MENU 6 5 2",
        "MENU 6 6",
        "MENU 6 OK",
        "OK 2 MENU 7",
        "MENU 9",
    ],
)
def test_a_page_shows_all_its_hints_and_its_dialogue_takes_their_keys(keys: str) -> None:
    page = board_after(keys).view.page
    assert page is not None and page.hints
    for hint in page.hints:
        assert any(hint.meaning in text for text in texts_of(page)), hint
        board = board_after(keys)
        why = board.press(hint.key).why
        assert why is None or "type a" in why, hint


def test_random_presses_never_show_a_hint_without_a_meaning() -> None:
    chance, board = Random(7), board_after("")
    for _ in range(600):
        board.press(chance.choice(list(Key)))
        view = board.view
        for hint in (*view.hints, *(view.page.hints if view.page else ())):
            assert hint.meaning
