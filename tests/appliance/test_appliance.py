"""What the appliance tests are made of behaves like the real thing: card, display, keyboard, fingers."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from firmware_py.board.loop import Loop
from firmware_py.input.keys import Key
from firmware_py.input.press_detector import QUIET
from tests.appliance import raspberry_pi
from tests.appliance.board import Keys
from tests.appliance.guest_presses import (
    KEYS,
    PINS,
    Listening,
    Made,
    Move,
    Press,
    TimingQueue,
    compare,
    group_of,
    planned,
    presses_of,
)
from tests.appliance.memory_card import SECTOR, Card, Cut, Fuse, PowerCut, Request, Server, serve
from tests.appliance.qemu_machine import Port
from tests.appliance.raspberry_pi import QCODES, QmpError, UsbKeyboard
from tests.appliance.scanned_code import UsbDisplay
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


def heard(folder: Path, said: bytes) -> list[str]:
    here, there = socket.socketpair()
    port = Port(here, folder / "port.log")
    there.sendall(said)
    there.close()
    port.close()
    return [line for _, line in port.lines]


def test_lines_without_a_prefix_stay_as_they_are(tmp_path: Path) -> None:
    assert heard(tmp_path, b"41 lay 5\r\nStarted muggins.service - Muggins.\n") == [
        "41 lay 5",
        "Started muggins.service - Muggins.",
    ]


def test_forwarded_messages_lose_their_prefix_and_colours(tmp_path: Path) -> None:
    # As journald of systemd 257 wrote them, with ForwardToConsole=yes.
    said = (
        b"[   33.618688] systemd[1]: Started muggins.service - Muggins, the cribbage board.\r\n"
        b"[   33.622946] muggins[523]: \x1b[0;1;38:5:185mlights: cannot open /dev/spidev0.0\x1b[0m\r\n"
        b"[  131.639085] muggins[666]: 12 undo; takes back lay 6\r\n"
    )
    assert heard(tmp_path, said) == [
        "Started muggins.service - Muggins, the cribbage board.",
        "lights: cannot open /dev/spidev0.0",
        "12 undo; takes back lay 6",
    ]


def test_forwarded_messages_of_other_programs_are_dropped(tmp_path: Path) -> None:
    said = b"[  194.487564] systemd-logind[352]: 12 sessions\n[  195.168610] sudo[464]: root : TTY=ttyS1\n"
    assert heard(tmp_path, said) == []


def test_a_line_that_has_not_ended_is_dropped(tmp_path: Path) -> None:
    assert heard(tmp_path, b"41 lay 5\n42 la") == ["41 lay 5"]


# The requests as drivers/i2c/busses/i2c-tiny-usb.c of Linux makes them.
WRITE, READ, STATUS = 7, 7, 3
TO_DEVICE, FROM_DEVICE = 0x41, 0xC1
CONTROL = struct.Struct("<BBBBHHH")


class Host:
    """A test double for QEMU's end of a USB redirection (usbredir) connection."""

    def __init__(self, connection: socket.socket) -> None:
        self._file = connection.makefile("rwb")
        self._file.write(struct.pack("<III64sI", 0, 68, 0, b"host", 1 << 4 | 1 << 5 | 1 << 6))
        self._file.flush()
        kind, length, _ = struct.unpack("<III", self._read(12))
        assert (kind, length) == (0, 68)
        self._read(length)
        self.introduced = dict(self._packet() for _ in range(3))

    def ask(self, kind: int, request: int, value: int, index: int, length: int, sent: bytes = b"") -> bytes:
        """Send a USB control request, and return the data in the reply, which is empty for a write request.

        Args:
            kind: the type of the request. Its highest bit is set for a read request.
            request: the number of the request.
            value: the request's value (wValue in the USB specification).
            index: the request's index (wIndex).
            length: the number of bytes to read or write.
            sent: the bytes to write.
        """
        endpoint = kind & 0x80
        body = CONTROL.pack(endpoint, request, kind, 0, value, index, length) + sent
        self._file.write(struct.pack("<IIQ", 100, len(body), 5) + body)
        self._file.flush()
        _, answer = self._packet()
        status = answer[3]
        assert status == 0
        return answer[CONTROL.size :]

    def _packet(self) -> tuple[int, bytes]:
        kind, length, _ = struct.unpack("<IIQ", self._read(16))
        return kind, self._read(length)

    def _read(self, count: int) -> bytes:
        found = self._file.read(count)
        assert len(found) == count
        return found


@pytest.fixture
def display() -> UsbDisplay:
    return UsbDisplay()


