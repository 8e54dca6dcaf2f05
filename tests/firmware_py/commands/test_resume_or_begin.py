"""`muggins simulate` with `--new`, or with options for a game other than the one in the journal."""

import json
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.config.config import Config
from firmware_py.start import simulator
from tests.firmware_py.commands.test_history import deal
from tests.kills.program import ForkServer
from tests.support import keyed
from tests.support.command import Result, check_error, muggins, nothing_changes

OTHER = ("--players", "3", "--set", "muggins=on")
"""The options that the README suggests."""
IN_PROGRESS = ("OK 3 K 5", "OK 3", "4 9 2", "OK MENU A A 5 OK")
"""Keys after which a game is in progress: with cards, a starter, a cut and a starter, or manual points."""

Play = Callable[..., Board]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "games.txt"


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, journal: Path) -> Play:
    """Return a function that starts the simulator with options, presses keys, and returns the board."""
    boards: list[Board] = []
    words = ""

    def simulate(config: Config, board: Board, path: Path, **named: object) -> None:
        assert path == journal
        boards.append(board)
        assert not [outcome.why for outcome in keyed.press(board, words) if outcome.why]

    monkeypatch.setattr(simulator, "check_terminal", lambda: None)
    monkeypatch.setattr(simulator, "run_in_terminal", simulate)

    def run(keys: str, *options: object) -> Board:
        nonlocal words
        words = keys
        assert muggins("simulate", "--journal", journal, *options) == Result(0, "", "")
        return boards[-1]

    return run


@pytest.fixture(scope="module")
def fork_server() -> Iterator[ForkServer]:
    made = ForkServer()
    yield made
    made.close()


@pytest.mark.parametrize("keys", IN_PROGRESS)
def test_another_game_is_refused_with_the_journal_and_the_way_on(
    play: Play, journal: Path, keys: str
) -> None:
    play(keys)
    with nothing_changes(journal.parent):
        check_error(
            muggins("simulate", "--journal", journal, *OTHER),
            f"{journal}: a game for 2 players is in progress (Left ",
            "leave out --players and --set to go on with it",
            "add --new to begin another",
        )


def test_the_journal_of_the_user_is_named_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(simulator, "check_terminal", lambda: None)
    monkeypatch.setattr(
        simulator,
        "run_in_terminal",
        lambda config, board, name, **named: keyed.press(board, "OK 3 K 5"),
    )
    assert muggins("simulate").status == 0
    check_error(muggins("simulate", *OTHER), f"{tmp_path / 'games.txt'}: a game for 2 players")


@pytest.mark.parametrize("keys", IN_PROGRESS)
def test_new_begins_the_game_asked_for_and_keeps_the_other(play: Play, journal: Path, keys: str) -> None:
    play(keys)
    before = muggins("record", "--journal", journal).out
    game = play("OK 5", "--new", *OTHER).history.game
    assert (game.rules, len(game.sides), game.number) == (Rules(players=3, muggins=True), 3, 1)
    assert muggins("record", "--journal", journal, "--game", "1").out == before
    # The same options without --new go on with the game.
    again = play("", *OTHER).history.game
    assert (again.number, again.deal_cards) == (1, game.deal_cards)
    # UNDO still reaches the old game.
    back = play("UNDO UNDO UNDO").history.game
    assert (back.number, back.rules) == (0, Rules())


def test_new_alone_begins_a_standard_game(play: Play) -> None:
    play("OK 3 K 5", *OTHER)
    game = play("", "--new").history.game
    assert (game.rules, game.number, game.prompt.value) == (Rules(), 1, "cut_for_deal")
    assert [side.front for side in game.sides] == [0, 0]


def test_new_alone_begins_the_game_of_the_configuration(play: Play, tmp_path: Path) -> None:
    config = tmp_path / "muggins.toml"
    config.write_text('extends = "keypad-20"\n[game]\nnames = ["Ann", "Bob"]\n[rules]\ntarget = 61\n')
    play("OK 3 K 5")
    game = play("", "--config", config, "--new").history.game
    assert (game.names, game.rules) == (("Ann", "Bob"), Rules(target=61))


def test_a_game_put_away_is_listed_as_given_up(play: Play, journal: Path) -> None:
    (journal.parent / "deal.txt").write_text("\n".join(["muggins 1 players=2 start=0,0", "deals 1", *deal()]))
    assert muggins("replay", journal.parent / "deal.txt", "--journal", journal).status == 0
    play("", "--new", *OTHER)
    lines = muggins("history", "--journal", journal).out.splitlines()
    (line,) = (line for line in lines if line.startswith("    1"))
    assert "Left 10, Right 18: given up; 1 deal" in line
    assert "Left: 0 games finished" in lines and "Right: 0 games finished" in lines
    # After the housekeeping, the game has its own file and is listed as before.
    muggins("replay", "-", "--journal", journal, stdin="OK 3")
    assert (journal.parent / "games" / "00001.txt").exists()
    listed = json.loads(muggins("history", "--journal", journal, "--json").out)["games"]
    assert [(game["number"], game["winner"], game["scores"]) for game in listed] == [(1, None, [10, 18])]


