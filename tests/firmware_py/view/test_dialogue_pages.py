"""Each dialogue's page.

The menu page.

The pages for setting up a new game.

The pages that list the current rules.

A key press in words, as a sentence and as part of a sentence.

The rows of a page: text in two columns, key hints, and the names of partners.

The pages for choosing and correcting a key press.
"""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.correction import press_as_noun, press_as_sentence
from firmware_py.input.dialogue import Equipment
from firmware_py.input.keys import Key
from firmware_py.input.page import Hint, Page, Row, hint_rows, name_rows, two_columns, yes_no
from firmware_py.input.rules import RulesInForce, option_rows
from firmware_py.render.font import NARROW, WIDTH
from tests.support.dialogues import match_at
from tests.support.keys_in import keys_in
from tests.support.views import board_after, page_after, texts_of


def test_texts_are_put_in_two_columns_with_an_odd_last_one_at_the_right() -> None:
    assert two_columns("ABCD") == (("A", "B"), ("C", "D"))
    assert two_columns("ABC") == (("A", "B"), ("", "C"))
    assert two_columns(()) == ()


def test_hints_are_put_in_two_columns_with_an_odd_last_one_at_the_left() -> None:
    assert hint_rows(yes_no()) == (("OK yes", "GO no"),)
    three = (*yes_no(), Hint(Key.UNDO, "leaves"))
    assert hint_rows(three) == (("OK yes", "GO no"), ("UNDO leaves", ""))


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


def test_the_menu_lists_its_entries_in_two_columns_each_after_its_key() -> None:
    page = page_after("MENU")
    assert (page.title, page.corner) == ("Menu", "GO leaves")
    assert page.rows[0] == ("A peg", "2 take back")
    assert Hint(Key.SIX, "new game") in page.hints
    assert page.hints[-1] == Hint(Key.GO, "leaves")


@pytest.mark.parametrize("powers_off", [False, True])
def test_switching_off_is_an_entry_only_where_the_board_can_switch_off(powers_off: bool) -> None:
    board = Board(History.of(Game.new()))
    board.equip(Equipment(powers_off=powers_off))
    board.press(Key.MENU)
    assert board.view.page is not None
    assert ("8 off" in texts_of(board.view.page)) == powers_off


def test_entry_for_calling_fewer_points_is_conditional() -> None:
    assert "10 part" in texts_of(page_after("OK 2 10 5 MENU", "muggins=on"))
    assert "10 part" not in texts_of(page_after("OK 2 10 5 MENU"))


@pytest.mark.parametrize("phones", [False, True])
def test_letting_a_phone_in_is_an_entry_only_where_other_programs_see_the_board(phones: bool) -> None:
    board = Board(History.of(Game.new()))
    board.equip(Equipment(phones=phones))
    board.press(Key.MENU)
    assert board.view.page is not None
    assert ("K phone" in " ".join(texts_of(board.view.page))) == phones


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


def test_a_board_without_a_coach_does_not_mention_it() -> None:
    assert "OK coach" not in texts_of(page_after("MENU"))


def test_the_form_shows_the_game_in_progress_each_entry_after_its_key() -> None:
    page = page_after("MENU 6")
    assert (page.title, page.corner) == ("New game", "OK begins")
    assert page.rows == (
        ("A: six-card", "2: for 2"),
        ("3: up to 121", "5: names"),
        ("4: start 0-0", "6: rules"),
        ("", "GO leaves"),
    )
    assert Hint(Key.FIVE, "names") in page.hints


def test_the_form_shows_the_players_names() -> None:
    rows = page_after("MENU 6", names=("Ann", "Bob")).rows
    assert rows[3:] == (("Ann", "Bob"), ("", "GO leaves"))


def test_the_names_of_four_leave_no_room_for_the_key_that_leaves() -> None:
    page = page_after("MENU 6", players=4, names=("Ann", "Bo", "Cy", "Di"))
    assert page.rows[3:] == (("Ann", "Bo"), ("Cy", "Di"))
    assert page.unshown == (Hint(Key.GO, "leaves"),)


@pytest.mark.parametrize(
    ("keys", "title", "text"),
    [
        ("MENU 6 3 6 A", "Target", "61_"),
        ("MENU 6 4 5", "Points to start with", "5_"),
        ("MENU 6 4 5 OK", "Points to start with", "Right"),
        ("MENU 6 5 2", "Name of Left", "A_"),
        ("MENU 6 6", "Rules", "GO changes"),
        ("MENU 6 OK", "Give this game up?", "OK yes"),
    ],
)
def test_each_entry_has_its_page(keys: str, title: str, text: str) -> None:
    page = page_after(keys)
    assert page.title == title
    assert text in texts_of(page)