@pytest.fixture
def host(display: UsbDisplay, tmp_path: Path) -> Iterator[Host]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
        listening.bind(str(tmp_path / "usb"))
        listening.listen()
        plugged = display.plug_into(tmp_path / "usb")
        connection, _ = listening.accept()
        with connection:
            connection.settimeout(PATIENCE)
            yield Host(connection)
        plugged.close()


def test_the_machine_recognises_the_adapter(host: Host) -> None:
    ep_info, interface_info, connect = host.introduced[5], host.introduced[4], host.introduced[1]
    assert (len(ep_info), len(interface_info)) == (160, 132)
    assert struct.unpack("<BBBBHH", connect)[4:] == (0x0403, 0xC631)
    device = host.ask(0x80, 6, 1 << 8, 0, 18)
    assert len(device) == device[0] == 18
    assert device[8:12] == bytes.fromhex("03 04 31 c6")
    configuration = host.ask(0x80, 6, 2 << 8, 0, 9)
    assert struct.unpack("<BBHB", configuration[:5]) == (9, 2, 18, 1)
    assert len(host.ask(0x80, 6, 2 << 8, 0, 18)) == 18


def test_the_picture_is_what_the_machine_has_written(host: Host, display: UsbDisplay) -> None:
    # The charge pump on, the display on, horizontal addressing; a page of white; no operation.
    picture = b"\x40" + b"\xff" * 128 + b"\x00" * 896
    for message in (b"\x00\x8d\x14\xaf\x20\x00", picture, b"\x00\xe3"):
        host.ask(TO_DEVICE, WRITE, 0, 0x3C, len(message), message)
        assert host.ask(FROM_DEVICE, STATUS, 0, 0, 1) == b"\x01"
    assert display.image().convert("L").histogram()[255] == 8 * 128
    assert host.ask(FROM_DEVICE, READ, 1, 0x3C, 1) == b"\x06"  # bit 6 is clear: the panel is on
    assert display.complaints == []


def test_nothing_answers_at_another_address(host: Host) -> None:
    host.ask(TO_DEVICE, WRITE, 0, 0x3D, 2, b"\x00\xaf")
    assert host.ask(FROM_DEVICE, STATUS, 0, 0, 1) == b"\x02"


class Qemu:
    """A test double for the QEMU end of a QMP socket. It replies to commands as QMP requires.

    Attributes:
        commands: the commands received so far.
        error: the error message sent in reply to each command. If it is empty, the reply reports success.
    """

    def __init__(self, there: socket.socket) -> None:
        self.commands: list[dict[str, Any]] = []
        self.error = ""
        self._there = there
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        self._say({"QMP": {"version": {"qemu": {"micro": 0, "minor": 0, "major": 10}}, "capabilities": []}})
        with self._there.makefile("r", encoding="utf-8") as lines:
            for line in lines:
                self.commands.append(json.loads(line))
                self._say({"timestamp": {"seconds": 1, "microseconds": 2}, "event": "RESUME"})
                error = {"error": {"class": "GenericError", "desc": self.error}}
                self._say(error if self.error else {"return": {}})

    def _say(self, message: dict[str, Any]) -> None:
        self._there.sendall(json.dumps(message).encode() + b"\r\n")


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[UsbKeyboard, Qemu]]:
    monkeypatch.setattr(raspberry_pi, "GAP", 0)
    monkeypatch.setattr(raspberry_pi, "HOLD", 0)
    here, there = socket.socketpair()
    qemu = Qemu(there)
    port = Port(here, tmp_path / "keypad.log")
    yield UsbKeyboard(port), qemu
    here.shutdown(socket.SHUT_RDWR)
    qemu.thread.join(PATIENCE)
    there.close()
    port.close()


def test_a_press_is_a_key_that_goes_down_and_up(pair: tuple[UsbKeyboard, Qemu]) -> None:
    keyboard, qemu = pair
    keyboard.say("press 35 79")  # KEY_KP1
    assert [each["execute"] for each in qemu.commands] == ["qmp_capabilities"] + ["input-send-event"] * 2
    events = [event["data"] for each in qemu.commands[1:] for event in each["arguments"]["events"]]
    key = {"type": "qcode", "data": "kp_1"}
    assert events == [{"down": True, "key": key}, {"down": False, "key": key}]
    assert [line for _, line in keyboard.lines] == ["here", "press"]


