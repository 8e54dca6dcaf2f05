"""The voice reads the display aloud, and after a key press only what has changed on the display."""

from typing import Any

import pytest

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.dialogue import Equipment, PhoneOffer
from firmware_py.outputs.view_json import view_object
from firmware_py.speech.screen import SeenScreen, news, notice_aloud, prompt_aloud, whole_screen
from firmware_py.window.seen import SeenGame
from firmware_py.words.english import English
from tests.support import keyed
from tests.support.listening import NAMES
from tests.support.views import show_phones


class Seen:
    """A test rig: a board, and the contents of its display before and after the last key press."""

    def __init__(self, keys: str = "", rules: str = "", players: int = 2) -> None:
        found = Rules.parse(rules.split(), players=players)
        self.board = Board(History.of(Game.new(found, names=NAMES[:players])))
        self._before: SeenScreen | None = None
        self.press(keys)

    def press(self, keys: str) -> "Seen":
        for key in keys.split():
            self._before = self._now
            keyed.press(self.board, key)
        return self

    @property
    def _view(self) -> dict[str, Any]:
        return view_object(self.board)

    @property
    def _now(self) -> SeenScreen:
        return SeenScreen.of(self._view)

    @property
    def _game(self) -> SeenGame:
        return SeenGame.of(self._view, English())

    def news(self, *, again: bool = False) -> list[str]:
        return list(news(self._before, self._now, self._game, again=again))

    def prompt(self) -> list[str]:
        return list(prompt_aloud(None, self._now, self._game))

    def notice(self) -> str | None:
        return notice_aloud(self._before, self._now, self._game)


@pytest.mark.parametrize(
    ("keys", "rules", "said"),
    [
        ("", "", ["Ann cuts for the deal."]),
        ("3", "", ["Bob cuts for the deal."]),
        ("OK", "", ["Ann deals. Turn up the starter."]),
        ("OK 2", "", ["Bob: card"]),
        ("OK 2 K Q 9", "", ["Ann: card, or go if none fits"]),
        (keyed.FLUSH, "", ["Bob: all one suit?", "OK: yes", "go: no"]),
        (keyed.CRIB, "", ["Crib: four more cards"]),
        (f"{keyed.CRIB} 5 H", "", ["Crib: five of hearts, three more cards"]),
        (keyed.REST, "game=five-card", ["Bob kept: king, nine, one more card"]),
        ("OK 2 5 J", "track=show", ["Bob: five, jack, two more cards"]),
        (keyed.ACE, "ace_11=on", ["Bob: is the ace one or eleven?", "OK: eleven", "go: one"]),
        ("OK", "track=points", ["Ann deals", "go: peg", "OK: deal over"]),
    ],
)
def test_the_prompt_and_the_keys_that_answer(keys: str, rules: str, said: list[str]) -> None:
    assert Seen(keys, rules).prompt() == said


def test_the_number_of_missing_cards_alone_is_said_while_cards_are_keyed() -> None:
    assert Seen(f"{keyed.CRIB} 5 J").news() == ["two more cards"]


def test_the_list_is_said_whole_again_after_a_page() -> None:
    assert Seen(f"{keyed.CRIB} 5 J MENU GO").news() == ["Crib: five, jack, two more cards"]


def test_a_number_that_is_typed() -> None:
    seen = Seen(keyed.COUNTED, "muggins=on")
    asked = "Bob: count your hand, and type its points, then OK"
    assert seen.prompt() == [asked]
    seen.press("S")
    assert seen.news(again=True) == [asked]
    assert seen.press("A").news() == ["one"]
    assert seen.press("10").news() == ["ten"]
    assert seen.press("UNDO").news() == ["one"]
    assert seen.press("UNDO").news() == ["empty"]
    assert seen.press("2").prompt() == [asked, "two"]
    more = "Bob counts two. Does anybody claim more? Type how many"
    assert seen.press("OK").news() == [more, "OK: claim", "go: none"]
    assert seen.press("4").news() == ["four"]


def test_the_points_of_the_crib_are_asked_for() -> None:
    seen = Seen(f"{keyed.COUNTED} 2 OK OK 2 OK OK 2 3 7 9", "muggins=on")
    assert seen.prompt() == ["Ann: count the crib, and type its points, then OK"]


def test_the_prompt_of_an_older_board_is_said_as_it_is_on_the_screen() -> None:
    view = view_object(keyed.board(f"{keyed.CRIB} 5 H"))
    old = {
        name: value for name, value in view.items() if name not in ("typed", "keyed", "missing", "counting")
    }
    assert list(prompt_aloud(None, SeenScreen.of(old), SeenGame.of(old, English()))) == [
        "Crib: five of hearts"
    ]


