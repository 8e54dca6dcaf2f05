"""Every chain of LEDs, with any type of chip, shows the colours that are sent to the driver.

The tests compute the expected colours from the driver's documented behaviour.
"""

from __future__ import annotations

import random

import pytest

from firmware_py.system.errors import DisplayError
from tests.contract.chains import CHAINS, FREE, WIDE, Bus, Chain

SIZES = (1, 2, 7, 60, 64, 65, 66, 121, 241, 242, 256, 362, 363)

Colour = tuple[int, int, int]


@pytest.fixture(params=CHAINS.values(), ids=CHAINS, autouse=True)
def chain(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Chain:
    # The kernel accepts transfers as large as with spidev.bufsiz=8192.
    monkeypatch.setattr("firmware_py.emulator.wires.BUFSIZ", WIDE)
    monkeypatch.setattr("firmware_py.drivers.leds.bufsiz", lambda: WIDE)
    kind: Chain = request.param
    return kind


def frame(seed: int, leds: int) -> bytes:
    return random.Random(seed).randbytes(3 * leds)


def colours(frame: bytes) -> list[Colour]:
    return list(zip(frame[::3], frame[1::3], frame[2::3], strict=True))


@pytest.mark.parametrize("leds", SIZES)
def test_the_leds_show_the_colours_given(chain: Chain, leds: int) -> None:
    emulated = chain.power(leds)
    lights = chain.driver(emulated, 100, FREE)
    for seed in range(3):
        lights.show(frame(seed, leds))
        assert chain.seen(emulated.leds) == colours(frame(seed, leds))


def test_at_every_length_up_to_three_tracks_the_last_led_shows_its_colour(chain: Chain) -> None:
    for leds in range(1, 364, chain.stride):
        emulated = chain.power(leds)
        data = bytes(3 * leds - 3) + b"\x12\x34\x56"
        chain.driver(emulated, 100, FREE).show(data)
        assert chain.seen(emulated.leds[-1:]) == [(0x12, 0x34, 0x56)]


@pytest.mark.parametrize("leds", SIZES)
def test_a_frame_is_one_transfer_of_known_size_and_the_same_is_not_sent_again(
    chain: Chain, leds: int
) -> None:
    emulated = chain.power(leds)
    bus = Bus(emulated)
    lights = chain.driver(bus, 100, FREE)
    assert bus.transfers == 0
    for count in (1, 1, 2):
        lights.show(frame(count, leds))
        assert bus.transfers == count
        assert emulated.bytes_sent == count * chain.size(leds)


@pytest.mark.parametrize("brightness", [1, 13, 50, 100])
def test_brightness_is_in_proportion_and_puts_no_light_out(chain: Chain, brightness: int) -> None:
    emulated = chain.power(60)
    lights = chain.driver(emulated, brightness, FREE)
    for seed in range(3):
        lights.show(frame(seed, 60))
        for wanted, got in zip(colours(frame(seed, 60)), chain.seen(emulated.leds), strict=True):
            for full, part in zip(wanted, got, strict=True):
                assert (part > 0) == (full > 0)
                assert abs(part - full * brightness / 100) <= max(chain.step, full * chain.step)


@pytest.mark.parametrize("brightness", [3, 13, 100])
@pytest.mark.parametrize("limit_ma", [25, 300, 1500])
def test_the_draw_stays_below_the_limit(chain: Chain, brightness: int, limit_ma: int) -> None:
    emulated, free = chain.power(242), chain.power(242)
    limited, unlimited = chain.driver(emulated, brightness, limit_ma), chain.driver(free, brightness, FREE)
    for data in (b"\xff" * 726, b"\xff\0\0" * 242, frame(1, 242), frame(2, 20) + bytes(666)):
        limited.show(data)
        unlimited.show(data)
        full = chain.draws(free.leds)
        assert chain.draws(emulated.leds) <= limit_ma
        if full <= limit_ma:
            assert emulated.leds == free.leds
        else:
            # Rounding loses less than one step of each colour of each LED.
            assert chain.draws(emulated.leds) > limit_ma - 3 * 242 * 20 / 255


def test_leds_once_lit_go_out_in_a_shorter_frame_and_come_back_in_a_longer_one(chain: Chain) -> None:
    emulated = chain.power(363)
    lights = chain.driver(emulated, 100, FREE)
    for leds in (121, 363, 242, 1, 300, 363):
        lights.show(frame(leds, leds))
        assert chain.seen(emulated.leds) == colours(frame(leds, leds)) + [(0, 0, 0)] * (363 - leds)


def test_a_chain_shorter_than_the_frame_shows_the_first_colours(chain: Chain) -> None:
    emulated = chain.power(60)
    chain.driver(emulated, 100, FREE).show(frame(1, 121))
    assert chain.seen(emulated.leds) == colours(frame(1, 60))


@pytest.mark.parametrize("at", [0, 1, 3, 4, 5, 6, 7, 8, 9, 30, 31, 33, 46, 47])
def test_recovers_from_a_failure_at_any_byte(chain: Chain, at: int) -> None:
    """After a transfer has failed at any byte, the LEDs show the next frame correctly.

    The frame is sent even if it is identical to the last frame that arrived.
    """
    emulated = chain.power(10)
    bus = Bus(emulated)
    lights = chain.driver(bus, 100, FREE)
    lights.show(frame(1, 10))
    # The failed transfer ended with a whole byte, which leaves the data line low, so no pulse is cut in two.
    for after in (1, 2, 3):
        bus.fail_after = at
        with pytest.raises(DisplayError, match="cannot be reached"):
            lights.show(frame(9, 10))
        lights.show(frame(after, 10))
        assert chain.seen(emulated.leds) == colours(frame(after, 10))


def test_it_recovers_from_failures_at_every_transfer_of_the_recovery(chain: Chain) -> None:
    emulated = chain.power(10)
    bus = Bus(emulated)
    lights = chain.driver(bus, 100, FREE)
    for tries in range(4):
        bus.fail_after = 11 + tries
        with pytest.raises(DisplayError):
            lights.show(frame(tries, 10))
    lights.show(frame(3, 10))
    assert chain.seen(emulated.leds) == colours(frame(3, 10))
    sent = emulated.bytes_sent
    lights.show(frame(4, 10))
    assert emulated.bytes_sent - sent == chain.size(10)


def test_after_a_loss_of_power_the_same_frame_is_sent_again_on_demand(chain: Chain) -> None:
    bus = Bus(chain.power(20))
    lights = chain.driver(bus, 100, FREE)
    lights.show(frame(1, 20))
    bus.leds = chain.power(20)
    lights.show(frame(1, 20))
    assert set(chain.seen(bus.leds.leds)) == {(0, 0, 0)}
    lights.refresh()
    assert bus.transfers == 1
    lights.show(frame(1, 20))
    assert chain.seen(bus.leds.leds) == colours(frame(1, 20))
    lights.show(frame(1, 20))
    assert bus.transfers == 2


def test_close_leaves_all_dark_and_lets_go(chain: Chain) -> None:
    bus = Bus(chain.power(50))
    lights = chain.driver(bus, 100, FREE)
    lights.show(frame(1, 50))
    lights.show(frame(2, 8))
    lights.close()
    assert set(chain.seen(bus.leds.leds)) == {(0, 0, 0)}
    assert not bus.is_open


def test_close_before_anything_was_shown_and_with_the_bus_gone(chain: Chain) -> None:
    fresh, gone = Bus(chain.power(5)), Bus(chain.power(5))
    chain.driver(fresh, 100, FREE).close()
    assert fresh.transfers == 0
    lights = chain.driver(gone, 100, FREE)
    lights.show(frame(1, 5))
    gone.fail_after = 0
    lights.close()
    assert not gone.is_open


def test_a_frame_is_three_bytes_an_led(chain: Chain) -> None:
    bus = Bus(chain.power(5))
    with pytest.raises(ValueError, match="three bytes for each LED"):
        chain.driver(bus, 100, FREE).show(bytes(4))
    assert bus.transfers == 0


def test_opened_late_lost_and_found_again(chain: Chain) -> None:
    bus = Bus(chain.power(30))
    lights = chain.driver(bus, 100, FREE)
    for seed in (1, 2):
        bus.there = False
        with pytest.raises(DisplayError):
            lights.show(frame(seed, 30))
        assert not bus.is_open
        bus.there = True
        lights.show(frame(seed, 30))
        assert chain.seen(bus.leds.leds) == colours(frame(seed, 30))
    lights.close()
    assert set(chain.seen(bus.leds.leds)) == {(0, 0, 0)}
