"""The list of joined phones is kept when the server restarts, and contains only hashes of their tokens."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from firmware_py.serve.joined_phones import MOST, JoinedPhones, is_seat


def test_a_token_has_128_bits_and_only_those_that_were_given_are_found() -> None:
    phones = JoinedPhones()
    token = phones.join()
    assert re.fullmatch("[0-9a-f]{32}", token)
    assert phones.find(token) is not None and phones.joined == 1
    for other in ("", token[:-1], token.upper() + "0", "é", "\ud800", phones.find(token).token):  # type: ignore[union-attr]
        assert phones.find(other) is None


def test_one_phone_too_many_takes_the_place_of_the_first() -> None:
    phones = JoinedPhones()
    tokens = [phones.join() for _ in range(MOST + 1)]
    assert [phones.find(token) is not None for token in tokens] == [False, *[True] * MOST]
    assert phones.joined == MOST + 1


def test_a_phone_that_joins_again_keeps_its_token_and_its_seat() -> None:
    phones = JoinedPhones()
    first, other = phones.join(), phones.join()
    found = phones.find(first)
    assert found is not None
    phones.sit(found, 1)
    assert phones.join(first) == first
    again = phones.find(first)
    assert again is not None and again.seat == 1
    assert phones.find(other) is not None
    assert phones.joined == 3


def test_a_phone_cannot_choose_its_token() -> None:
    phones = JoinedPhones()
    for chosen in ("0" * 32, "é", "\ud800"):
        token = phones.join(chosen)
        assert re.fullmatch("[0-9a-f]{32}", token) and token != chosen
        assert phones.find(chosen) is None


def test_a_phone_that_joins_again_is_not_the_first_to_lose_its_place() -> None:
    phones = JoinedPhones()
    tokens = [phones.join() for _ in range(MOST)]
    phones.join(tokens[0])
    phones.join()
    assert [phones.find(token) is not None for token in tokens[:3]] == [True, False, True]


def test_the_phones_survive_the_server_and_their_tokens_are_not_in_the_file(tmp_path: Path) -> None:
    phones = JoinedPhones(tmp_path)
    phones.withdraw(2)
    tokens = [phones.join(), phones.join()]
    found = phones.find(tokens[1])
    assert found is not None
    phones.sit(found, 3)
    phones.use("K7Q2PX9D")
    [file] = tmp_path.iterdir()
    assert file.stat().st_mode & 0o007 == 0
    text = file.read_text()
    assert not any(secret in text for secret in (*tokens, "K7Q2PX9D"))
    assert hashlib.sha256(tokens[0].encode()).hexdigest() in text
    again = JoinedPhones(tmp_path)
    seats = [phone.seat for phone in map(again.find, tokens) if phone is not None]
    assert (seats, again.joined, again.has_used("K7Q2PX9D")) == ([None, 3], 2, True)
    again.withdraw(2)
    assert again.find(tokens[0]) is not None
    again.withdraw(3)
    assert [again.find(token) for token in tokens] == [None, None] and again.joined == 0
    assert JoinedPhones(tmp_path).find(tokens[0]) is None


def test_only_the_code_that_was_used_is_used() -> None:
    phones = JoinedPhones()
    assert not phones.has_used("")
    phones.use("K7Q2PX9D")
    assert phones.has_used("K7Q2PX9D") and not phones.has_used("K7Q2PX9E")


@pytest.mark.parametrize(
    "changed",
    [
        {"version": 2},
        {"withdrawn": "0"},
        {"joined": -1},
        {"used": 5},
        {"phones": None},
        {"phones": [{"token": 5, "seat": None}]},
        {"phones": [{"token": "00", "seat": 4}]},
        {"phones": [{"seat": 1}]},
        {"phones": [{"token": "00", "seat": None}] * (MOST + 1)},
        {"more": 1},
    ],
)
def test_a_file_that_is_not_valid_counts_as_no_phones(tmp_path: Path, changed: dict[str, object]) -> None:
    JoinedPhones(tmp_path).join()
    [file] = tmp_path.iterdir()
    file.write_text(json.dumps(json.loads(file.read_text()) | changed))
    assert JoinedPhones(tmp_path).joined == 0


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"5", b"\xff", b"[" * 9000])
def test_a_damaged_file_counts_as_no_phones(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "phones.json").write_bytes(content)
    assert JoinedPhones(tmp_path).joined == 0


def test_a_folder_that_cannot_be_written_keeps_nobody_out(tmp_path: Path) -> None:
    phones = JoinedPhones(tmp_path / "missing")
    assert phones.find(phones.join()) is not None


def test_seats_are_those_of_the_largest_game() -> None:
    assert [is_seat(each) for each in (None, 0, 3, 4, -1, True, 1.0, "1")] == [True] * 3 + [False] * 5
