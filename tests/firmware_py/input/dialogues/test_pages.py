"""The page of each dialogue: its title, its rows, and the keys that it mentions."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.dialogue import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.page import Hint, Row, hint_rows, name_rows, two_columns, yes_no
from firmware_py.render.font import NARROW, WIDTH
from tests.support.keyed import keys_in
from tests.support.views import page_after, texts_of

_LEAVES = ("UNDO leaves", "")


def test_texts_and_hints_are_put_in_two_columns() -> None:
    assert two_columns("ABCD") == (("A", "B"), ("C", "D"))
    assert two_columns("ABC") == (("A", "B"), ("", "C"))
    assert two_columns(()) == ()
    assert hint_rows(yes_no()) == (("OK yes", "GO no"),)
    assert hint_rows((*yes_no(), Hint(Key.UNDO, "leaves"))) == (("OK yes", "GO no"), _LEAVES)


@pytest.mark.parametrize(
    ("names", "rows"),
    [
        (("Left",), (Row("Left"),)),
        (("North", "South"), (Row("North & South"),)),
        (("Konstantin", "Wilhelmina"), (Row("Konstantin &"), Row("Wilhelmina"))),
    ],
)
def test_partners_with_long_names_take_a_row_each(names: tuple[str, ...], rows: tuple[Row, ...]) -> None:
    assert name_rows(names) == rows


@pytest.mark.parametrize(
    ("keys", "title", "rows"),
    [
        ("MENU A 5", "Peg points", (("Left", ""), ("5_", "now 0"), ("OK pegs", "GO next"), _LEAVES)),
        ("MENU 2 GO", "Take back", (("Right", ""), ("_", "now 0"), ("OK takes", "GO next"), _LEAVES)),
        ("MENU 3 9", "Set the score", (("Left", ""), ("9_", "now 0"), ("OK sets", "GO next"), _LEAVES)),
        (
            "OK 2 MENU 4",
            "Throw the deal in?",
            (("Its points are lost,", ""), ("same dealer again.", ""), ("", ""), ("OK yes", "GO no")),
        ),
        (
            "MENU 6",
            "New game",
            (
                *(("A: six-card", "2: for 2"), ("3: up to 121", "5: names")),
                *(("4: start 0-0", "6: rules"), ("", "GO leaves")),
            ),
        ),
        (
            "OK 2 10 5 5 MENU 7",
            "Which press?",
            (("Right laid 10", ""), ("Left laid 5", ""), ("Right laid 5", "◀"), ("OK this", "GO before")),
        ),
        (
            "OK 2 10 5 5 MENU 7 GO GO GO",
            "Which press?",
            (("starter 2", "◀"), ("", ""), ("", ""), ("OK this", "GO before")),
        ),
        (
            "OK 2 10 5 5 MENU 7 OK",
            "Correct",
            (("Right laid 5", ""), ("", ""), ("A rank replaces it", ""), ("GO adds a go before", "")),
        ),
    ],
)
def test_a_dialogue_says_what_it_is_about_and_which_keys_answer(
    keys: str, title: str, rows: tuple[tuple[str, str], ...]
) -> None:
    page = page_after(keys)
    assert (page.title, page.rows) == (title, rows)


@pytest.mark.parametrize(
    ("keys", "title", "text"),
    [
        ("MENU", "Menu", "A peg"),
        ("MENU", "Menu", "2 take back"),
        ("MENU", "Menu", "GO leaves"),
        ("MENU 9", "The signs", "GO leaves"),
        ("MENU 6", "New game", "OK begins"),
        ("MENU 6 3 6 A", "Target", "61_"),
        ("MENU 6 4 5", "Points to start with", "5_"),
        ("MENU 6 4 5 OK", "Points to start with", "Right"),
        ("MENU 6 5 2", "Name of Left", "A_"),
        ("MENU 6 6", "Rules", "GO changes"),
        ("MENU 6 OK", "Give this game up?", "OK yes"),
        ("OK 2 10 5 5 MENU 7", "Which press?", "4/4"),
        ("OK 2 10 5 5 MENU 7 GO GO GO", "Which press?", "1/4"),
        ("OK 2 10 5 5 MENU 7 OK", "Correct", "UNDO back"),
    ],
)
def test_a_page_has_its_title_and_its_keys(keys: str, title: str, text: str) -> None:
    page = page_after(keys)
    assert page.title == title
    assert text in texts_of(page)


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


@pytest.mark.parametrize(
    ("keys", "equipment", "entry", "is_there"),
    [
        ("MENU", Equipment(powers_off=True), "8 off", True),
        ("MENU", Equipment(), "8 off", False),
        ("MENU", Equipment(phones=True), "K phone", True),
        ("MENU", Equipment(), "K phone", False),
        ("MENU", Equipment(), "OK coach", False),
        ("OK 2 10 5 MENU", Equipment(), "10 part", True),
        ("OK 2 10 MENU", Equipment(), "10 part", False),
    ],
)
def test_an_entry_is_in_the_menu_only_where_it_can_be_chosen(
    keys: str, equipment: Equipment, entry: str, is_there: bool
) -> None:
    board = Board(History.of(Game.new(Rules(muggins=True))), equipment=equipment)
    for key in keys_in(keys):
        board.press(key)
    assert board.view.page is not None
    assert (entry in "  ".join(texts_of(board.view.page))) == is_there


def test_switching_off_is_a_question() -> None:
    board = Board(History.of(Game.new()), equipment=Equipment(powers_off=True))
    for key in (Key.MENU, Key.EIGHT):
        board.press(key)
    page = board.view.page
    assert page is not None
    assert (page.title, page.rows[-1]) == ("Switch off?", ("OK yes", "GO no"))


def test_the_points_called_are_typed_on_a_page() -> None:
    page = page_after("OK 2 10 5 MENU 10 A", "muggins=on")
    assert page.rows[0] == ("Points called:", "1_")


def test_those_who_can_claim_are_listed_each_after_a_key() -> None:
    page = page_after("OK 2 10 5 4 MUGGINS", "muggins=on", players=3, names=("Ann", "Bo", "Cy"))
    assert page.title == "Who claims?"
    assert [(hint.key, hint.meaning) for hint in page.hints[:-1]] == [(Key.ACE, "Ann"), (Key.TWO, "Bo")]
    assert texts_of(page)[2:] == ["A  Ann", "2  Bo"]


@pytest.mark.parametrize(
    ("powers_off", "phones", "words", "lengths"),
    [
        (False, False, "OK 2 10 MENU", [2, 2, 2, 2, 2]),
        (True, False, "OK 2 10 MENU", [2, 2, 2, 2, 3]),
        (False, True, "OK 2 10 MENU", [2, 2, 2, 2, 3]),
        (True, True, "OK 2 10 MENU", [2, 2, 2, 3, 3]),
        (False, False, "OK 2 10 5 MENU", [2, 2, 2, 2, 3]),
        (True, False, "OK 2 10 5 MENU", [2, 2, 2, 3, 3]),
        (False, True, "OK 2 10 5 MENU", [2, 2, 3, 2, 3]),
        (True, True, "OK 2 10 5 MENU", [2, 2, 3, 3, 3]),
    ],
)
def test_every_entry_is_in_its_place_in_five_rows_and_none_is_cut_short(
    powers_off: bool, phones: bool, words: str, lengths: list[int]
) -> None:
    board = Board(History.of(Game.new(Rules(muggins=True))))
    board.equip(Equipment(powers_off=powers_off, phones=phones))
    for word in words.split():
        board.press(Key.parse(word))
    page = board.view.page
    assert page is not None
    rows = ["  ".join(row).split("  ") for row in page.rows]
    assert [len(row) for row in rows] == lengths
    assert [text for row in rows for text in row] == [hint.text for hint in page.hints[:-1]]
    assert all(NARROW.width(left) + 3 + NARROW.width(right) < WIDTH for left, right in page.rows)


@pytest.mark.parametrize("coach", [False, True])
@pytest.mark.parametrize("words", ["OK 2 10 MENU", "OK 2 10 5 MENU"])
def test_the_coach_is_an_entry_unless_points_can_be_called(words: str, coach: bool) -> None:
    board = Board(History.of(Game.new(Rules(muggins=True))))
    board.equip(Equipment(powers_off=True, phones=True, coach=coach))
    for word in words.split():
        board.press(Key.parse(word))
    page = board.view.page
    assert page is not None
    texts = "  ".join(texts_of(page))
    assert ("OK coach" in texts) == ("10 part" not in texts) == ("5" not in words.split())
    assert len(page.rows) == 5
    assert all(NARROW.width(left) + 3 + NARROW.width(right) < WIDTH for left, right in page.rows)


def test_the_form_shows_the_players_names() -> None:
    assert page_after("MENU 6", names=_FOUR[:2]).rows[3:] == (("Ann", "Bo"), ("", "GO leaves"))
    page = page_after("MENU 6", players=4, names=_FOUR)
    assert page.rows[3:] == (("Ann", "Bo"), ("Cy", "Di"))
    assert page.unshown == (Hint(Key.GO, "leaves"),)


def test_partners_share_the_points_to_start_with() -> None:
    names = ("Konstantin", "Maximilian", "Wilhelmina", "Alexandria")
    rows = page_after("MENU 6 4", players=4, names=names).rows
    assert rows[:2] == (("Konstantin &", ""), ("Wilhelmina", ""))


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
    assert (
        page_after("MENU 5" + " OK" * (pages - 1)) == page_after("MENU 5" + " OK" * (2 * pages - 1)) != first
    )
    for number in range(pages):
        page = page_after("MENU 5" + " OK" * number, "muggins=on", players=3)
        assert (page.rows[-1], page.corner, len(page.rows)) == (("OK next", "UNDO back"), "GO leaves", 5)
        assert [hint.text for hint in page.hints] == ["OK next", "UNDO back", "GO leaves"]
