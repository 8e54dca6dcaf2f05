"""Each dialogue's page."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.dialogue import Equipment
from firmware_py.input.keys import Key
from tests.support.keyed import keys_in
from tests.support.views import page_after, texts_of


@pytest.mark.parametrize(
    ("keys", "title", "rows"),
    [
        (
            "MENU A 5",
            "Peg points",
            (("Left", ""), ("5_", "now 0"), ("OK pegs", "GO next"), ("UNDO leaves", "")),
        ),
        (
            "MENU 2 GO",
            "Take back",
            (("Right", ""), ("_", "now 0"), ("OK takes", "GO next"), ("UNDO leaves", "")),
        ),
        (
            "MENU 3 9",
            "Set the score",
            (("Left", ""), ("9_", "now 0"), ("OK sets", "GO next"), ("UNDO leaves", "")),
        ),
        (
            "OK 2 MENU 4",
            "Throw the deal in?",
            (("Its points are lost,", ""), ("same dealer again.", ""), ("", ""), ("OK yes", "GO no")),
        ),
    ],
)
def test_a_dialogue_says_what_it_is_about_and_which_keys_answer(
    keys: str, title: str, rows: tuple[tuple[str, str], ...]
) -> None:
    page = page_after(keys)
    assert (page.title, page.rows) == (title, rows)


@pytest.mark.parametrize(
    ("keys", "title"),
    [("MENU", "Menu"), ("MENU 5", "Rules 1/"), ("MENU 6", "New game"), ("MENU 9", "The signs")],
)
def test_an_entry_of_the_menu_opens_its_page(keys: str, title: str) -> None:
    assert page_after(keys).title.startswith(title)


_FOUR = ("Ann", "Bo", "Cy", "Di")


@pytest.mark.parametrize("keys", [f"OK 2 MENU {entry}".strip() for entry in ("", *"A 2 3 4 5 6 7 9".split())])
@pytest.mark.parametrize("more", ["", "3", "4", "5", "6", "OK", "GO"])
@pytest.mark.parametrize("names", [(), _FOUR[:2], _FOUR])
def test_a_page_mentions_all_keys_but_those_that_it_calls_unshown(
    keys: str, more: str, names: tuple[str, ...]
) -> None:
    board = Board(History.of(Game.new(Rules(players=len(names) or 2), names=names)))
    for key in keys_in(f"{keys} {more}"):
        board.press(key)
    page = board.view.page
    if page is None:
        return
    text = "  ".join(texts_of(page)).replace(":", "")
    mentioned = {hint: hint.text in text for hint in page.hints}
    assert mentioned == {hint: hint not in page.unshown for hint in page.hints}


def test_the_points_called_are_typed_on_a_page() -> None:
    page = page_after("OK 2 10 5 MENU 10 A", "muggins=on")
    assert page.rows[0] == ("Points called:", "1_")


def test_switching_off_is_a_question() -> None:
    board = Board(History.of(Game.new()))
    board.equip(Equipment(powers_off=True))
    for key in (Key.MENU, Key.EIGHT):
        board.press(key)
    page = board.view.page
    assert page is not None
    assert (page.title, page.rows[-1]) == ("Switch off?", ("OK yes", "GO no"))


def test_those_who_can_claim_are_listed_each_after_a_key() -> None:
    page = page_after("OK 2 10 5 4 MUGGINS", "muggins=on", players=3, names=("Ann", "Bo", "Cy"))
    assert page.title == "Who claims?"
    assert [(hint.key, hint.meaning) for hint in page.hints[:-1]] == [(Key.ACE, "Ann"), (Key.TWO, "Bo")]
    assert texts_of(page)[2:] == ["A  Ann", "2  Bo"]
