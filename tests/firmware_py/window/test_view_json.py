"""The view file describes a board as its display does, and a program that reads it sees that board."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import change_types as change
from engine import changes
from engine.indices import Seat
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.keys import Key, Press, Stick
from firmware_py.input.settings import Equipment
from firmware_py.outputs.view_json import press_object, view_object
from firmware_py.reports.match import report_object
from firmware_py.window.changes_json import change_object, changes_of
from firmware_py.window.seen import SeenBoard, SeenScreen
from tests.support import keyed
from tests.support.random_matches import FORMS, walk
from tests.support.views import board_after


def pressed(keys: str, last: Press) -> dict[str, Any]:
    """Press these keys and then `last`, and return the view file's description of the last key press."""
    board = board_after(keys)
    return press_object(last, board.press(last.key), board.history.game.to_act)


@pytest.mark.parametrize("form", FORMS)
def test_it_agrees_with_the_report_of_replay_and_a_reader_sees_the_game(form: str) -> None:
    for history, _, _ in list(walk(3, form, 120))[::7]:
        game, board = history.game, Board(history)
        found, report = json.loads(json.dumps(view_object(board))), report_object(history)
        for name in ("players", "prompt", "to_act", "dealer", "count", "presses", "winner", "skunk"):
            assert found[name] == report[name], name
        assert [{**side, "name": None} for side in found["sides"]] == [
            {**side, "name": None} for side in report["sides"]
        ]
        assert found["says"] == board.view.prompt
        seen = SeenBoard.of(found)
        assert seen.rules == game.rules
        assert [tuple(side[1:]) for side in seen.sides] == [
            (side.front, side.front, side.back, side.games) for side in game.sides
        ]
        assert (seen.dealer, seen.count, seen.winner) == (game.dealer, game.count, game.winner)
        assert (seen.screen.prompt, seen.screen.to_act) == (game.prompt, game.to_act)
        assert seen.screen.table == tuple(board.view.cards)


def test_there_is_no_starter_before_it_is_turned_up() -> None:
    assert view_object(keyed.board("OK"))["starter"] is None
    assert view_object(keyed.board("OK J"))["starter"] == "J"
    over = keyed.board("OK 2 10 5 5 5 6 K K 9 GO 8 8 9 J OK")
    assert view_object(over)["starter"] is None and view_object(over)["prompt"] == "starter"


def test_the_starter_lies_alone_on_the_table_until_a_card_is_played() -> None:
    shown = [view_object(keyed.board(keys))["shows_starter"] for keys in ("OK", "OK 2", "OK 2 8")]
    assert shown == [False, True, False]


def test_notices_are_one_text_and_a_list() -> None:
    board = keyed.board("OK 2")
    for notice in ("lights: back", "display: back"):
        board.say(notice)
    found = view_object(board)
    assert found["notice"] == "lights: back; display: back"
    assert found["notices"] == ["lights: back", "display: back"]


def test_the_cards_and_digits_keyed_so_far() -> None:
    found = view_object(keyed.board(f"{keyed.CRIB} 5 H J"))
    assert (found["keyed"], found["missing"], found["typed"]) == (["5H", "J"], 2, None)
    board = keyed.board(keyed.COUNTED, rules=Rules(muggins=True))
    keyed.press(board, "A 2")
    assert view_object(board)["typed"] == "12"
    keyed.press(board, "UNDO UNDO")
    assert view_object(board)["typed"] == ""


def test_a_page_has_what_a_voice_says() -> None:
    page, score, name = (
        view_object(board_after(keys))["page"] for keys in ("OK 2 10 5 H OK", "OK 2 MENU A A 2", "MENU 6 5 2")
    )
    assert page["aloud"] == [["fifteen for two: ten, five of hearts", ""]] and page["place"] == (1, 1)
    assert (score["typed"], score["letters"], score["place"]) == ("12", None, None)
    assert (name["typed"], name["letters"], name["place"]) == (None, "A", (1, 2))


def test_a_refused_press_says_why_and_nothing_happened() -> None:
    refused = pressed(keyed.FLUSH, Press(Key.FIVE, Seat(0), "a3"))
    assert refused["refused"] and (refused["seat"], refused["id"]) == (0, "a3")
    assert refused["happened"] == [] and refused["said"] == []
    assert refused["aloud"] == "five does nothing here: OK is yes, GO is no"
    assert "aloud" not in pressed("OK 2 10", Press(Key.GO))


def test_an_undo_says_what_is_taken_back() -> None:
    found = pressed("OK 2 10 5", Press(Key.UNDO))
    (back,) = found["happened"]
    assert back["what"] == "taken_back"
    assert [each["what"] for each in back["changes"]] == ["laid", "points", "turn"]


