"""The time that the coach needs for each kind of answer and after a deal, and the cost of its commands.

`python -m tests.benchmarks.coach --python "WORDS"` measures only the commands, and runs them with another
Python, such as one for ARM under `qemu-aarch64-static`. After a deal, the board and the coach share
one core, as on a Pi Zero, and the key presses beside it are measured too.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time
from typing import NamedTuple

from engine.cards import PACK, Card
from engine.coach import review, throws, win_chance
from engine.coach.throws import quick_throws, show_throws
from engine.game import Game
from engine.match.history import History
from engine.match.timeline import Timeline
from firmware_py.board.board import Board
from firmware_py.board.coach import CoachProcess
from firmware_py.input.keys import Key
from firmware_py.render import oled
from firmware_py.view.coach import CoachOffer
from tests.benchmarks.measure import Row, compiled, milliseconds, p99, show
from tests.benchmarks.start import play
from tests.coach_advice.playing import situations
from tests.support.table import Table, keep_best
from tests.support.views import coached_board, counted

_MEMORY = """
import atexit, re, sys
def memory():
    print(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1], file=sys.stderr)
atexit.register(memory)
"""
_MUGGINS = f"{_MEMORY}from firmware_py.__main__ import main\nsys.exit(main())"
SIX = "3H 3D 5H 5D 6H 7S".split()


class Cost(NamedTuple):
    """The time and memory that a process needs.

    Attributes:
        seconds: the time from its start to its end.
        busy: the processor time, in seconds. Other programs hardly affect it.
        megabytes: the largest amount of memory that the process used, in megabytes.
    """

    seconds: float
    busy: float
    megabytes: float


def rows(rounds: int) -> list[Row]:
    """Return table rows with the time that the coach needs for each kind of answer.

    Args:
        rounds: the number of answers of each kind to measure; fewer for slow kinds.
    """
    return [*_in_a_process(rounds), *_as_commands([sys.executable], max(1, rounds // 20))]


def _in_a_process(rounds: int) -> list[Row]:
    """Measure the coach inside this process, and return a table row for each kind of question.

    Each row contains the processor time per answer. The time to load the coach's tables is not included.

    Args:
        rounds: the number of answers to measure for each kind of question. Fewer are measured for slow kinds.
    """
    random = Random(16)
    games = (_played_game(seed) for seed in count(1))
    positions = [step.before for step in next(games).steps]
    first = situations(lambda each: len(each.hand) == 4 and bool(each.pile))
    later = situations(lambda each: len(each.hand) < 4)
    few = max(1, rounds // 10)
    asked: list[tuple[str, Callable[[], object], int, str]] = [
        ("throws of six cards", lambda: throws(_dealt(random, 6), dealer=True), rounds, "300 ms"),
        (
            "throws of six cards at a score",
            lambda: throws(_dealt(random, 6), dealer=True, score=(98, 104)),
            few,
            "2000 ms",
        ),
        ("quick throws of six cards", lambda: quick_throws(_dealt(random, 6), dealer=True), rounds, ""),
        ("throws of seven cards", lambda: show_throws(_dealt(random, 7), dealer=False), rounds, ""),
        ("the chance to win in a running game", lambda: win_chance(random.choice(positions)), rounds, ""),
        ("the cards that the dealer can play first", lambda: next(first).values(), few, ""),
        ("the cards that can be played later", lambda: next(later).values(), rounds, ""),
        ("the review of a whole game", lambda: review(next(games)), few, ""),
    ]
    found = []
    for what, ask, times, most in asked:
        ask()
        took = milliseconds(ask, times, process_time)
        text = f"{median(took):.1f}, {max(took):.1f} ms"
        found.append(Row(f"the coach: {what}; processor time, median, worst", text, most))
    return found


def _dealt(random: Random, number: int) -> list[Card]:
    return random.sample(sorted(PACK), number)


def _played_game(seed: int) -> Timeline:
    """Return a finished game in which the players entered the suit of every card.

    `seed` is the seed for the random cards.
    """
    board = Board(History.of(Game.new()))
    for word in Table(Random(seed), suits=True, keep=keep_best).keys(lambda: board.history.game):
        board.press(Key.parse(word))
    return board.history.timeline


def _as_commands(python: Sequence[str], rounds: int) -> Iterator[Row]:
    """Yield table rows with the time and memory that `muggins discard`, `odds` and `review` need.

    Args:
        python: the command that runs Python.
        rounds: how many times to run each command.
    """
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "games.txt"
        play(journal, 1, suits=True)
        commands = {
            "discard": (["discard", *SIX, "--dealer"], "300 ms"),
            "discard, five cards": (["discard", *SIX[:5], "--dealer"], ""),
            "discard --score": (["discard", *SIX, "--dealer", "--score", "98,104"], "2000 ms"),
            "odds --score": (["odds", "--score", "98,104"], ""),
            "odds of a running game": (["odds", "--journal", str(journal)], ""),
            "review of a game": (["review", "--journal", str(journal)], ""),
        }
        bare = _cost([*python, "-c", _MEMORY], rounds)
        reference = f"{_text(bare)}: Python alone"
        for name, (words, most) in commands.items():
            what = f"the coach: muggins {name}; time, of it busy, memory"
            yield Row(what, _text(_cost([*python, "-c", _MUGGINS, *words], rounds)), most, reference)


def _text(cost: Cost) -> str:
    return f"{1000 * cost.seconds:.0f} ms, {1000 * cost.busy:.0f} ms, {cost.megabytes:.0f} MB"


def _cost(words: Sequence[str], rounds: int) -> Cost:
    """Run a command `rounds` times, and return the medians of its run time, processor time and memory use."""
    costs = [_cost_once(words) for _ in range(1 + rounds)][1:]
    return Cost(*(median(each) for each in zip(*costs, strict=True)))


def _cost_once(words: Sequence[str]) -> Cost:
    """Run a command, and return the time and memory that it used.

    The command must print its memory use, in kilobytes, as the last line on standard error.
    """
    before, begun = _processor_time(), time.monotonic()
    done = subprocess.run(words, env=compiled(), capture_output=True, text=True, timeout=600, check=True)
    seconds, busy = time.monotonic() - begun, _processor_time() - before
    return Cost(seconds, busy, int(done.stderr.splitlines()[-1]) / 1024)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.coach", description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=100, help="number of questions of each kind (default: 100)"
    )
    parser.add_argument("--python", type=shlex.split, help="ask by commands of this Python only")
    options = parser.parse_args()
    commands = max(1, options.rounds // 20)
    show(_as_commands(options.python, commands) if options.python else rows(options.rounds))


_BETWEEN = 0.01  # seconds between two presses


def rows_of_after_deal(rounds: int) -> list[Row]:
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
    presses = _presses(None, rounds), _presses(helper, rounds)
    both = [f"{median(times):.2f} and {p99(times):.2f} ms" for times in presses]
    memory = getrusage(RUSAGE_CHILDREN).ru_maxrss / 1024
    answer = f"answer after {median(taken):.2f} s, {median(busy):.2f} s of processor time, {memory:.0f} MB"
    what = "a press while the coach works, on one core, median and p99"
    begun = Row("coach after a deal: to start its process", f"{1000 * median(started):.1f} ms", "", answer)
    return [begun, Row(what, both[1], "", f"{both[0]} while it does not")]


def _presses(helper: CoachProcess | None, rounds: int) -> list[float]:
    """Press many keys. Return the time, in ms, from each key press until the new picture has been drawn.

    Args:
        helper: the coach's process, which is busy during all key presses; None if the coach is not used.
        rounds: the number of rounds of 40 key presses.
    """
    board, found = coached_board(), list[float]()
    deal, cores = counted(board), os.sched_getaffinity(0)

    def press() -> None:
        board.press(Key.OK)
        oled.draw(board.view)

    os.sched_setaffinity(0, {min(cores)})
    try:
        for _ in range(rounds):
            if helper is not None:
                helper.ask(deal)
            for _ in range(40):
                time.sleep(_BETWEEN)
                found += milliseconds(press, 1)
            if helper is not None:
                helper.close()
    finally:
        os.sched_setaffinity(0, cores)
    return found


def _processor_time() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
