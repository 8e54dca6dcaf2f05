"""The emulated card loses exactly the data that a real card may lose."""

import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from tests.appliance.memory_card import SECTOR, Card, Cut, Fuse, PowerCut, Request
from tests.appliance.nbd_server import Server, serve
from tests.support.deadline import PATIENCE

SIZE = 64 * SECTOR
OLD, NEW, NEWER = (bytes([value]) * SECTOR for value in (0, 1, 2))


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Card]:
    image = tmp_path / "image"
    image.write_bytes(bytes(SIZE))
    with Card(image) as made:
        yield made
    assert image.read_bytes() == bytes(SIZE)  # nothing is ever written to the image


def sector(card: Card, number: int) -> bytes:
    return card.read(number * SECTOR, SECTOR)


def test_written_data_can_be_read_at_once(card: Card) -> None:
    card.write(SECTOR, NEW + NEWER)
    assert card.read(0, 4 * SECTOR) == OLD + NEW + NEWER + OLD


def test_flushed_data_survive_every_cut(card: Card) -> None:
    card.write(0, NEW * 8)
    card.flush()
    for seed in range(50):
        assert card.cut(Random(seed)) == Cut(0, 0)
        assert card.read(0, 8 * SECTOR) == NEW * 8


def test_a_cut_takes_all_or_nothing_or_some_sectors_of_a_write_that_was_not_flushed(card: Card) -> None:
    left = set()
    for seed in range(300):
        card.write(0, OLD * 8)
        card.flush()
        card.write(0, NEW * 8)
        cut = card.cut(Random(seed))
        survivors = [sector(card, number) == NEW for number in range(8)]
        assert cut == Cut(8, sum(survivors))
        assert all(sector(card, number) in (OLD, NEW) for number in range(8))
        left.add(sum(survivors))
    assert left == set(range(9))


def test_a_cut_may_keep_a_later_write_and_lose_an_earlier_one(card: Card) -> None:
    seen = set()
    for seed in range(100):
        card.write(0, OLD * 2)
        card.flush()
        card.write(0, NEW)
        card.write(SECTOR, NEW)
        card.cut(Random(seed))
        seen.add((sector(card, 0) == NEW, sector(card, 1) == NEW))
    assert seen == {(False, False), (False, True), (True, False), (True, True)}


def test_data_written_through_the_cache_survive_and_no_earlier_write_comes_back(card: Card) -> None:
    for seed in range(50):
        card.write(0, NEW * 2)
        card.write(0, NEWER, through=True)
        card.cut(Random(seed))
        assert sector(card, 0) == NEWER


# -- the fuse


def test_the_power_goes_before_a_flush_is_answered(card: Card) -> None:
    blown: list[str] = []
    card.arm(Fuse(Request.FLUSH, 2), lambda: blown.append("now"))
    card.write(0, NEW)
    card.flush()
    card.write(SECTOR, NEW)
    assert not blown
    with pytest.raises(PowerCut):
        card.flush()
    assert blown == ["now"]
    assert card.cut(Random(0)).cached == 1
    assert sector(card, 0) == NEW


def test_the_power_goes_right_after_a_write(card: Card) -> None:
    card.arm(Fuse(Request.WRITE, 2), lambda: None)
    card.write(0, NEW)
    with pytest.raises(PowerCut):
        card.write(SECTOR, NEW)
    assert card.cut(Random(0)).cached == 2
    card.write(0, NEW)  # the power is back, and the fuse is gone


@pytest.mark.parametrize(("syncs", "loses"), [(True, False), (False, True)])
def test_it_shows_in_many_cuts_whether_what_is_acknowledged_was_flushed(
    card: Card, syncs: bool, loses: bool
) -> None:
    lost = 0
    for seed in range(40):
        random, acknowledged = Random(seed), 0
        card.write(0, OLD * 40)
        card.flush()
        card.arm(Fuse(Request.WRITE, random.randint(2, 30)), lambda: None)
        with suppress(PowerCut):
            for number in range(40):
                card.write(number * SECTOR, NEW)
                if syncs:
                    card.flush()
                acknowledged += 1
        card.cut(random)
        lost += sum(sector(card, number) == OLD for number in range(acknowledged))
    assert (lost > 0) == loses


