"""The state of a match, as printed by `replay` and `status` (REFERENCE.md, Commands)."""

import json

import pytest

from engine.game import Game
from engine.match.history import History
from engine.match.record import read_record
from engine.rules import Rules
from firmware_py.board import Board
from firmware_py.commands.match_report import Refusal, report_object, report_text
from firmware_py.input.keys import Key
from tests.support import keyed

KEYS = [
    "players",
    "prompt",
    "to_act",
    "dealer",
    "count",
    "presses",
    "deals",
    "sides",
    "winner",
    "skunk",
    "pegged",
    "refused",
]


def standing(board: Board) -> dict[str, object]:
    """Return the JSON object that `replay --json` would print for the match on this board."""
    return report_object(board.history)


def test_a_board_before_the_cut() -> None:
    made = standing(keyed.board())
    assert list(made) == KEYS
    side = {"score": 0, "front": 0, "back": 0, "games": 0}
    assert made == {
        "players": 2,
        "prompt": "cut_for_deal",
        "to_act": 0,
        "dealer": None,
        "count": 0,
        "presses": 0,
        "deals": 0,
        "sides": [side, side],
        "winner": None,
        "skunk": None,
        "pegged": [],
        "refused": [],
    }
    assert json.loads(json.dumps(made)) == made


def test_a_board_in_the_play() -> None:
    made = standing(keyed.board("OK 3 K 5"))
    assert (made["prompt"], made["to_act"], made["dealer"], made["count"]) == ("play", 1, 0, 15)
    assert made["presses"] == 4
    assert made["sides"] == [
        {"score": 2, "front": 2, "back": 0, "games": 0},
        {"score": 0, "front": 0, "back": 0, "games": 0},
    ]
    fifteen = {"reason": "fifteen", "points": 2, "cards": ["K", "5"]}
    assert made["pegged"] == [{"press": 3, "side": 0, "points": 2, "score": 2, "items": [fifteen]}]


def test_suits_are_shown_as_keyed_also_those_keyed_after_the_points() -> None:
    (entry,) = standing(keyed.board("OK 3 K D 5 H"))["pegged"]
    assert entry["items"][0]["cards"] == ["KD", "5H"]
    assert entry["press"] == 4


def test_undo_and_redo_count_as_presses_and_points_that_were_undone_are_gone() -> None:
    undone = standing(keyed.board("OK 3 K 5 UNDO"))
    assert (undone["presses"], undone["pegged"], undone["count"]) == (5, [], 10)
    again = standing(keyed.board("OK 3 K 5 UNDO REDO"))
    assert again["presses"] == 6
    assert again["pegged"] == standing(keyed.board("OK 3 K 5"))["pegged"]
    anew = standing(keyed.board("OK 3 K 5 UNDO 5"))
    assert [entry["press"] for entry in anew["pegged"]] == [5]


def test_a_game_that_is_won() -> None:
    made = standing(keyed.board("OK J", start=(119, 60)))
    assert (made["prompt"], made["to_act"], made["winner"], made["skunk"]) == ("game_over", None, 0, "double")
    assert made["sides"] == [
        {"score": 121, "front": 121, "back": 119, "games": 4},
        {"score": 60, "front": 60, "back": 0, "games": 0},
    ]
    heels = {"reason": "his_heels", "points": 2, "cards": ["J"]}
    assert made["pegged"] == [{"press": 1, "side": 0, "points": 2, "score": 121, "items": [heels]}]


def test_the_end_of_a_game_cuts_the_points_and_not_the_items() -> None:
    (entry,) = standing(keyed.board("OK J", start=(120, 100)))["pegged"]
    assert (entry["points"], entry["score"], entry["items"][0]["points"]) == (1, 121, 2)


def test_the_next_game_starts_with_its_own_points() -> None:
    made = standing(keyed.board("OK J OK", start=(119, 100)))
    assert (made["prompt"], made["winner"], made["skunk"], made["pegged"]) == ("starter", None, None, [])
    assert (made["dealer"], made["to_act"], made["deals"], made["presses"]) == (1, 1, 0, 3)
    assert made["sides"] == [
        {"score": 0, "front": 0, "back": 0, "games": 1},
        {"score": 0, "front": 0, "back": 0, "games": 0},
    ]
    further = standing(keyed.board("OK J OK 3 K 5", start=(119, 100)))
    assert [entry["press"] for entry in further["pegged"]] == [5]


