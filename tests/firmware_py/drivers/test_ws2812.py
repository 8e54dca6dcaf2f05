"""The driver for WS2812 and SK6812 LEDs sends the correct bytes."""

from __future__ import annotations

import random
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware_py.config.lights import timed_frame
from firmware_py.drivers.leds import Ws2812, bufsiz, ws2812_chain
from firmware_py.system.errors import DisplayError

NONE = 10**6
"""A current limit, in mA, that is never reached."""


class Wire:
    """A fake SPI port that records the bytes of each transfer."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed = False

    def writebytes2(self, data: bytes) -> None:
        self.sent.append(bytes(data))

    def close(self) -> None:
        self.closed = True


def values(transfer: bytes) -> list[int]:
    """Return the bytes that the LEDs receive, decoded from the pulses in a transfer."""
    line = "".join(f"{byte:08b}" for byte in transfer)
    pulses = re.findall("1+0+", line)
    assert set(pulses[:-1]) <= {"1000", "1100"}
    bits = "".join("1" if pulse.startswith("11") else "0" for pulse in pulses)
    assert len(bits) % 8 == 0
    return [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]


def shown(colours: bytes, **options: object) -> list[int]:
    wire = Wire()
    Ws2812(wire, **({"brightness": 100, "limit_ma": NONE} | options)).show(colours)  # type: ignore[arg-type]
    assert len(wire.sent) == 1
    return values(wire.sent[0])


def test_constructing_sends_nothing() -> None:
    wire = Wire()
    Ws2812(wire)
    assert not wire.sent


def test_the_bytes_of_a_frame() -> None:
    # An LED receives green first, and each byte starts with the highest bit. A 0 is sent as 1000, a 1 as
    # 1100. After the last bit, the line stays low for at least 280 us.
    wire = Wire()
    Ws2812(wire, brightness=100).show(bytes([0x0F, 0x80, 0x01]))
    (frame,) = wire.sent
    pulses = "c8888888" + "8888cccc" + "8888888c"
    lead = frame.index(bytes.fromhex(pulses))
    assert lead >= 1
    assert set(frame[:lead]) == set(frame[lead + 12 :]) == {0}
    assert len(frame) - lead - 12 >= 112


@pytest.mark.parametrize("leds", [0, 1, 60, 256])
@pytest.mark.parametrize(("order", "each"), [("GRB", 12), ("GRBW", 16)])
def test_the_size_of_a_frame(leds: int, order: str, each: int) -> None:
    wire = Wire()
    Ws2812(wire, order=order, most_bytes=5000).show(bytes(3 * leds))
    assert len(wire.sent[0]) == timed_frame(leds, order)
    assert timed_frame(leds, order) - timed_frame(0, order) == each * leds


@pytest.mark.parametrize("order", ["GRB", "RGB", "BGR", "BRG", "RBG", "GBR"])
def test_the_order_of_the_colours(order: str) -> None:
    colours = {"R": 11, "G": 22, "B": 33}
    assert shown(bytes(colours.values()), order=order) == [colours[name] for name in order]


@pytest.mark.parametrize("order", ["GRBW", "RGBW", "WRGB"])
def test_white_shows_the_share_that_the_colours_have_in_common(order: str) -> None:
    colours = {"R": 200, "G": 90, "B": 0, "W": 10}
    assert shown(bytes([210, 100, 10]), order=order) == [colours[name] for name in order]
    assert shown(b"\xff\xff\xff", order=order) == [255 if name == "W" else 0 for name in order]


def test_brightness_scales_the_colours_and_puts_none_out() -> None:
    assert shown(bytes([200, 100, 0]), order="RGB", brightness=50) == [100, 50, 0]
    assert shown(bytes([3, 1, 0]), order="RGB", brightness=10) == [1, 1, 0]
    assert shown(bytes([255, 3, 1]), order="RGB", brightness=0) == [0, 0, 0]
    assert shown(bytes(range(255)), order="RGB", brightness=100) == list(range(255))


@pytest.mark.parametrize("order", ["GRB", "GRBW"])
@pytest.mark.parametrize("brightness", [1, 13, 100])
@pytest.mark.parametrize("limit_ma", [20, 100, 1500])
def test_the_draw_stays_below_the_limit(order: str, brightness: int, limit_ma: int) -> None:
    for seed in range(4):
        colours = random.Random(seed).randbytes(3 * 200) if seed else b"\xff" * 600
        got = shown(colours, order=order, brightness=brightness, limit_ma=limit_ma)
        free = shown(colours, order=order, brightness=brightness)
        draw, full = (sum(part) / 255 * 20 for part in (got, free))
        assert draw <= limit_ma
        # Rounding loses less than one step of each colour.
        assert draw >= min(full, limit_ma) - len(got) * 20 / 255
        assert got == free or full > limit_ma


def test_more_leds_than_one_transfer_takes() -> None:
    wire = Wire()
    lights = Ws2812(wire)
    with pytest.raises(
        DisplayError, match=r"363 LEDs take 4480 bytes .* takes 4096: add spidev\.bufsiz=8192 to"
    ):
        lights.show(bytes(3 * 363))
    assert not wire.sent
    lights.show(bytes(3 * 256))
    assert len(wire.sent) == 1
    wide = Ws2812(wire, most_bytes=4480)
    wide.show(bytes(3 * 363))
    assert len(wire.sent[1]) == 4480


def test_the_largest_transfer_is_the_kernels(tmp_path: Path) -> None:
    file = tmp_path / "bufsiz"
    assert bufsiz(file) == 4096
    file.write_text("65536\n")
    assert bufsiz(file) == 65536
    file.write_text("none\n")
    assert bufsiz(file) == 4096


def test_after_a_failure_a_pause_goes_before_the_next_frame() -> None:
    wire = Wire()
    failures = [False, True, False, False]

    def write(data: bytes) -> None:
        if failures.pop(0):
            raise OSError(5, "Input/output error")
        wire.writebytes2(data)

    lights = Ws2812(SimpleNamespace(writebytes2=write, close=wire.close))
    lights.show(b"\x40" * 3)
    with pytest.raises(DisplayError, match="Input/output error"):
        lights.show(b"\x80" * 3)
    lights.show(b"\x40" * 3)
    assert len(wire.sent) == 3
    assert not any(wire.sent[1])
    assert len(wire.sent[1]) >= 112
    assert wire.sent[2] == wire.sent[0]


def test_wrong_arguments() -> None:
    wire = Wire()
    for brightness in (-1, 101):
        with pytest.raises(ValueError, match="0 to 100 percent"):
            Ws2812(wire, brightness=brightness)
    for order in ("RG", "RRGB", "RGBX", "rgb"):
        with pytest.raises(ValueError, match="order is"):
            Ws2812(wire, order=order)
    with pytest.raises(ValueError, match="limit_ma"):
        Ws2812(wire, limit_ma=0)
    with pytest.raises(ValueError, match="three bytes"):
        Ws2812(wire).show(b"\x00\x01")
    for hz in (2_600_000, 3_500_000, 8_000_000):
        with pytest.raises(ValueError, match="hz is 2700000 to 3400000"):
            ws2812_chain(hz=hz)
