"""A machine's serial ports, and the acknowledged key presses in a log received from one of them."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Condition, Thread
from typing import NamedTuple

_FORWARDED = re.compile(r"\[ *\d+\.\d+\] (?P<who>[^:\[]+)\[\d+\]: ")
_COLOUR = re.compile("\x1b" r"\[[\d;:]*m")


class Result(NamedTuple):
    """A command's exit status, and its output (including standard error)."""

    status: int
    text: str


class Port:
    """A serial port that collects the lines received, each with the time at which it arrived.

    A line that is cut off by a power cut is dropped.
    """

    def __init__(self, port: socket.socket, file: Path) -> None:
        """Start reading from a port, and copy everything received to `file`."""
        self.lines: list[tuple[float, str]] = []
        self._changed = Condition()
        self._is_over = False
        self._socket = port
        self._file = file
        self._thread = Thread(target=self._listen, name=file.stem, daemon=True)
        self._thread.start()

    def say(self, line: str) -> None:
        """Send a line to the port.

        Raises:
            TimeoutError: the line could not be sent, because the machine has stopped.
        """
        try:
            self._socket.sendall(f"{line}\n".encode())
        except OSError as error:
            raise TimeoutError(f"{line} could not be sent: {error}") from None

    def wait(self, wanted: Callable[[str], object], since: int, timeout: float) -> float:
        """Wait for a particular line, and return the time at which it arrived.

        Args:
            wanted: a function that is called with each line, and returns a true value for the right one.
            since: the index of the first line to check, among all lines received so far.
            timeout: the time limit in seconds.

        Raises:
            TimeoutError: the line did not arrive in time.
        """
        deadline, number = time.monotonic() + timeout, since
        while True:
            with self._changed:
                while number == len(self.lines):
                    if self._is_over or not self._changed.wait(deadline - time.monotonic()):
                        raise self._silence(timeout)
            at, line = self.lines[number]
            number += 1
            if at > deadline:
                raise self._silence(timeout)
            if wanted(line):
                return at

    def _silence(self, timeout: float) -> TimeoutError:
        last = "\n".join(text for _, text in self.lines[-10:])
        return TimeoutError(f"no such line within {timeout:.0f} s; the last lines were:\n{last}")

    def close(self) -> None:
        """Read the remaining lines, and close the port."""
        self._thread.join(10)
        self._socket.close()

    def _listen(self) -> None:
        self._hear()
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def _hear(self) -> None:
        begun = b""
        with self._file.open("ab") as file:
            while True:
                try:
                    part = self._socket.recv(4096)
                except ConnectionError:
                    return
                if not part:
                    return
                file.write(part)
                file.flush()
                *ended, begun = (begun + part).split(b"\n")
                now = time.monotonic()
                texts = [line.decode(errors="replace").rstrip("\r") for line in ended]
                with self._changed:
                    self.lines += [(now, text) for text in map(_of_service, texts) if text is not None]
                    self._changed.notify_all()


def _of_service(line: str) -> str | None:
    """Return a line of the board's log without journald's prefix and colours.

    Return None if the line comes from a program other than `muggins` and systemd.
    """
    prefix = _FORWARDED.match(line)
    if prefix is None:
        return line
    return _COLOUR.sub("", line[prefix.end() :]) if prefix["who"] in ("muggins", "systemd") else None


def acknowledged(lines: Iterable[tuple[float, str]]) -> int:
    """Return the number of the last key press that the log acknowledges, or 0 if there is none.

    A line such as `41 lay 5` acknowledges key press 41.

    Args:
        lines: the lines of the log, each with its time.
    """
    numbers = (re.match(r"(\d+) ", text) for _, text in lines)
    return max((int(number[1]) for number in numbers if number), default=0)
