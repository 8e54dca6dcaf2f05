"""The queue between the drivers' threads and the main loop."""

import itertools
import random
import threading

import pytest

from firmware_py.board.ports import Ending
from firmware_py.drivers import edge_queue
from firmware_py.drivers.edge_queue import LATE, MOST_MESSAGES, EdgeQueue
from firmware_py.input.keys import Edge, Key, Press
from firmware_py.window.datagrams import PhoneAccess
from tests.support.deadline import PATIENCE

FIVE, KING, GO = Key.FIVE, Key.KING, Key.GO


class Bench:
    """A test rig: an edge queue and the clock it uses."""

    def __init__(self) -> None:
        self.now = 100.0
        self.queue = EdgeQueue(lambda: self.now)

    def edges(self, many: int) -> list[Edge | None]:
        return [self.queue.wait(0) for _ in range(many)]


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_an_edge_without_a_time_has_that_of_its_arrival(bench: Bench) -> None:
    bench.queue.put(FIVE, True)
    bench.now = 101.0
    bench.queue.put(FIVE, False, 2)
    assert bench.edges(3) == [Edge(FIVE, True, 100.0), Edge(FIVE, False, 101.0, 2), None]


def test_an_edge_has_its_own_time_but_never_one_to_come(bench: Bench) -> None:
    bench.queue.put(FIVE, True, 0, 99.999)
    bench.queue.put(FIVE, False, 0, 100.001)
    assert bench.edges(2) == [Edge(FIVE, True, 99.999), Edge(FIVE, False, 100.0)]


@pytest.mark.parametrize("seed", range(5))
def test_a_backlog_comes_in_the_order_of_time(bench: Bench, seed: int) -> None:
    times = [90.0 + number / 8 for number in range(60)]
    random.Random(seed).shuffle(times)
    for at in times:
        bench.queue.put(FIVE, True, int(8 * at) % 3, at)
    assert [edge and edge.at for edge in bench.edges(60)] == sorted(times)
    assert bench.queue.wait(0) is None


def test_edges_of_the_same_time_keep_their_order(bench: Bench) -> None:
    for key in (KING, FIVE, GO):
        bench.queue.put(key, True, 0, 90.0)
    assert [edge and edge.key for edge in bench.edges(3)] == [KING, FIVE, GO]


def test_the_rest_of_a_backlog_is_waited_for(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    # With such long waits, only the call of `stop` ends the wait.
    monkeypatch.setattr(edge_queue, "LULL", 60.0)
    monkeypatch.setattr(edge_queue, "CATCH_UP", 60.0)
    bench.queue.put(FIVE, True, 1, 98.0)
    got: list[Edge | None] = []
    loop = threading.Thread(target=lambda: got.append(bench.queue.wait(None)), daemon=True)
    loop.start()
    bench.queue.put(KING, True, 2, 97.0)
    bench.queue.put(GO, True, 2, 97.5)
    bench.queue.stop()
    loop.join(timeout=PATIENCE)
    got += bench.edges(2)
    assert [edge and edge.key for edge in got] == [KING, GO, FIVE]
    assert bench.queue.wait(0) is Ending.STOPPED


def test_edges_that_come_on_time_wait_for_nothing(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float | None] = []
    get = bench.queue._queue.get

    class Watched:
        put = bench.queue._queue.put

        @staticmethod
        def get(timeout: float | None) -> object:
            waits.append(timeout)
            return get(timeout=timeout)

    monkeypatch.setattr(bench.queue, "_queue", Watched)
    bench.queue.put(FIVE, True, 0, bench.now - LATE / 2)
    bench.queue.put(FIVE, False)
    bench.edges(2)
    assert set(waits) == {0}


def test_wait_for_a_backlog_is_limited(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue stops waiting for delayed edges even if a loose contact constantly produces new ones."""
    monkeypatch.setattr(edge_queue.time, "monotonic", itertools.count(0.0, edge_queue.LULL / 2).__next__)
    get = bench.queue._queue.get

    class Chattering:
        put = bench.queue._queue.put

        @staticmethod
        def get(timeout: float | None) -> object:
            if timeout:
                bench.queue.put(FIVE, True, 0, 90.0)
            return get(timeout=timeout)

    monkeypatch.setattr(bench.queue, "_queue", Chattering)
    bench.queue.put(FIVE, True, 0, 90.0)
    assert bench.queue.wait(None)


def test_edges_before_an_order_come_before_it(bench: Bench) -> None:
    bench.queue.put(FIVE, True, 0, 90.0)
    bench.queue.put(KING, True, 0, 89.0)
    bench.queue.reload()
    bench.queue.put(GO, True, 0, 80.0)
    bench.queue.stop()
    assert [edge and edge.key for edge in bench.edges(2)] == [KING, FIVE]
    assert bench.queue.wait(0) is Ending.RELOAD
    assert bench.edges(1) == [Edge(GO, True, 80.0)]
    assert bench.queue.wait(None) is Ending.STOPPED
    assert bench.queue.wait(0) is None


def test_presses_by_programs_come_after_all_edges_and_before_an_order_to_stop(bench: Bench) -> None:
    first, second = Press(FIVE, None, "a"), Press(KING, None, "b")
    assert bench.queue.put_message(first) and bench.queue.put_message(second)
    bench.queue.put(GO, True)
    bench.queue.stop()
    assert [bench.queue.wait(0) for _ in range(5)] == [
        Edge(GO, True, 100.0),
        first,
        second,
        Ending.STOPPED,
        None,
    ]


def test_the_address_of_the_page_waits_its_turn_among_presses_by_programs(bench: Bench) -> None:
    access = PhoneAccess("192.168.178.123", 80, 0)
    assert bench.queue.put_message(Press(FIVE)) and bench.queue.put_message(access)
    assert [bench.queue.wait(0) for _ in range(3)] == [Press(FIVE), access, None]


def test_a_flood_of_presses_is_cut_and_holds_up_no_key(bench: Bench) -> None:
    taken = [bench.queue.put_message(Press(FIVE)) for _ in range(1000)]
    assert taken.count(True) == MOST_MESSAGES
    bench.queue.put(KING, True)
    assert bench.queue.wait(0) == Edge(KING, True, 100.0)
    assert bench.queue.wait(0) == Press(FIVE)
    assert bench.queue.put_message(Press(GO))  # one has been handled, so there is room for another
    assert not bench.queue.put_message(Press(GO))
