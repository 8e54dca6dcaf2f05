"""Real boards in processes of their own, whose keys are pressed through sockets, in a terminal, or by chance.

    python -m tests.support.board_process               a board without hardware, until SIGTERM
    python -m tests.support.board_process SEED NUMBER   press random keys on emulated hardware without pauses

As for a systemd service, `STATE_DIRECTORY` is the folder for the journal, and `RUNTIME_DIRECTORY` is the
folder for the view file and the key socket. The program prints `ready` once the board has shown its first
view.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pexpect
import pyte

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
from tests.support.command import ENVIRONMENT, MUGGINS, Result, process
from tests.support.deadline import Deadline, until
from tests.support.processes import Program, aborted, ended

_CONFIGURATION = """extends = "usb-numpad"
display = false
lights = false
[game]
names = ["Ann", "Bob"]
"""


class BoardProcess(Program):
    """A board in a separate process, which runs until it is closed.

    If a new board is then started in the same folder, it resumes the game.
    """

    def __init__(self, folder: Path) -> None:
        self._window = folder / "window"
        self._window.mkdir(exist_ok=True)
        config = folder / "board.toml"
        config.write_text(_CONFIGURATION)
        before = self.view().get("run")
        variables = ENVIRONMENT | self.environment(folder) | {"STATE_DIRECTORY": str(folder / "state")}
        super().__init__([*MUGGINS, "--config", config], folder / "board.log", env=variables)
        until(lambda: self.view().get("run", before) != before, "the board")

    @staticmethod
    def environment(folder: Path) -> dict[str, str]:
        """Return the environment variable that other programs use to find the board's view file."""
        return {"RUNTIME_DIRECTORY": str(folder / "window")}

    def view(self) -> dict[str, Any]:
        """Return the contents of the board's view file, or an empty dictionary if it does not exist yet."""
        try:
            return dict(json.loads((self._window / "view.json").read_bytes()))
        except FileNotFoundError:
            return {}

    def press(self, keys: str) -> None:
        """Press keys one after another. After each one, wait until the board has handled it."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            for key in keys.split():
                name = os.urandom(6).hex()
                sender.sendto(json.dumps({"key": key, "id": name}).encode(), str(self._window / "keys"))
                until(lambda name=name: name in [each.get("id") for each in self.view()["recent"]], key)

    def kill(self) -> None:
        super().close()

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def close(self, how: signal.Signals = signal.SIGTERM) -> None:
        if (status := self.process.poll()) is not None:
            print(f"the board has ended with status {status}:", self.log())
        self.process.send_signal(how)
        ended(self.process)


class InTerminal:
    """The `muggins` command, running in an emulated terminal."""

    def __init__(
        self,
        *arguments: object,
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str] | None = None,
        is_utf8: bool = True,
        is_silent: bool = False,
    ) -> None:
        """Start the command in an emulated terminal.

        Args:
            arguments: the arguments after `muggins`.
            size: the number of columns and lines on the terminal.
            environment: environment variables to add.
            is_utf8: True if the terminal uses UTF-8, False if it uses Latin-1.
            is_silent: True if the terminal does not reply to queries.
        """
        columns, lines = size
        self.written = b""
        # The size comes from the terminal, not from variables that pytest sets.
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self._child = pexpect.spawn(
            sys.executable,
            ["-m", "firmware_py", *map(str, arguments)],
            env=kept | {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | dict(environment or {}),
            dimensions=(lines, columns),
        )
        self._child.delaybeforesend = None
        self._child.ptyproc.delayafterclose = 0
        self._screen = pyte.Screen(columns, lines)
        # It replies to a program's queries, e.g. about the position of the cursor.
        self._screen.write_process_input = (lambda data: None) if is_silent else self._child.send
        self._stream = pyte.ByteStream(self._screen)
        if not is_utf8:
            self._stream.select_other_charset("@")

    def __enter__(self) -> InTerminal:
        return self

    def __exit__(self, *error: object) -> None:
        self._child.close(force=True)

    @property
    def lines(self) -> Sequence[str]:
        return list(self._screen.display)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.lines).split())

    def type(self, text: str) -> None:
        self._child.send(text)

    def signal(self, number: signal.Signals) -> None:
        self._child.kill(number)

    @property
    def is_stopped(self) -> bool:
        """True if the command has been suspended, e.g. by Ctrl-Z (Linux only)."""
        status = Path(f"/proc/{self._child.pid}/stat").read_text(encoding="utf-8")
        return status.rpartition(") ")[2][0] == "T"

    def resize(self, columns: int, lines: int) -> None:
        self._screen.resize(lines, columns)
        self._child.setwinsize(lines, columns)

    def until(self, *texts: str) -> None:
        deadline = Deadline()
        while not all(text in self.words for text in texts):
            shown = "\n".join(self.lines)
            deadline.left(f"{texts} on the screen:\n{shown}")
            assert self.read(), f"it ended before {texts} came:\n{shown}"

    def ends(self) -> int:
        """Wait until the command ends, check that it restored the terminal, and return its exit status."""
        deadline = Deadline()
        while self.read():
            deadline.left("the end of the command:\n" + "\n".join(self.lines))
        until(lambda: not self._child.isalive(), "the end of the command")
        after = termios.tcgetattr(self._child.child_fd)
        self._child.close()
        before = _settings_of_a_new_terminal()
        assert after == before, (after, before)
        assert self.written.count(b"\x1b[?1049h") == self.written.count(b"\x1b[?1049l")
        return self._child.exitstatus

    def read(self) -> bool:
        """Wait at most 0.1 seconds for output of the command, and show the output on the emulated screen.

        Return False if the output has ended.
        """
        try:
            some = self._child.read_nonblocking(65536, timeout=0.1)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.written += some
        self._stream.feed(some)
        return True


def _settings_of_a_new_terminal() -> list[Any]:
    ours, theirs = os.openpty()
    try:
        return termios.tcgetattr(ours)
    finally:
        os.close(ours)
        os.close(theirs)


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
        command = [sys.executable, "-m", "tests.support.board_process", *arguments]
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


class _Ready(Listener):
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
        listener = Listeners(window, FaultLog(Log()), _Ready())
        if arguments:
            seed, number = map(int, arguments)
            replay_on_device(board, random_keys(seed, number), listener)
        else:
            with closing(assemble(load(), None, board, queue, time.monotonic, listener, window)) as made:
                made.loop.run()
        listener.ended(Ending.STOPPED)


if __name__ == "__main__":
    main(sys.argv[1:])
