"""The voice reads the display aloud, and after a key press only what has changed on the display.

A page such as the menu is read line by line when it opens. Symbols, figures and names of keys in the board's
messages become words. Players' names do not change.
"""

from pathlib import Path

import pytest

from engine.rules import Rules
from firmware_py.input.settings import Equipment
from firmware_py.outputs.view_json import view_object
from firmware_py.speech.aloud import Aloud, speakable
from firmware_py.speech.screen import news, prompt_aloud
from firmware_py.window.seen import SeenBoard
from firmware_py.words.english import English
from tests.support import keyed

from .listening import NAMES, SAID, HeardBoard, heard_board

EQUIPMENT = Equipment(powers_off=True, phones=True)


def shown(folder: Path, keys: str, rules: str = "") -> HeardBoard:
    """Return a board with a menu of all entries, after these keys, and a narrator that has heard of them."""
    return heard_board(folder, keys, rules=Rules.parse(rules.split()), equipment=EQUIPMENT)


def test_a_number_that_is_typed(tmp_path: Path) -> None:
    board = shown(tmp_path, keyed.COUNTED, "muggins=on")
    asked = "Bob: count your hand, and type its points, then OK"
    assert board.said("")[-1] == asked
    for keys, said in (("A", "one"), ("10", "ten"), ("UNDO", "one"), ("UNDO", "empty")):
        assert board.said(keys) == [said]
    assert board.said("2 AGAIN AGAIN")[-2:] == [asked, "two"]
    more = "Bob counts two. Does anybody claim more? Type how many"
    assert board.said("OK")[-3:] == [more, "OK: claim", "go: none"]
    assert board.said("4") == ["four"]


def test_the_key_that_a_joystick_has_chosen_is_said() -> None:
    seen = SeenBoard.of(view_object(keyed.board("OK 2")))
    now, aloud = seen.screen._replace(chosen="10"), Aloud(seen, English())
    assert list(news(now._replace(chosen="9"), now, aloud, again=False)) == ["ten"]
    labels = {"K": "king", "♥": "hearts", "GO": "go", "OK": "OK", "…": "more keys"}
    for label, said in labels.items():
        assert list(news(now, now._replace(chosen=label), aloud, again=False)) == [said]
    assert list(news(now, now, aloud, again=False)) == []
    asked = now._replace(chosen="9", to_act=0)
    assert list(news(asked, now, aloud, again=False))[-1] == "joystick on ten"


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ((1, 0), "OK: next game, one game to none"),
        ((0, 2), "OK: next game, no games to two"),
        ((4, 0, 1), "OK: next game, four games to none to one"),
    ],
)
def test_the_games_won_are_counted_as_players_count_them(games: tuple[int, ...], said: str) -> None:
    view = {"prompt": "game_over", "says": "OK: next game", "sides": [{"games": won} for won in games]}
    over = SeenBoard.of(view)
    assert list(prompt_aloud(None, over.screen, Aloud(over, English()))) == [said]


MENU = (
    "Menu one of two|ace peg, two take back, three set score, four misdeal, five rules, six new game, "
    "seven correct, eight off, nine signs, jack again, queen score, king phone, redo next, go leaves"
)
FOUR_ACES = "ace of spades, ace of hearts, ace of diamonds, ace of clubs"


@pytest.mark.parametrize(
    ("keys", "rules", "said"),
    [
        ("MENU", "", MENU),
        ("MENU 5", "muggins=on", "Rules one of seven|players, two|muggins, on"),
        ("OK 2 10 5 H OK", "", "Ann two, one of one|fifteen for two: ten, five of hearts"),
        ("OK 2 MENU A 5 OK OK", "", "Ann five, one of one|by hand, five"),
        # What takes two rows on the screen is one sentence.
        ("MENU 5", "lead_after_go=first_unable", "Rules one of six|players, two|lead after go, first unable"),
        ("OK 2 A S A H A D A C OK", "", f"Ann twelve, one of one|double pair royal for twelve: {FOUR_ACES}"),
        ("MENU 8", "", "Switch off?|The game is saved, the machine shuts down.|OK: yes|go: no"),
        ("OK 2 MENU 4", "", "Throw the deal in?|Its points are lost, same dealer again.|OK: yes|go: no"),
        ("OK 2 MENU 6 OK", "", "Give this game up?|Points and games won so far are lost.|OK: yes|go: no"),
    ],
)
def test_a_page_is_its_title_and_a_sentence_for_each_entry(
    keys: str, rules: str, said: str, tmp_path: Path
) -> None:
    assert "|".join(shown(tmp_path, keys, rules).said("")).startswith(said)