# -- on the wire


def receive(client: socket.socket, length: int) -> bytes:
    """Return the next `length` bytes from the server, or fewer if the server closes the connection."""
    data = b""
    while len(data) < length and (part := client.recv(length - len(data))):
        data += part
    return data


def ask(client: socket.socket, command: int, offset: int, data: bytes = b"", *, length: int = 0) -> bytes:
    """Send a request to the server, and return its reply: four bytes with an error number, then the data.

    Args:
        command: the number of the command, e.g. 0 to read.
        offset: the position on the card, in bytes.
        data: the data to write.
        length: the number of bytes to read; 0 to use the length of `data`.
    """
    head = struct.pack(">IHHQQI", 0x25609513, 0, command, 77, offset, length or len(data))
    client.sendall(head + data)
    magic, error, cookie = struct.unpack(">IIQ", receive(client, 16))
    assert (magic, cookie) == (0x67446698, 77)
    return struct.pack(">I", error) + (receive(client, length) if command == 0 and not error else b"")


@pytest.fixture
def client(card: Card) -> Iterator[socket.socket]:
    here, there = socket.socketpair()
    thread = Thread(target=serve, args=(card, there), daemon=True)
    thread.start()
    with here, there:
        here.settimeout(PATIENCE)
        assert receive(here, 18) == b"NBDMAGICIHAVEOPT\x00\x03"
        here.sendall(struct.pack(">I", 3))
        here.sendall(b"IHAVEOPT" + struct.pack(">II", 8, 0))  # structured replies are not supported
        assert struct.unpack(">QIII", receive(here, 20))[2] == 0x80000001
        here.sendall(b"IHAVEOPT" + struct.pack(">II", 7, 6) + bytes(6))  # GO, with no name and no requests
        *_, kind, length = struct.unpack(">QIII", receive(here, 20))
        assert (kind, struct.unpack(">HQH", receive(here, length))) == (3, (0, SIZE, 13))
        *_, kind, length = struct.unpack(">QIII", receive(here, 20))
        assert (kind, struct.unpack(">HI", receive(here, length)[:6])) == (3, (3, SECTOR))
        assert struct.unpack(">QIII", receive(here, 20))[2:] == (1, 0)
        yield here
        here.sendall(struct.pack(">IHHQQI", 0x25609513, 0, 2, 0, 0, 0))
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_a_client_reads_writes_and_flushes(card: Card, client: socket.socket) -> None:
    fine = bytes(4)
    assert ask(client, 1, 0, NEW + NEWER) == fine
    assert ask(client, 0, 0, length=2 * SECTOR) == fine + NEW + NEWER
    assert ask(client, 3, 0) == fine
    assert card.cut(Random(0)) == Cut(0, 0)
    assert ask(client, 1, 0, NEWER) == fine
    assert card.cut(Random(0)).cached == 1


def test_a_client_hears_nothing_of_what_the_power_cut_off(card: Card, tmp_path: Path) -> None:
    server = Server(card, tmp_path / "card")
    card.arm(Fuse(Request.FLUSH, 1), lambda: None)
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(PATIENCE)
        client.connect(str(tmp_path / "card"))
        receive(client, 18)
        client.sendall(struct.pack(">I8sII", 3, b"IHAVEOPT", 7, 6) + bytes(6))
        # The answer to GO: the export, its sectors, and the end.
        receive(client, 20 + 12 + 20 + 14 + 20)
        client.sendall(struct.pack(">IHHQQI", 0x25609513, 0, 1, 77, 0, SECTOR) + NEW)
        assert len(receive(client, 16)) == 16
        client.sendall(struct.pack(">IHHQQI", 0x25609513, 0, 3, 77, 0, 0))
        assert receive(client, 16) == b""
    server.wait_until_idle()
    server.close()
    assert card.cut(Random(0)).cached == 1


@pytest.mark.parametrize(("command", "offset", "length"), [(0, 1, SECTOR), (0, SIZE, SECTOR), (4, 0, SECTOR)])
def test_an_impossible_request_is_refused(
    client: socket.socket, command: int, offset: int, length: int
) -> None:
    assert ask(client, command, offset, length=length) == struct.pack(">I", 22)
