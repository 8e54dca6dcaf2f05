"""The queue between the drivers and the loop, and the socket through which programs press keys."""

from __future__ import annotations

import itertools
import json
import random
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.indices import Seat
from firmware_py.board.ports import Ending
from firmware_py.drivers import edge_queue, key_socket
from firmware_py.drivers.edge_queue import LATE, MOST_MESSAGES, EdgeQueue
from firmware_py.drivers.key_socket import LONGEST, KeySocket, parse
from firmware_py.input.keys import Edge, Key, Press
from firmware_py.system.errors import UsageError
from firmware_py.window.datagrams import PhoneAccess, phone_datagram
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


def test_an_edge_has_its_own_time_but_never_one_to_come(bench: Bench) -> None:
    bench.queue.put(FIVE, True, 0, 99.999)
    bench.queue.put(FIVE, False, 0, 100.001)
    assert bench.edges(2) == [Edge(FIVE, True, 99.999), Edge(FIVE, False, 100.0)]


@pytest.mark.parametrize("seed", range(3))
def test_a_backlog_comes_in_the_order_of_time(bench: Bench, seed: int) -> None:
    times = [90.0 + number / 8 for number in range(60)]
    random.Random(seed).shuffle(times)
    for at in times:
        bench.queue.put(FIVE, True, int(8 * at) % 3, at)
    assert [edge and edge.at for edge in bench.edges(60)] == sorted(times)
    assert bench.queue.wait(0) is None


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


class Watched:
    """A test double for the queue of an `EdgeQueue` that tells how long each call waits, before it does."""

    def __init__(self, bench: Bench, told: Callable[[float | None], object]) -> None:
        self._get, self.put, self._told = bench.queue._queue.get, bench.queue._queue.put, told
        bench.queue._queue = self  # type: ignore[assignment]

    def get(self, timeout: float | None) -> object:
        self._told(timeout)
        return self._get(timeout=timeout)


def test_edges_that_come_on_time_wait_for_nothing(bench: Bench) -> None:
    waits: list[float | None] = []
    Watched(bench, waits.append)
    bench.queue.put(FIVE, True, 0, bench.now - LATE / 2)
    bench.queue.put(FIVE, False)
    bench.edges(2)
    assert set(waits) == {0}


