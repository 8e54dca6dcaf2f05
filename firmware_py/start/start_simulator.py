"""Run a board in the terminal, with emulated parts."""

from __future__ import annotations

import gc
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from engine.match.history import History
from firmware_py.board import Board
from firmware_py.commands.game_options import GameAsked
from firmware_py.commands.resume_or_begin import resume_or_begin
from firmware_py.config.build import load
from firmware_py.housekeeping import Housekeeping
from firmware_py.journal.journal import Journal
from firmware_py.journal.locations import default_journal
from firmware_py.words.in_use import use, words

if TYPE_CHECKING:
    from engine.coach.opponent import Strength
    from firmware_py.add_on import AddOn
    from firmware_py.commands.demo_script import Script
    from firmware_py.config.config import Config
    from firmware_py.listeners.listener import Listener
    from firmware_py.solo.solo_board import SoloBoard

# The emulator is imported only after the check that it can run here.


def start_simulator(
    config: Config, path: Path | None, asked: GameAsked, opponent: Strength | None = None
) -> None:
    """Run a board in the terminal.

    Args:
        config: the board's configuration.
        path: the path to the journal; None for the player's own journal. Only the player's own journal is
            repaired if it is damaged.
        asked: the game to play.
        opponent: the program's strength as an opponent; None if all players are human.

    Raises:
        UsageError: the simulator cannot run here, or another game is in progress.
        JournalError: the journal cannot be opened.
    """
    check_terminal()  # before the journal is touched
    use(config.words)
    file = path or default_journal()
    with closing(Journal(file, asked.setup, repair=path is None)) as journal:
        equipment = config.equipment()._replace(joystick=False)
        if asked.given:
            equipment = equipment._replace(new_game=None)  # the next game is also like the one asked for
        board = Board(journal.history, journal, journal.notice, equipment=equipment)
        solo: SoloBoard | None = None
        if opponent is not None:
            from firmware_py.solo.start_solo import solo_board

            board = solo = solo_board(journal, equipment, opponent)
        resume_or_begin(board, journal.header, file, asked)
        run_in_terminal(config, board, file, solo=solo)
        Housekeeping(board.match).work()  # if it fails, the next start tries again and reports it


def watch(begins: History, script: Script) -> None:
    """Show a game that plays itself on the simulated board in the terminal. Nothing is saved.

    Args:
        begins: the match before the first key press of `script`.
        script: the key presses that make up the game.

    Raises:
        UsageError: the simulator cannot run here.
    """
    check_terminal()
    run_in_terminal(load(), Board(begins), None, script)


def check_terminal() -> None:
    """Check that the simulator can run in this terminal.

    Raises:
        UsageError: the simulator cannot run here.
    """
    from firmware_py.emulator.terminal.terminal_check import check

    check()
    gc.enable()


def run_in_terminal(
    config: Config,
    board: Board,
    journal: Path | None,
    script: Script | None = None,
    solo: SoloBoard | None = None,
) -> None:
    """Run a board with emulated parts, which are shown in the terminal, until the player quits.

    Args:
        config: the board's configuration.
        board: the state of the game.
        journal: the path to the journal that saves the game; None to save nothing and to hide the board from
            other programs.
        script: the key presses of a game that plays itself; None if the player presses the keys.
        solo: `board`, if the program is to play as the opponent; None if all players are human.
    """
    from firmware_py.assembly import assemble, board_window, coach_add_on, phone_add_on
    from firmware_py.drivers.edge_queue import EdgeQueue
    from firmware_py.emulator.emulated_board import EmulatedBoard, with_simulator_keys
    from firmware_py.emulator.terminal.app import show_in_terminal
    from firmware_py.emulator.terminal.script_player import EdgeAndEventQueue, player
    from firmware_py.listeners.listener import Listeners
    from firmware_py.listeners.log import FaultLog, Log
    from firmware_py.ports import Ending

    emulated = EmulatedBoard(with_simulator_keys(config))
    queue, plays = EdgeQueue(time.monotonic), None
    if script:
        queue = aside = EdgeAndEventQueue(time.monotonic, board.take)
        plays = player(script, board, aside)
    with ExitStack() as opened:
        listener: Listener = FaultLog(Log())
        add_ons: list[AddOn] = []
        if journal:
            window = opened.enter_context(closing(board_window(journal, queue)))
            listener = Listeners(listener, window)
            add_ons.append(phone_add_on(board, window, listener))
        if solo is not None:
            from firmware_py.solo.start_solo import join_opponent

            listener = Listeners(listener, join_opponent(solo, queue.put_message))
        add_ons.append(coach_add_on(board, queue, listener, solo.completed if solo else None))
        made = assemble(emulated.config, emulated.wires, board, queue, time.monotonic, listener, add_ons)
        about = str(journal) if journal else words().PLAYS_ITSELF
        with closing(made) as assembly:
            show_in_terminal(emulated, board, assembly.loop.run, queue.stop, about, plays)
            listener.ended(Ending.STOPPED)
