"""`muggins history` and `status`: the finished games, and the one in progress."""

import json
import time
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

import pytest

from engine.game import Game
from engine.match.history import History
from engine.match.record import read_record
from engine.rules import Rules
from firmware_py.board.ports import Ending
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.journal.journal import Journal
from firmware_py.reports.match import report_text
from firmware_py.start.assembly import board_window
from firmware_py.window import folder
from firmware_py.window.follower import Follower
from firmware_py.window.seen import SeenBoard
from tests.support import keyed
from tests.support.command import Result, muggins, nothing_changes
from tests.support.solo_games import SoloGame, let_opponent_play, press


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path to a journal that contains four games. The third game was abandoned."""
    record = [
        "muggins 1 players=2 start=0,0 names=Ann,Bob",
        *("deals 1", *deal()),  # Ann 10, Bob 18
        *("peg 1 50", "peg 0 111", "next-game"),
        *(*deal(), "peg 0 85", "peg 1 111", "next-game"),  # Bob lost, so he deals; Ann has 95: no skunk
        *("starter 3", "new-game players=3 start=0,0,0 names=Ann,Bob,Cy"),
        *("deals 0", "peg 2 121", "next-game"),
    ]
    (tmp_path / "record.txt").write_text("\n".join(record) + "\n")
    made = muggins("replay", tmp_path / "record.txt", "--journal", tmp_path / "games.txt")
    assert made.status == 0, made
    return tmp_path / "games.txt"


def deal() -> list[str]:
    """Return the events of the deal in the README. The non-dealer scores 10 points, and the dealer 18."""
    laid = [f"lay {rank}" for rank in "10 5 5 5 6 K K 9".split()]
    return ["starter 2", *laid, "no", *(f"crib {rank}" for rank in "8 8 9 J".split()), "yes"]


def test_the_text_has_the_games_then_each_player_then_the_pairs(path: Path) -> None:
    with nothing_changes(path.parent):
        made = muggins("history", "--journal", path)
    today = json.loads(muggins("history", "--journal", path, "--json").out)["games"][0]["ended"][:10]
    assert made.out.replace(today, "YYYY-MM-DD") == EXPECTED
    assert made.err == ""


EXPECTED = """\
    1  YYYY-MM-DD  Ann 121, Bob 68: Ann wins with a skunk; 1 deal
    2  YYYY-MM-DD  Ann 95, Bob 121: Bob wins; 1 deal
    4  YYYY-MM-DD  Ann 0, Bob 0, Cy 121: Cy wins with a double skunk; 0 deals; 3 players

Ann: 2 games, won 1 (1 skunk), lost 1
  as pone, 2 deals: 10.0 points on average (play 6.0, hand 4.0)
  best hand: 4 with 10 5 6 K 2 (game 1)

Bob: 2 games, won 1, lost 1 (1 skunk)
  as dealer, 2 deals: 18.0 points on average (play 9.0, hand 6.0, crib 3.0)
  best hand: 6 with 5 5 K 9 2 (game 1)
  best crib: 3 with 8 8 9 J 2 (game 1)

Ann (3 players): 1 game, won 0, lost 1 (1 double skunk)

Bob (3 players): 1 game, won 0, lost 1 (1 double skunk)

Cy (3 players): 1 game, won 1 (1 double skunk), lost 0