def test_only_the_chosen_row_is_said(tmp_path: Path) -> None:
    page = shown(tmp_path, "OK 2 4 K MENU 7")
    said = ["Which press?, three of three", "Ann laid king", "OK: this", "go: before"]
    assert page.said("") == said
    assert page.said("GO") == ["Bob laid four", "two of three"]
    assert page.said("GO") == ["starter two", "one of three"]


def test_the_ways_to_correct_a_press_are_said(tmp_path: Path) -> None:
    said = ["Correct", "Bob laid four", "A rank replaces it", "go: adds a go before", "undo: back"]
    assert shown(tmp_path, "OK 2 4 K MENU 7 GO OK").said("") == said
    assert shown(tmp_path, "OK 2 4 H MENU 7").said("")[1] == "its suit hearts"
    assert shown(tmp_path, "OK MENU 7 OK").said("")[2] == "It cannot be changed"


def test_points_that_are_typed_on_a_page(tmp_path: Path) -> None:
    page = shown(tmp_path, "OK 2 MENU A")
    assert page.said("") == ["Peg points", "Ann", "now zero", "OK: pegs", "go: next", "undo: leaves"]
    assert page.said("A") == ["one"]
    assert page.said("2") == ["twelve"]
    assert page.said("AGAIN AGAIN")[2:4] == ["now zero", "twelve"]


def test_a_name_that_is_typed_is_spelled(tmp_path: Path) -> None:
    page = shown(tmp_path, "MENU 6 5 2")
    assert page.said("") == ["A", "undo: back"]
    assert page.said("6 6") == ["A, n"]
    on_screen = page.said("AGAIN AGAIN")
    assert on_screen[:2] == ["Player one's name, one of two", "Ann"]
    assert on_screen[2:5] == ["two ABC, three DEF to nine XYZ", "A, n", "king: ends a letter"]
    assert page.said("A") == ["A, n, one"]
    assert shown(tmp_path, "MENU 6 5 2 UNDO").said("") == ["empty", "go: no names"]


def test_of_an_option_only_the_value_is_said_when_it_changes(tmp_path: Path) -> None:
    page = shown(tmp_path, "MENU 6 6")
    assert page.said("")[0].startswith("Rules, one of ")
    assert len(page.said("OK GO")[0].split()) == 1
    following = page.said("OK")
    assert len(following) == 2 and ", " in following[0] and following[1].startswith("three of ")


def test_a_key_whose_meaning_changes_is_said(tmp_path: Path) -> None:
    assert "two: for three" in shown(tmp_path, "MENU 6 2").said("")


def test_a_row_of_a_label_and_cards_has_one_stop_between_them() -> None:
    page = {"title": "Ann's crib", "rows": [["throw:", "king of clubs"], ["target", "121"]]}
    seen = SeenBoard.of({"names": NAMES[:2], "page": page})
    aloud = list(news(None, seen.screen, Aloud(seen, English()), again=False))
    assert aloud[1:] == ["throw: king of clubs", "target, one hundred and twenty-one"]


WORDS = English()


@pytest.mark.parametrize(("text", "spoken"), SAID["symbols_in_words"])
def test_symbols_figures_and_keys_become_words(text: str, spoken: str) -> None:
    assert speakable(text, ("Ann", "Bob"), WORDS) == spoken


@pytest.mark.parametrize(
    "text", ["A tie! Ann cuts again.", "Ann a Bob", "K Annie, A Annie", "Go and undo it"]
)
def test_words_of_other_languages_are_not_mistaken_for_cards_or_keys(text: str) -> None:
    """A single letter can be a word, such as `A` in English, or `a` (and) and `K` (to) in Czech."""
    assert speakable(text, ("Ann",), WORDS) == text


@pytest.mark.parametrize("name", ["K", "J 2", "10", "A", "Ann & Co", "5♥", "Q-7"])
def test_names_stay_as_they_are_and_are_not_looked_for_inside_words(name: str) -> None:
    assert speakable("GOran says GO", ("GO", "Bob"), WORDS) == "GOran says GO"
    assert speakable(f"{name}: card, or GO", (name, "Bob"), WORDS) == f"{name}: card, or go"
