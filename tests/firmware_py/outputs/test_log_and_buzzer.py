"""The log lines about a game, and the sounds of key presses."""

import io
import tomllib
from pathlib import Path

import pytest

from engine.events import Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.match.record_lines import read_event
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board.board import Board, Made, Outcome
from firmware_py.board.loop import Loop
from firmware_py.board.ports import Ending, Sound
from firmware_py.input.keys import Key, Press, parse_input
from firmware_py.outputs.log_and_buzzer import GameLog, Sounds, line_of, sound_of, standing
from firmware_py.system.output import Log
from tests.support import keyed
from tests.support.fakes import Fingers, taps

SAID = tomllib.loads((Path(__file__).parents[2] / "data" / "said.toml").read_text(encoding="utf-8"))


def lines(words: str, start: tuple[int, ...] = (), rules: Rules | None = None) -> list[str]:
    """Press the keys in `words` in a new game, and return the lines that are written to the log."""
    board = Board(History.of(Game.new(rules, start)))
    return [line_of(outcome.made) for outcome in keyed.press(board, words) if outcome.made]


def test_a_deal_reads_as_it_was_played() -> None:
    assert lines("K 4 2 10 5 5 5 6 K K 9 GO 8 8 9 J OK") == SAID["log_of_a_deal"]


def test_undo_and_redo_name_the_event() -> None:
    assert lines("OK 3 10 5 UNDO REDO")[-2:] == [
        "5 undo; takes back lay 5",
        "6 redo; again: lay 5; Left: fifteen for two",
    ]


def test_a_correction_says_where_the_game_stands_now() -> None:
    *_, last = lines("OK 2 10 5 MENU 7 OK 6")
    assert last == "5 change 3 lay 6; score 0-0"
    *_, broken = lines("OK 2 10 5 5 3 GO MENU 7 GO GO GO GO OK A")
    # The cards are A, 5, 5 and 3: Right has a pair at a count of 11, and there is no go at 14.
    assert broken == (
        "8 change 2 lay A; score 0-2; The last press, Right's go, no longer fits and was dropped: "
        "No go at 14: up to 21, any card can be played"
    )


def test_the_end_of_a_game_and_the_next_one_are_said() -> None:
    *_, won, again = lines(f"{keyed.GAME_OVER} OK", keyed.WON)
    assert won.startswith("2 starter J; Left: two for his heels; Left wins! 121-100")
    assert again == "3 next-game; a new game; games won 1-0"


def test_a_new_game_by_the_menu_and_a_false_go_are_said() -> None:
    assert lines("OK 3 MENU 6 OK OK")[-1] == "3 new-game; a new game; games won 0-0"
    *_, last = lines("OK 2 K Q 5 GO A GO 6")
    assert last.endswith("; Left said go at 25 but had a 6")


def test_a_reason_not_to_save_is_logged_once_and_the_end_if_the_menu_chose_it() -> None:
    written = io.StringIO()
    written.isatty = lambda: True  # type: ignore[method-assign]
    log, press = GameLog(Log(written)), Press(Key.OK)
    full = Outcome(0, why="Not saved: the disk is full", unsaved=True)
    for outcome in (full, full, keyed.press(keyed.board(), "OK")[0], full):
        log.pressed(press, outcome)
    log.ended(Ending.STOPPED)
    log.ended(Ending.POWER_OFF)
    warned = "Not saved: the disk is full; the press was refused"
    ended = "switching the machine off, as chosen in the menu"
    said = [line.removeprefix("muggins: ") for line in written.getvalue().splitlines()]
    assert said == [warned, "1 deals 0", warned, ended]


@pytest.mark.parametrize("seed", range(2))
def test_every_line_of_a_game_begins_with_its_number_and_the_event_of_the_record(seed: int) -> None:
    board = Board(History.of(Game.new()))
    for number, word in enumerate(keyed.whole_game(seed, suits=seed % 2 == 1, second_thoughts=True), start=1):
        made = board.press(parse_input(word)).made
        assert made
        line = line_of(made)
        assert line.isprintable()
        before, _, _ = line.partition(";")
        count, _, event = before.partition(" ")
        assert int(count) == number == made.after.applied
        assert read_event(event) == made.event


def test_names_are_said_as_they_are_typed() -> None:
    setup = Setup(names=("Zoë", "O'Neil")).checked()
    board = Board(History.of(Game.of(setup)))
    made = [outcome.made for outcome in keyed.press(board, "OK J")]
    assert made[1] and line_of(made[1]) == "2 starter J; Zoë: two for his heels"
    assert standing(board.history, board.view) == "2 presses, Zoë 2, O'Neil 0; O'Neil: card"
    begun = Made(board.history, Event(Kind.NEW_GAME), board.history.apply(Event(Kind.NEW_GAME)))
    assert line_of(begun) == "3 new-game; a new game; games won 0-0"


def test_a_peg_a_refusal_and_a_win_are_heard_once_each() -> None:
    sounds: list[Sound] = []
    board = keyed.board("OK 2", start=(118, 0))
    fingers = Fingers(taps("10 K UNDO 5 5 5 5 5", at=1.0))
    Loop(board, (), fingers, fingers.clock, Sounds(sounds.append)).run()
    # 10 and K score nothing, and UNDO takes the king back. The 5 makes fifteen for seat 0, who reaches 120.
    # The second 5 is a pair for seat 1, and the third wins with a pair royal. Further fives are refused.
    assert sounds == [Sound.PEG, Sound.PEG, Sound.WIN, Sound.REFUSAL, Sound.REFUSAL]


def test_points_taken_back_a_page_and_a_new_game_are_silent() -> None:
    outcomes = keyed.press(keyed.board("OK 2 10"), "5 UNDO REDO MENU 6 OK OK")
    assert list(map(sound_of, outcomes)) == [Sound.PEG, None, Sound.PEG, *[None] * 4]
