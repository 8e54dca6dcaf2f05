"""Boards with a joystick."""

from collections.abc import Iterable

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.dialogue import Equipment
from firmware_py.input.joystick import PickerContext
from firmware_py.input.keys import parse_input

JOYSTICK = Equipment(joystick=True)


def joystick_board(words: str = "", rules: Rules | None = None, start: Iterable[int] = ()) -> Board:
    """Press some keys and directions on a new board with a joystick, and return the board.

    Args:
        words: the keys and directions, separated by spaces. Each must be accepted.
        rules: the rules of the game; None for the default rules.
        start: each side's score at the start.
    """
    board = Board(History.of(Game.new(rules, tuple(start))), equipment=JOYSTICK)
    for word in words.split():
        assert board.press(parse_input(word)).why is None, word
    return board


def context_of(board: Board) -> PickerContext:
    return PickerContext(board.entry, board.history, JOYSTICK)


def chosen(board: Board) -> str | None:
    """Return the key selected with the joystick, or None if the display shows no keys to choose from."""
    grid = board.view.picker
    return None if grid is None else grid.labels[grid.chosen]
