"""Run a program that may hang, fail or print endlessly, and return its output."""

from __future__ import annotations

import os
import selectors
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from subprocess import PIPE, Popen, TimeoutExpired
from typing import NamedTuple

_CHUNK = 65_536
_ERRORS = 4_096
"""The maximum number of bytes of error output to keep."""


class Finished(NamedTuple):
    """The result of a program that has exited.

    Attributes:
        status: the exit status, which is negative if the program was killed by a signal.
        output: the standard output.
        errors: the beginning of the standard error output.
    """

    status: int
    output: bytes
    errors: bytes


class TooLong(Exception):
    """Raised when a program did not exit in time and was killed."""


class TooMuch(Exception):
    """Raised when a program was killed because it printed more than was allowed."""


def run(command: Sequence[str], given: bytes = b"", *, seconds: float, most: int) -> Finished:
    """Run a program, without a shell, until it exits.

    If the program is killed, the programs that it has started are also killed.

    Args:
        command: the program and its arguments.
        given: the standard input, which must fit in a pipe (4096 bytes).
        seconds: the time, in seconds, after which the program is killed.
        most: the maximum size of the standard output, in bytes.

    Raises:
        OSError: the program cannot be started.
        TooLong: the program did not exit in time.
        TooMuch: the program printed more than `most` bytes.
    """
    give_up = time.monotonic() + seconds
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True) as process:
        try:
            assert process.stdin
            with suppress(BrokenPipeError):
                process.stdin.write(given)
                process.stdin.flush()
            with suppress(BrokenPipeError):
                process.stdin.close()
            output, errors = _printed(process, give_up, most)
            process.wait(max(0.0, give_up - time.monotonic()))
        except BaseException as error:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            if isinstance(error, TimeoutExpired):
                raise TooLong from None
            raise
    return Finished(process.returncode, output, errors)


def _printed(process: Popen[bytes], give_up: float, most: int) -> tuple[bytes, bytes]:
    """Read what a program prints until it closes standard output and standard error.

    Return the output, and the beginning of the error output.

    Raises:
        TooLong: the program had not closed them by the time `give_up` (monotonic clock, in seconds).
        TooMuch: the program printed more than `most` bytes to standard output.
    """
    assert process.stdout
    assert process.stderr
    output, errors = bytearray(), bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ, output)
        selector.register(process.stderr, selectors.EVENT_READ, errors)
        while selector.get_map():
            left = give_up - time.monotonic()
            ready = selector.select(left) if left > 0 else []
            if not ready:
                raise TooLong
            for key, _ in ready:
                data = os.read(key.fd, _CHUNK)
                if not data:
                    selector.unregister(key.fd)
                key.data.extend(data)
            del errors[_ERRORS:]
            if len(output) > most:
                raise TooMuch
    return bytes(output), bytes(errors)
