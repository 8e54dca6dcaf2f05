"""Run processes and read their output, with a time limit for each wait.

If a process that `run` started does not end in time, it is killed. A Python process first prints its stack
traces, which are included in the error message.
"""

import os
import select
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from tests.support.deadline import PATIENCE, Deadline

STACKS = {"PYTHONFAULTHANDLER": "1"}  # an aborted Python prints those of all its threads


def run(
    command: Sequence[object],
    *,
    seconds: float = PATIENCE,
    env: Mapping[str, str] | None = None,
    **options: Any,
) -> subprocess.CompletedProcess[Any]:
    """Run a command as `subprocess.run` does, but with a time limit.

    If the command does not end in time, it is killed, and the error message contains its output so far.

    Args:
        command: the command and its arguments.
        seconds: the time limit, in seconds.
        env: the command's environment variables; None to use those of this process.
        options: more options for `subprocess.run`.

    Raises:
        TimeoutError: the command did not end in time.
    """
    check, given = options.pop("check", False), options.pop("input", None)
    if options.pop("capture_output", False):
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    if given is not None:
        options["stdin"] = subprocess.PIPE
    with subprocess.Popen(
        [os.fspath(word) if isinstance(word, os.PathLike) else str(word) for word in command],
        env=(os.environ if env is None else env) | STACKS,
        **options,
    ) as child:
        try:
            out, err = child.communicate(given, timeout=seconds)
        except subprocess.TimeoutExpired:
            raise TimeoutError(f"{command} did not end within {seconds:g} s\n{aborted(child)}") from None
        except BaseException:
            child.kill()
            raise
    done = subprocess.CompletedProcess(child.args, child.returncode, out, err)
    if check:
        done.check_returncode()
    return done


@contextmanager
def started(command: Sequence[object], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start a process as `subprocess.Popen` does, and kill it at the end if it is still running."""
    with subprocess.Popen([str(word) for word in command], **options) as child:
        try:
            yield child
        finally:
            child.kill()


def aborted(child: subprocess.Popen[Any]) -> str:
    """Abort a process, and return the rest of its output, including the stack traces that it prints."""
    child.send_signal(signal.SIGABRT)
    try:
        out, err = child.communicate(timeout=5)
    except subprocess.TimeoutExpired as error:  # the process survived, or its children keep the pipes open
        out, err = error.output, error.stderr
    except ValueError:  # a stream is already closed
        out, err = "", ""
    finally:
        child.kill()
        child.wait(5)
    said = [each.decode(errors="replace") if isinstance(each, bytes) else each for each in (out, err)]
    return "\n".join(each for each in said if each)


def ended(child: subprocess.Popen[Any], seconds: float = PATIENCE) -> int:
    """Wait until a process has ended, and return its exit status.

    Raises:
        TimeoutError: the process did not end in time, so it was killed.
    """
    try:
        return child.wait(seconds)
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"{child.args} did not end within {seconds:g} s\n{aborted(child)}") from None


class Program:
    """A program in a process of its own, which can be ended and started again.

    Attributes:
        process: the process.
        out: its standard output, if it has no log.
    """

    def __init__(self, command: Sequence[object], log: Path | None = None, **options: Any) -> None:
        """Start the program.

        Args:
            command: the command and its arguments.
            log: the file to which its output is added; None to read its standard output.
            options: more options for `subprocess.Popen`.
        """
        self._command, self._log, self._options = [str(word) for word in command], log, options
        self.start()

    def start(self) -> None:
        """Start the program, which must not be running."""
        if self._log is None:
            self.process = subprocess.Popen(self._command, stdout=subprocess.PIPE, **self._options)
            self.out = Lines(self.process.stdout)
        else:
            with self._log.open("ab") as log:
                self.process = subprocess.Popen(self._command, stdout=log, stderr=log, **self._options)

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal to the program, wait until it has ended, and return its exit status."""
        self.send(number)
        status = ended(self.process)
        self.close()
        return status

    def say(self, line: str) -> None:
        """Write a line to the program's standard input, which must be a pipe."""
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def log(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace")

    def close(self) -> None:
        """Kill the program if it is still running."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                with suppress(BrokenPipeError):
                    stream.close()


class Lines:
    """A reader for the lines from a pipe or a terminal, with a time limit for each read."""

    def __init__(self, stream: IO[Any] | int) -> None:
        self._file = stream if isinstance(stream, int) else stream.fileno()
        self._read = b""

    def line(self, seconds: float = PATIENCE) -> str:
        """Return the next line without its line end, or the rest of the stream if the stream ends first.

        Raises:
            TimeoutError: no complete line arrived in time.
        """
        deadline = Deadline(seconds)
        while b"\n" not in self._read and self._more(deadline, "a line"):
            pass
        line, _, self._read = self._read.partition(b"\n")
        return line.decode()

    def until(self, end: bytes, seconds: float = PATIENCE) -> bytes:
        """Return the output up to and including `end`, or all remaining output if `end` does not occur in it.

        Raises:
            TimeoutError: neither `end` nor the end of the stream was reached in time.
        """
        deadline = Deadline(seconds)
        while end not in self._read and self._more(deadline, end):
            pass
        before, found, self._read = self._read.partition(end)
        return before + found

    def rest(self, seconds: float = PATIENCE) -> str:
        """Return the output up to the end of the stream.

        Raises:
            TimeoutError: the stream did not end in time.
        """
        deadline = Deadline(seconds)
        while self._more(deadline, "the end"):
            pass
        rest, self._read = self._read, b""
        return rest.decode()

    def _more(self, deadline: Deadline, awaited: object) -> bool:
        left = deadline.left(f"{awaited!r} after {self._read[-200:]!r}")
        if not select.select([self._file], [], [], left)[0]:
            return True
        piece = os.read(self._file, 1 << 16)
        self._read += piece
        return bool(piece)
