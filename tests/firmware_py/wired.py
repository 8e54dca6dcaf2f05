"""A board on its real parts, emulated at the wire, in a process of its own: a command, or a service."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from engine.game import Game
from engine.history import History
from firmware_py.app import Board
from firmware_py.render import oled
from tests.firmware_py import keyed
from tests.firmware_py.command import ENVIRONMENT, Result, muggins

ON_THE_WIRE = Path(__file__).with_name("on_the_wire.py")


def on_the_wire(journal: Path, *how: str, **environment: str) -> tuple[Result, dict[str, object]]:
    """Run `muggins` on emulated pins and chips until it is told to stop; what it leaves on them."""
    done = subprocess.run(
        [sys.executable, str(ON_THE_WIRE), *how],
        env={**ENVIRONMENT, "STATE_DIRECTORY": str(journal.parent), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    out, _, left = done.stdout.rpartition("left: ")
    return Result(done.returncode, out, done.stderr), json.loads(left or "null")


class Systemd:
    """The socket that a service tells systemd on."""

    def __init__(self, folder: Path) -> None:
        self.address = folder / "notify"
        self.beats = 0
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self.address))
        self._socket.settimeout(30)

    def told(self) -> dict[str, str]:
        """What it was told next, but for that the board lives."""
        while (said := self._socket.recv(4096).decode()) == "WATCHDOG=1":
            self.beats += 1
        return dict(line.partition("=")[::2] for line in said.splitlines())

    def close(self) -> None:
        self._socket.close()


class Running:
    """A board as a service, somebody at its keys, and its journal of the system."""

    def __init__(self, folder: Path, *how: str, **environment: str) -> None:
        self.folder = folder
        self.systemd = Systemd(folder)
        self._log: list[str] = []
        reading, writing = os.pipe()
        pipe = os.fstat(writing)
        (folder / "run").mkdir()
        self.process = subprocess.Popen(
            [sys.executable, str(ON_THE_WIRE), "--wait", *how],
            env={
                **ENVIRONMENT,
                "STATE_DIRECTORY": str(folder),
                "RUNTIME_DIRECTORY": str(folder / "run"),
                "NOTIFY_SOCKET": str(self.systemd.address),
                "WATCHDOG_USEC": "20000",
                "JOURNAL_STREAM": f"{pipe.st_dev}:{pipe.st_ino}",
                **environment,
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=writing,
            text=True,
        )
        os.close(writing)
        self._stderr: IO[str] = os.fdopen(reading, encoding="utf-8")
        self._out = ""
        assert self._line() == "playing"

    def ask(self, what: str) -> dict[str, Any]:
        """Have something done at the parts; what is on them then."""
        assert self.process.stdin
        self.process.stdin.write(f"{what}\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._line())
        return answer

    def shows(self, glass: bytes) -> bool:
        """Whether the panel comes to show this, within some seconds."""
        until = time.monotonic() + 10
        while time.monotonic() < until:
            if self.ask("look")["glass"] == glass.hex():
                return True
            time.sleep(0.02)
        return False

    def end(self, say: str = "stop") -> dict[str, Any]:
        """Have it end; what it leaves on the parts."""
        out, _ = self.process.communicate(f"{say}\n", timeout=60)
        left: dict[str, Any] = json.loads(out.rpartition("left: ")[2])
        return left

    @property
    def log(self) -> list[str]:
        """All that it said, once it has ended."""
        if not self._stderr.closed:
            self._log = self._stderr.read().splitlines()
            self._stderr.close()
        return self._log

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self._stderr):
            if stream:
                stream.close()
        self.systemd.close()

    def _line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().rstrip("\n")


@contextmanager
def service(folder: Path, *how: str, **environment: str) -> Iterator[Running]:
    """A board that runs as a service; it has said that it is ready."""
    running = Running(folder, *how, **environment)
    try:
        assert running.systemd.told()["READY"] == "1"
        yield running
    finally:
        running.close()


def glass(words: str, say: Callable[[Board], object] = lambda board: None) -> bytes:
    """The picture of a board on which OK, J and these keys were pressed."""
    board = Board(History.of(Game.new()))
    board.equip(joystick=False, preset=None, powers_off=True)
    keyed.press(board, f"OK J {words}")
    say(board)
    return oled.draw(board.view).tobytes()


def standing(folder: Path) -> tuple[str, int]:
    """The prompt of the game in a folder, and how many presses took effect."""
    made = muggins("status", "--journal", folder / "games.txt", "--json").json
    return made["prompt"], made["presses"]