Ann against Bob: 1-1, skunks 1-0
"""


def test_the_history_as_json(path: Path) -> None:
    made = muggins("history", "--journal", path, "--json").json
    assert [game["number"] for game in made["games"]] == [1, 2, 4]
    first = made["games"][0]
    assert first["names"] == ["Ann", "Bob"] and first["scores"] == [121, 68]
    assert (first["winner"], first["skunk"], first["deals"], first["target"]) == (0, "skunk", 1, 121)
    assert (first["game"], first["players"]) == ("six-card", 2)
    assert first["sides"][1] == {
        "skunk": "skunk",
        "dealer": {"deals": 1, "points": 18, "play": 9, "hand": 6, "crib": 3},
        "pone": {"deals": 0, "points": 0, "play": 0, "hand": 0, "crib": 0},
        "best_hand": {"points": 6, "cards": ["5", "5", "K", "9", "2"]},
        "best_crib": {"points": 3, "cards": ["8", "8", "9", "J", "2"]},
    }
    bob = made["names"][1]
    averages = {"deals": 2, "points": 18.0, "play": 9.0, "hand": 6.0, "crib": 3.0}
    assert (bob["name"], bob["dealer"]) == ("Bob", averages)
    assert bob["pone"] == {"deals": 0, "points": None, "play": None, "hand": None, "crib": None}
    assert bob["best_hand"] == {"points": 6, "cards": ["5", "5", "K", "9", "2"], "number": 1}
    won = [f"{one['name']} {one['won']}" for one in made["names"]]
    assert won == ["Ann 1", "Bob 1", "Ann 0", "Bob 0", "Cy 1"]
    assert made["head_to_head"] == [
        {"names": ["Ann", "Bob"], "games": 2, "won": [1, 1], "skunks": [1, 0], "double_skunks": [0, 0]}
    ]


def test_a_game_in_progress_is_not_listed(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    muggins("replay", "-", "--journal", path, "--start", "119,0", stdin="OK 3 K")
    assert muggins("history", "--journal", path).out == "no game is finished yet\n"
    muggins("replay", "-", "--journal", path, stdin="UNDO UNDO J")
    assert (
        "Left 121, Right 0: Left wins with a double skunk; 0 deals"
        in muggins("history", "--journal", path).out
    )
    muggins("replay", "-", "--journal", path, stdin="UNDO")
    assert muggins("history", "--journal", path).out == "no game is finished yet\n"


def test_with_a_damaged_journal_the_archived_games_are_still_listed(path: Path) -> None:
    whole = json.loads(muggins("history", "--journal", path, "--json").out)["games"]
    path.write_bytes(path.read_bytes()[:-20] + b"x\n")
    made = muggins("history", "--journal", path, "--json")
    assert json.loads(made.out)["games"] == whole


def test_status_says_where_the_journal_stands_as_text_too(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    replayed = muggins("replay", "-", "--journal", games, stdin="OK 3 K 5")
    with games.open("ab") as file:
        file.write(b"lay 5 #12")  # torn
    with nothing_changes(tmp_path):
        status = muggins("status", "--journal", games)
    assert status == Result(0, replayed.out, "")
    assert "4 presses in this match, 0 deals finished in this game" in status.out
    assert "Left dealt. It is Right's turn." in status.out


def test_in_a_game_alone_status_says_what_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards dealt are not in the journal, so that only the board knows what it waits for."""
    monkeypatch.setattr(folder, "SERVICE_RUNTIME_FOLDER", tmp_path / "no-service")
    for variable in ("RUNTIME_DIRECTORY", "STATE_DIRECTORY"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("XDG_RUNTIME_DIR", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    path = tmp_path / "muggins" / "games.txt"
    with closing(Journal(path)) as journal:
        game = SoloGame(journal.history, store=journal)
        with closing(board_window(path, EdgeQueue(time.monotonic))) as window:
            let_opponent_play(game)
            press(game, "GO")
            prompt = game.view.prompt
            window.shown(game.board)
            assert muggins("status").out.splitlines()[-2] == prompt == "Choose two cards to throw."
            window.ended(Ending.STOPPED)
        assert "Turn up the starter" in muggins("status").out.splitlines()[-2]


@pytest.mark.parametrize("command", [("status", "--follow"), ("speak", "--print")])
@pytest.mark.parametrize(
    ("view", "waits"), [(None, True), ({"running": False}, True), ({"running": True}, False)]
)
def test_a_command_that_follows_says_that_it_waits_for_a_board(
    command: tuple[str, ...], view: dict[str, Any] | None, waits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ctrl_c(follower: Follower) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(Follower, "read", lambda follower: None if view is None else SeenBoard.of(view))
    monkeypatch.setattr(Follower, "changed", ctrl_c)
    line = "muggins: no board is running yet: waiting for a board, such as 'muggins simulate'\n"
    assert muggins(*command) == Result(130, "", line if waits else "")


POINTS, ELEVEN = Rules(track="points"), Rules(ace_11=True)


@pytest.mark.parametrize(
    ("words", "rules", "said"),
    [
        (keyed.CUT, None, "Nobody has dealt yet. It is Left's turn."),
        ("4", None, "Nobody has dealt yet. It is Right's turn."),
        ("K 4", None, "Right deals six cards each; two each to the crib. Turn up the starter."),
        ("K 4", None, "cut: K 4"),
        ("OK", None, "1 press in this match, 0 deals finished in this game"),
        ("OK", POINTS, "Left deals six cards each; two each to the crib. GO peg  OK deal over"),
        ("OK 3 K", None, "Left dealt. It is Left's turn."),
        (keyed.FLUSH, None, "Left dealt. It is Right's turn."),
        ("OK 3 K 5", None, "Left     2   back peg   0   match 0"),
        ("OK 3 K 5", None, "Left: fifteen for two"),
        ("OK 3 5 5 5 A", ELEVEN, "on the table: 5 5 5 A"),  # until the ace has a value
        ("OK 3 5 5 5 A GO", ELEVEN, "on the table: 5 5 5 A = 16"),
    ],
)
def test_the_text_of_a_game_has_this_line(words: str, rules: Rules | None, said: str) -> None:
    lines = report_text(keyed.board(words, rules=rules or Rules()).history).splitlines()
    assert said in lines
    assert "\n".join(lines).count("deals.") <= 1
    assert not (said.startswith("cut") and any("on the table" in line for line in lines))


def test_the_text_says_that_the_game_is_over_and_counts_deals_and_presses() -> None:
    assert "Left dealt. The game is over." in report_text(keyed.board("OK J", start=(119, 60)).history)
    record = read_record("\n".join(["muggins 1 players=2 start=0,0", "deals 1", *deal()]))
    assert report_text(record.history).endswith("\n16 presses in this match, 1 deal finished in this game")


def test_the_columns_line_up_for_long_names() -> None:
    lines = report_text(History.of(Game.new(names=("Al", "Maximilian")))).splitlines()
    assert lines[0].index("back peg") == lines[1].index("back peg")