def test_wait_for_a_backlog_is_limited(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue stops waiting for delayed edges even if a loose contact constantly produces new ones."""
    monkeypatch.setattr(edge_queue.time, "monotonic", itertools.count(0.0, edge_queue.LULL / 2).__next__)
    Watched(bench, lambda timeout: timeout and bench.queue.put(FIVE, True, 0, 90.0))
    bench.queue.put(FIVE, True, 0, 90.0)
    assert bench.queue.wait(None)


def test_edges_before_an_order_come_before_it(bench: Bench) -> None:
    bench.queue.put(FIVE, True, 0, 90.0)
    bench.queue.put(KING, True, 0, 89.0)
    bench.queue.reload()
    bench.queue.put(GO, True, 0, 80.0)
    bench.queue.stop()
    assert [edge and edge.key for edge in bench.edges(2)] == [KING, FIVE]
    waited = [bench.queue.wait(0) for _ in range(4)]
    assert waited == [Ending.RELOAD, Edge(GO, True, 80.0), Ending.STOPPED, None]


def test_messages_of_programs_come_in_turn_after_all_edges_and_before_an_order_to_stop(bench: Bench) -> None:
    messages = [Press(FIVE, None, "a"), PhoneAccess("192.168.178.123", 80, 0), Press(KING, None, "b")]
    for message in messages:
        assert bench.queue.put_message(message)
    bench.queue.put(GO, True)
    bench.queue.stop()
    waited = [bench.queue.wait(0) for _ in range(6)]
    assert waited == [Edge(GO, True, 100.0), *messages, Ending.STOPPED, None]


def test_a_flood_of_presses_is_cut_and_holds_up_no_key(bench: Bench) -> None:
    taken = [bench.queue.put_message(Press(FIVE)) for _ in range(1000)]
    assert taken.count(True) == MOST_MESSAGES
    bench.queue.put(KING, True)
    assert bench.queue.wait(0) == Edge(KING, True, 100.0)
    assert bench.queue.wait(0) == Press(FIVE)
    assert bench.queue.put_message(Press(GO))  # one has been handled, so there is room for another
    assert not bench.queue.put_message(Press(GO))


class KeySocketRig:
    """A test rig: a key socket, a program that sends keys to it, and the key presses received."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "keys"
        self.heard: SimpleQueue[Press | PhoneAccess] = SimpleQueue()
        self.has_room = True
        self.socket = KeySocket(self.path, self.put)
        self.program = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.program.settimeout(PATIENCE)

    def put(self, message: Press | PhoneAccess) -> bool:
        self.heard.put(message)
        return self.has_room

    def send(self, *datagrams: bytes) -> None:
        for datagram in datagrams:
            self.program.sendto(datagram, str(self.path))

    def next(self) -> Press | PhoneAccess:
        return self.heard.get(timeout=PATIENCE)


@pytest.fixture
def keys(tmp_path: Path) -> Iterator[KeySocketRig]:
    made = KeySocketRig(tmp_path)
    with closing(made.socket), made.program:
        yield made


def test_keys_and_the_address_of_the_page_come_through_in_order(keys: KeySocketRig) -> None:
    name = "\ud800\x00\n\"'\\\N{BLACK HEART SUIT}\x7f"  # any ID is passed on unchanged
    access = PhoneAccess("192.168.178.123", 80, 2)
    keys.send(json.dumps({"key": "5", "id": name}).encode(), b'{"key": "go", "seat": 1}\n')
    keys.send(phone_datagram(access), b'{"key": "T", "seat": -0}')
    sent = [Press(Key.FIVE, None, name), Press(Key.GO, Seat(1)), access, Press(Key.TEN, Seat(0))]
    assert [keys.next() for _ in range(4)] == sent


SEATS = [*b'4 -1 true "1" 1e999 1.0 0.0 NaN [] {} "0"'.split(), b"1" + b"0" * 400]
NO_KEYS = [
    *(b"", b"5", b"{", b"\xff\xfe", b"null", b'["5"]', b'"phone"', b'{"id": "a3"}', b"[" * LONGEST),
    *(b'{"key": %s}' % key for key in (b'"11"', b"5", b"null", b'"LEFT"')),
    *(b'{"key": "5", "seat": %s}' % seat for seat in SEATS),
    *(b'{"key": "5", "id": %s}' % name for name in (b"3", b'"' + b"a" * 65 + b'"')),
    b'{"key": "5", "more": "' + b"a" * LONGEST + b'"}',
    b'{"phone": {"address": "example.org", "port": 80, "joined": 0}}',
    b'{"phone": {"address": "192.168.178.123", "port": 0, "joined": 0}}',
    b'{"key": "5", "phone": null}',
]


def test_what_is_no_key_is_ignored(keys: KeySocketRig) -> None:
    for datagram in NO_KEYS:
        assert parse(datagram) is None, datagram
        keys.send(datagram)
    keys.send(b'{"key": "OK"}')
    assert keys.next() == Press(Key.OK)


def test_only_the_owner_and_the_group_may_send(keys: KeySocketRig) -> None:
    assert keys.path.stat().st_mode & 0o777 == 0o660


def test_it_leaves_nothing_behind(keys: KeySocketRig) -> None:
    keys.socket.close()
    keys.socket.close()
    assert not keys.path.exists()
    with pytest.raises(FileNotFoundError):
        keys.send(b'{"key": "5"}')


def test_a_socket_that_a_killed_board_left_is_replaced(tmp_path: Path) -> None:
    left = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    left.bind(str(tmp_path / "keys"))
    left.close()
    made = KeySocketRig(tmp_path)
    with closing(made.socket), made.program:
        made.send(b'{"key": "5"}')
        assert made.next() == Press(Key.FIVE)


def test_a_socket_in_use_is_left_to_its_board(keys: KeySocketRig) -> None:
    with pytest.raises(UsageError, match="another board takes keys here; stop it first"):
        KeySocket(keys.path, keys.put)
    keys.send(b'{"key": "5"}')
    assert keys.next() == Press(Key.FIVE)


def test_a_folder_that_is_missing_or_in_the_place_of_the_socket_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none/keys: no such file or directory; no program can press keys"):
        KeySocket(tmp_path / "none" / "keys", lambda press: True)
    (tmp_path / "keys").mkdir()
    with pytest.raises(UsageError, match=r"keys: .*; no program can press keys"):
        KeySocket(tmp_path / "keys", lambda press: True)
    assert (tmp_path / "keys").is_dir()


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["5", "GO", "id"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)
OBJECTS = st.fixed_dictionaries({"key": JUNK}, optional={"seat": JUNK, "id": JUNK, "more": JUNK})


@given(st.binary(max_size=2 * LONGEST) | OBJECTS.map(lambda asked: json.dumps(asked).encode()))
def test_no_bytes_are_more_than_nothing_or_a_press_with_a_key_a_seat_and_an_id(datagram: bytes) -> None:
    press = parse(datagram)
    if press is not None:
        assert isinstance(press, Press) and isinstance(press.key, Key)
        assert press.seat is None or (type(press.seat) is int and press.seat in range(4))
        assert press.id is None or (isinstance(press.id, str) and len(press.id) <= 64)


def test_a_socket_that_was_removed_or_replaced_is_missed(keys: KeySocketRig) -> None:
    assert keys.socket.is_there
    keys.path.unlink()
    assert not keys.socket.is_there
    keys.path.symlink_to("/dev/null")
    assert not keys.socket.is_there
    keys.socket.close()
    assert keys.path.is_symlink()  # it is not ours to remove


def test_a_link_in_the_place_of_the_socket_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("kept")
    (tmp_path / "keys").symlink_to(tmp_path / "precious")
    with closing(KeySocket(tmp_path / "keys", lambda press: True)):
        assert (tmp_path / "keys").is_socket()
    assert (tmp_path / "precious").read_text() == "kept"


@pytest.mark.parametrize("has_room", [True, False])
def test_keys_beyond_a_burst_or_without_room_are_passed_on_once(
    keys: KeySocketRig, monkeypatch: pytest.MonkeyPatch, *, has_room: bool
) -> None:
    monkeypatch.setattr(key_socket, "BURST", 1)
    keys.has_room = has_room
    keys.send(*[b'{"key": "%d"}' % rank for rank in range(2, 10)])
    assert [keys.next() for _ in range(8)] == [Press(Key(str(rank))) for rank in range(2, 10)]
    assert keys.heard.empty()
