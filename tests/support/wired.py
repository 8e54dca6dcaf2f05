"""Run a board in a separate process, as a command or a service, with emulated hardware.

The board's own drivers run; the pins and buses that they use are emulated.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from engine.game import Game
from engine.match.history import History
from firmware_py.board.board import Board
from firmware_py.input.settings import Equipment
from firmware_py.render import oled
from tests.support import keyed
from tests.support.command import ENVIRONMENT, Result, muggins
from tests.support.deadline import PATIENCE, until
from tests.support.processes import Lines, Program, ended, run

ON_THE_WIRE = Path(__file__).with_name("on_the_wire.py")


def on_the_wire(journal: Path, *options: str, **environment: str) -> tuple[Result, dict[str, object]]:
    """Run `muggins` with emulated hardware until the program ends.

    Args:
        journal: the path to the journal. Its folder is also used for the board's state.
        options: options for `tests/support/on_the_wire.py`. Those with `=` are passed on to `muggins`.
        environment: additional environment variables.

    Returns:
        The result of the command, and the final state of the emulated display and LEDs.
    """
    variables = {**ENVIRONMENT, "STATE_DIRECTORY": str(journal.parent), **environment}
    done = run([sys.executable, ON_THE_WIRE, *options], env=variables, capture_output=True, text=True)
    out, _, left = done.stdout.rpartition("left: ")
    return Result(done.returncode, out, done.stderr), json.loads(left or "null")


class Systemd:
    """A test double for systemd, with a socket for the service's messages and a thread that reads them.

    Attributes:
        address: the socket's path.
        beats: the number of watchdog messages read so far.
    """

    def __init__(self, folder: Path) -> None:
        """Create, in `folder`, the socket to which the board sends its messages for systemd."""
        self.address = folder / "notify"
        self.beats = 0
        self._told: SimpleQueue[str] = SimpleQueue()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self.address))
        self._reader = threading.Thread(target=self._read, name="systemd", daemon=True)
        self._reader.start()

    def told(self) -> dict[str, str]:
        """Wait for the board's next message to systemd, except watchdog messages.

        Returns:
            The variables in the message, such as `READY` with the value `1`.

        Raises:
            TimeoutError: no such message arrived in time.
        """
        try:
            said = self._told.get(timeout=PATIENCE)
        except Empty:
            raise TimeoutError(f"systemd was told nothing but {self.beats} watchdog beats") from None
        return dict(line.partition("=")[::2] for line in said.splitlines())

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._reader.join(PATIENCE)
        self._socket.close()

    def _read(self) -> None:
        while said := self._socket.recv(4096).decode():
            if said == "WATCHDOG=1":
                self.beats += 1
            else:
                self._told.put(said)


class Running(Program):
    """A board with an emulated display, LEDs and keys that runs as a service in a separate process.

    Attributes:
        systemd: the test double for systemd to which the board reports.
        process: the board's process.
    """

    def __init__(
        self, folder: Path, systemd: Systemd, options: Sequence[str], environment: dict[str, str]
    ) -> None:
        """Start a board, which accepts commands after `begin`.

        Args:
            folder: the folder for the board's state.
            systemd: the test double for systemd.
            options: options for `tests/support/on_the_wire.py`. Those with `=` are passed on to `muggins`.
            environment: additional environment variables.
        """
        self.systemd = systemd
        self._said: list[str] = []
        reading, writing = os.pipe()
        pipe = os.fstat(writing)
        self._stderr = os.fdopen(reading, "rb")
        variables = {
            "STATE_DIRECTORY": str(folder),
            "RUNTIME_DIRECTORY": str(folder / "run"),
            "NOTIFY_SOCKET": str(systemd.address),
            "WATCHDOG_USEC": "20000000",
            "JOURNAL_STREAM": f"{pipe.st_dev}:{pipe.st_ino}",
        }
        command = [sys.executable, ON_THE_WIRE, "--wait", *options]
        with os.fdopen(writing, "wb") as stderr:
            environment = ENVIRONMENT | variables | environment
            super().__init__(command, env=environment, stdin=subprocess.PIPE, stderr=stderr)
        self._err = Lines(self._stderr)

    def begin(self) -> None:
        assert self.out.line() == "playing"

    def ask(self, what: str) -> dict[str, Any]:
        """Send a command such as `press MENU 8` to the board. Return the state of its display and LEDs."""
        self.say(what)
        return json.loads(self.out.line())

    def shows(self, picture: bytes) -> bool:
        """Wait until the display shows this picture, and return True.

        Raises:
            TimeoutError: the display did not show the picture in time.
        """
        until(lambda: self.ask("look")["glass"] == picture.hex(), "this picture on the panel")
        return True

    def end(self, say: str = "stop") -> dict[str, Any]:
        """Send the board a last command, wait until it stops, and return the state of its display and LEDs.

        Args:
            say: the command, such as `press MENU 8`. The board also stops after a command other than `stop`,
                because its standard input is then closed.
        """
        self.say(say)
        self.process.stdin.close()
        left = self.out.rest().rpartition("left: ")[2]
        ended(self.process)
        return json.loads(left)

    def says(self) -> str:
        self._said.append(self._err.line())
        return self._said[-1]

    @property
    def log(self) -> list[str]:
        """All lines of the board's log. Use this property only after the board has stopped."""
        self._said += self._err.rest().splitlines()
        return self._said

    def close(self) -> None:
        """Close the pipes. If the board is still running, print its log and its stack traces, and kill it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGABRT)
            with suppress(TimeoutError):
                print(*self.log, sep="\n")
        super().close()
        self._stderr.close()


@contextmanager
def board(folder: Path, *options: str, **environment: str) -> Iterator[Running]:
    """Run a board with emulated hardware as a service until the `with` block ends.

    Args:
        folder: the folder for the board's state.
        options: options for `tests/support/on_the_wire.py`, which runs the board. Options with `=` are passed
            on to `muggins`.
        environment: additional environment variables.
    """
    (folder / "run").mkdir()
    with (
        closing(Systemd(folder)) as systemd,
        closing(Running(folder, systemd, options, environment)) as board,
    ):
        board.begin()
        yield board


@contextmanager
def service(folder: Path, *options: str, **environment: str) -> Iterator[Running]:
    """Start a board in a separate process, and wait until it has told systemd that it is ready.

    Args:
        folder: the folder for the board's state.
        options: options for `tests/support/on_the_wire.py`. Those with `=` are passed on to `muggins`.
        environment: additional environment variables.
    """
    with board(folder, *options, **environment) as running:
        assert running.systemd.told()["READY"] == "1"
        yield running


def picture_after(words: str, say: Callable[[Board], object] = lambda board: None) -> bytes:
    """Press OK, J and then the given keys on a new board, and return the picture on its display as bytes.

    Args:
        words: the keys to press after J, separated by spaces.
        say: a function that is called with the board before the picture is drawn, e.g. to show a notice.
    """
    board = Board(History.of(Game.new()))
    board.equip(Equipment(powers_off=True, phones=True))
    keyed.press(board, f"OK J {words}")
    say(board)
    return oled.draw(board.view).frame()


def standing(folder: Path) -> tuple[str, int]:
    """Return the prompt of the game saved in a folder, and how many key presses have taken effect in it."""
    made = muggins("status", "--journal", folder / "games.txt", "--json").json
    return made["prompt"], made["presses"]
