"""The datagram that tells the board how phones can reach it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from firmware_py.window.datagrams import PhoneAccess, phone_access, phone_datagram

ADDRESS = "192.168.178.123"
VALID = {"address": ADDRESS, "port": 80, "joined": 2}


@pytest.mark.parametrize("access", [PhoneAccess(ADDRESS, 80, 2), PhoneAccess("fd00::1", 65535, 0)])
def test_what_was_sent_is_received(access: PhoneAccess) -> None:
    assert phone_access(json.loads(phone_datagram(access))) == access


def test_its_form() -> None:
    assert json.loads(phone_datagram(PhoneAccess(ADDRESS, 80, 2))) == {"phone": VALID}
    assert len(phone_datagram(PhoneAccess("2001:db8:1111:2222:3333:4444:5555:6666", 65535, 9999))) < 512


def test_an_address_is_written_in_its_shortest_form() -> None:
    access = phone_access({"phone": {**VALID, "address": "FD00:0:0::1"}})
    assert access is not None and access.address == "fd00::1"


@pytest.mark.parametrize(
    "access, host",
    [
        (PhoneAccess(ADDRESS, 80, 0), "192.168.178.123"),
        (PhoneAccess(ADDRESS, 8080, 0), "192.168.178.123:8080"),
        (PhoneAccess("fd00::1", 80, 0), "[fd00::1]"),
        (PhoneAccess("fd00::1", 8080, 0), "[fd00::1]:8080"),
    ],
)
def test_the_host_of_an_address(access: PhoneAccess, host: str) -> None:
    assert access.host == host


@pytest.mark.parametrize(
    "changes",
    [
        {"address": "example.org"},
        {"address": "192.168.178.256"},
        {"address": "192.168.178.123/24"},
        {"address": "fe80::1%wlan0"},
        {"address": ""},
        {"address": 3232281211},
        {"address": None},
        {"port": 0},
        {"port": 65536},
        {"port": "80"},
        {"port": 80.0},
        {"port": True},
        {"joined": -1},
        {"joined": 10000},
        {"joined": "2"},
        {"joined": True},
    ],
    ids=str,
)
def test_a_wrong_value_makes_it_invalid(changes: dict[str, Any]) -> None:
    assert phone_access({"phone": {**VALID, **changes}}) is None


def test_members_that_a_later_server_adds_are_ignored() -> None:
    assert phone_access({"phone": {**VALID, "later": 1}, "later": 1}) == PhoneAccess(ADDRESS, 80, 2)


@pytest.mark.parametrize(
    "found",
    [None, 5, [], "phone", {}, {"key": "5"}, {"phone": None}, {"phone": []}, {"phone": {"port": 80}}],
    ids=str,
)
def test_another_object_is_not_valid(found: object) -> None:
    assert phone_access(found) is None
