"""Reading a program's output, and killing it at a given moment."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from typing import NamedTuple

from tests.support.deadline import PATIENCE, Deadline


class Moment(NamedTuple):
    """The moment of a kill.

    Attributes:
        lines: the number of lines to wait for.
        delay: the seconds to wait after these.
    """

    lines: int
    delay: float


def watch(
    out: int, moment: Moment | None = None, kill: Callable[[], object] = lambda: None
) -> tuple[bytes, list[float]]:
    """Return the output of a pipe up to its end, and the seconds until each line.

    Args:
        out: the reading end of the pipe.
        moment: the moment to kill the writer; None for never.
        kill: a function that kills it.

    Raises:
        TimeoutError: the pipe did not end in time; the writer is killed then, too.
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