@pytest.mark.parametrize("keys", ["", "OK", "4", "4 9", "OK UNDO", "OK 3 UNDO UNDO"])
def test_a_game_in_which_nothing_was_played_gives_way(play: Play, keys: str) -> None:
    play(keys)
    game = play("", *OTHER).history.game
    assert (game.rules, game.prompt.value, game.cards) == (
        Rules(players=3, muggins=True),
        "cut_for_deal",
        (),
    )


def test_a_game_that_is_over_gives_way_and_is_listed_as_won(play: Play, journal: Path) -> None:
    play("OK J", "--start", "119,100")
    game = play("", *OTHER).history.game
    assert (game.rules.players, game.number) == (3, 1)
    assert "Left 121, Right 100: Left wins; 0 deals" in muggins("history", "--journal", journal).out


def test_a_game_that_is_over_stays_until_ok_where_the_same_is_asked_for(play: Play) -> None:
    play("OK J", "--start", "119,100")
    for options in ((), ("--start", "119,100"), ("--players", "2")):
        game = play("", *options).history.game
        assert (game.prompt.value, game.number) == ("game_over", 0)
    won = play("OK", "--start", "119,100").history.game
    assert [side.games for side in won.sides] == [1, 0]
    # The next game of the match began at 0,0; the same command resumes it.
    assert play("3 K", "--start", "119,100").history.game.number == 1
    assert play("", "--start", "119,100").history.game.number == 1


def test_new_writes_nothing_where_that_game_has_just_begun(play: Play, journal: Path) -> None:
    for _ in range(2):
        assert play("", "--new").history.applied == 0
    play("OK 3")
    for _ in range(2):
        assert play("", "--new", *OTHER).history.applied == 3


def test_the_day_of_a_won_game_stays_known_once_the_next_game_has_begun(play: Play, journal: Path) -> None:
    def ended() -> list[str | None]:
        games = json.loads(muggins("history", "--journal", journal, "--json").out)["games"]
        return [game["ended"] for game in games]

    play("OK J", "--start", "119,100")
    (day,) = ended()
    assert day is not None
    play("OK", "--start", "119,100")
    assert ended() == [day]
    play("", "--start", "119,100")
    assert ended() == [day]


def test_a_game_chosen_in_the_menu_is_the_one_that_counts(play: Play, journal: Path) -> None:
    play("OK 3 MENU 6 2 OK OK OK 5")
    check_error(
        muggins("simulate", "--journal", journal, "--players", "2"), "a game for 3 players is in progress"
    )
    assert play("", "--players", "3").history.game.number == 1


@pytest.mark.parametrize("moment", ["before", "after"])
def test_new_game_loses_nothing_if_killed_at_any_system_call(
    tmp_path: Path, fork_server: ForkServer, moment: str
) -> None:
    new = ["simulate", "--new", *OTHER]
    for number in range(100):
        journal = tmp_path / str(number) / "games.txt"
        muggins("replay", "-", "--journal", journal, stdin="OK 3 K 5")
        before = muggins("record", "--journal", journal).out
        fate = {"call": "any", "number": number, "moment": moment}
        run = fork_server.run([*new, "--journal", str(journal)], unattended=True, **fate)
        assert run.err == ""
        assert muggins("record", "--journal", journal, "--game", "1").out == before
        standing = muggins("status", "--journal", journal, "--json").json
        assert (standing["players"], standing["presses"]) in ((2, 4), (3, 5))
        again = fork_server.run([*new, "--journal", str(journal)], unattended=True)
        assert (again.status, again.err) == (0, "")
        standing = muggins("status", "--journal", journal, "--json").json
        assert (standing["players"], standing["presses"]) == (3, 5)
        assert muggins("record", "--journal", journal, "--game", "1").out == before
        if run.status == 0:
            break
        assert run.status == -signal.SIGKILL
    assert 2 < number < 99  # the program at least opens, writes and syncs


def test_replay_says_that_the_game_in_the_journal_is_finished(play: Play, journal: Path) -> None:
    play("OK J", "--start", "119,100")
    with nothing_changes(journal.parent):
        check_error(
            muggins("replay", "-", "--journal", journal, "--players", "3", stdin="OK"),
            f"{journal}: a game for 2 players is finished (Left 121, Right 100)",
            "leave out --players to go on with it, or name another journal",
        )
