"""Keys sent through the socket: valid keys are accepted, and nothing else does any harm."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.indices import Seat
from firmware_py.drivers.key_socket import LONGEST, KeySocket, parse
from firmware_py.errors import UsageError
from firmware_py.input.keys import Key
from firmware_py.input.press import Press
from firmware_py.window.phone_access import PhoneAccess, phone_datagram
from tests.support.deadline import PATIENCE, until


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
def bench(tmp_path: Path) -> Iterator[KeySocketRig]:
    made = KeySocketRig(tmp_path)
    with closing(made.socket), made.program:
        yield made


def test_keys_come_through_in_order(bench: KeySocketRig) -> None:
    bench.send(b'{"key": "5", "id": "a3"}', b'{"key": "go", "seat": 1}\n', b'{"key": "T"}')
    assert [bench.next() for _ in range(3)] == [
        Press(Key.FIVE, None, "a3"),
        Press(Key.GO, Seat(1)),
        Press(Key.TEN),
    ]


def test_the_address_of_the_page_comes_through_among_the_keys(bench: KeySocketRig) -> None:
    access = PhoneAccess("192.168.178.123", 80, 2)
    bench.send(b'{"key": "5"}', phone_datagram(access), b'{"key": "6"}')
    assert [bench.next() for _ in range(3)] == [Press(Key.FIVE), access, Press(Key.SIX)]


NO_KEYS = [
    b"",
    b"5",
    b"{",
    b"\xff\xfe",
    b"null",
    b'["5"]',
    b'{"key": "11"}',
    b'{"key": 5}',
    b'{"key": null}',
    b'{"id": "a3"}',
    b'{"key": "5", "seat": 4}',
    b'{"key": "5", "seat": -1}',
    b'{"key": "5", "seat": true}',
    b'{"key": "5", "seat": "1"}',
    b'{"key": "5", "id": 3}',
    b'{"key": "5", "id": "' + b"a" * 65 + b'"}',
    b'{"key": "5", "more": "' + b"a" * LONGEST + b'"}',
    b"[" * LONGEST,
    b'{"key": "LEFT"}',
    b'"phone"',
    b'{"phone": {"address": "example.org", "port": 80, "joined": 0}}',
    b'{"phone": {"address": "192.168.178.123", "port": 0, "joined": 0}}',
    b'{"key": "5", "phone": null}',
]


@pytest.mark.parametrize("datagram", NO_KEYS, ids=range(len(NO_KEYS)))
def test_what_is_no_key_is_ignored(bench: KeySocketRig, datagram: bytes) -> None:
    assert parse(datagram) is None
    bench.send(datagram, b'{"key": "OK"}')
    assert bench.next() == Press(Key.OK)


def test_a_flood_is_read_and_the_reader_lives(bench: KeySocketRig) -> None:
    bench.send(*[b"x" * 100] * 500, json.dumps({"key": "OK", "id": "last"}).encode())
    assert bench.next() == Press(Key.OK, None, "last")


def test_only_the_owner_and_the_group_may_send(bench: KeySocketRig) -> None:
    assert bench.path.stat().st_mode & 0o777 == 0o660


def test_it_leaves_nothing_behind(bench: KeySocketRig) -> None:
    bench.socket.close()
    bench.socket.close()
    assert not bench.path.exists()
    with pytest.raises(FileNotFoundError):
        bench.send(b'{"key": "5"}')


def test_a_socket_that_a_killed_board_left_is_replaced(tmp_path: Path) -> None:
    left = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    left.bind(str(tmp_path / "keys"))
    left.close()
    made = KeySocketRig(tmp_path)
    with closing(made.socket), made.program:
        made.send(b'{"key": "5"}')
        assert made.next() == Press(Key.FIVE)


def test_a_socket_in_use_is_left_to_its_board(bench: KeySocketRig) -> None:
    with pytest.raises(UsageError, match="another board takes keys here; stop it first"):
        KeySocket(bench.path, bench.put)
    bench.send(b'{"key": "5"}')
    assert bench.next() == Press(Key.FIVE)


def test_a_folder_that_is_missing_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none/keys: no such file or directory; no program can press keys"):
        KeySocket(tmp_path / "none" / "keys", lambda press: True)


@given(
    st.binary(max_size=2 * LONGEST)
    | st.text(max_size=LONGEST).map(lambda text: text.encode("utf-8", "replace"))
)
def test_no_bytes_are_more_than_a_press_or_nothing(datagram: bytes) -> None:
    assert parse(datagram) is None or json.loads(datagram)["key"]


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["5", "GO", "seat", "id"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)


@given(st.fixed_dictionaries({"key": JUNK}, optional={"seat": JUNK, "id": JUNK, "more": JUNK}))
def test_whatever_an_object_holds_the_press_has_a_key_a_seat_and_an_id(asked: dict[str, object]) -> None:
    press = parse(json.dumps(asked).encode())
    if press is not None:
        assert isinstance(press.key, Key)
        assert press.seat is None or (type(press.seat) is int and press.seat in range(4))
        assert press.id is None or (isinstance(press.id, str) and len(press.id) <= 64)


@pytest.mark.parametrize(
    "number", ["1e999", "-0", "1.0", "0.0", "NaN", "1" + "0" * 400, "true", "[]", "{}", '"0"'], ids=repr
)
def test_a_seat_is_a_whole_number_and_nothing_like_it(number: str) -> None:
    press = parse(b'{"key": "5", "seat": %s}' % number.encode())
    assert press == (Press(Key.FIVE, Seat(0)) if number == "-0" else None)


def test_any_id_is_passed_on_unchanged() -> None:
    name = "\ud800\x00\n\"'\\\N{BLACK HEART SUIT}\x7f"
    assert parse(json.dumps({"key": "5", "id": name}).encode()) == Press(Key.FIVE, None, name)


def test_reader_can_be_closed_during_a_flood_of_messages(bench: KeySocketRig) -> None:
    ended = threading.Event()

    def flood() -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as program:
            while not ended.is_set():
                with suppress(OSError):
                    program.sendto(b"x" * 100, str(bench.path))

    threads = [threading.Thread(target=flood, daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    bench.send(b'{"key": "OK"}')
    assert bench.next() == Press(Key.OK)
    bench.socket.close()
    ended.set()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    assert not bench.path.exists()


def test_nothing_wakes_the_reader_while_nothing_arrives(bench: KeySocketRig) -> None:
    bench.send(b'{"key": "OK"}')
    bench.next()
    (reader,) = [thread for thread in threading.enumerate() if thread.name == "key socket"]
    status = Path(f"/proc/self/task/{reader.native_id}/status")

    def slept_for_a_second() -> bool:
        before = switches(status)
        time.sleep(1)
        return switches(status) == before

    until(slept_for_a_second, "a second in which the reader sleeps")


def switches(status: Path) -> list[str]:
    """Return the lines of a thread's status file, from /proc, that contain its number of context switches."""
    return [line for line in status.read_text().splitlines() if "ctxt_switches" in line]


