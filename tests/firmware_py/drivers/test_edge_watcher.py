"""The thread that waits for edges on simulated GPIO lines."""

import os
import queue
import threading
from collections.abc import Iterator

import pytest

from firmware_py.drivers.gpio_factory import EdgeWatcher
from firmware_py.system.gpio_chip import GpioChip, GpioLine, LineEdge, LineSettings
from tests.support.deadline import PATIENCE, until
from tests.support.gpio_wire import GpioWire

BOTH = LineSettings(pull="up", rising=True, falling=True)


class EdgeWatcherRig:
    """A test rig: a watcher that puts the edges of GPIO lines on a queue."""

    def __init__(self, chip: GpioChip) -> None:
        self.watcher = EdgeWatcher()
        self.lines = {number: chip.request(number, BOTH) for number in (4, 5, 6)}
        self.edges: queue.Queue[tuple[int, bool]] = queue.Queue()

    def watch(self, number: int) -> None:
        self.watcher.add(self.lines[number], lambda edge: self.edges.put((number, edge.high)))

    def ignore(self, number: int) -> None:
        self.watcher.remove(self.lines[number])

    def seen(self, count: int) -> list[tuple[int, bool]]:
        return [self.edges.get(timeout=PATIENCE) for _ in range(count)]

    def close(self) -> None:
        for number in self.lines:
            self.ignore(number)
            self.lines[number].close()


@pytest.fixture
def bench(chip: GpioChip) -> Iterator[EdgeWatcherRig]:
    bench = EdgeWatcherRig(chip)
    yield bench
    bench.close()


def test_one_thread_watches_all_lines_and_ends_with_the_last(bench: EdgeWatcherRig, wire: GpioWire) -> None:
    before = threading.active_count()
    for number in bench.lines:
        bench.watch(number)
    assert threading.active_count() == before + 1
    wire.press(6)
    wire.press(4)
    assert sorted(bench.seen(2)) == [(4, False), (6, False)]
    bench.ignore(4)
    bench.ignore(6)
    wire.press(5)
    assert bench.seen(1) == [(5, False)]
    bench.ignore(5)
    bench.ignore(5)
    assert threading.active_count() == before
    bench.watch(5)
    wire.release(5)
    assert bench.seen(1) == [(5, True)]


def test_edges_read_together_are_sorted(bench: EdgeWatcherRig, wire: GpioWire) -> None:
    busy, go_on = threading.Event(), threading.Event()

    def hold(edge: LineEdge) -> None:
        busy.set()
        go_on.wait(PATIENCE)

    bench.watcher.add(bench.lines[4], hold)
    bench.watch(5)
    bench.watch(6)
    wire.press(4)
    assert busy.wait(PATIENCE)
    moves = [(5, False), (6, False), (5, True), (6, True), (5, False), (6, False)]
    for number, high in moves:
        (wire.release if high else wire.press)(number)
    go_on.set()
    assert bench.seen(len(moves)) == moves


def test_a_report_may_stop_the_watching(bench: EdgeWatcherRig, wire: GpioWire) -> None:
    before = threading.active_count()
    bench.watcher.add(bench.lines[4], lambda edge: bench.ignore(4))
    wire.press(4)
    until(lambda: threading.active_count() == before, threading.enumerate())
    bench.watch(4)
    wire.release(4)
    assert bench.seen(1) == [(4, True)]


def test_a_chip_that_goes_away_is_left_alone(bench: EdgeWatcherRig, wire: GpioWire) -> None:
    tried = []

    class Gone(GpioLine):
        def edges(self) -> Iterator[LineEdge]:
            tried.append(True)
            raise OSError(19, "No such device")

    reader, writer = os.pipe()
    gone = Gone(reader)
    bench.watcher.add(gone, lambda edge: None)
    bench.watch(5)
    os.write(writer, b"x")  # the end that cannot be read stays ready, as a line of a chip that is gone
    until(lambda: tried, tried)
    for _ in range(3):
        wire.press(5)
        wire.release(5)
        assert bench.seen(2) == [(5, False), (5, True)]
    assert tried == [True]
    os.close(writer)
    gone.close()
