"""Run the program in order to kill it, either as a fork of a prepared process or in a new interpreter."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from tests.kills.watch import Moment, watch
from tests.support.command import ENVIRONMENT, MUGGINS, ROOT
from tests.support.deadline import PATIENCE
from tests.support.processes import Lines, ended

FORK_SERVER = ROOT / "tests" / "support" / "fork_server.py"


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


class ForkServer:
    """A process that has already loaded the program. It runs each command in a forked child."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(FORK_SERVER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=ENVIRONMENT,
            process_group=0,
        )
        assert self._process.stdout is not None
        self._answers = Lines(self._process.stdout)

    def run(self, arguments: Sequence[str], words: Sequence[str] = (), **fate: Any) -> Run:
        """Run `muggins`, and return the result.

        Args:
            arguments: the command-line arguments.
            words: the words to write to standard input.
            fate: when to kill the command, or what else to do to it. `tests/support/fork_server.py` lists the
                options.

        Raises:
            TimeoutError: the command did not end in time. All its processes print their stack traces and end.
        """
        request = {"arguments": list(arguments), "stdin": " ".join(words)}
        assert self._process.stdin is not None
        self._process.stdin.write(f"{json.dumps(request | fate)}\n".encode())
        self._process.stdin.flush()
        try:
            answer = json.loads(self._answers.line(3 * PATIENCE))
        except TimeoutError:
            self._kill(signal.SIGABRT)
            raise
        return Run(answer["status"], answer["out"].encode(), answer["err"], answer["told"])

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            ended(self._process)
        finally:
            self._kill(signal.SIGKILL)
            self._process.stdout.close()

    def _kill(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)


def run_anew(arguments: Sequence[str], words: Sequence[str], folder: Path, moment: Moment | None) -> Run:
    """Run `muggins` in a new Python interpreter, and return the result.

    Args:
        arguments: the command-line arguments.
        words: the words to write to standard input.
        folder: a folder for the error output.
        moment: when to kill the program; None to let it run.
    """
    complaints = folder / "complaints"
    with complaints.open("wb") as err:
        program = subprocess.Popen(
            [*MUGGINS, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=err,
            cwd=ROOT,
            env=ENVIRONMENT,
        )
    with program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(" ".join(words).encode())
        program.stdin.close()
        try:
            out, told = watch(program.stdout.fileno(), moment, program.kill)
        except BaseException:
            program.kill()
            raise
    return Run(program.returncode, out, complaints.read_text(), told)
