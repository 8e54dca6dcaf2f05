"""Read a program's output, and kill the program at a given moment."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from typing import NamedTuple

from tests.support.deadline import PATIENCE, Deadline


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
