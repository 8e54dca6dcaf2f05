"""A real board in a process of its own, with its keys pressed through its socket or in a pseudo-terminal."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pexpect
import pyte

from tests.support.command import ENVIRONMENT, MUGGINS, process
from tests.support.deadline import PATIENCE, Deadline, until
from tests.support.processes import Program, ended

_CONFIGURATION = """extends = "usb-numpad"
display = false
lights = false
[game]
names = ["Ann", "Bob"]
"""


def tell(window: Path, datagram: bytes) -> None:
    """Send a datagram to the socket for keys of the board that has this window, as other programs do."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.sendto(datagram, str(window / "keys"))


class BoardProcess(Program):
    """A board in a separate process, which runs until it is closed.

    If a new board is then started in the same folder, it resumes the game.

    Attributes:
        folder: the folder with its files.
        window: the folder with the view file and the socket for keys.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.window = folder, folder / "window"
        self.window.mkdir(parents=True, exist_ok=True)
        before = self.view().get("run")
        variables = ENVIRONMENT | self.environment(folder)
        super().__init__(self.command(folder), folder / "board.log", env=variables)
        until(lambda: self.view().get("run", before) != before, "the board")

    @staticmethod
    def command(folder: Path) -> list[object]:
        """Return the command that runs a board without a display and LEDs, configured in this folder."""
        config = folder / "board.toml"
        config.write_text(_CONFIGURATION)
        return [*MUGGINS, "--config", config]

    @staticmethod
    def environment(folder: Path) -> dict[str, str]:
        """Return the environment variables that other programs use to find the board and its games."""
        return {"RUNTIME_DIRECTORY": str(folder / "window"), "STATE_DIRECTORY": str(folder / "state")}

    def status(self) -> dict[str, Any]:
        return process("status", "--json", environment=self.environment(self.folder)).json

    def view(self) -> dict[str, Any]:
        """Return the contents of the board's view file, or an empty dictionary if it does not exist yet."""
        try:
            return dict(json.loads((self.window / "view.json").read_bytes()))
        except FileNotFoundError:
            return {}

    def press(self, keys: str) -> None:
        """Press keys one after another. After each one, wait until the board has handled it."""
        for key in keys.split():
            name = os.urandom(6).hex()
            tell(self.window, json.dumps({"key": key, "id": name}).encode())
            until(lambda name=name: name in [each.get("id") for each in self.view()["recent"]], key)

    def kill(self) -> None:
        super().close()

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
        program: Sequence[str] = (sys.executable, "-m", "firmware_py"),
        cwd: str | None = None,
    ) -> None:
        """Start the command in an emulated terminal.

        Args:
            arguments: the arguments after `muggins`.
            size: the number of columns and lines on the terminal.
            environment: environment variables to add.
            is_utf8: True if the terminal uses UTF-8, False if it uses Latin-1.
            program: another command to run instead of `muggins`.
            cwd: the folder in which to run it; None for the current one.
        """
        columns, lines = size
        self.written = b""
        # The size comes from the terminal, not from variables that pytest sets.
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self._child = pexpect.spawn(
            program[0],
            [*program[1:], *map(str, arguments)],
            cwd=cwd,
            env=kept | {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | dict(environment or {}),
            dimensions=(lines, columns),
        )
        self._child.delaybeforesend = None
        self._child.ptyproc.delayafterclose = 0
        self._screen = pyte.Screen(columns, lines)
        # It replies to a program's queries, e.g. about the position of the cursor.
        self._screen.write_process_input = self._child.send
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
    def state(self) -> str:
        """The process's state (proc(5), Linux only): S if it waits for something, T if it was stopped."""
        status = Path(f"/proc/{self._child.pid}/stat").read_text(encoding="utf-8")
        return status.rpartition(") ")[2][0]

    def resize(self, columns: int, lines: int) -> None:
        self._screen.resize(lines, columns)
        self._child.setwinsize(lines, columns)

    def until(self, *texts: str, seconds: float = PATIENCE) -> None:
        deadline = Deadline(seconds)
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
