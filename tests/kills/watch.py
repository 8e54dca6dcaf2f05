"""Reading what a program says, and killing it at a moment."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from typing import NamedTuple

from tests.support.deadline import PATIENCE, Deadline


class Moment(NamedTuple):
    """When to kill.

    Attributes:
        lines: once it has printed so many lines.
        delay: so many seconds later.
    """

    lines: int
    delay: float


def watch(
    out: int, moment: Moment | None = None, kill: Callable[[], object] = lambda: None
) -> tuple[bytes, list[float]]:
    """What comes out of a pipe until its end, and for each line the seconds until it came.

    Args:
        out: the pipe's end to read.
        moment: when to kill whoever writes; None: never.
        kill: does so.

    Raises:
        TimeoutError: the pipe has not ended after a long while. The writer is killed then, too.
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
