"""A board in a separate process, for testing the programs that watch a board and press its keys.

    python -m tests.support.followed_board               a board without hardware, until SIGTERM
    python -m tests.support.followed_board SEED NUMBER   press random keys on emulated hardware without pauses

As for a systemd service, `STATE_DIRECTORY` is the folder for the journal, and `RUNTIME_DIRECTORY` is the
folder for the view file and the key socket. The program prints `ready` once the board has shown its first
view.
"""

import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from engine.setup import Setup
from firmware_py.board.board import Board
from firmware_py.board.listener import Listener, Listeners
from firmware_py.board.ports import Ending
from firmware_py.config.build import load
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.input.keys import Key
from firmware_py.input.settings import Equipment
from firmware_py.journal.journal import Journal
from firmware_py.journal.locations import default_journal
from firmware_py.outputs.log_and_buzzer import FaultLog
from firmware_py.start.assembly import assemble, board_window
from firmware_py.start.device_replay import replay_on_device
from firmware_py.start.service import heed
from firmware_py.system.output import Log
from tests.support.command import ENVIRONMENT, Result, process
from tests.support.processes import Program, aborted


class FollowedBoard(Program):
    """A board that runs in a separate process.

    Attributes:
        environment: the environment variables that other programs use to find this board.
        view: the path to the view file, which describes what the board shows.
    """

    def __init__(self, folder: Path, *arguments: object, **options: Any) -> None:
        """Start a board, and wait until it has written its view file.

        Args:
            folder: the folder for the board's state. The view file is in its subfolder `run`.
            arguments: a random seed, and how many random keys the board presses on its emulated keypad. If
                omitted, the board has no keypad, and no keys are pressed.
            options: more options for `subprocess.Popen`, such as `user`.
        """
        self.environment = {"STATE_DIRECTORY": str(folder), "RUNTIME_DIRECTORY": str(folder / "run")}
        self.view = folder / "run" / "view.json"
        command = [sys.executable, "-m", "tests.support.followed_board", *arguments]
        super().__init__(command, env={**ENVIRONMENT, **self.environment}, **options)
        if self.out.line() != "ready":
            raise AssertionError(aborted(self.process))

    def press(self, *words: str) -> Result:
        return process("press", *words, environment=self.environment)

    def status(self) -> dict[str, Any]:
        return process("status", "--json", environment=self.environment).json


def random_keys(seed: int, number: int) -> Sequence[Key]:
    chance = Random(seed)
    ranks = list(Key)[:13]
    return chance.choices([*Key, *ranks * 6, *[Key.OK, Key.GO] * 8], k=number)


class Ready(Listener):
    def __init__(self) -> None:
        self._told = False

    def shown(self, board: Board) -> None:
        if not self._told:
            print("ready", flush=True)
            self._told = True


def main(arguments: Sequence[str]) -> None:
    """Run a board until it receives a stop signal, or until a number of random keys have been pressed.

    Args:
        arguments: an empty list to wait for a stop signal; otherwise a random seed and the number of keys.
    """
    path, queue = default_journal(), EdgeQueue(time.monotonic)
    heed(queue.stop, queue.reload)
    with closing(Journal(path, Setup().checked())) as journal, closing(board_window(path, queue)) as window:
        board = Board(journal.history, journal, equipment=Equipment(phones=True))
        listener = Listeners(window, FaultLog(Log()), Ready())
        if arguments:
            seed, number = map(int, arguments)
            replay_on_device(board, random_keys(seed, number), listener)
        else:
            with closing(assemble(load(), None, board, queue, time.monotonic, listener, window)) as made:
                made.loop.run()
        listener.ended(Ending.STOPPED)


if __name__ == "__main__":
    main(sys.argv[1:])
