"""The voice reads the display aloud, and after a key press only what has changed on the display.

A page such as the menu is read line by line when it opens. Symbols, figures and names of keys in the board's
messages become words. Players' names do not change.
"""

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.settings import Equipment
from firmware_py.outputs.view_json import view_object
from firmware_py.speech.aloud import Aloud, speakable
from firmware_py.speech.screen import news, prompt_aloud
from firmware_py.window.seen import SeenBoard, SeenScreen
from firmware_py.words.english import English
from tests.support import keyed

from .listening import NAMES, SAID


class Shown:
    """A test rig: a board, and what its screen showed before and after the last key press.

    Attributes:
        board: the board.
        before: the screen before the last key press.
    """

    def __init__(self, keys: str = "", rules: str = "") -> None:
        game = Game.new(Rules.parse(rules.split()), names=NAMES[:2])
        self.board = Board(History.of(game), equipment=Equipment(powers_off=True, phones=True))
        self.before: SeenScreen | None = None
        self.press(keys)

    def press(self, keys: str) -> "Shown":
        for key in keys.split():
            self.before = self.now
            keyed.press(self.board, key)
        return self

    @property
    def seen(self) -> SeenBoard:
        return SeenBoard.of(view_object(self.board))

    @property
    def now(self) -> SeenScreen:
        return self.seen.screen

    @property
    def aloud(self) -> Aloud:
        return Aloud(self.seen, English())

    def said(self) -> list[str]:
        """Return what is said of a screen that nobody has heard of yet."""
        return list(news(None, self.now, self.aloud, again=False))

    def news(self, *, again: bool = False) -> list[str]:
        return list(news(self.before, self.now, self.aloud, again=again))


def test_a_number_that_is_typed() -> None:
    seen = Shown(keyed.COUNTED, "muggins=on")
    asked = "Bob: count your hand, and type its points, then OK"
    assert seen.said() == [asked]
    seen.press("S")
    assert seen.news(again=True) == [asked]
    assert seen.press("A").news() == ["one"]
    assert seen.press("10").news() == ["ten"]
    assert seen.press("UNDO").news() == ["one"]
    assert seen.press("UNDO").news() == ["empty"]
    assert seen.press("2").said() == [asked, "two"]
    more = "Bob counts two. Does anybody claim more? Type how many"
    assert seen.press("OK").news() == [more, "OK: claim", "go: none"]
    assert seen.press("4").news() == ["four"]


def test_the_key_that_a_joystick_has_chosen_is_said() -> None:
    shown = Shown("OK 2")
    now, aloud = shown.now._replace(chosen="10"), shown.aloud
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
def test_a_page_is_its_title_and_a_sentence_for_each_entry(keys: str, rules: str, said: str) -> None:
    assert "|".join(Shown(keys, rules).said()).startswith(said)


def test_only_the_chosen_row_is_said() -> None:
    page = Shown("OK 2 4 K MENU 7")
    said = ["Which press?, three of three", "Ann laid king", "OK: this", "go: before"]
    assert page.said() == said
    assert page.press("GO").news() == ["Bob laid four", "two of three"]
    assert page.press("GO").news() == ["starter two", "one of three"]


def test_the_ways_to_correct_a_press_are_said() -> None:
    said = ["Correct", "Bob laid four", "A rank replaces it", "go: adds a go before", "undo: back"]
    assert Shown("OK 2 4 K MENU 7 GO OK").said() == said
    assert Shown("OK 2 4 H MENU 7").said()[1] == "its suit hearts"
    assert Shown("OK MENU 7 OK").said()[2] == "It cannot be changed"


def test_points_that_are_typed_on_a_page() -> None:
    page = Shown("OK 2 MENU A")
    assert page.said() == ["Peg points", "Ann", "now zero", "OK: pegs", "go: next", "undo: leaves"]
    assert page.press("A").news() == ["one"]
    assert page.press("2").news() == ["twelve"]
    assert page.said()[2:4] == ["now zero", "twelve"]


def test_a_name_that_is_typed_is_spelled() -> None:
    page = Shown("MENU 6 5 2")
    assert page.news() == ["A", "undo: back"]
    assert page.press("6 6").news() == ["A, n"]
    assert page.said()[:2] == ["Player one's name, one of two", "Ann"]
    assert page.said()[2:5] == ["two ABC, three DEF to nine XYZ", "A, n", "king: ends a letter"]
    assert page.press("A").news() == ["A, n, one"]
    assert Shown("MENU 6 5 2 UNDO").news() == ["empty", "go: no names"]


def test_of_an_option_only_the_value_is_said_when_it_changes() -> None:
    page = Shown("MENU 6 6")
    assert page.said()[0].startswith("Rules, one of ")
    page.press("OK")
    assert len(page.press("GO").news()[0].split()) == 1
    following = page.press("OK").news()
    assert len(following) == 2 and ", " in following[0] and following[1].startswith("three of ")


def test_a_key_whose_meaning_changes_is_said() -> None:
    assert "two: for three" in Shown("MENU 6 2").news()


def test_a_row_of_a_label_and_cards_has_one_stop_between_them() -> None:
    page = {"title": "Ann's crib", "rows": [["throw:", "king of clubs"], ["target", "121"]]}
    assert page_aloud(page)[1:] == ["throw: king of clubs", "target, one hundred and twenty-one"]


def page_aloud(page: dict[str, object]) -> list[str]:
    seen = SeenBoard.of({"names": NAMES[:2], "page": page})
    return list(news(None, seen.screen, Aloud(seen, English()), again=False))


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
