"""Run a board in the terminal, with emulated parts.

The picture of the board needs the Python package Textual, and a terminal that supports UTF-8 and many
characters. On other terminals, the board is shown as lines of text.
"""

from __future__ import annotations

import asyncio
import gc
import os
import shlex
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from engine.match.history import History
from firmware_py.board.board import Board
from firmware_py.board.loop import Housekeeping
from firmware_py.config.build import load
from firmware_py.journal.journal import Journal
from firmware_py.journal.locations import default_journal
from firmware_py.system.errors import UsageError
from firmware_py.system.process import is_packaged
from firmware_py.words.in_use import use, words

from .game_asked import GameAsked, resume_or_begin

if TYPE_CHECKING:
    from engine.coach.opponent import Strength
    from firmware_py.board.listener import Listener
    from firmware_py.config.config import Config
    from firmware_py.emulator.script import Script


# The emulator is imported only after the check that it can run here.


def start_simulator(
    config: Config,
    path: Path | None,
    asked: GameAsked,
    opponent: Strength | None = None,
    *,
    as_text: bool = False,
) -> None:
    """Run a board in the terminal.

    Args:
        path: the path to the journal; None for the player's own journal. Only the player's own journal is
            repaired if it is damaged.
        opponent: the program's strength as an opponent; None if all players are human.
        as_text: True to show the board as lines of text on every terminal.

    Raises:
        UsageError: the simulator cannot run here, or another game is in progress.
        JournalError: the journal cannot be opened.
    """
    as_text = check_terminal(as_text=as_text)  # before the journal is touched
    use(config.words)
    file = path or default_journal()
    with closing(Journal(file, asked.setup, repair=path is None)) as journal:
        hints = config.hints and opponent is not None
        equipment = config._replace(signals=None).equipment()._replace(joystick=False, hints=hints)
        if asked.given:
            equipment = equipment._replace(new_game=None)  # the next game is also like the one asked for
        board = Board(journal.history, journal, journal.notice, equipment=equipment)
        resume_or_begin(board, journal.header, file, asked)
        run_in_terminal(config, board, file, opponent=opponent, as_text=as_text)
        Housekeeping(board).work()  # if it fails, the next start tries again and reports it


def watch(begins: History, script: Script, *, as_text: bool = False) -> None:
    """Show a game that plays itself on the simulated board in the terminal. Nothing is saved.

    Args:
        begins: the match before the first key press of `script`.
        as_text: True to show the board as lines of text on every terminal.

    Raises:
        UsageError: the simulator cannot run here.
    """
    as_text = check_terminal(as_text=as_text)
    run_in_terminal(load(), Board(begins), None, script, as_text=as_text)


def run_in_terminal(
    config: Config,
    board: Board,
    journal: Path | None,
    script: Script | None = None,
    opponent: Strength | None = None,
    *,
    as_text: bool = False,
) -> None:
    """Run a board with emulated parts, which are shown in the terminal, until the player quits.

    Args:
        journal: the path to the journal that saves the game; None to save nothing and to hide the board from
            other programs.
        script: the key presses of a game that plays itself; None if the player presses the keys.
        opponent: the strength of the program, if it plays as the opponent; None if all players are human.
        as_text: True to show the board as lines of text.
    """
    from firmware_py.board.ports import Ending
    from firmware_py.drivers.edge_queue import EdgeQueue
    from firmware_py.emulator.board import EmulatedBoard, with_simulator_keys
    from firmware_py.emulator.script import EdgeAndEventQueue, player
    from firmware_py.system.output import Log

    from .assembly import assemble, board_window, game_time, listening

    emulated = EmulatedBoard(with_simulator_keys(config))
    queue, plays = EdgeQueue(time.monotonic), None
    if script:
        queue = aside = EdgeAndEventQueue(time.monotonic, board.take)
        plays = player(script, board, aside)
    with ExitStack() as opened:
        window = opened.enter_context(closing(board_window(journal, queue))) if journal else None
        listeners: list[Listener] = [window, game_time(journal)] if window and journal else []
        if as_text:
            from firmware_py.emulator.text import TextScreen, play_as_text

            screen = TextScreen()
            screen.tell(words().PLAYS_ITSELF if script else words().TEXT_KEYS)
            listeners.append(screen)
        listener = listening(Log(), *listeners)
        made = assemble(
            emulated.config, emulated.wires, board, queue, time.monotonic, listener, window, opponent
        )
        about = str(journal) if journal else words().PLAYS_ITSELF
        with closing(made) as assembly:
            if as_text:
                asyncio.run(play_as_text(emulated, board, assembly.loop.run, queue.stop, plays))
            else:
                from firmware_py.emulator.app import SimulatorApp

                SimulatorApp(emulated, board, assembly.loop.run, queue.stop, about, plays).show()
            listener.ended(Ending.STOPPED)


_NO_TERMINAL = (
    "the simulator needs a terminal: run it without redirecting its input or output; "
    "'muggins replay FILE' presses keys and prints the state of the game"
)


_ONLY_TEXT = ("", "dumb", "linux")
"""The values of TERM of terminals without a cursor, or with few characters, such as the Linux console."""


def check_terminal(*, as_text: bool) -> bool:
    """Check that the simulator can run in this terminal. Return True if it has to show the board as text.

    Otherwise, make Textual write UTF-8.

    Args:
        as_text: True if the user wants text on every terminal.

    Raises:
        UsageError: the program is not running in a terminal, or Textual is needed and not installed.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(_NO_TERMINAL)
    gc.enable()
    if as_text or os.environ.get("TERM", "") in _ONLY_TEXT:
        return True
    try:
        import firmware_py.emulator.app  # noqa: F401
    except ModuleNotFoundError as error:
        if error.name not in ("textual", "rich"):
            raise
        raise UsageError(f"the simulator needs the Python package textual: {_how_to_get_textual()}") from None
    from firmware_py.emulator.glass import use_utf8

    if not sys.stderr.isatty():  # Textual draws on standard error
        raise UsageError(_NO_TERMINAL)
    return not use_utf8()


def _how_to_get_textual() -> str:
    if is_packaged():
        return "the Debian package has only 'simulate --text'; for the picture, run Muggins from its source"
    pip = shlex.quote(str(Path(sys.executable).with_name("pip")))  # the pip of the same virtual environment
    return f"in the source folder of Muggins, run {pip} install '.[simulator]'"
