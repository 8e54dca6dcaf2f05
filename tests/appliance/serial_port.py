"""The serial ports of a machine, and the acknowledged presses in a log that is read there."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Condition, Thread
from typing import NamedTuple


class Result(NamedTuple):
    """The result of a command.

    Attributes:
        status: its exit status.
        text: its output, from both streams.
    """

    status: int
    text: str


class Port:
    """A serial port, which collects lines with the times of their arrival.

    A line that is incomplete when the power fails is dropped.
    """

    def __init__(self, port: socket.socket, file: Path) -> None:
        """Listen to a port, and write its output to a file."""
        self.lines: list[tuple[float, str]] = []
        self._changed = Condition()
        self._is_over = False
        self._socket = port
        self._file = file
        self._thread = Thread(target=self._listen, name=file.stem, daemon=True)
        self._thread.start()

    def say(self, line: str) -> None:
        """Send a line.

        Raises:
            TimeoutError: nobody reads from the port.
        """
        try:
            self._socket.sendall(f"{line}\n".encode())
        except OSError as error:
            raise TimeoutError(f"{line} cannot be said: {error}") from None

    def wait(self, wanted: Callable[[str], object], since: int, timeout: float) -> float:
        """Wait for a line with a given number or a later one, and return the time when it came.

        Raises:
            TimeoutError: the line did not come in time.
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
        return TimeoutError(f"not said within {timeout:.0f} s; the last lines were:\n{last}")

    def close(self) -> None:
        """Read the rest, and stop listening."""
        self._thread.join(10)
        self._socket.close()

    def _listen(self) -> None:
        self._hear()
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def _hear(self) -> None:
        """Read lines until the other end closes."""
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
                with self._changed:
                    self.lines += [(now, line.decode(errors="replace").rstrip("\r")) for line in ended]
                    self._changed.notify_all()


def acknowledged(lines: Iterable[tuple[float, str]]) -> int:
    """Return the highest press number in a log; the line of each press begins with its number."""
    numbers = (re.match(r"(\d+) ", text) for _, text in lines)
    return max((int(number[1]) for number in numbers if number), default=0)
