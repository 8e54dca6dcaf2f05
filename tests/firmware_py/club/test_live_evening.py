"""Messages from the boards update the tables, the results and the standings on the club's page."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from engine.rules import Rules
from firmware_py.club import evening, results_file, server, tables
from firmware_py.club.evening_file import EVENING, Evening
from firmware_py.club.pairing import Form
from firmware_py.club.results import Results
from firmware_py.club.results_file import RESULTS, read_results
from firmware_py.club.rounds import next_draw
from firmware_py.club.tables import LONGEST_NAME, Tables, Undone, Won, read_game, read_state
from firmware_py.mqtt.messages import board_message, state_message
from firmware_py.words.english import English
from tests.support import keyed
from tests.support.deadline import PATIENCE
from tests.support.views import last_view

from .conftest import EveningRig, won

WORDS = English()


def test_a_board_becomes_a_table(tmp_path: Path, club: EveningRig) -> None:
    state = state_message(last_view(tmp_path / "b1", keyed.board(names=("Ann", "Zoë")), "OK 2 10 5"))
    club.hear("presence", "online")
    club.hear("board", board_message("b1", "Table 7"))
    club.hear("state", state)
    table = club.look()["tables"]["b1"]
    assert (table["label"], table["online"], table["says"]) == ("Table 7", True, "Zoë: card")
    assert [(side["name"], side["score"]) for side in table["sides"]] == [("Ann", 2), ("Zoë", 0)]
    club.hear("state", state | {"running": False})
    assert club.look()["tables"]["b1"]["away"] == "the board has stopped"
    club.hear("presence", "offline")
    assert club.look()["tables"]["b1"]["away"] == "not connected"
    club.hear("state", "")
    assert club.look()["tables"] == {}


def test_messages_that_are_not_valid_change_nothing(club: EveningRig) -> None:
    before = club.look()
    for kind in ("presence", "board", "state", "game", "games", "event", "other"):
        for body in ("", "null", "[]", "{", "\x00", "x" * (evening.LARGEST + 1), {"name": 5}):
            club.hear(kind, body)
    club.hear("state", {}, board="x" * 65)
    assert club.has_no_news()
    assert before["club"]["standing"] == []
    assert club.complaints == ["board b1 sent a result that is not valid: it is left out"]


@pytest.mark.parametrize(
    "hostile",
    [{"game": "\ud800"}, {"game": "x-1", "names": ["\ud800", "Bob"]}, {"game": "x-1", "skunk": ["skunk"]}],
    ids=str,
)
def test_a_hostile_result_is_left_out_and_good_ones_count(club: EveningRig, hostile: dict[str, Any]) -> None:
    good = won("x-9")
    no_skunk = {key: good[key] for key in good.keys() - {"skunk"}}
    club.hear("games", {"games": []})
    club.hear("game", good | hostile)
    club.hear("games", {"games": [good | hostile, no_skunk, good]})
    club.win("x-10", "Ann", "Bob")
    assert club.look()["club"]["standing"][0][1:4] == ["Ann", 2, 2]
    assert club.complaints == ["board b1 sent a result that is not valid: it is left out"]

    club.restart()
    assert club.look()["club"]["standing"][0][1:4] == ["Ann", 2, 2]
    assert club.complaints == []


def test_a_long_list_is_cut_and_stored_at_once(club: EveningRig, monkeypatch: pytest.MonkeyPatch) -> None:
    syncs: list[int] = []
    monkeypatch.setattr(results_file, "sync", syncs.append)
    club.hear("games", {"games": []})
    syncs.clear()
    club.hear("games", {"games": [won(f"x-{number}") for number in range(500)]})
    assert len(syncs) == 1
    # A board lists ten games; more than those of ten boards in one message are no board's.
    assert [each.result.game for each in read_results(club.folder).since(0)] == [
        f"x-{number}" for number in range(400, 500)
    ]


def test_boards_beyond_the_limit_write_nothing(club: EveningRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "TABLES", 3)
    for number in range(9):
        club.hear("games", {"games": []}, board=f"b{number}")
        club.hear("state", "", board=f"b{number}")  # which makes no room for others
    club.win("x-1", "Ann", "Bob", board="b8")
    club.win("x-1", "Cy", "Bob", board="b2")
    assert [row[1] for row in club.look()["club"]["standing"]] == ["Cy", "Bob"]
    assert len((club.folder / RESULTS).read_text().splitlines()) == 4
    assert club.complaints == ["there are more boards than a club can have: the others are left out"]


def test_a_result_from_another_board_than_its_players_is_marked(tmp_path: Path, club: EveningRig) -> None:
    for board, names in (("b1", ("Ann", "Bob")), ("b2", ("Cy", "Di"))):
        club.hear("board", board_message(board, f"Table {board[1]}"), board)
        club.hear("presence", "online", board)
        shown = last_view(tmp_path / board, keyed.board(names=names))
        club.hear("state", state_message(shown), board)
    club.win("x-1", "Bob", "Ann")
    club.win("x-2", "Ann", "Bob", board="b2", skunk="skunk")
    club.win("x-3", "Eve", "Flo", board="b2")
    found = club.look()["results"]
    mark = "skunk, sent by another board than theirs, Table 1"
    assert [found[number]["about"] for number in "123"] == ["", mark, ""]

    club.restart()
    assert "Table 1" in club.look()["results"]["2"]["about"]


def test_players_have_the_spelling_of_the_draw_and_strangers_are_shown_as_such(club: EveningRig) -> None:
    draw = next_draw(None, Form.SWISS, ["Eve", "Cyd"], Results(), WORDS)
    club.write(Evening(0, draw))
    club.win("x-1", "EVE", "cyd")
    club.win("x-2", "Eva", "Cyd", skunk="skunk")
    page = club.look()
    assert [row[1] for row in page["club"]["standing"]] == ["Eva", "Eve", "Cyd"]
    assert page["results"]["1"]["scores"] == [["Eve", 121], ["Cyd", 98]]
    about = [page["results"][number]["about"] for number in "12"]
    assert about == ["", "skunk, Eva is not in the draw: is it Eve?"]


def test_the_round_drawn_last_is_shown_even_if_another_was_never_finished(club: EveningRig) -> None:
    results = Results()
    draw = next_draw(None, Form.SWISS, ["Ann", "Bob"], results, WORDS)
    club.write(Evening(0, draw))

    assert club.look()["club"]["round"] == 1
    club.write(Evening(0, next_draw(draw, Form.SWISS, ["Ann", "Bob"], results, WORDS)))
    page = club.look()
    assert page["club"]["round"] == 2 and page["rounds"]["2"]["title"] == "Round 2"


def test_results_make_the_standing_also_after_a_restart(club: EveningRig) -> None:
    club.hear("board", board_message("b1", "Table 7"))
    club.win("x-1", "Ann", "Bob")
    club.win("x-1", "Ann", "Bob")  # a broker may deliver a message twice
    club.win("x-1", "Cy", "Bob", board="b2", skunk="skunk")
    page = club.look()
    assert [row[1:5] for row in page["club"]["standing"]] == [
        ["Cy", 1, 1, 3],
        ["Ann", 1, 1, 2],
        ["Bob", 2, 0, 0],
    ]
    assert page["results"]["1"]["table"] == "Table 7"

    club.restart()
    club.win("x-1", "Ann", "Bob")
    page = club.look()
    assert sorted(page["results"]) == ["1", "2"]
    assert [row[1] for row in page["club"]["standing"]] == ["Cy", "Ann", "Bob"]
    assert club.csv().count(b"\n") == 3


def test_a_game_that_is_undone_no_longer_counts(club: EveningRig) -> None:
    club.win("x-1", "Ann", "Bob")
    club.look()
    club.hear("game", {"game": "x-1", "undone": True}, board="b2")  # another board's game
    club.hear("game", {"game": "x-1", "undone": True})
    page = club.look()
    assert page["results"]["1"]["undone"] is True
    assert page["club"]["standing"] == []
    club.win("x-1", "Ann", "Bob")  # a message that comes again does not bring the game back
    club.win("x-2", "Bob", "Ann")
    assert [row[1] for row in club.look()["club"]["standing"]] == ["Bob", "Ann"]


def test_a_new_evening_begins_without_results_and_a_draw_is_shown(club: EveningRig) -> None:
    club.win("x-1", "Ann", "Bob")
    assert club.look()["club"]["round"] == 0
    results = club.evening._file.results
    draw = next_draw(None, Form.SWISS, ["Ann", "Bob"], results, WORDS)
    club.write(Evening(1, draw))
    page = club.look()
    assert (page["club"]["standing"], page["results"], page["club"]["round"]) == ([], {}, 1)
    assert page["rounds"]["1"]["pairs"] == [["Ann", "Bob", ""]]
    club.win("x-2", "Bob", "Ann")
    page = club.look()
    assert page["rounds"]["1"]["pairs"] == [["Ann", "Bob", "98–121"]]
    assert sorted(page["results"]) == ["2"]
    club.write(Evening(2))
    assert club.look()["rounds"] == {}
    club.look_for_draw()
    assert club.has_no_news()
    (club.folder / EVENING).write_text("damaged")
    club.look_for_draw()
    assert "evening.json" in club.complaints[0]


def test_of_very_many_rounds_to_come_only_the_next_are_shown(
    club: EveningRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = next_draw(None, Form.EVERYONE, [str(player) for player in range(40)], Results(), WORDS)
    club.write(Evening(0, draw))
    assert len(club.look()["rounds"]) == 39
    monkeypatch.setattr(evening, "NEAR_PAIRS", 20)
    club.write(Evening(0, draw._replace(bye=2)))
    assert sorted(map(int, club.look()["rounds"])) == list(range(1, evening.NEAR + 1))
    for pair in (*draw.rounds[0].pairs, *draw.rounds[1].pairs):
        club.win("-".join(pair), *pair)
    page = club.look()
    assert page["club"]["round"] == 3
    assert sorted(map(int, page["rounds"])) == list(range(1, evening.NEAR + 3)), "earlier rounds stay"


def test_only_the_latest_results_are_shown(club: EveningRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening, "LISTED", 3)
    for number in range(5):
        club.win(f"x-{number}", "Ann", "Bob")
        club.look()
    assert sorted(club.page["results"]) == ["3", "4", "5"]
    assert club.page["club"]["whole"] is False, "no cross-table without the first games"
    assert club.csv().count(b"\n") == 6


def test_a_result_that_cannot_be_stored_is_shown_and_stored_later(
    club: EveningRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    club.look()
    with monkeypatch.context() as context:
        context.setattr(results_file, "write_at", full)
        club.win("x-1", "Ann", "Bob")
        club.win("x-2", "Ann", "Bob")
        club.hear("game", {"game": "x-2", "undone": True})
        club.do(club.evening.store)
    assert club.look()["results"]["1"]["scores"] == [["Ann", 121], ["Bob", 98]]
    assert len(read_results(club.folder)) == 0
    assert club.complaints == [
        f"{club.folder / RESULTS}: the disk is full (free some space); {evening.KEPT_IN_MEMORY}"
    ]
    club.do(club.evening.store)
    assert [each.is_undone for each in read_results(club.folder).since(0)] == [False, True]
    assert club.complaints[1:] == ["all results are stored again"]


def test_a_game_whose_message_was_lost_is_taken_from_the_list_of_the_latest_games(club: EveningRig) -> None:
    club.hear("games", {"games": []})
    club.win("x-1", "Ann", "Bob")
    club.hear("games", {"games": [won("x-1"), won("x-2")]})
    assert club.look()["club"]["standing"][0][1:4] == ["Ann", 2, 2]
    club.hear("games", {"games": [won("x-1"), {"game": "x-2", "undone": True}]})
    assert club.look()["club"]["standing"][0][1:4] == ["Ann", 1, 1]

    club.restart()
    club.hear("games", {"games": [won("x-1"), {"game": "x-2", "undone": True}, {"game": 5}, won("x-3")]})
    assert club.look()["club"]["standing"][0][1:4] == ["Ann", 2, 2]


def test_games_that_a_board_played_before_the_club_heard_of_it_do_not_count(club: EveningRig) -> None:
    club.hear("games", {"games": [won("x-1")]})
    club.hear("game", won("x-1"))
    assert club.look()["club"]["standing"] == []

    club.restart()
    club.hear("games", {"games": [won("x-1"), won("x-2")]})
    assert club.look()["club"]["standing"][0][1:4] == ["Ann", 1, 1]


def test_the_page_says_whether_the_broker_can_be_reached(club: EveningRig) -> None:
    assert club.look()["club"]["broker"] is False
    club.do(club.evening.connect, True)
    assert club.look()["club"]["broker"] is True


def test_players_without_names_are_known_by_their_table(club: EveningRig) -> None:
    for board, number in (("b1", 1), ("b2", 2)):
        club.hear("board", board_message(board, f"Table {number}"), board)
        club.win(f"x-{number}", "Left", "Right", board=board, scores=[121, 80 + number])
    names = [row[1] for row in club.look()["club"]["standing"]]
    assert names == ["Left, Table 1", "Left, Table 2", "Right, Table 2", "Right, Table 1"]
    assert club.page["results"]["2"]["players"] == ["Left, Table 2", "Right, Table 2"]


def test_many_results_are_one_message_and_after_long_a_browser_gets_everything(
    club: EveningRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "REMEMBERED", 2)
    seen = []
    for number in range(4):
        result = json.dumps(won(f"x-{number}")).encode()
        club.do(lambda result=result: [club.evening.hear(board, "game", result) for board in ("b1", "b2")])
        club.look()
        seen.append(club.seen)
    assert [each[1] - seen[0][1] for each in seen] == [0, 1, 2, 3]
    latest = club.evening.latest
    to_come = seen[0][0], 10**9
    everything, *found = (club.loop.run(latest.newer(each, PATIENCE)) for each in (None, *seen[:3], to_come))
    assert [each is everything for each in found] == [True, True, False, True]


def test_the_end_of_the_server_wakes_everyone(club: EveningRig) -> None:
    async def scene() -> None:
        waiting = asyncio.ensure_future(club.evening.latest.newer(club.seen, PATIENCE))
        await asyncio.sleep(0)
        club.evening.latest.end()
        assert await waiting is None
        club.evening.hear("b1", "presence", b"online")  # a message that arrives at the last moment

    club.look()
    club.loop.run(scene())


def test_a_result_costs_no_look_at_another(club: EveningRig, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(9):
        club.win(f"x-{number}", "Ann", "Bob")
    club.look()
    seen: list[int] = []
    numbered = Results.numbered
    monkeypatch.setattr(
        Results, "numbered", lambda self, number: (seen.append(number), numbered(self, number))[1]
    )
    club.win("x-9", "Ann", "Bob")
    assert club.look()["club"]["standing"][0][1:4] == ["Ann", 10, 10]
    assert set(seen) == {10}


# -- tables


def test_two_boards_of_one_name_are_told_apart_and_each_change_is_told_once() -> None:
    told: list[str] = []
    tables = Tables(told.append)
    assert tables.label("5f0c2b9e41d7") == "5f0c"
    tables.name("5f0c2b9e41d7", "Table 1")
    assert tables.label("5f0c2b9e41d7") == "Table 1"
    for name, labels in (
        ("Table 1", ["Table 1 (5f0c)", "Table 1 (a012)"]),
        ("Table 2", ["Table 1", "Table 2"]),
    ):
        told.clear()
        tables.name("a01234567890", name)
        assert sorted(set(told)) == ["5f0c2b9e41d7", "a01234567890"]
        assert list(map(tables.label, ("5f0c2b9e41d7", "a01234567890"))) == labels


def state_after(folder: Path, keys: str, **board: Any) -> dict[str, Any]:
    return state_message(last_view(folder, keyed.board(**board), keys))


ALONE = [("Ann", False, True), ("Bob", False, False), ("Cy", True, False), ("Di", False, False)]


@pytest.mark.parametrize(
    ("partners", "sides"), [(True, [("Ann & Cy", True, True), ("Bob & Di", False, False)]), (False, ALONE)]
)
def test_partners_are_one_side(tmp_path: Path, partners: bool, sides: list[object]) -> None:
    board = {"rules": Rules(players=4, partners=partners), "names": ("Ann", "Bob", "Cy", "Di")}
    state = read_state(json.dumps(state_after(tmp_path, "OK 2 10", **board)).encode())
    assert state is not None
    # Seat 0 deals and seat 1 has laid a card, so that it is the turn of Cy at seat 2, Ann's partner.
    assert [(side.name, side.acts, side.deals) for side in state.sides] == sides


WRONG: dict[str, list[Any]] = {
    "sides": [[], None, [{"name": "Ann"}] * 2, [{"name": 5, "score": 0, "back": 0, "games": 0}] * 2],
    "players": [10**9, "2"],
    "sequence": [-1],
    "target": [10**6],
    "says": [None],
    "winner": [2, "Ann"],
}


@pytest.mark.parametrize(("member", "value"), [(each, value) for each in WRONG for value in WRONG[each]])
def test_a_state_with_a_wrong_value_is_ignored(member: str, value: object, tmp_path: Path) -> None:
    state = state_after(tmp_path, "OK 2")
    assert read_state(json.dumps(state).encode()) is not None
    assert read_state(json.dumps(state | {member: value}).encode()) is None


@pytest.mark.parametrize("payload", [b"", b"{}", b"[]", b"7", b"\xff"])
def test_what_is_no_state_is_ignored(payload: bytes) -> None:
    assert read_state(payload) is None


GOOD: dict[str, Any] = {
    "game": "5f0c-57",
    "names": ["Ann", "Bob"],
    "scores": [121, 60],
    "winner": 0,
    "skunk": "double",
    "spread": 61,
    "points": 3,
}


def read(**changed: Any) -> Won | Undone | None:
    return read_game(json.dumps(GOOD | changed).encode())


WRONG_GAME: dict[str, list[Any]] = {
    "game": [5, "", "x" * 65, "x\ud800"],
    "names": ["Ann", ["Ann"], ["Ann", 5], ["Ann", "\ud800"]],
    "scores": [[121], [121, -1], [121, 5.5], [121, True], [121, 1000]],
    "winner": [2, None],
    "skunk": ["triple", ["skunk"]],
}


@pytest.mark.parametrize(
    ("member", "value"), [(each, value) for each in WRONG_GAME for value in WRONG_GAME[each]]
)
def test_a_message_with_a_wrong_value_is_ignored(member: str, value: object) -> None:
    assert read(**{member: value}) is None


def test_a_game_of_five_sides_or_that_does_not_say_whether_it_was_a_skunk_is_ignored() -> None:
    assert isinstance(read(names=["A", "B", "C", "D"], scores=[1, 2, 3, 4]), Won)
    assert read(names=["A", "B", "C", "D", "E"], scores=[1, 2, 3, 4, 5]) is None
    assert read_game(json.dumps({key: GOOD[key] for key in GOOD.keys() - {"skunk"}}).encode()) is None


@pytest.mark.parametrize("payload", [b"", b"[]", b"null", b"{", b"\xff", b"[" * 100_000, b'{"undone": true}'])
def test_a_message_that_is_no_object_is_ignored(payload: bytes) -> None:
    assert read_game(payload) is None


def test_a_name_is_cut_and_loses_what_cannot_be_printed() -> None:
    won = read(names=["Ann\n\x1b[2J\u202e", "x" * 500])
    assert isinstance(won, Won)
    assert won.names == ("Ann[2J", "x" * LONGEST_NAME)
