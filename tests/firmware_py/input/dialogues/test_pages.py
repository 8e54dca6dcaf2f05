"""The page of each dialogue: its title, its rows, and the keys that it mentions."""

import tomllib
from copy import copy
from pathlib import Path

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.keys import Key
from firmware_py.input.page import Hint
from firmware_py.input.settings import Equipment
from tests.support import keyed
from tests.support.keyed import keys_in
from tests.support.views import page_after, texts_of

SAID = tomllib.loads((Path(__file__).parents[3] / "data" / "said.toml").read_text(encoding="utf-8"))


_FOUR = ("Ann", "Bo", "Cy", "Di")


@pytest.mark.parametrize(("keys", "texts"), SAID["dialogue"])
def test_a_dialogue_says_what_it_is_about_and_which_keys_answer(keys: str, texts: str) -> None:
    board = keyed.board()
    board.equip(Equipment(powers_off=True))
    for key in keys_in(keys):
        assert board.press(key).why is None
    page = board.view.page
    assert page is not None
    shown = ((page.title, page.corner), *page.rows)
    assert texts in " / ".join(" ".join(row).strip() for row in shown)


def test_a_page_names_the_players_that_it_is_about() -> None:
    assert page_after("MENU 6", names=_FOUR[:2]).rows[3:] == (("Ann", "Bo"), ("", "GO leaves"))
    four = page_after("MENU 6", players=4, names=_FOUR)
    assert four.rows[3:] == (("Ann", "Bo"), ("Cy", "Di"))
    assert four.unshown == (Hint(Key.GO, "leaves"),)
    claim = page_after("OK 2 10 5 4 MUGGINS", "muggins=on", players=3, names=_FOUR[:3])
    assert texts_of(claim) == ["Who claims?", "UNDO leaves", "A  Ann", "2  Bo"]
    assert [(hint.key, hint.meaning) for hint in claim.hints[:-1]] == [(Key.ACE, "Ann"), (Key.TWO, "Bo")]
    assert page_after("OK 2 10 5 MENU 10 A", "muggins=on").rows[0] == ("Points called:", "1_")
    # The names of partners stand in one row, if there is room.
    long = ("Konstantin", "Maximilian", "Wilhelmina", "Alexandria")
    assert page_after("MENU 6 4", players=4).rows[0] == ("North & South", "")
    rows = page_after("MENU 6 4", players=4, names=long).rows
    assert rows[:2] == (("Konstantin &", ""), ("Wilhelmina", ""))


@pytest.mark.parametrize("keys", [f"OK 2 MENU {entry}".strip() for entry in ("", *"A 2 3 4 5 6 7 9".split())])
@pytest.mark.parametrize("more", ["", "3", "4", "5", "6", "OK", "GO"])
@pytest.mark.parametrize("names", [(), _FOUR[:2], _FOUR])
def test_a_page_mentions_all_keys_that_it_takes_but_those_that_it_calls_unshown(
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
    for hint in page.hints:
        why = copy(board).press(hint.key).why or ""
        assert hint.meaning and ("does nothing here" not in why or "ype a " in why), (hint, why)


def test_the_rules_that_differ_from_the_usual_game_come_first_and_long_ones_take_two_rows() -> None:
    assert page_after("MENU 5", "muggins=on").rows[:2] == (("players", "2"), ("muggins", "on"))
    rows = [row for number in range(8) for row in page_after("MENU 5" + " OK" * number).rows]
    long = rows.index(("next game dealer", ""))
    assert rows[long + 1].left == "" and rows[long + 1].right


def test_the_pages_of_the_rules_repeat_in_both_directions() -> None:
    first = page_after("MENU 5")
    pages = int(first.title.partition("/")[2])
    assert first.title == f"Rules 1/{pages}" and pages > 1
    assert page_after("MENU 5" + " OK" * pages) == first
    assert page_after("MENU 5 OK UNDO") == first
    for number in range(pages):
        page = page_after("MENU 5" + " OK" * number, "muggins=on", players=3)
        assert (page.rows[-1], page.corner, len(page.rows)) == (("OK next", "UNDO back"), "GO leaves", 5)
        assert [hint.text for hint in page.hints] == ["OK next", "UNDO back", "GO leaves"]