def test_the_keyboard_is_plugged_in_and_unplugged(pair: tuple[UsbKeyboard, Qemu]) -> None:
    keyboard, qemu = pair
    keyboard.say("plug 79 80")
    keyboard.say("unplug")
    assert [each["execute"] for each in qemu.commands[1:]] == ["device_add", "device_del"]


def test_a_refusal_of_qemu_is_an_error(pair: tuple[UsbKeyboard, Qemu]) -> None:
    keyboard, qemu = pair
    qemu.error = "Duplicate device ID 'keypad'"
    with pytest.raises(QmpError, match="Duplicate device ID"):
        keyboard.say("plug 79")


def test_an_answer_that_never_came_is_a_timeout(pair: tuple[UsbKeyboard, Qemu]) -> None:
    keyboard, _ = pair
    with pytest.raises(TimeoutError):
        keyboard.wait(lambda line: line == "press", 0, 0)


def test_qemu_has_a_name_for_each_key_of_the_keypad() -> None:
    assert set(Keys(Random(0)).codes) <= set(QCODES)


def made(moves: list[Move], late: float = 0.0) -> list[Made]:
    """Return a record in which every hundredth of these moves was carried out late, and all others on time.

    Args:
        moves: the planned openings and closings of contacts.
        late: the delay of every hundredth move, in seconds.
    """
    return [
        Made(move, move.at + late * (number % 100 == 99), move.at + late * (number % 100 == 99) + 1e-5)
        for number, move in enumerate(moves)
    ]


def test_the_presses_are_those_of_fingers() -> None:
    moves = planned(Random(5), 500)
    presses = [*presses_of(made(moves))]
    assert len(presses) == 500 and all(press.is_sound for press in presses)
    assert {press.key for press in presses} == {key.value for key in KEYS.values()}
    assert len(moves) > 2000  # they bounce
    begun = sorted((press.began[0], press.ended) for press in presses)
    overlaps = sum(ended > after for (_, ended), (after, _) in pairwise(begun))
    assert overlaps > 300  # the fingers roll from key to key
    last = dict.fromkeys(map(group_of, PINS), 0.0)
    for press in presses:
        [pin] = [pin for pin, key in KEYS.items() if key.value == press.key]
        assert press.began[0] - last[group_of(pin)] > QUIET
        last[group_of(pin)] = press.began[0]


def test_presses_made_too_late_are_left_out() -> None:
    presses = [*presses_of(made(planned(Random(5), 500), late=QUIET))]
    assert 0 < sum(not press.is_sound for press in presses) < 250


def test_the_reader_notes_each_press_with_the_time_of_its_edge() -> None:
    queue = TimingQueue(lambda: 2.0)
    for at, down in ((1.0, True), (1.1, False)):
        queue.put(Key.FIVE, down, 0, at)
    queue.stop()
    board = Listening(queue)
    Loop(board, [], queue, lambda: 2.0).run()
    assert board.heard == [("5", 1.0)]


PRESSES = [Press("5", (1.0, 1.001), 1.1, True), Press("K", (1.05, 1.051), 1.2, True)]


@pytest.mark.parametrize(
    ("heard", "wrong"),
    [
        ([("5", 1.0005), ("K", 1.0505)], {}),
        ([("5", 1.0005)], {"lost": 1}),
        ([("5", 1.0005), ("5", 1.05), ("K", 1.0505)], {"doubled": 1}),
        ([("5", 1.0005), ("K", 1.0505), ("Q", 1.1)], {"never made": 1}),
        ([("5", 1.0005), ("K", 0.99)], {"lost": 1, "never made": 1}),
    ],
)
def test_the_comparison(heard: list[tuple[str, float]], wrong: dict[str, int]) -> None:
    result = compare(PRESSES, heard)
    assert result["presses"] == 2
    assert {name: result[name] for name in ("lost", "doubled", "never made")} == {
        "lost": 0,
        "doubled": 0,
        "never made": 0,
        **wrong,
    }


def test_the_times_are_compared() -> None:
    result = compare(PRESSES, [("5", 1.0005), ("K", 1.0535)])
    assert (result["ms off, typically"], result["ms off, at most"]) == (0.0, 2.5)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.night)])
def test_a_deal_ends_when_its_crib_has_been_counted(seed: int) -> None:
    keys = Keys(Random(seed))
    first = keys.end_of_deal(1)
    second = keys.end_of_deal(first + 1)
    standings = [keys.standing(presses) for presses in (first - 1, first, second - 1, second)]
    assert [standing["deals"] for standing in standings] == [0, 1, 1, 2]
    assert standings[1]["prompt"] == standings[3]["prompt"] == "starter"
