"""LED chains: each kind shows the colours and brightness of each frame, on the wires that it can have."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pytest

from firmware_py.config.lights import lights
from firmware_py.drivers import Wires, from_config
from firmware_py.drivers.leds import LedChain
from firmware_py.emulator.led_chips import Apa102Chain, Ws2812Chain
from firmware_py.system.errors import DisplayError
from tests.support.pictures import colours

FREE = 10**6  # mA, which is never reached
WIDE = 8192  # bytes in a transfer: 363 LEDs with a white channel need 5932


class Bus:
    """A fake SPI device that can be missing, and can fail at any byte. Bytes before that reach the LEDs."""

    def __init__(self, leds: Any) -> None:
        self.leds = leds
        self.transfers, self.mode, self.max_speed_hz = 0, 3, 500_000
        self.fail_after: int | None = None
        self.there, self.is_open = True, False

    def open(self, bus: int, device: int) -> None:
        if not self.there:
            raise FileNotFoundError(2, "No such file or directory")
        self.is_open = True

    def writebytes2(self, data: bytes) -> None:
        if not (self.is_open and self.there):
            raise OSError(108, "Cannot send after transport endpoint shutdown")
        assert self.mode == 0
        self.leds.max_speed_hz = self.max_speed_hz
        self.transfers += 1
        if self.fail_after is not None:
            self.leds.writebytes2(bytes(data[: self.fail_after]))
            self.fail_after = None
            raise OSError(5, "Input/output error")
        self.leds.writebytes2(data)

    def close(self) -> None:
        self.is_open = False


class Chain(NamedTuple):
    """A type of LED chain, with functions to create such a chain and to read its LEDs.

    Attributes:
        chip: the chip's name in a configuration.
        order: the order of the colours on the wire.
        power: a function that returns an emulated chain with the given number of LEDs, all switched off.
        size: a function that returns the number of bytes in a frame for the given number of LEDs.
        seen: a function that returns the red, green and blue values, from 0 to 255, shown by each LED.
        draws: a function that returns the current in mA drawn by the LEDs, at 20 mA for each colour.
        step: the largest difference allowed between a requested colour and the colour shown.
    """

    chip: str
    order: str
    power: Callable[[int], Any]
    size: Callable[[int], int]
    seen: Callable[[Any], list[tuple[float, ...]]]
    draws: Callable[[Any], float]
    step: float

    def driver(self, port: Any, brightness: int, limit_ma: int) -> LedChain:
        """Return the driver for LEDs or a `Bus`, with a brightness in percent and a current limit in mA."""
        bus = port if isinstance(port, Bus) else Bus(port)
        table = {"chip": self.chip, "order": self.order, "brightness": brightness, "limit_ma": limit_ma}
        return from_config.lights(lights("test", table, speaks=False), Wires(spidev=lambda: bus))


def apa_seen(leds: Any) -> list[tuple[float, ...]]:
    return [tuple(part * led.brightness / 31 for part in (led.red, led.green, led.blue)) for led in leds]


def ws_seen(leds: Any) -> list[tuple[float, ...]]:
    return [tuple(part + getattr(led, "white", 0) for part in (led.red, led.green, led.blue)) for led in leds]


def draws(leds: Any) -> float:
    return sum(sum(colours) for colours in leds) / 255 * 20


def clocked(chip: str) -> Chain:
    return Chain(
        chip=chip,
        order="BGR",
        power=partial(Apa102Chain, sk9822=chip == "sk9822"),
        size=lambda leds: 4 + 4 * leds + 4 + -(-(leds - 1) // 16),
        seen=apa_seen,
        draws=lambda leds: draws(apa_seen(leds)),
        step=1 / 31,
    )


def pulsed(chip: str, order: str) -> Chain:
    return Chain(
        chip=chip,
        order=order,
        power=partial(Ws2812Chain, order=order),
        size=lambda leds: 4 + 4 * len(order) * leds + 120,
        seen=ws_seen,
        draws=draws,
        step=2.0 if "W" in order else 1.0,
    )


CHAINS = [clocked("apa102"), clocked("sk9822"), pulsed("ws2812", "GRB"), pulsed("sk6812", "GRBW")]
SIZES = (1, 2, 7, 60, 64, 65, 66, 121, 241, 242, 256, 362, 363)


@pytest.fixture(params=CHAINS, ids=lambda chain: chain.chip, autouse=True)
def chain(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Chain:
    # The kernel accepts transfers as large as with spidev.bufsiz=8192.
    monkeypatch.setattr("firmware_py.emulator.wires.BUFSIZ", WIDE)
    monkeypatch.setattr("firmware_py.drivers.leds.bufsiz", lambda: WIDE)
    kind: Chain = request.param
    return kind


def frame(seed: int, leds: int) -> bytes:
    return random.Random(seed).randbytes(3 * leds)


@pytest.mark.parametrize("leds", SIZES)
def test_the_leds_show_the_colours_given_in_one_transfer_and_no_frame_twice(chain: Chain, leds: int) -> None:
    emulated = chain.power(leds)
    bus = Bus(emulated)
    lights = chain.driver(bus, 100, FREE)
    assert bus.transfers == 0
    for count in (1, 1, 2, 3):
        lights.show(frame(count, leds))
        assert chain.seen(emulated.leds) == colours(frame(count, leds))
        assert (bus.transfers, emulated.bytes_sent) == (count, count * chain.size(leds))


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


def test_the_leds_show_each_frame_whatever_went_wrong_before(chain: Chain) -> None:
    chance = random.Random(chain.chip)
    bus = Bus(chain.power(40))
    lights = chain.driver(bus, 100, FREE)
    for step in range(300):
        trouble, leds = chance.randrange(5), chance.choice([1, 10, 39, 40])
        if trouble == 0:
            bus.fail_after = chance.choice([0, 1, 3, 4, 5, 8, 9, chance.randrange(chain.size(leds))])
        bus.there = trouble != 1
        for _ in range(chance.randrange(1, 4) if trouble < 2 else 0):
            # A failed transfer ends with a whole byte. The data line is then low: no pulse is cut in two.
            with pytest.raises(DisplayError, match="cannot be reached" if trouble == 0 else None):
                lights.show(frame(step, leds))
            bus.fail_after = bus.fail_after if trouble else chance.randrange(4)
        bus.fail_after, bus.there = None, True
        if trouble == 2:  # the power was off
            bus.leds = chain.power(40)
            lights.refresh()
        lights.show(frame(step, leds))
        assert chain.seen(bus.leds.leds) == colours(frame(step, leds)) + [(0, 0, 0)] * (40 - leds)
        sent = bus.transfers
        lights.show(frame(step, leds))
        assert bus.transfers == sent
    shorter = chain.power(60)
    chain.driver(shorter, 100, FREE).show(frame(1, 121))
    assert chain.seen(shorter.leds) == colours(frame(1, 60))


def test_close_leaves_all_dark_and_lets_go_also_with_the_bus_gone(chain: Chain) -> None:
    fresh, bus = Bus(chain.power(5)), Bus(chain.power(50))
    chain.driver(fresh, 100, FREE).close()
    assert fresh.transfers == 0
    lights = chain.driver(bus, 100, FREE)
    for fails_after in (None, 0):
        lights.show(frame(1, 50))
        lights.show(frame(2, 8))
        bus.fail_after = fails_after
        lights.close()
        assert not bus.is_open
        assert bool(fails_after is None) == (set(chain.seen(bus.leds.leds)) == {(0, 0, 0)})


def test_a_frame_is_three_bytes_an_led(chain: Chain) -> None:
    bus = Bus(chain.power(5))
    with pytest.raises(ValueError, match="three bytes for each LED"):
        chain.driver(bus, 100, FREE).show(bytes(4))
    assert bus.transfers == 0
