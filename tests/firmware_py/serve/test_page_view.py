"""The page's description of a board, in every state of a game."""

from pathlib import Path

import pytest

from engine.rules import Rules
from firmware_py.serve.page_view import CountedHands, last_call, page_view, presses_since
from firmware_py.words.english import English
from tests.support import keyed
from tests.support.views import last_view, views


def shown(folder: Path, words: str = "", **game: object) -> dict[str, object]:
    hands = CountedHands()
    for view in views(folder, keyed.board(**game), words):  # type: ignore[arg-type]
        hands.hear(view)
    return page_view(view, hands.of_this_game(), English())


def test_a_side_shows_its_score_its_pegs_and_its_part(tmp_path: Path) -> None:
    left, right = shown(tmp_path, "OK 2 10 5")["sides"]  # type: ignore[misc]
    assert left == {
        "name": "Left",
        "score": 2,
        "front": 2,
        "back": 0,
        "score_in_words": "Left: 2 of 121",
        "games": "",
        "deals": "dealer",
        "acts": "",
        "won": False,
    }
    assert (right["deals"], right["acts"]) == ("", "to play")


@pytest.mark.parametrize(
    ("keys", "options", "marked"),
    [
        ("", "", ["to cut", ""]),
        ("OK", "", ["to turn up", ""]),
        ("OK 2", "", ["", "to play"]),
        (keyed.CRIB, "", ["to count", ""]),
        (f"{keyed.COUNTED} 2", "muggins=on", ["", "to claim"]),
    ],
)
def test_the_side_whose_turn_it_is_is_marked_with_what_it_does(
    tmp_path: Path, keys: str, options: str, marked: list[str]
) -> None:
    board = keyed.board(rules=Rules.parse(options.split()))
    view = page_view(last_view(tmp_path, board, keys), [], English())
    assert [side["acts"] for side in view["sides"]] == marked


def test_of_two_partners_the_one_who_acts_is_named(tmp_path: Path) -> None:
    one, other = shown(tmp_path, "OK 2", rules=Rules(players=4))["sides"]  # type: ignore[misc]
    assert (one["name"], one["deals"], one["acts"]) == ("North & South", "North deals", "")
    assert (other["name"], other["deals"], other["acts"]) == ("East & West", "", "East's turn")


def test_three_sides_have_three_tracks(tmp_path: Path) -> None:
    assert len(shown(tmp_path, rules=Rules(players=3))["sides"]) == 3  # type: ignore[arg-type]


def test_the_table_shows_cards_by_symbol_and_by_name(tmp_path: Path) -> None:
    view = shown(tmp_path, "OK 2 S 10 5 H")
    assert view["count"] == 15
    assert view["table"] == [
        {"rank": "10", "suit": "", "name": "ten"},
        {"rank": "5", "suit": "♥", "name": "five of hearts"},
    ]
    assert view["starter"] == {"rank": "2", "suit": "♠", "name": "two of spades"}


def test_the_starter_is_not_among_the_cards_on_the_table(tmp_path: Path) -> None:
    assert shown(tmp_path, "OK 9")["table"] == []
    nine = {"rank": "9", "suit": "", "name": "nine"}
    view = shown(tmp_path, "OK 9 9")
    assert (view["table"], view["starter"]) == ([nine], nine)


def test_only_a_game_with_muggins_has_its_key(tmp_path: Path) -> None:
    assert shown(tmp_path)["muggins"] is False
    assert shown(tmp_path, rules=Rules(muggins=True))["muggins"] is True


def test_outside_the_play_there_is_no_count(tmp_path: Path) -> None:
    assert shown(tmp_path)["count"] is None
    assert shown(tmp_path, keyed.CRIB)["count"] is None


def test_a_hand_is_shown_item_by_item(tmp_path: Path) -> None:
    pone, _ = shown(tmp_path, keyed.CRIB)["hands"]  # type: ignore[misc]
    assert (pone["deal"], pone["title"]) == ("Deal 1", "Right's hand 2")
    assert [card["rank"] for card in pone["cards"]] == ["K", "8", "K", "6", "3"]
    king = {"rank": "K", "suit": "", "name": "king"}
    assert pone["items"] == [{"name": "pair", "points": 2, "cards": [king, king]}]


