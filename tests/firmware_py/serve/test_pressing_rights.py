"""Codes can be used once and expire soon, guessing is hopeless, and tokens are valid until withdrawn."""

from __future__ import annotations

import re

import pytest

from firmware_py.serve.pressing_rights import TOKENS, TRIES, WAIT, PressingRights, Refused
from firmware_py.window.phone_code import LIFETIME


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


def test_a_code_is_exchanged_once_for_a_token_of_128_bits(rights: PressingRights, clock: Clock) -> None:
    code = rights.new_code()
    assert re.fullmatch("[A-HJ-NP-Z2-9]{8}", code)
    token = rights.exchange(f" {code.lower()} ")
    assert isinstance(token, str) and re.fullmatch("[0-9a-f]{32}", token)
    assert rights.holds(token)
    assert rights.exchange(code) is Refused.WRONG


def test_a_code_is_good_for_two_minutes(rights: PressingRights, clock: Clock) -> None:
    code = rights.new_code()
    clock.time += LIFETIME
    assert rights.exchange(code) is Refused.WRONG


def test_a_new_code_replaces_the_one_before(rights: PressingRights, clock: Clock) -> None:
    first, second = rights.new_code(), rights.new_code()
    assert rights.exchange(first) is Refused.WRONG
    clock.time += WAIT
    assert isinstance(rights.exchange(second), str)


def test_after_a_wrong_code_everyone_waits(rights: PressingRights, clock: Clock) -> None:
    code = rights.new_code()
    assert rights.exchange("AAAAAAAA") is Refused.WRONG
    assert rights.exchange(code) is Refused.TOO_SOON
    clock.time += WAIT
    assert isinstance(rights.exchange(code), str)


def test_too_many_wrong_codes_make_the_right_one_worthless(rights: PressingRights, clock: Clock) -> None:
    code = rights.new_code()
    for _ in range(TRIES):
        assert rights.exchange("AAAAAAAA") is Refused.WRONG
        clock.time += WAIT
    assert rights.exchange(code) is Refused.WRONG
    clock.time += WAIT
    assert isinstance(rights.exchange(rights.new_code()), str)


@pytest.mark.parametrize("code", ["", "A", "ÄÖÜ", "\x00" * 8, "A" * 4000])
def test_what_is_no_code_is_wrong(rights: PressingRights, code: str) -> None:
    rights.new_code()
    assert rights.exchange(code) is Refused.WRONG


def test_without_a_code_nothing_is_exchanged(rights: PressingRights) -> None:
    assert rights.exchange("") is Refused.WRONG


def test_only_tokens_that_were_given_hold(rights: PressingRights) -> None:
    token = rights.exchange(rights.new_code())
    assert isinstance(token, str)
    for other in ("", token[:-1], token.upper() + "0", "é"):
        assert not rights.holds(other)
    rights.withdraw()
    assert not rights.holds(token)


def test_one_phone_too_many_takes_the_place_of_the_first(rights: PressingRights) -> None:
    tokens = [rights.exchange(rights.new_code()) for _ in range(TOKENS + 1)]
    assert [rights.holds(str(token)) for token in tokens] == [False, *[True] * TOKENS]
