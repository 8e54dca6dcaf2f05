"""The sounds for key presses."""

from firmware_py.board.board import Board
from firmware_py.board.loop import Loop
from firmware_py.board.ports import Sound
from firmware_py.input.keys import Key
from firmware_py.outputs.log_and_buzzer import Sounds, sound_of
from tests.support import keyed
from tests.support.fakes import Fingers, taps


def heard(board: Board, words: str) -> list[Sound | None]:
    """Press keys on a board, and return the sound made for each key press, or None if there was none."""
    return [sound_of(outcome) for outcome in keyed.press(board, words)]


def test_a_peg_a_refusal_and_a_win_are_heard_once_each() -> None:
    sounds: list[Sound] = []
    board = keyed.board("OK 2", start=(118, 0))
    fingers = Fingers(taps("10 K UNDO 5 5 5 5 5", at=1.0))
    Loop(board, (), fingers, fingers.clock, Sounds(sounds.append)).run()
    # 10 and K score nothing, and UNDO takes the king back. The 5 makes fifteen for seat 0, who reaches 120.
    # The second 5 is a pair for seat 1, and the third wins with a pair royal. Further fives are refused.
    assert sounds == [Sound.PEG, Sound.PEG, Sound.WIN, Sound.REFUSAL, Sound.REFUSAL]


def test_a_notice_makes_no_sound() -> None:
    heard: list[Sound] = []
    sounds = Sounds(heard.append)
    sounds.noticed("lights: back")
    sounds.failed("display", OSError())
    assert heard == []


def test_a_press_that_only_wakes_the_screen_is_refused() -> None:
    assert sound_of(keyed.board("OK 2").refuse("The screen was dark")) is Sound.REFUSAL


def test_taking_points_back_is_silent_and_scoring_them_again_is_not() -> None:
    assert heard(keyed.board("OK 2 10"), "5 UNDO REDO") == [Sound.PEG, None, Sound.PEG]


def test_a_page_and_a_new_game_are_silent() -> None:
    board = keyed.board("OK 2", start=(10, 20))
    assert heard(board, "MENU 6 OK OK") == [None] * 4
    assert board.press(Key.UNDO).took
