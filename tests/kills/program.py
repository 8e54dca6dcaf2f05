"""Run the program in order to kill it, as a fork of a prepared process or in a new interpreter."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from tests.support.command import ENVIRONMENT, ROOT
from tests.support.deadline import PATIENCE, Deadline
from tests.support.processes import Program, ended


class Moment(NamedTuple):
    """The moment at which to kill the program: some time after it has printed a number of lines.

    Attributes:
        lines: the number of lines of output to wait for.
        delay: how many seconds to wait after the last of these lines.
    """

    lines: int
    delay: float


def watch(
    out: int, moment: Moment | None = None, kill: Callable[[], object] = lambda: None
) -> tuple[bytes, list[float]]:
    """Read the output of a program to its end, and kill the program at a given moment.

    Args:
        out: the reading end of the pipe for the program's output.
        moment: when to kill the program; None to let it run.
        kill: a function that kills the program.

    Returns:
        The output, and the time at which each of its lines arrived, in seconds since the call began.

    Raises:
        TimeoutError: the output did not end in time, so the program was killed.
    """
    begun = time.monotonic()
    deadline = Deadline(2 * PATIENCE)
    said, told = b"", list[float]()

    def more() -> bool:
        nonlocal said
        try:
            while not select.select([out], [], [], deadline.left("the end of what a program prints"))[0]:
                pass
        except TimeoutError:
            kill()
            raise
        piece = os.read(out, 1 << 16)
        said += piece
        told.extend([time.monotonic() - begun] * piece.count(b"\n"))
        return bool(piece)

    if moment:
        while len(told) < moment.lines and more():
            pass
        time.sleep(moment.delay)
        kill()
    while more():
        pass
    return said, told


class Run(NamedTuple):
    """The result of running the program once.

    Attributes:
        status: the program's exit status, negative if the program was killed.
        out: the standard output.
        err: the standard error.
        told: the time of each line of standard output, in seconds from the start.
    """

    status: int
    out: bytes
    err: str
    told: Sequence[float] = ()


class ForkServer(Program):
    """A process that has already loaded the program. It runs each command in a forked child."""

    def __init__(self) -> None:
        command = [sys.executable, ROOT / "tests/kills/fork_server.py"]
        super().__init__(command, env=ENVIRONMENT, process_group=0, stdin=subprocess.PIPE)

    def run(self, arguments: Sequence[str], words: Sequence[str] = (), **fate: Any) -> Run:
        """Run `muggins`, and return the result.

        Args:
            arguments: the command-line arguments.
            words: the words to write to standard input.
            fate: when to kill the command, or what else to do to it. `tests/kills/fork_server.py` lists the
                options.

        Raises:
            TimeoutError: the command did not end in time. All its processes print their stack traces and end.
        """
        request = {"arguments": list(arguments), "stdin": " ".join(words)}
        self.say(json.dumps(request | fate))
        try:
            answer = json.loads(self.out.line(3 * PATIENCE))
        except TimeoutError:
            self._kill(signal.SIGABRT)
            raise
        return Run(answer["status"], answer["out"].encode(), answer["err"], answer["told"])

    def close(self) -> None:
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        try:
            ended(self.process)
        finally:
            self._kill(signal.SIGKILL)
            super().close()

    def _kill(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)