def test_partners_share_the_points_to_start_with() -> None:
    names = ("Konstantin", "Maximilian", "Wilhelmina", "Alexandria")
    rows = page_after("MENU 6 4", players=4, names=names).rows
    assert rows[:2] == (("Konstantin &", ""), ("Wilhelmina", ""))


def test_the_last_press_is_chosen_first_and_shown_below_those_before_it() -> None:
    page = page_after("OK 2 10 5 5 MENU 7")
    assert (page.title, page.corner) == ("Which press?", "4/4")
    assert page.rows == (
        ("Right laid 10", ""),
        ("Left laid 5", ""),
        ("Right laid 5", "◀"),
        ("OK this", "GO before"),
    )


def test_go_chooses_the_press_before_it() -> None:
    page = page_after("OK 2 10 5 5 MENU 7 GO GO GO")
    assert page.corner == "1/4"
    assert page.rows == (("starter 2", "◀"), ("", ""), ("", ""), ("OK this", "GO before"))


def test_a_chosen_press_says_how_it_can_be_corrected() -> None:
    page = page_after("OK 2 10 5 5 MENU 7 OK")
    assert (page.title, page.corner) == ("Correct", "UNDO back")
    assert page.rows == (
        ("Right laid 5", ""),
        ("", ""),
        ("A rank replaces it", ""),
        ("GO adds a go before", ""),
    )
    assert [hint.text for hint in page.hints] == ["GO adds a go before", "UNDO back"]


@pytest.mark.parametrize(
    ("keys", "sentence", "noun"),
    [
        ("4", "Left cut 4", "Left's cut"),
        ("OK 2", "starter 2", "the starter"),
        ("OK 2 7", "Right laid 7", "Right's 7"),
        ("OK 2 7 H", "its suit ♥", "the suit ♥"),
        ("OK 2 10 5 6 9 GO", "Right: go", "Right's go"),
        ("OK 2 10 5 5 5 6 K K 9 GO 8 9", "crib 9", "the crib's 9"),
        ("OK 2 A MENU A 5 OK", "points pegged", "points by hand"),
    ],
)
def test_the_last_press_in_words(keys: str, sentence: str, noun: str) -> None:
    history = board_after(keys).history
    step = history.timeline.steps[-1]
    assert press_as_sentence(step, history.game).startswith(sentence)
    assert press_as_noun(step, history.game) == noun


def test_a_card_that_leads_a_new_count_belongs_to_the_player_who_lays_it() -> None:
    history = board_after("OK 2 10 5 6 9 3").history
    step = history.timeline.steps[-1]
    (name,) = [
        name
        for name, hand in zip(("Left", "Right"), history.game.deal.hands, strict=True)  # type: ignore[union-attr]
        if len(step.before.deal_cards) in hand
    ]
    assert press_as_sentence(step, history.game) == f"{name} laid 3"


def rules_page(rules: Rules, number: int) -> Page:
    return RulesInForce(number).page(match_at("", rules=rules))


def test_options_that_differ_from_the_usual_game_come_first() -> None:
    page = rules_page(Rules.parse(["muggins=on"]), 0)
    assert page.title.startswith("Rules 1/")
    assert page.rows[:2] == (("players", "2"), ("muggins", "on"))


def test_the_pages_repeat_in_both_directions() -> None:
    rules = Rules()
    first = rules_page(rules, 0)
    pages = int(first.title.partition("/")[2])
    assert pages > 1
    assert rules_page(rules, pages) == first
    assert rules_page(rules, -1) == rules_page(rules, pages - 1) != first


def test_every_page_says_how_to_turn_it_and_how_to_leave() -> None:
    for number in range(8):
        page = rules_page(Rules.parse(["muggins=on"], players=3), number)
        assert (page.rows[-1], page.corner, len(page.rows)) == (("OK next", "UNDO back"), "GO leaves", 5)
        assert [hint.text for hint in page.hints] == ["OK next", "UNDO back", "GO leaves"]


def test_a_long_option_takes_two_rows() -> None:
    assert option_rows("muggins", Rules()) == (("muggins", "off"),)
    rows = option_rows("next_game_dealer", Rules())
    assert len(rows) == 2 and rows[0] == ("next game dealer", "") and rows[1].left == ""