def test_a_hand_that_counts_nothing_makes_no_entry() -> None:
    # Pone's Q 8 6 4 with a starter of 2 counts nothing, once GO has said that the hand is not a flush.
    board = keyed.board("OK 2 Q K 8 9 6 7 4 5 GO")
    assert "Right's hand 0: nineteen" in report_text(board.history).splitlines()
    assert [entry["press"] for entry in standing(board)["pegged"]] == [5, 6, 9]


def test_refused_keys_are_objects_in_json_and_lines_with_their_position_in_the_text() -> None:
    refused = [Refusal(1, "GO", "because", "line 3, column 5")]
    made = report_object(keyed.board("OK 3").history, refused)["refused"]
    assert made == [{"press": 1, "key": "GO", "why": "because"}]
    text = report_text(keyed.board().history, refused)
    assert text.startswith("line 3, column 5: GO refused after 1 press: because\n")
    elsewhere = report_text(keyed.board().history, [Refusal(2, "GO", "because")])
    assert elsewhere.startswith("GO refused after 2 presses: because\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (keyed.CUT, "Nobody has dealt yet. It is Left's turn."),
        ("4", "Nobody has dealt yet. It is Right's turn."),
        ("K 4", "Right deals. Turn up the starter."),
        (keyed.PLAY, "Left dealt. It is Right's turn."),
        ("OK 3 K", "Left dealt. It is Left's turn."),
        (keyed.FLUSH, "Left dealt. It is Right's turn."),
        (keyed.CRIB, "Left dealt. It is Left's turn."),
    ],
)
def test_the_text_names_dealer_and_turn(words: str, said: str) -> None:
    assert said in report_text(keyed.board(words).history).splitlines()


def test_the_text_says_that_the_game_is_over() -> None:
    text = report_text(keyed.board("OK J", start=(119, 60)).history)
    assert "Left dealt. The game is over." in text.splitlines()


def test_one_press_and_one_deal_are_singular() -> None:
    assert report_text(keyed.board("OK").history).endswith(
        "\n1 press in this match, 0 deals finished in this game"
    )
    record = read_record(f"muggins 1 players=2 start=0,0\n{DEAL}")
    assert report_text(record.history).endswith("\n15 presses in this match, 1 deal finished in this game")


DEAL = "\n".join(
    [
        *("deals 1", "starter 2", *(f"lay {rank}" for rank in "10 5 5 5 6 K K 9".split()), "no"),
        *(f"crib {rank}" for rank in "8 8 9 3".split()),
    ]
)


def test_the_text_has_the_scores_the_calls_the_cards_and_the_presses() -> None:
    text = report_text(keyed.board("OK 3 K 5").history)
    assert "Left     2   back peg   0   match 0" in text.splitlines()
    assert "Left: fifteen for two" in text
    assert "K 5 = 15" in text
    assert "4 presses in this match, 0 deals finished in this game" in text


def test_the_cards_cut_are_not_called_cards_on_the_table() -> None:
    lines = report_text(keyed.board("K 4").history).splitlines()
    assert "cut: K 4" in lines
    assert not any("on the table" in line for line in lines)


def test_the_columns_line_up_for_long_names() -> None:
    lines = report_text(History.of(Game.new(names=("Al", "Maximilian")))).splitlines()
    assert lines[0].index("back peg") == lines[1].index("back peg")


@pytest.mark.parametrize(
    ("words", "rules", "says"),
    [
        ("OK", Rules(), "Left deals. Turn up the starter."),
        ("OK", Rules(track="points"), "Left deals. GO peg  OK deal over"),
    ],
)
def test_the_dealer_is_named_once(words: str, rules: Rules, says: str) -> None:
    lines = report_text(keyed.board(words, rules=rules).history).splitlines()
    assert says in lines
    assert "\n".join(lines).count("deals.") == 1


def test_the_cards_on_the_table_have_no_total_until_their_ace_has_a_value() -> None:
    rules = Rules(ace_11=True)
    lines = report_text(keyed.board("OK 3 5 5 5 A", rules=rules).history).splitlines()
    assert "on the table: 5 5 5 A" in lines
    valued = report_text(keyed.board("OK 3 5 5 5 A GO", rules=rules).history).splitlines()
    assert "on the table: 5 5 5 A = 16" in valued


def test_a_key_that_pages_is_neither_a_press_nor_refused() -> None:
    board = keyed.board("OK 3 K 5")
    (outcome,) = keyed.press(board, "OK")
    assert (outcome.took, outcome.why) == (False, None)
    assert standing(board)["presses"] == 4
    assert board.press(Key.OK).presses == 4
