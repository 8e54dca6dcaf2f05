"""A code gives one phone permission to press keys. The code expires soon and cannot be guessed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_py.serve import pressing_rights as module
from firmware_py.serve.joined_phones import JoinedPhones
from firmware_py.serve.pressing_rights import TRIES, TRIES_OF_ALL, WAIT, PressingRights, Refused
from firmware_py.window.phone_file import LIFETIME, PhoneFile

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
    assert isinstance(token, str) and rights.find(token)
    assert rights.exchange(code) is Refused.WRONG
    assert not rights.offers_code and rights.joined == 1


def test_a_code_is_good_for_two_minutes(rights: PressingRights, clock: Clock) -> None:
    code = rights.new_code()
    clock.time += LIFETIME
    assert rights.exchange(code) is Refused.WRONG


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


def test_without_a_code_nothing_is_exchanged(rights: PressingRights) -> None:
    assert rights.exchange("") is Refused.WRONG


def test_the_code_of_a_board_is_good_until_the_board_shows_none(rights: PressingRights, clock: Clock) -> None:
    rights.follow(PhoneFile(CODE, clock.time - LIFETIME / 2))
    assert rights.offers_code
    rights.follow(PhoneFile(None, clock.time))
    assert rights.exchange(CODE) is Refused.WRONG


@pytest.mark.parametrize("made", [-LIFETIME, 1.0])
def test_a_code_that_is_too_old_or_from_the_future_is_not_good(
    rights: PressingRights, clock: Clock, made: float
) -> None:
    rights.follow(PhoneFile(CODE, clock.time + made))
    assert rights.exchange(CODE) is Refused.WRONG


def test_a_code_that_was_used_stays_used_when_the_server_starts_again(tmp_path: Path, clock: Clock) -> None:
    shown = PhoneFile(CODE, clock.time)
    first = PressingRights(clock, JoinedPhones(tmp_path))
    first.follow(shown)
    token = first.exchange(CODE)
    assert isinstance(token, str)
    second = PressingRights(clock, JoinedPhones(tmp_path))
    second.follow(shown)
    assert second.exchange(CODE) is Refused.WRONG
    assert second.find(token) is not None


def test_a_board_that_withdraws_all_rights_ends_all_tokens(rights: PressingRights, clock: Clock) -> None:
    rights.follow(PhoneFile(CODE, clock.time, withdrawn=1))
    token = rights.exchange(CODE)
    assert isinstance(token, str)
    rights.follow(PhoneFile(None, clock.time, withdrawn=1))
    assert rights.find(token) is not None
    rights.follow(PhoneFile(None, clock.time, withdrawn=2))
    assert rights.find(token) is None


def test_a_seat_stays_with_the_phone(rights: PressingRights) -> None:
    token = str(rights.exchange(rights.new_code()))
    phone = rights.find(token)
    assert phone is not None and phone.seat is None
    rights.sit(phone, 2)
    phone = rights.find(token)
    assert phone is not None and phone.seat == 2


def test_secrets_are_compared_in_constant_time(
    rights: PressingRights, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Codes and tokens are compared with `hmac.compare_digest`, which prevents timing attacks."""
    compared = []

    def compare(given: bytes, right: bytes) -> bool:
        compared.append((given, right))
        return given == right

    monkeypatch.setattr(module, "compare_digest", compare)
    monkeypatch.setattr("firmware_py.serve.joined_phones.compare_digest", compare)
    code = rights.new_code()
    tokens = [str(rights.exchange(code, "a"))]
    assert (code.encode(), code.encode()) in compared
    tokens.append(str(rights.exchange(rights.new_code(), "a")))
    compared.clear()
    assert rights.find(tokens[0])
    assert len(compared) == 2, "the search does not stop at the phone that it finds"
