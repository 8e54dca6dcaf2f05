"""The stream of views over real sockets: what browsers receive, how many can connect, and at which address.

If too many connections wait for requests, the oldest is closed. One network cannot use every stream. Even
with 500 slow or silent connections, five players are not disturbed, and a sixth one can join.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

import pytest

from firmware_py.input.keys import Key, Press
from firmware_py.outputs.view_json import ViewFile
from firmware_py.serve.latest_view import LatestView
from firmware_py.system import network, web
from firmware_py.system.network import allow_many_files, is_local, own_address, socket_from_systemd
from firmware_py.system.web import Connections, network_of
from tests.support import keyed
from tests.support.deadline import PATIENCE
from tests.support.machine import needs_network
from tests.support.servers import ask, opened, run, show

from .test_serve import Shown


@pytest.mark.parametrize(
    "seen", ["", ":", "x", "x:y", "x:-1", "x:" + "9" * 400, "%00:1", "x:%D9%A3", "a:1&seen=b:2"]
)
def test_a_browser_may_claim_to_have_seen_anything(tmp_path: Path, seen: str) -> None:
    async def scene(port: int, latest: LatestView) -> None:
        show(latest, tmp_path, "OK")
        _, reader, writer = await opened(port, f"/views?seen={seen}")
        await reader.readuntil(b'"spoken": [')
        writer.close()

    run(scene)


class Browser:
    """A test double for the connection to a browser, which records whether it has been closed."""

    def __init__(self) -> None:
        self._is_closed = False

    def close(self) -> None:
        self._is_closed = True

    def closed(self) -> bool:
        return self._is_closed


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "WAITING", 3)
    monkeypatch.setattr(web, "STREAMS", 4)
    monkeypatch.setattr(web, "STREAMS_OF_ONE", 2)
    monkeypatch.setattr(web, "STREAMS_OF_PHONE", 2)


@pytest.mark.usefixtures("few")
def test_the_oldest_that_waits_makes_room() -> None:
    connections, browsers = Connections(), [Browser() for _ in range(5)]
    for each in browsers:
        connections.add(each)
    assert [each.closed() for each in browsers] == [True, True, False, False, False]


def test_it_is_unused_once_nobody_watches() -> None:
    now = 100.0
    connections, watches = Connections(lambda: now), Browser()
    now += 5
    assert connections.unused_for() == 5
    connections.begin_stream(watches, "a")
    assert connections.unused_for() == 0
    connections.end_stream(watches)
    now += 7
    assert connections.unused_for() == 7


@pytest.mark.usefixtures("few")
def test_nobody_takes_all_streams() -> None:
    connections, first = Connections(), Browser()
    assert connections.begin_stream(first, "a")
    assert [connections.begin_stream(Browser(), "a") for _ in range(2)] == [True, False]
    assert [connections.begin_stream(Browser(), address) for address in "bc"] == [True, True]
    assert not connections.begin_stream(Browser(), "b"), "all are in use, and nobody has many more"
    connections.end_stream(first)
    assert connections.begin_stream(Browser(), "b")


@pytest.mark.usefixtures("few")
def test_when_all_streams_are_in_use_whoever_has_most_gives_one_to_a_newcomer() -> None:
    connections, greedy, modest = Connections(), [Browser(), Browser()], [Browser(), Browser()]
    for browser, address in zip((*greedy, *modest), "aabc", strict=True):
        assert connections.begin_stream(browser, address)
    newcomer = Browser()
    assert connections.begin_stream(newcomer, "d")
    assert [each.closed() for each in (*greedy, *modest, newcomer)] == [True, False, False, False, False]
    connections.end_stream(greedy[0])  # the handler of the closed stream notices
    assert not connections.begin_stream(Browser(), "e"), "now everybody has one"


@pytest.mark.usefixtures("few")
def test_a_phone_that_has_joined_always_gets_a_stream_and_takes_nobody_elses() -> None:
    connections, strangers = Connections(), [Browser() for _ in range(4)]
    for number, each in enumerate(strangers):
        assert connections.begin_stream(each, f"10.0.0.{number}")
    assert not connections.begin_stream(Browser(), "10.0.0.9")
    streams = [Browser() for _ in range(3)]
    assert all(connections.begin_stream(each, "10.0.0.1", "phone") for each in streams)
    assert [each.closed() for each in (*strangers, *streams)] == [False] * 4 + [True, False, False]
    connections.end_stream(strangers[0])
    assert connections.begin_stream(Browser(), "10.0.0.9")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::3", "2001:db8:1:2:ffff::4", True),
        ("2001:db8:1:2::3", "2001:db8:1:3::3", False),
        ("fe80::1%eth0", "fe80::2%wlan0", True),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.2", False),
        ("10.0.0.1", "10.0.0.2", False),
        ("", "", True),
    ],
)
def test_addresses_that_one_machine_may_have_count_as_one(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) is same


CODE = "K7Q2PX9D"
STREAM = b"GET /views HTTP/1.1\r\nHost: localhost\r\n\r\n"
STREAM_OF_PHONE = "GET /views HTTP/1.1\r\nHost: localhost\r\nCookie: muggins-token={}\r\n\r\n"
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: local"
HALF_A_BODY = (
    b"POST /join HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
    b'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"code'
)


@pytest.fixture
def shown(tmp_path: Path, port: int) -> Iterator[Shown]:
    """Yield a board, from whose folder a server can serve the web page, and whose code lets phones join."""
    allow_many_files()
    rig = Shown(tmp_path, port)
    rig.show(CODE)
    with closing(rig.board):
        yield rig


def until_view(stream: socket.socket, says: bytes) -> None:
    """Read a stream until `says`, a part of the expected view, has been received."""
    received = b""
    while says not in received:
        piece = stream.recv(65536)
        assert piece, "the server has closed the stream of a player"
        received = received[-4096:] + piece


@needs_network
def test_five_hundred_connections_keep_nobody_out(shown: Shown) -> None:
    board, file = keyed.board(), ViewFile(shown.folder, 0o750)
    file.write(board)
    with ExitStack() as all_of_them:

        def connection(address: str, sent: bytes = b"") -> socket.socket:
            """Open a connection to the server from this local IP address, and send some data."""
            made = all_of_them.enter_context(closing(socket.socket()))
            made.settimeout(PATIENCE)
            made.bind((address, 0))
            made.connect(("127.0.0.1", shown.port))
            made.sendall(sent)
            return made

        all_of_them.enter_context(shown.server())
        players = [connection(f"127.0.1.{player}", STREAM) for player in range(1, 6)]
        for player in players:
            until_view(player, b"Left cuts for the deal")
        for number in range(100):  # more than three hundred, so the oldest have to make room
            connection("127.0.0.2")
            connection("127.0.0.3", HALF_A_HEAD)
            connection("127.0.0.4", HALF_A_BODY)
            connection(f"127.0.2.{number % 8}", STREAM)  # and never reads
            connection(f"127.0.2.{number % 8}", STREAM)
        file.write(board, [(Press(Key.OK), board.press(Key.OK))])
        sixth = connection("127.0.1.6", STREAM)
        for player in (*players, sixth):
            until_view(player, b"Left deals six cards each; two each to the crib. Turn up the starter.")
        status, body = ask(shown.port, "/join", {"code": CODE}, address="127.0.1.6")
        assert status == 200
        assert [told and told.joined for told in (shown.told(), shown.told())] == [0, 1]
        token = json.loads(body)["token"]
        assert ask(shown.port, "/press", {"key": "2"}, token, "127.0.1.6")[0] == 204
        assert json.loads(shown.board.recv(512)) == {"key": "2"}
        for number in range(1, 221):  # every stream for strangers
            connection(f"127.0.3.{number}", STREAM)
        until_view(connection("127.0.1.7", STREAM), b"event: full")
        phone = connection("127.0.1.6", STREAM_OF_PHONE.format(token).encode())
        until_view(phone, b"Left deals six cards each; two each to the crib. Turn up the starter.")


def test_wrong_codes_from_one_address_keep_nobody_else_out(shown: Shown) -> None:
    with shown.server():
        wrong = {"code": "AAAAAAAA"}
        statuses = [ask(shown.port, "/join", wrong, address="127.0.0.2")[0] for _ in range(50)]
        assert statuses[0] == 403 and 429 in statuses
        assert ask(shown.port, "/join", {"code": CODE}, address="127.0.0.3")[0] == 200


# -- the socket and the address of the page


@pytest.mark.parametrize("variables", [{}, {"LISTEN_FDS": "1"}, {"LISTEN_PID": "1", "LISTEN_FDS": "1"}])
def test_no_systemd_means_no_socket(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]) -> None:
    for name in ("LISTEN_PID", "LISTEN_FDS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert socket_from_systemd() is None


def test_the_own_address_is_one_that_this_machine_can_listen_on() -> None:
    found = own_address()
    if found is None:
        pytest.skip("this machine has no network")
    family = socket.AF_INET6 if ip_address(found).version == 6 else socket.AF_INET
    with socket.socket(family) as probe:
        probe.bind((found, 0))


@pytest.mark.parametrize(
    ("route", "interfaces", "best"),
    [
        ("192.168.178.123", ["10.0.0.1", "192.168.178.123"], "192.168.178.123"),
        ("", ["10.42.0.1"], "10.42.0.1"),  # a hotspot of its own has no way to the Internet
        ("", ["169.254.7.7", "192.168.1.5"], "192.168.1.5"),
        ("", ["169.254.7.7"], "169.254.7.7"),
        ("203.0.113.7", ["192.168.1.5"], "192.168.1.5"),
        ("203.0.113.7", [], "203.0.113.7"),
        ("", ["fd00::5", "192.168.1.5"], "192.168.1.5"),
        ("", ["2001:db8::5", "fd00::5"], "fd00::5"),
        ("", [], None),
    ],
)
def test_the_best_address_is_local_and_leads_to_the_internet(
    monkeypatch: pytest.MonkeyPatch, route: str, interfaces: list[str], best: str | None
) -> None:
    monkeypatch.setattr(network, "_address_of_route", lambda: [ip_address(route)] if route else [])
    monkeypatch.setattr(network, "_addresses_of_interfaces", lambda: map(ip_address, interfaces))
    assert own_address() == best


def test_interfaces_are_read_from_the_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("lo", "wlan0", "eth0", "docker0"):
        (tmp_path / "net" / name).mkdir(parents=True)
    (tmp_path / "if_inet6").write_text(
        "00000000000000000000000000000001 01 80 10 80       lo\n"
        "fe80000000000000ba27ebfffe000001 03 40 20 80    wlan0\n"
        "fd0000000000000000000000000000ab 03 40 00 80    wlan0\n"
    )
    ipv4 = {"wlan0": IPv4Address("192.168.1.5")}

    def ipv4_of(name: str) -> IPv4Address:
        if name not in ipv4:
            raise OSError(99, "no address")
        return ipv4[name]

    monkeypatch.setattr(network, "_INTERFACES", tmp_path / "net")
    monkeypatch.setattr(network, "_IPV6", tmp_path / "if_inet6")
    monkeypatch.setattr(network, "_ipv4_of", ipv4_of)
    assert list(network._addresses_of_interfaces()) == [IPv4Address("192.168.1.5"), IPv6Address("fd00::ab")]


def test_the_address_of_the_loopback_interface_is_known() -> None:
    assert network._ipv4_of("lo") == IPv4Address("127.0.0.1")


def test_addresses_of_local_networks_and_elsewhere() -> None:
    assert all(map(is_local, ("10.1.2.3", "172.31.0.1", "192.168.0.1", "169.254.1.1", "fd12::1")))
    assert not any(map(is_local, ("8.8.8.8", "172.32.0.1", "192.169.0.1", "2a02:908::1")))
