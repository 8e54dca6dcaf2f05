"""Run a program that may hang, fail or write without end, and take what it prints."""

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
"""The most bytes of error output that are kept."""


class Finished(NamedTuple):
    """A program that has ended.

    Attributes:
        status: its exit status; negative if a signal ended it.
        output: what it printed.
        errors: the beginning of what it printed on standard error.
    """

    status: int
    output: bytes
    errors: bytes


class TooLong(Exception):
    """The program did not end in time, and was killed."""


class TooMuch(Exception):
    """The program printed more than was allowed, and was killed."""


def run(command: Sequence[str], given: bytes = b"", *, seconds: float, most: int) -> Finished:
    """Run a program, without a shell, until it ends.

    If the program is killed, the programs that it started are killed with it.

    Args:
        command: the program and its arguments.
        given: what it can read from standard input; less than a pipe holds (4096 bytes).
        seconds: the time after which it is killed.
        most: the bytes that it may print.

    Raises:
        OSError: the program cannot be started.
        TooLong: it did not end in time.
        TooMuch: it printed more than `most` bytes.
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
    """Return what a program prints until it closes its output and its error output.

    Raises:
        TooLong: it did not close them by the time `give_up` on the monotonic clock.
        TooMuch: it printed more than `most` bytes.
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
