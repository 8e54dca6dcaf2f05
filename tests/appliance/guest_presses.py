"""Simulated fingers on the buttons of a simulated header, and the board's own driver and loop to read them.

    python3 -m tests.appliance.guest_presses --presses 10000

This program runs on the emulated machine. The buttons bounce, fingers roll from key to key, and buttons are
pressed even while the reading process is stopped. Each press must be detected exactly once, with the time at
which it was made according to the kernel. The result is one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from engine.game import Game
from engine.indices import Seat
from engine.match.history import History
from firmware_py.board.board import Board, Outcome
from firmware_py.board.loop import Loop
from firmware_py.drivers.buttons import GpioButtons
from firmware_py.drivers.edge_queue import EdgeQueue
from firmware_py.drivers.gpio_factory import default_factory
from firmware_py.input.keys import RANKS, SUITS, Edge, Input, Key
from firmware_py.input.press_detector import QUIET
from tests.appliance.gpio_sim import SimulatedHeader

PINS = (4, 5, 6, 7, *range(12, 28))
KEYS: dict[int, Key] = dict(zip(PINS, [*RANKS, *SUITS, Key.REDO, Key.MENU, Key.MUGGINS], strict=True))
"""The key at each pin. All keys take effect when they go down, so each press has the time of an edge."""
SETTLED = 1.5  # the time after the last press in which a false one might still be detected, in seconds
RUNS, STOPS = (2.0, 10.0), (0.1, 1.0)  # seconds, from and to: of the process that reads
ROUNDS = 20  # the number of times to repeat presses that this machine was too slow to make as planned


class Move(NamedTuple):
    """A planned opening or closing of a button's contact.

    When a button is pressed or released, its contact may bounce, i.e. close and open several times.

    Attributes:
        at: the time at which the contact should change, in seconds.
        press: the index of the key press that the change belongs to.
        pin: the BCM number of the pin.
        goes_down: True while the button is being pressed, False while it is being released.
        closes: True if the contact closes, False if it opens. Because of bouncing, it may also open while the
            button is being pressed.
    """

    at: float
    press: int
    pin: int
    goes_down: bool
    closes: bool


class Made(NamedTuple):
    """A planned opening or closing of a button's contact, and the time when it was carried out.

    Attributes:
        move: the planned opening or closing.
        before: the time just before it was carried out, in seconds.
        after: the time just after it was carried out, in seconds.
    """

    move: Move
    before: float
    after: float


class Press(NamedTuple):
    """A key press as it was actually made. All times are in seconds.

    Attributes:
        key: the key.
        began: two times, one just before and one just after the contact closed for the first time.
        ended: the time at which the contact opened for the last time.
        is_sound: True if the contact closed and opened in time, False if the emulated machine was too slow.
    """

    key: str
    began: tuple[float, float]
    ended: float
    is_sound: bool


# -- the side of the board


class Listening(Board):
    """A board that records each key press with its time, but refuses every key."""

    def __init__(self, queue: TimingQueue) -> None:
        super().__init__(History.of(Game.new()))
        self.heard: list[tuple[str, float]] = []
        self._queue = queue

    def press(self, key: Input, seat: Seat | None = None) -> Outcome:
        self.heard.append((str(key.value), self._queue.at))
        return self.refuse("only noted")


class TimingQueue(EdgeQueue):
    """A queue of key edges that remembers the time of the edge it returned last."""

    at = 0.0

    def wait(self, timeout: float | None) -> Any:
        edge = super().wait(timeout)
        self.at = edge.at if isinstance(edge, Edge) else 0.0
        return edge


def listen(debounce: float) -> None:
    """Read the buttons until SIGTERM, and then print the presses as JSON.

    Args:
        debounce: how long a level must last before the kernel reports it, in seconds; 0 to report all edges.
    """
    queue = TimingQueue(time.monotonic)
    signal.signal(signal.SIGTERM, lambda *_: queue.stop())
    buttons = GpioButtons(KEYS, lambda key, down, at: queue.put(key, down, 0, at))
    for pin in default_factory().pins.values():
        pin.bounce = debounce
    board = Listening(queue)
    print("listening", flush=True)
    Loop(board, [], queue, time.monotonic).run()
    buttons.close()
    print(json.dumps(board.heard), flush=True)


# -- the fingers


def planned(random: Random, presses: int) -> list[Move]:
    """Return the contact changes for `presses` random key presses, including bounces, sorted by time."""
    moves: list[Move] = []
    at, free = 1.0, dict.fromkeys(PINS, 0.0)
    last = dict.fromkeys(map(group_of, PINS), 0.0)
    for number in range(presses):
        at += random.uniform(0.012, 0.04)
        pin = random.choice(PINS)
        while at < free[pin] or at - last[group_of(pin)] < 1.5 * QUIET:
            at += 0.002
            pin = random.choice(PINS)
        last[group_of(pin)] = at
        up = at + random.uniform(0.04, 0.15)
        moves += bounces(random, Move(at, number, pin, True, True))
        moves += bounces(random, Move(up, number, pin, False, False))
        free[pin] = up + 0.06
    return sorted(moves)


def group_of(pin: int) -> str:
    """Return the group of the key on a pin: `rank`, `suit`, or the key's own name.

    The keys in a group are so close together that one finger may press two of them by mistake.
    """
    key = KEYS[pin]
    return "rank" if key in RANKS else "suit" if key in SUITS else str(key.value)


def bounces(random: Random, move: Move) -> Iterator[Move]:
    """Yield the given opening or closing of a contact, and then up to six more caused by bouncing."""
    yield move
    for _ in range(random.randrange(4)):
        for closes in (not move.closes, move.closes):
            move = move._replace(at=move.at + random.choice((0.0001, 0.0005, 0.002)), closes=closes)
            yield move


def make(header: SimulatedHeader, moves: Sequence[Move], random: Random, reader: int) -> list[Made]:
    """Make the planned level changes, and return each one with the time at which it was made.

    The program that reads the buttons is paused at random moments, and must not miss a key press.

    Args:
        header: the simulated GPIO chip with the buttons.
        moves: the planned level changes.
        random: used to choose when the reading program is paused, and for how long.
        reader: the process ID of the reading program.
    """
    start = time.monotonic()
    made = []
    toggles, is_stopped = start + random.uniform(*RUNS), False
    for move in moves:
        while (left := start + move.at - time.monotonic()) > 0:
            time.sleep(max(0.0, left - 0.0002))
        before = time.monotonic()
        (header.press if move.closes else header.release)(move.pin)
        made.append(Made(move, before, time.monotonic()))
        if time.monotonic() > toggles:
            os.kill(reader, signal.SIGCONT if is_stopped else signal.SIGSTOP)
            is_stopped = not is_stopped
            toggles = time.monotonic() + random.uniform(*(STOPS if is_stopped else RUNS))
    os.kill(reader, signal.SIGCONT)
    return made


def presses_of(made: Sequence[Made]) -> Iterator[Press]:
    """Yield the key presses that these level changes made."""
    by_press: dict[int, list[Made]] = {}
    for each in made:
        by_press.setdefault(each.move.press, []).append(each)
    last = dict.fromkeys(map(group_of, PINS), 0.0)
    came_up = dict.fromkeys(PINS, 0.0)
    for moves in by_press.values():
        pin = moves[0].move.pin
        down = [each for each in moves if each.move.goes_down]
        up = [each for each in moves if not each.move.goes_down]
        swift = all(half[-1].after - half[0].before < 0.9 * QUIET for half in (down, up))
        held = up[0].before - down[0].after > 1.1 * QUIET and up[-1].after - down[0].before < 0.5
        apart = down[0].before - last[group_of(pin)] > 1.1 * QUIET
        apart = apart and down[0].before - came_up[pin] > 1.1 * QUIET
        is_sound = swift and held and apart
        # If it was not made as planned, each of its moves may count as a press.
        last[group_of(pin)] = max(last[group_of(pin)], (down[0] if is_sound else up[-1]).after)
        came_up[pin] = up[-1].after
        yield Press(str(KEYS[pin].value), (down[0].before, down[0].after), up[-1].after, is_sound)


def compare(presses: Sequence[Press], heard: Sequence[tuple[str, float]]) -> dict[str, object]:
    """Return how many key presses were lost or detected twice, and how inaccurate the measured times were.

    Args:
        presses: the key presses as they were made.
        heard: the key and the time of each key press that was detected.
    """
    left = [*heard]
    result: Counter[str] = Counter()
    off: list[float] = []
    for press in presses:
        mine = [at for key, at in left if key == press.key and press.began[0] <= at <= press.ended]
        left = [(key, at) for key, at in left if key != press.key or at not in mine]
        if not press.is_sound:
            result["not as planned"] += 1
            continue
        result["presses"] += 1
        result["lost"] += not mine
        result["doubled"] += max(0, len(mine) - 1)
        off += [max(0.0, press.began[0] - at, at - press.began[1]) for at in mine[:1]]
    result["never made"] = len(left)
    typical, worst = (round(1000 * sorted(off)[int(share * (len(off) - 1))], 3) for share in (0.5, 1))
    return {**result, "ms off, typically": typical, "ms off, at most": worst}


def main() -> None:
    """Press simulated buttons, and print how reliably the key presses were detected by another process."""
    parser = argparse.ArgumentParser()
    for name, default in (("--presses", 10_000), ("--seed", 1), ("--debounce", 0.0)):
        parser.add_argument(name, type=type(default), default=default)
    parser.add_argument("--listen", action="store_true")
    options = parser.parse_args()
    if options.listen:
        listen(options.debounce)
        return
    header, random = SimulatedHeader(), Random(options.seed)
    command = [sys.executable, "-m", "tests.appliance.guest_presses", "--listen"]
    command += ["--debounce", str(options.debounce)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as reader:
        assert reader.stdout
        reader.stdout.readline()
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))  # fingers do not wait for a processor
        presses: list[Press] = []
        edges = 0
        for _ in range(ROUNDS):
            wanted = options.presses - sum(press.is_sound for press in presses)
            if wanted > 0:
                made = make(header, planned(random, wanted), random, reader.pid)
                presses += presses_of(made)
                edges += len(made)
        time.sleep(SETTLED)
        reader.send_signal(signal.SIGTERM)
        heard = [(key, at) for key, at in json.loads(reader.stdout.readline())]
    print(json.dumps({**compare(presses, heard), "edges": edges}), flush=True)


if __name__ == "__main__":
    main()
