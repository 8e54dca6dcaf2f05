"""A page is read aloud line by line when it opens. After that, only the lines that change are read."""

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board import Board
from firmware_py.input.equipment import Equipment
from firmware_py.speech.narration.page_aloud import SeenPage, changed_lines, lines
from firmware_py.speech.narration.seen_game import SeenGame
from firmware_py.window.view_object import view_object
from firmware_py.words.english import English
from tests.support import keyed
from tests.support.listening import NAMES

SEEN = SeenGame(English(), Rules(), NAMES[:2], (0, 0), (0, 0), 0, 0, False, None)


class Pages:
    """A test rig: a board, and the pages that it showed before and after the last key press."""

    def __init__(self, keys: str, rules: str = "", players: int = 2, names: tuple[str, ...] = NAMES) -> None:
        game = Game.new(Rules.parse(rules.split(), players=players), names=names[:players])
        self.board = Board(History.of(game), equipment=Equipment(powers_off=True))
        self._before: SeenPage | None = None
        self.press(keys)

    def press(self, keys: str) -> "Pages":
        for key in keys.split():
            self._before = self._now
            keyed.press(self.board, key)
        return self

    @property
    def _now(self) -> SeenPage | None:
        page = view_object(self.board)["page"]
        return None if page is None else SeenPage.of(page)

    def said(self) -> list[str]:
        assert self._now is not None
        return list(lines(self._now, self._seen))

    def changed(self) -> list[str]:
        assert self._now is not None and self._before is not None
        return list(changed_lines(self._before, self._now, self._seen))

    @property
    def _seen(self) -> SeenGame:
        return SeenGame.of(view_object(self.board), English())


def test_the_menu_is_its_title_and_an_entry_a_line() -> None:
    assert Pages("MENU").said() == [
        "Menu", "ace: peg", "two: take back", "three: set score", "four: misdeal", "five: rules",
        "six: new game", "seven: correct", "eight: off", "nine: signs", "jack: again", "queen: score",
        "go: leaves",
    ]  # fmt: skip


def test_a_page_that_has_not_changed_is_not_said_again() -> None:
    assert Pages("MENU 2 K").changed() == []


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("MENU 8", ["Switch off?", "The game is saved, the machine shuts down."]),
        ("OK 2 MENU 4", ["Throw the deal in?", "Its points are lost, same dealer again."]),
        ("OK 2 MENU 6 OK", ["Give this game up?", "Points and games won so far are lost."]),
    ],
)
def test_a_sentence_that_takes_two_rows_on_the_screen_is_one(keys: str, said: list[str]) -> None:
    assert Pages(keys).said() == [*said, "OK: yes", "go: no"]


def test_options_are_said_with_their_values() -> None:
    said = Pages("MENU 5", "muggins=on").said()
    assert said[:3] == ["Rules one of seven", "players, two", "muggins, on"]


def test_an_option_that_takes_two_rows_on_the_screen_is_one_sentence() -> None:
    said = Pages("MENU 5", "lead_after_go=first_unable").said()
    assert said[:3] == ["Rules one of six", "players, two", "lead after go, first unable"]


def test_the_cards_of_a_count_are_told_from_its_points() -> None:
    assert Pages("OK 2 10 5 H OK").said() == ["Ann two, one of one", "fifteen for two: ten, five of hearts"]
    assert Pages("OK 2 A A A OK").said() == ["Bob six, one of one", "pair royal for six: ace, ace, ace"]


def test_an_item_that_takes_two_rows_on_the_screen_is_one_sentence() -> None:
    four = Pages("OK 2 A S A H A D A C OK")
    cards = "ace of spades, ace of hearts, ace of diamonds, ace of clubs"
    assert four.said() == ["Ann twelve, one of one", f"double pair royal for twelve: {cards}"]


def test_points_without_cards_are_a_reason_and_a_number() -> None:
    assert Pages("OK 2 MENU A 5 OK OK").said() == ["Ann five, one of one", "by hand, five"]


def test_only_the_chosen_row_is_said() -> None:
    page = Pages("OK 2 4 K MENU 7")
    said = ["Which press?, three of three", "Ann laid king", "OK: this", "go: before"]
    assert page.said() == said
    assert page.press("GO").changed() == ["Bob laid four", "two of three"]
    assert page.press("GO").changed() == ["starter two", "one of three"]


def test_the_ways_to_correct_a_press_are_said() -> None:
    said = ["Correct", "Bob laid four", "A rank replaces it", "go: adds a go before", "undo: back"]
    assert Pages("OK 2 4 K MENU 7 GO OK").said() == said
    assert Pages("OK 2 4 H MENU 7").said()[1] == "its suit hearts"
    assert Pages("OK MENU 7 OK").said()[2] == "It cannot be changed"


def test_a_number_that_is_typed() -> None:
    page = Pages("OK 2 MENU A")
    assert page.said() == ["Peg points", "Ann", "now zero", "OK: pegs", "go: next", "undo: leaves"]
    assert page.press("A").changed() == ["one"]
    assert page.press("2").changed() == ["twelve"]
    assert page.said()[2:4] == ["now zero", "twelve"]


def test_the_next_side_is_said_with_its_score() -> None:
    assert Pages("OK J MENU A GO").changed() == ["Bob", "now zero"]
    assert Pages("OK J MENU A GO GO").changed() == ["Ann", "now two"]


def test_partners_are_one_sentence() -> None:
    names = ("Konstantin", "B", "Leopoldine", "D")
    assert Pages("OK 2 MENU A", players=4, names=names).said()[1] == "Konstantin and Leopoldine"


def test_a_name_that_is_typed_is_spelled() -> None:
    page = Pages("MENU 6 5 2")
    assert page.changed() == ["A", "undo: back"]
    assert page.press("6 6").changed() == ["A, n"]
    assert page.said()[:2] == ["Player one's name, one of two", "Ann"]
    assert page.said()[2:5] == ["two ABC, three DEF to nine XYZ", "A, n", "king: ends a letter"]
    assert page.press("A").changed() == ["A, n, one"]
    assert Pages("MENU 6 5 2 UNDO").changed() == ["empty", "go: no names"]


def test_of_an_option_only_the_value_is_said_when_it_changes() -> None:
    page = Pages("MENU 6 6")
    assert page.said()[0].startswith("Rules, one of ")
    page.press("OK")
    assert len(page.press("GO").changed()[0].split()) == 1
    following = page.press("OK").changed()
    assert len(following) == 2 and ", " in following[0] and following[1].startswith("three of ")


def test_a_key_whose_meaning_changes_is_said() -> None:
    assert "two: for three" in Pages("MENU 6 2").changed()


def test_who_can_claim_is_said_with_the_key_of_each_player() -> None:
    page = Pages("OK 2 10 5 K MUGGINS", "muggins=on", players=3)
    assert page.said() == ["Who claims?", "ace: Ann", "two: Bob", "undo: leaves"]


def test_a_page_of_an_older_board_is_said_as_it_is_on_the_screen() -> None:
    old = {"title": "Rules 1/2", "corner": "GO leaves", "rows": [["muggins", "on"], ["", ""]], "keys": []}
    assert list(lines(SeenPage.of(old), SEEN)) == ["Rules one of two", "muggins, on"]


def test_a_row_of_a_label_and_cards_has_one_stop_between_them() -> None:
    page = SeenPage("Ann's crib", (("throw:", "king of clubs"), ("target", "121")))
    assert list(lines(page, SEEN))[1:] == ["throw: king of clubs", "target, one hundred and twenty-one"]