def test_a_socket_that_was_removed_or_replaced_is_missed(bench: KeySocketRig) -> None:
    assert bench.socket.is_there
    bench.path.unlink()
    assert not bench.socket.is_there
    bench.path.symlink_to("/dev/null")
    assert not bench.socket.is_there
    bench.socket.close()
    assert bench.path.is_symlink()  # it is not ours to remove


def test_a_link_in_the_place_of_the_socket_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("kept")
    (tmp_path / "keys").symlink_to(tmp_path / "precious")
    with closing(KeySocket(tmp_path / "keys", lambda press: True)):
        assert (tmp_path / "keys").is_socket()
    assert (tmp_path / "precious").read_text() == "kept"


def test_a_folder_in_the_place_of_the_socket_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "keys").mkdir()
    with pytest.raises(UsageError, match=r"keys: .*; no program can press keys"):
        KeySocket(tmp_path / "keys", lambda press: True)
    assert (tmp_path / "keys").is_dir()


def test_keys_for_which_there_is_no_room_are_read_slowly_and_none_is_passed_on_twice(
    bench: KeySocketRig,
) -> None:
    bench.has_room = False
    bench.send(*[b'{"key": "%d"}' % rank for rank in range(2, 10)])
    assert [bench.next().key.value for _ in range(8)] == [str(rank) for rank in range(2, 10)]
    assert bench.heard.empty()
