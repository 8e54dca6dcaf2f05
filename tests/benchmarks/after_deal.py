"""The time that the coach needs for its advice after a deal, and how much it delays key presses.

`python -m tests.benchmarks.after_deal` runs only this benchmark. The key presses are measured while the board
and the coach share one core, as on a Pi Zero.
"""

from __future__ import annotations

import os
import time
from queue import SimpleQueue
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median, quantiles

from firmware_py.board.coach import CoachProcess
from firmware_py.input.keys import Key
from firmware_py.render import oled
from firmware_py.view.coach import CoachOffer
from tests.support.counted_deals import coached_board, counted

Row = tuple[str, str, str, str]
_BETWEEN = 0.01
"""The time, in seconds, between two presses."""


def rows(rounds: int) -> list[Row]:
    """Return table rows with the time and memory that the coach needs for its advice after a deal.

    The last row shows how long a key press takes while the coach is working.

    Args:
        rounds: the number of times to ask the coach.
    """
    answers: SimpleQueue[CoachOffer] = SimpleQueue()
    helper = CoachProcess(lambda offer: answers.put(offer) is None)
    deal = counted(coached_board())
    started, busy, taken = [], [], []
    for _ in range(rounds):
        begin, before = time.monotonic(), _processor_time()
        helper.ask(deal)
        started.append(time.monotonic() - begin)
        assert answers.get().advice is not None
        taken.append(time.monotonic() - begin)
        busy.append(_processor_time() - before)
    alone, meanwhile = _presses(None, rounds), _presses(helper, rounds)
    memory = getrusage(RUSAGE_CHILDREN).ru_maxrss / 1024
    return [
        (
            "coach after a deal: to start its process",
            f"{1000 * median(started):.1f} ms",
            "",
            f"answer after {median(taken):.2f} s, {median(busy):.2f} s of processor time, {memory:.0f} MB",
        ),
        (
            "a press while the coach works, on one core, median and p99",
            _milliseconds(meanwhile),
            "",
            f"{_milliseconds(alone)} while it does not",
        ),
    ]


def _presses(helper: CoachProcess | None, rounds: int) -> list[float]:
    """Press many keys. Return the time, in seconds, from each key press until the new picture has been drawn.

    Args:
        helper: the coach's process, which is busy during all key presses; None if the coach is not used.
        rounds: the number of rounds of 40 key presses.
    """
    board, found = coached_board(), []
    deal, cores = counted(board), os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        for _ in range(rounds):
            if helper is not None:
                helper.ask(deal)
            for _ in range(40):
                time.sleep(_BETWEEN)
                begin = time.monotonic()
                board.press(Key.OK)
                oled.draw(board.view)
                found.append(time.monotonic() - begin)
            if helper is not None:
                helper.close()
    finally:
        os.sched_setaffinity(0, cores)
    return found


def _processor_time() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _milliseconds(seconds: list[float]) -> str:
    return f"{1000 * median(seconds):.2f} and {1000 * quantiles(seconds, n=100)[98]:.2f} ms"


if __name__ == "__main__":
    for row in rows(7):
        print("  ".join(filter(None, row)))
