"""Wrong codes slow down and lock out whoever enters them, and nobody else."""

from __future__ import annotations

from firmware_py.serve.pressing_rights import TRIES, TRIES_OF_ALL, WAIT, WrongCodes


class Clock:
    time = 100.0

    def __call__(self) -> float:
        return self.time


def test_after_a_wrong_code_its_address_waits_and_the_others_do_not() -> None:
    clock = Clock()
    wrong = WrongCodes(clock)
    assert not wrong.refuses("a")
    wrong.add("a")
    assert wrong.refuses("a") and not wrong.refuses("b")
    clock.time += WAIT
    assert not wrong.refuses("a")


def test_too_many_wrong_codes_lock_an_address_out_until_there_is_a_new_code() -> None:
    clock = Clock()
    wrong = WrongCodes(clock)
    for _ in range(TRIES):
        assert not wrong.refuses("a")
        wrong.add("a")
        clock.time += WAIT
    clock.time += 1000
    assert wrong.refuses("a") and not wrong.refuses("b") and not wrong.are_too_many
    wrong.forget()
    assert not wrong.refuses("a")


def test_wrong_codes_from_everywhere_lock_everybody_out() -> None:
    wrong = WrongCodes(Clock())
    for address in range(TRIES_OF_ALL):
        assert not wrong.refuses(str(address))
        wrong.add(str(address))
    assert wrong.are_too_many and wrong.refuses("somebody else")
    wrong.forget()
    assert not wrong.are_too_many and not wrong.refuses("somebody else")
