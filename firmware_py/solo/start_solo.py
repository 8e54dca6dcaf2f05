"""Start a game for one player against the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.coach.opponent import Strength
from engine.setup import Setup
from firmware_py.commands.game_options import GameAsked
from firmware_py.errors import UsageError
from firmware_py.solo.delayed_presses import DelayedPresses
from firmware_py.solo.solo_board import SoloBoard, is_for_one
from firmware_py.words.in_use import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.match.history import History
    from firmware_py.input.equipment import Equipment
    from firmware_py.input.press import Press
    from firmware_py.journal.journal import Journal


def solo_game(asked: GameAsked) -> GameAsked:
    """Return the game that the user asked for, converted to a game against the program.

    Raises:
        UsageError: the program cannot play by the chosen rules.
    """
    setup = asked.setup
    if not is_for_one(setup.rules):
        raise UsageError(
            "the opponent knows the six-card game for two, with each card keyed as it is laid and without "
            "muggins: leave out --opponent, or the option of the rules"
        )
    return asked._replace(setup=_named(setup), given=(*asked.given, "--opponent"))


def is_going_on(history: History, asked: GameAsked) -> bool:
    """Return True if the match in the journal is the one that the user asked for.

    It must have the same rules and player names.
    """
    game = history.game
    return game.rules == asked.setup.rules and game.names == asked.setup.names


def solo_board(journal: Journal, equipment: Equipment, strength: Strength) -> SoloBoard:
    """Return a board on which one person plays against the program.

    Call `join_opponent` to let the program join.
    """
    return SoloBoard(journal.history, journal, journal.notice, equipment=equipment, strength=strength)


def join_opponent(board: SoloBoard, put: Callable[[Press], bool]) -> DelayedPresses:
    """Let the program play as the opponent. Return the object that presses the opponent's keys.

    Args:
        board: the board on which one player plays against the program.
        put: a function that is called with each of the opponent's key presses, in a separate thread. It
            returns False if there is no room for the key press.

    Raises:
        JournalError: the journal cannot be written.
    """
    board.begin()
    return DelayedPresses(board, put)


def _named(setup: Setup) -> Setup:
    return setup if setup.names else setup._replace(names=words().SOLO_NAMES)