def test_the_key_that_a_joystick_has_chosen() -> None:
    board = Board(keyed.board("OK 2").history, equipment=Equipment(joystick=True))
    before = view_object(board)["chosen"]
    board.press(Stick.RIGHT)
    assert before is not None and view_object(board)["chosen"] not in (None, before)
    assert view_object(keyed.board("OK 2"))["chosen"] is None


@pytest.mark.parametrize(
    ("keys", "last", "said"),
    [
        ("OK 2 10 5 9 GO K Q", "6", ["Left said go at 24 but had a 6"]),
        ("OK 2 10 5 9 GO K Q 6 4", "UNDO", ["taken back: Right's four"]),
        ("OK 2 10 5 UNDO", "REDO", ["put back: Left's five", "Left: fifteen for two"]),
        ("OK 2 10 5", "H", []),
        ("OK 2 10 5 5 3 GO MENU 7 GO GO GO GO OK A", "UNDO", ["taken back: the correction"]),
        ("OK 2 MENU 4 OK", "UNDO", ["taken back: the misdeal"]),
    ],
)
def test_what_was_said_before_is_not_said_of_a_later_press(keys: str, last: str, said: list[str]) -> None:
    assert pressed(keys, Press(Key.parse(last)))["said"] == said


@pytest.mark.parametrize(("words", "key"), [("OK 2", Key.SCORE), ("OK 2 MENU", Key.QUEEN)])
def test_a_key_of_the_voice_is_named_as_such_and_nothing_happened(words: str, key: Key) -> None:
    found = pressed(words, Press(key, None, "a3"))
    assert found == {"key": "SCORE", "seat": 1, "refused": None, "happened": [], "said": [], "id": "a3"}


@pytest.mark.parametrize("form", FORMS)
def test_whatever_happens_can_be_written_as_json_and_read_back(form: str) -> None:
    for before, _, after in walk(8, form, 150, second_thoughts=0.1):
        for made in changes(before, after):
            written = json.loads(json.dumps(change_object(made)))
            assert changes_of([written]) == (as_written(made),)


def as_written(made: change.Change) -> change.Change:
    """Return a change without what the view file does not say of it: the options of a new game's rules."""
    if isinstance(made, change.TakenBack):
        return change.TakenBack(tuple(map(as_written, made.changes)))
    if isinstance(made, change.GameBegun):
        return made._replace(rules=Rules(made.rules.game, made.rules.players, made.rules.target))
    return made


UNHEARD_OF = [
    {"what": "jokers_dealt", "seat": 0},
    {"what": "turn", "seat": 0, "prompt": "pick_a_joker"},
    {"what": "points", "side": 0, "seat": 0, "points": 1, "score": 1, "source": "jokers", "items": []},
    {"what": "laid", "seat": 0, "card": "joker", "count": 3},
]


def test_changes_that_only_a_newer_board_knows_are_left_out_also_of_those_taken_back() -> None:
    go = {"what": "go", "seat": 1}
    back = {"what": "taken_back", "changes": [*UNHEARD_OF, go]}
    assert changes_of([*UNHEARD_OF, {**go, "loudly": True}]) == (change.Go(Seat(1)),)
    assert changes_of([back]) == (change.TakenBack((change.Go(Seat(1)),)),)


VIEW = {"game": "five-card", "target": 61, "players": 2, "options": ["muggins=on"]}


@pytest.mark.parametrize(
    "newer", [{"options": ["jokers=on", "muggins=on"]}, {"game": "nine-card"}, {"lamp": 1}]
)
def test_what_only_a_newer_board_knows_is_ignored(newer: dict[str, Any]) -> None:
    seen = SeenBoard.of({**VIEW, **newer, "prompt": "pick_a_joker", "recent": [{"key": "JOKER", "loud": 1}]})
    assert (seen.rules.muggins, seen.rules.target, seen.screen.prompt) == (True, 61, None)
    assert (seen.recent[0].key, seen.recent[0].happened) == ("JOKER", ())
    assert seen.raw["prompt"] == "pick_a_joker"


def test_what_an_older_board_does_not_say_has_a_default() -> None:
    seen = SeenBoard.of({})
    assert (seen.rules, seen.names, seen.sides, seen.recent, seen.running) == (Rules(), (), (), (), False)
    assert seen.screen == SeenScreen()


def test_the_rules_of_a_game_from_an_old_record_are_known() -> None:
    """In old records a double skunk may count as fewer games than a skunk."""
    rules = SeenBoard.of({**VIEW, "options": ["skunk_worth=2", "double_worth=1"]}).rules
    assert (rules.skunk_worth, rules.double_worth) == (2, 1)