def test_a_page_of_the_board_shows_each_key_once(tmp_path: Path) -> None:
    menu = shown(tmp_path, "OK MENU")["screen"]
    assert (menu["title"], menu["corner"], menu["keys"]) == ("Menu", "GO leaves", [])  # type: ignore[index]
    view = last_view(tmp_path, keyed.board())
    page = {"title": "T", "corner": "GO leaves", "rows": [["2 take back", "3: up to 121"]]}
    page["keys"] = [["GO", "leaves"], ["2", "take back"], ["3", "up to 121"], ["OK", "next"]]
    page["unshown"] = [["OK", "next"]]
    assert page_view({**view, "page": page}, [], English())["screen"]["keys"] == ["OK next"]
    assert shown(tmp_path)["screen"] is None


def test_a_row_may_show_several_keys_or_words_of_its_own(tmp_path: Path) -> None:
    menu = shown(tmp_path, "OK 2 10 5 MENU", rules=Rules(muggins=True))["screen"]
    assert ["10 part", "J again  Q score"] in menu["rows"]  # type: ignore[index]
    assert menu["keys"] == []  # type: ignore[index]
    claimants = shown(tmp_path, "OK 2 10 5 4 MUGGINS", rules=Rules(players=3, muggins=True))["screen"]
    assert claimants["rows"][0] == ["A  Left", ""]  # type: ignore[index]
    assert claimants["keys"] == []  # type: ignore[index]


def test_an_unshown_key_is_worded_by_the_catalogue_of_the_page(tmp_path: Path) -> None:
    class Other(English):
        def key_and_meaning(self, key: str, meaning: str) -> str:
            return f"{meaning} = {key}"

    view = last_view(tmp_path, keyed.board())
    page = {"title": "T", "corner": "GO leaves", "rows": [], "keys": [], "unshown": [["GO", "leaves"]]}
    assert page_view({**view, "page": page}, [], Other())["screen"]["keys"] == ["leaves = GO"]


# RULES.md 5: skunked below 91 and doubly below 61 in a game to 121; below 31 in one to 61, without doubles.
@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        (Rules(), [(91, "skunk"), (61, "double skunk")]),
        (Rules("five-card"), [(31, "skunk")]),
        (Rules(objective="first_loses"), []),
    ],
)
def test_the_skunk_lines_are_those_of_the_rules(
    tmp_path: Path, rules: Rules, lines: list[tuple[int, str]]
) -> None:
    found = shown(tmp_path, rules=rules)["lines"]
    assert [(line["hole"], line["name"]) for line in found] == lines  # type: ignore[index, attr-defined]


def test_options_of_a_newer_board_cost_no_more_than_the_skunk_lines(tmp_path: Path) -> None:
    view = last_view(tmp_path, keyed.board())
    assert page_view({**view, "options": ["unheard=of"]}, [], English())["lines"] == []


def test_the_end_of_a_game_is_told_with_the_games_won(tmp_path: Path) -> None:
    view = shown(tmp_path, "OK J", start=(119, 100))
    assert (view["won"], view["call"]) == (True, ["Left: two for his heels", "Left wins!"])
    assert [side["games"] for side in view["sides"]] == ["1 game", "0 games"]  # type: ignore[attr-defined]


def test_presses_are_told_once(tmp_path: Path) -> None:
    view = last_view(tmp_path, keyed.board(), "OK 2 10 5 MUGGINS")
    assert presses_since(view, 4) == [
        {"said": ["Left: fifteen for two"], "refused": None},
        {"said": [], "refused": "Muggins is off"},
    ]
    assert presses_since(view, 6) == []


@pytest.mark.parametrize(
    ("keys", "call"),
    [
        ("OK 2 10 5 MUGGINS", ["Left: fifteen for two"]),
        ("OK 2 10 5 H", ["Left: fifteen for two"]),
        ("OK 2 10 5 UNDO", ["taken back: Left's five"]),
    ],
)
def test_a_refusal_and_a_suit_leave_the_call_on_the_page_and_undo_does_not(
    tmp_path: Path, keys: str, call: list[str]
) -> None:
    assert last_call(last_view(tmp_path, keyed.board(), keys)) == call


def test_the_page_knows_the_seats_and_whose_turn_it_is(tmp_path: Path) -> None:
    view = shown(tmp_path, "OK 2")
    assert view["seats"] == ["Left", "Right"]
    assert view["turn"]["seat"] == 1  # type: ignore[index]


def test_a_press_that_a_correction_dropped_is_said_once(tmp_path: Path) -> None:
    view = last_view(tmp_path, keyed.board(), "OK 2 10 5 5 3 GO MENU 7 GO GO GO GO OK A")
    (correction,) = presses_since(view, view["sequence"] - 1)
    assert correction["said"] == ["The last press, Right's go, no longer fits and was dropped."]
