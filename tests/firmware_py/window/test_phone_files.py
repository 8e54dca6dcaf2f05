"""What the board and the page tell each other about phones: `phone.json`, its codes, and datagrams.

What is not valid is ignored.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from firmware_py.input.keys import Key
from firmware_py.window.datagrams import (
    PhoneAccess,
    datagram_socket,
    has_reader,
    key_datagram,
    phone_access,
    phone_datagram,
)
from firmware_py.window.phone_file import PhoneFile, is_code, new_code, read_phone_file, write_phone_file

CODE = "K7Q2PX9D"
VALID = {"version": 1, "code": CODE, "made": 12345.6, "withdrawn": 0}


def write(folder: Path, **changes: Any) -> None:
    (folder / "phone.json").write_text(json.dumps({**VALID, **changes}))


def test_the_form_of_the_file(tmp_path: Path) -> None:
    for file, changes in (
        (PhoneFile(CODE, 12345.6), {}),
        (PhoneFile(None, 0.5, 3), {"code": None, "made": 0.5, "withdrawn": 3}),
    ):
        write_phone_file(tmp_path, file)
        assert (tmp_path / "phone.json").read_text() == f"{json.dumps({**VALID, **changes})}\n"
        assert read_phone_file(tmp_path) == file
    write(tmp_path, later="yes")  # a member that a later board adds
    assert read_phone_file(tmp_path) == PhoneFile(CODE, 12345.6)


WRONG: dict[str, list[Any]] = {
    "version": [2],
    "code": ["", "k7q2px9d", "K7Q2PX9", "K7Q2PX9DD", "K7Q2PX90", "K7Q2PX9I", 12345678, ["K"] * 8],
    "made": [-1, "12345.6", True, float("nan"), float("inf"), 10**400],
    "withdrawn": [-1, 1.5, False, None],
}


@pytest.mark.parametrize(("member", "value"), [(each, value) for each in WRONG for value in WRONG[each]])
def test_a_file_with_a_wrong_value_is_not_valid(member: str, value: object, tmp_path: Path) -> None:
    write(tmp_path, **{member: value})
    assert read_phone_file(tmp_path) is None


@pytest.mark.parametrize(
    "content", [b"", b"null", b"[]", b"{", b"\xff", b"[" * 1000, b'{"version": 1}', b" " * 2000 + b"{}"]
)
def test_a_file_with_another_content_is_not_valid(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "phone.json").write_bytes(content)
    assert read_phone_file(tmp_path) is None


@pytest.mark.parametrize(
    "now, code",
    [(999.9, None), (1000.0, CODE), (1119.9, CODE), (1120.0, None)],  # two minutes
)
def test_a_code_is_valid_for_two_minutes(now: float, code: str | None) -> None:
    assert PhoneFile(CODE, 1000.0).valid_code(now) == code


def test_a_code_has_eight_characters_that_nobody_confuses() -> None:
    # 500 codes of 8 characters miss one of the 32 characters with a probability of 32 * (31/32)^4000 = 2e-54.
    codes = {new_code() for _ in range(500)}
    assert len(codes) == 500
    assert all(len(code) == 8 and is_code(code) for code in codes)
    # ISO/IEC 18004, table 5: the alphanumeric mode of a QR code has digits and capitals.
    assert set("".join(codes)) == set("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")


ADDRESS = "192.168.178.123"
REACHED = {"address": ADDRESS, "port": 80, "joined": 2}


def test_the_form_of_the_datagram() -> None:
    longest = PhoneAccess("2001:db8:1111:2222:3333:4444:5555:6666", 65535, 9999)
    assert len(phone_datagram(longest)) < 512
    assert phone_access(json.loads(phone_datagram(longest))) == longest
    assert json.loads(phone_datagram(PhoneAccess(ADDRESS, 80, 2))) == {"phone": REACHED}


def test_an_address_is_written_in_its_shortest_form_and_later_members_are_ignored() -> None:
    found = {"phone": {**REACHED, "address": "FD00:0:0::1", "later": 1}, "later": 1}
    assert phone_access(found) == PhoneAccess("fd00::1", 80, 2)


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


WRONG_ACCESS: dict[str, list[Any]] = {
    "address": ["example.org", "192.168.178.123/24", "fe80::1%wlan0", "", 3232281211, None],
    "port": [0, 65536, "80", 80.0, True],
    "joined": [-1, 10000, "2", True],
}


@pytest.mark.parametrize(
    ("member", "value"), [(each, value) for each in WRONG_ACCESS for value in WRONG_ACCESS[each]]
)
def test_a_wrong_value_makes_it_invalid(member: str, value: object) -> None:
    assert phone_access({"phone": {**REACHED, member: value}}) is None


@pytest.mark.parametrize(
    "found",
    [None, 5, [], "phone", {}, {"key": "5"}, {"phone": None}, {"phone": []}, {"phone": {"port": 80}}],
    ids=str,
)
def test_another_object_is_not_valid(found: object) -> None:
    assert phone_access(found) is None


@pytest.mark.parametrize(
    ("key", "seat", "name", "expected"),
    [
        (Key.TEN, None, None, {"key": "10"}),
        (Key.GO, 0, None, {"key": "GO", "seat": 0}),
        (Key.FIVE, None, "a3", {"key": "5", "id": "a3"}),
        (Key.OK, 3, "b", {"key": "OK", "seat": 3, "id": "b"}),
    ],
)
def test_a_datagram_has_only_what_the_sender_knows(
    key: Key, seat: int | None, name: str | None, expected: dict[str, object]
) -> None:
    assert json.loads(key_datagram(key, seat=seat, name=name)) == expected


def test_a_socket_has_a_reader_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    assert not has_reader(path)
    with datagram_socket() as reader:
        reader.bind(str(path))
        assert has_reader(path)
        assert not reader.get_inheritable()
    assert path.is_socket() and not has_reader(path)  # a board that was killed leaves its socket
