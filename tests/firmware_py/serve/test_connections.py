"""If too many connections wait for requests, the oldest is closed. One network cannot use every stream."""

from __future__ import annotations

import pytest

from firmware_py.serve import connections as module
from firmware_py.serve.connections import Connections, network_of


class Browser:
    """A test double for the connection to a browser, which records whether it has been closed."""

    def __init__(self) -> None:
        self._is_closed = False

    def close(self) -> None:
        self._is_closed = True

    def closed(self) -> bool:
        return self._is_closed


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAITING", 3)
    monkeypatch.setattr(module, "STREAMS", 4)
    monkeypatch.setattr(module, "STREAMS_OF_ONE", 2)
    monkeypatch.setattr(module, "STREAMS_OF_PHONE", 2)


def test_the_oldest_that_waits_makes_room() -> None:
    connections, browsers = Connections(), [Browser() for _ in range(5)]
    for each in browsers:
        connections.add(each)
    assert [each.closed() for each in browsers] == [True, True, False, False, False]


def test_those_that_left_and_those_that_watch_take_no_room() -> None:
    connections, browsers = Connections(), [Browser() for _ in range(5)]
    connections.add(browsers[0])
    assert connections.begin_stream(browsers[0], "a")
    connections.add(browsers[1])
    browsers[1].close()
    for each in browsers[2:]:
        connections.add(each)
    assert [each.closed() for each in browsers] == [False, True, False, False, False]


def test_nobody_takes_all_streams() -> None:
    connections, first = Connections(), Browser()
    assert connections.begin_stream(first, "a")
    assert [connections.begin_stream(Browser(), "a") for _ in range(2)] == [True, False]
    assert [connections.begin_stream(Browser(), address) for address in "bc"] == [True, True]
    assert not connections.begin_stream(Browser(), "b"), "all are in use, and nobody has many more"
    connections.end_stream(first)
    assert connections.begin_stream(Browser(), "b")


def test_when_all_streams_are_in_use_whoever_has_most_gives_one_to_a_newcomer() -> None:
    connections, greedy, modest = Connections(), [Browser(), Browser()], [Browser(), Browser()]
    for browser, address in zip((*greedy, *modest), "aabc", strict=True):
        assert connections.begin_stream(browser, address)
    newcomer = Browser()
    assert connections.begin_stream(newcomer, "d")
    assert [each.closed() for each in (*greedy, *modest, newcomer)] == [True, False, False, False, False]
    connections.end_stream(greedy[0])  # the handler of the closed stream notices
    assert not connections.begin_stream(Browser(), "e"), "now everybody has one"


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


def test_it_is_unused_once_nobody_watches() -> None:
    time = 100.0
    connections = Connections(lambda: time)
    time += 5
    assert connections.unused_for() == 5
    watches = Browser()
    connections.add(watches)
    assert connections.unused_for() == 0
    connections.begin_stream(watches, "a")
    time += 1000
    assert connections.unused_for() == 0
    connections.end_stream(watches)
    time += 7
    assert connections.unused_for() == 7
