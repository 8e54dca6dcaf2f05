"""A code gives one phone permission to press keys: it expires soon, and cannot be guessed.

The phones that have joined are stored without their tokens. Each may press only so many keys per second.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from firmware_py.serve import pressing_rights as module
from firmware_py.serve.pressing_rights import (
    BURST,
    MOST,
    RATE,
    TRIES,
    TRIES_OF_ALL,
    WAIT,
    JoinedPhones,
    PressingRights,
    PressRate,
    Refused,
)
from firmware_py.window.phone_file import LIFETIME, PhoneFile


def test_a_token_has_128_bits_and_only_those_that_were_given_are_found() -> None:
    phones = JoinedPhones()
    token = phones.join()
    assert re.fullmatch("[0-9a-f]{32}", token)
    assert phones.find(token) is not None and phones.joined == 1
    for other in ("", token[:-1], token.upper() + "0", "é", "\ud800", phones.find(token).token):  # type: ignore[union-attr]
        assert phones.find(other) is None


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


WRONG: dict[str, list[object]] = {
    "version": [2],
    "withdrawn": ["0"],
    "joined": [-1],
    "used": [5],
    "phones": [
        *(None, [{"token": 5, "seat": None}], [{"token": "00", "seat": 4}], [{"seat": 1}]),
        [{"token": "00", "seat": None}] * (MOST + 1),
    ],
    "more": [1],
}


@pytest.mark.parametrize(("member", "value"), [(each, value) for each in WRONG for value in WRONG[each]])
def test_a_file_that_is_not_valid_counts_as_no_phones(tmp_path: Path, member: str, value: object) -> None:
    JoinedPhones(tmp_path).join()
    [file] = tmp_path.iterdir()
    file.write_text(json.dumps(json.loads(file.read_text()) | {member: value}))
    assert JoinedPhones(tmp_path).joined == 0


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"5", b"\xff", b"[" * 9000])
def test_a_damaged_file_counts_as_no_phones(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "phones.json").write_bytes(content)
    assert JoinedPhones(tmp_path).joined == 0


def test_a_folder_that_cannot_be_written_keeps_nobody_out(tmp_path: Path) -> None:
    phones = JoinedPhones(tmp_path / "missing")
    assert phones.find(phones.join()) is not None


CODE = "K7Q2PX9D"


class Clock:
    time = 100.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def rights(clock: Clock) -> PressingRights:
    return PressingRights(clock)


def test_a_code_is_exchanged_once_for_a_token(rights: PressingRights) -> None:
    code = rights.new_code()
    assert re.fullmatch("[A-HJ-NP-Z2-9]{8}", code) and rights.offers_code
    token = rights.exchange(f" {code.lower()} ")
    assert isinstance(token, str) and rights.phones.find(token)
    assert rights.exchange(code) is Refused.WRONG
    assert not rights.offers_code and rights.phones.joined == 1


def test_a_new_code_replaces_the_one_before(rights: PressingRights, clock: Clock) -> None:
    first, second = rights.new_code(), rights.new_code()
    assert rights.exchange(first) is Refused.WRONG
    clock.time += WAIT
    assert isinstance(rights.exchange(second), str)


def test_wrong_codes_slow_down_and_lock_out_whoever_enters_them(rights: PressingRights, clock: Clock) -> None:
    code = rights.new_code()
    for _ in range(TRIES):
        assert rights.exchange("AAAAAAAA", "a") is Refused.WRONG
        assert rights.exchange(code, "a") is Refused.TOO_SOON
        clock.time += WAIT
    assert rights.exchange(code, "a") is Refused.TOO_SOON, "even the right code comes too late"
    assert isinstance(rights.exchange(code, "b"), str), "everybody else can join"
    assert isinstance(rights.exchange(rights.new_code(), "a"), str), "a new code is a new chance"


def test_wrong_codes_from_everywhere_make_the_code_worthless(rights: PressingRights) -> None:
    code = rights.new_code()
    for address in range(TRIES_OF_ALL):
        assert rights.exchange("AAAAAAAA", str(address)) is Refused.WRONG
    assert rights.exchange(code, "a player") is Refused.TOO_SOON and not rights.offers_code
    assert isinstance(rights.exchange(rights.new_code(), "a player"), str)


@pytest.mark.parametrize("code", ["", "A", "ÄÖÜ", "\x00" * 8, "\ud800", "A" * 4000])
def test_what_is_no_code_is_wrong(rights: PressingRights, code: str) -> None:
    rights.new_code()
    assert rights.exchange(code) is Refused.WRONG


def test_the_code_of_a_board_is_good_until_the_board_shows_none(rights: PressingRights, clock: Clock) -> None:
    rights.follow(PhoneFile(CODE, clock.time - LIFETIME / 2))
    assert rights.offers_code
    rights.follow(PhoneFile(None, clock.time))
    assert rights.exchange(CODE) is Refused.WRONG


@pytest.mark.parametrize("made", [-LIFETIME, 1.0])
def test_a_code_too_old_or_of_the_future_is_bad(rights: PressingRights, clock: Clock, made: float) -> None:
    rights.follow(PhoneFile(CODE, clock.time + made))
    assert rights.exchange(CODE) is Refused.WRONG


def test_secrets_are_compared_in_constant_time(
    rights: PressingRights, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Codes and tokens are compared with `hmac.compare_digest`, which prevents timing attacks."""
    compared = []

    def compare(given: bytes, right: bytes) -> bool:
        compared.append((given, right))
        return given == right

    monkeypatch.setattr(module, "compare_digest", compare)
    code = rights.new_code()
    tokens = [str(rights.exchange(code, "a"))]
    assert (code.encode(), code.encode()) in compared
    tokens.append(str(rights.exchange(rights.new_code(), "a")))
    compared.clear()
    assert rights.phones.find(tokens[0])
    assert len(compared) == 2, "the search does not stop at the phone that it finds"


def test_a_burst_is_allowed_and_then_no_more_than_the_rate() -> None:
    clock = Clock()
    rate = PressRate(clock)
    assert [rate.allows("a") for _ in range(BURST + 1)] == [*[True] * BURST, False]
    assert rate.allows("b"), "each phone has its own limit"
    for _ in range(100):
        clock.time += 1 / RATE
        assert rate.allows("a") and not rate.allows("a")


def test_one_phone_too_many_takes_the_place_of_the_one_that_joined_first() -> None:
    phones = JoinedPhones()
    tokens = [phones.join() for _ in range(MOST)]
    phones.join(tokens[0])  # so it is no longer the first
    phones.join()
    assert [phones.find(token) is not None for token in tokens] == [True, False, *[True] * (MOST - 2)]
    assert phones.joined == MOST + 2