def test_what_has_not_changed_is_not_said_again() -> None:
    seen = Seen("OK 2 K")
    seen._before = seen._now
    assert seen.news() == []
    assert seen.news(again=True) == ["Ann: card"]


def test_a_page_is_said_when_it_opens_and_the_prompt_when_it_closes() -> None:
    seen = Seen("OK 2 MENU")
    assert seen.news()[:2] == ["Menu", "ace: peg"]
    assert seen.press("GO").news() == ["Bob: card"]


CODE_ALOUD = [
    "Type this code on the page:",
    *("K, Kilo", "seven", "Q, Quebec", "two", "P, Papa", "X, X-ray", "nine", "D, Delta"),
]


def test_the_code_that_lets_a_phone_in_is_said_after_the_address_letter_by_letter_and_once() -> None:
    board = Board(History.of(Game.new(names=NAMES[:2])), equipment=Equipment(phones=True))
    keyed.press(board, "MENU K")
    said: list[list[str]] = []
    before: SeenScreen | None = None
    for offer in (
        PhoneOffer("K7Q2PX9D"),
        PhoneOffer("K7Q2PX9D", "10.0.0.7"),
        PhoneOffer("K7Q2PX9D", "10.0.0.7", is_late=True),
        PhoneOffer("K7Q2PX9D", "10.0.0.7", 1),
        PhoneOffer(None, "10.0.0.7", 1),
    ):
        show_phones(board, offer)
        view = view_object(board)
        if view["join_at"]:  # the program that reads the file adds the code
            view["code"] = offer.code
        now, game = SeenScreen.of(view), SeenGame.of(view, English())
        said.append(list(news(before, now, game, again=False)))
        before = now
    keys = ["OK: new code", "undo: all out", "go: leaves"]
    assert said == [
        ["Phone", "Waiting for muggins serve…", *keys],
        ["The page is at: one zero dot zero dot zero dot seven", "No phone has joined.", *CODE_ALOUD],
        [],
        ["one phone has joined."],
        ["No code is valid now.", "one phone has joined."],
    ]


def test_the_whole_screen_with_a_code_ends_with_the_code() -> None:
    board = Board(History.of(Game.new(names=NAMES[:2])), equipment=Equipment(phones=True))
    keyed.press(board, "MENU K")
    show_phones(board, PhoneOffer("K7Q2PX9D", "10.0.0.7"))
    view = {**view_object(board), "code": "K7Q2PX9D"}
    said = list(whole_screen(SeenScreen.of(view), SeenGame.of(view, English())))
    assert (said[0], said[-9:]) == ("Phone", CODE_ALOUD)


def test_only_the_new_part_of_a_notice_is_said() -> None:
    seen = Seen("OK 2")
    seen._before = seen._now
    seen.board.say("The lights do not answer")
    assert seen.notice() == "The lights do not answer"
    seen._before = seen._now
    assert seen.notice() is None
    seen.board.say("Display 1 does not answer")
    assert seen.notice() == "Display one does not answer"


def test_a_notice_that_begins_like_the_one_before_is_said_in_full() -> None:
    seen = Seen("OK 2")
    seen.board.say("The lights do not answer")
    seen._before = seen._now
    keyed.press(seen.board, "5")
    seen.board.say("The lights do not answer; the board goes on without them")
    assert seen.notice() == "The lights do not answer; the board goes on without them"


def test_the_key_that_a_joystick_has_chosen_is_said() -> None:
    now = SeenScreen.of({**view_object(keyed.board("OK 2")), "chosen": "10"})
    game = SeenGame.of(view_object(keyed.board("OK 2")), English())
    assert list(news(now._replace(chosen="9"), now, game, again=False)) == ["ten"]
    labels = {"K": "king", "♥": "hearts", "GO": "go", "OK": "OK", "…": "more keys"}
    for label, said in labels.items():
        assert list(news(now, now._replace(chosen=label), game, again=False)) == [said]
    assert list(news(now, now, game, again=False)) == []
    asked = now._replace(chosen="9", to_act=0)
    assert list(news(asked, now, game, again=False))[-1] == "joystick on ten"


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ((1, 0), "OK: next game, one game to none"),
        ((0, 2), "OK: next game, no games to two"),
        ((4, 0, 1), "OK: next game, four games to none to one"),
    ],
)
def test_the_games_won_are_counted_as_players_count_them(games: tuple[int, ...], said: str) -> None:
    seen = Seen()
    over = seen._now._replace(prompt="game_over", says="OK: next game")
    assert list(prompt_aloud(None, over, seen._game._replace(games=games))) == [said]


def test_cards_that_were_cut_are_said_to_be_cut() -> None:
    seen = Seen("K 4")
    assert next(whole_screen(seen._now, seen._game)) == "cut: king, four"
