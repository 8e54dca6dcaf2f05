"""A phone can press many keys at once after a pause, but then only a limited number per second."""

from __future__ import annotations

from firmware_py.serve.pressing_rights import BURST, RATE, PressRate


class Clock:
    time = 100.0

    def __call__(self) -> float:
        return self.time


def test_a_burst_is_allowed_and_then_no_more_than_the_rate() -> None:
    clock = Clock()
    rate = PressRate(clock)
    assert [rate.allows("a") for _ in range(BURST + 1)] == [*[True] * BURST, False]
    assert rate.allows("b"), "each phone has its own limit"
    for _ in range(100):
        clock.time += 1 / RATE
        assert rate.allows("a") and not rate.allows("a")


def test_after_a_pause_a_burst_is_allowed_again() -> None:
    clock = Clock()
    rate = PressRate(clock)
    for _ in range(3):
        assert [rate.allows("a") for _ in range(BURST + 1)] == [*[True] * BURST, False]
        clock.time += BURST / RATE
