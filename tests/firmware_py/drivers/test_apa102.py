"""The driver for APA102 and SK9822 LEDs, on an emulated chain."""

import random
import sys
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_py.drivers.leds import Apa102, level, spi_chain
from firmware_py.emulator.led_chips import Apa102Chain, Led
from firmware_py.system.errors import DisplayError


def leds(colours: bytes, brightness: int) -> tuple[Led, ...]:
    return tuple(Led(brightness, *colours[at : at + 3]) for at in range(0, len(colours), 3))


def milliamps(shown: tuple[Led, ...]) -> float:
    return sum((led.red + led.green + led.blue) / 255 * 20 * led.brightness / 31 for led in shown)


def test_constructing_sends_nothing() -> None:
    chain = Apa102Chain(3)
    Apa102(chain)
    assert chain.bytes_sent == 0


def test_the_bytes_of_a_frame() -> None:
    sent: list[bytes] = []
    port = SimpleNamespace(writebytes2=lambda data: sent.append(bytes(data)), close=lambda: None)
    Apa102(port, brightness=5, sk9822=False).show(bytes([1, 2, 3, 4, 5, 6]))
    assert sent == [bytes([0, 0, 0, 0, 0xE5, 3, 2, 1, 0xE5, 6, 5, 4, 0])]


@pytest.mark.parametrize(("sk9822", "size"), [(False, 988), (True, 992)])
def test_the_size_of_a_frame_for_242_leds(sk9822: bool, size: int) -> None:
    chain = Apa102Chain(242)
    lights = Apa102(chain, limit_ma=10**6, sk9822=sk9822)
    colours = random.Random(1).randbytes(3 * 242)
    lights.show(colours)
    assert chain.bytes_sent == size
    assert chain.leds == leds(colours, 4)
    lights.show(colours)
    assert chain.bytes_sent == size


@settings(deadline=None, max_examples=60)
@given(st.data(), st.booleans())
def test_every_led_shows_its_colour_when_the_frame_is_out(data: st.DataObject, sk9822: bool) -> None:
    n = data.draw(st.integers(0, 300))
    chain = Apa102Chain(n, sk9822=sk9822)
    lights = Apa102(chain, brightness=31, limit_ma=10**6, sk9822=sk9822)
    for seed in range(3):
        colours = random.Random(seed).randbytes(3 * n)
        lights.show(colours)
        assert chain.leds == leds(colours, 31)


def test_a_long_chain_of_sk9822_needs_their_frame() -> None:
    chain = Apa102Chain(242, sk9822=True)
    Apa102(chain, sk9822=False).show(b"\x01\x02\x03" * 242)
    assert chain.leds[0] == Led(4, 1, 2, 3)
    assert chain.leds[-1] == Led(0, 0, 0, 0)


@pytest.mark.parametrize("brightness", [1, 4, 31])
@pytest.mark.parametrize("limit_ma", [30, 500, 1500])
def test_the_draw_stays_below_the_limit(brightness: int, limit_ma: int) -> None:
    chain = Apa102Chain(242)
    lights = Apa102(chain, brightness=brightness, limit_ma=limit_ma)
    white = b"\xff" * (3 * 242)
    lights.show(white)
    full = 242 * 60 * brightness / 31
    assert milliamps(chain.leds) <= limit_ma
    assert milliamps(chain.leds) >= min(full, limit_ma) - 242 * 60 / 255 * brightness / 31
    assert {led.brightness for led in chain.leds} == {brightness}


def test_below_the_limit_colours_are_as_given() -> None:
    chain = Apa102Chain(242)
    lights = Apa102(chain, brightness=31)
    pegs = bytearray(3 * 242)
    pegs[30:33], pegs[300:303] = b"\xff\x80\x01", b"\x00\xff\x00"
    lights.show(bytes(pegs))
    assert chain.leds == leds(bytes(pegs), 31)


def test_after_a_failed_frame_even_the_one_before_is_sent_again() -> None:
    chain = Apa102Chain(2)
    failures = [False, True, True, False]

    def write(data: bytes) -> None:
        if failures.pop(0):
            raise OSError(5, "Input/output error")
        chain.writebytes2(data)

    lights = Apa102(SimpleNamespace(writebytes2=write, close=chain.close))
    lights.show(b"\x01" * 6)
    for _ in range(2):
        with pytest.raises(DisplayError, match="Input/output error"):
            lights.show(b"\x02" * 6)
    lights.show(b"\x01" * 6)
    assert not failures
    assert chain.leds == leds(b"\x01" * 6, 4)


def test_close_puts_them_out() -> None:
    chain = Apa102Chain(4)
    lights = Apa102(chain)
    lights.show(b"\x10" * 12)
    lights.close()
    assert {led[1:] for led in chain.leds} == {(0, 0, 0)}


def test_close_before_the_first_frame_and_with_the_bus_gone() -> None:
    chain = Apa102Chain(4)
    Apa102(chain).close()
    assert chain.bytes_sent == 0
    closed: list[bool] = []

    def gone(data: bytes) -> None:
        raise OSError(19, "No such device")

    port = SimpleNamespace(writebytes2=chain.writebytes2, close=lambda: closed.append(True))
    lights = Apa102(port)
    lights.show(b"\x01" * 12)
    port.writebytes2 = gone
    lights.close()
    assert closed == [True]


@pytest.mark.parametrize("order", ["BGR", "RGB", "GRB"])
def test_the_order_of_the_colours(order: str) -> None:
    sent: list[bytes] = []
    port = SimpleNamespace(writebytes2=lambda data: sent.append(bytes(data)), close=lambda: None)
    Apa102(port, order=order).show(bytes([11, 22, 33]))
    colours = {"R": 11, "G": 22, "B": 33}
    assert sent[0][5:8] == bytes(colours[name] for name in order)


@pytest.mark.parametrize(
    ("percent", "wanted"), [(0, 0), (1, 1), (3, 1), (13, 4), (50, 16), (99, 31), (100, 31)]
)
def test_a_brightness_in_percent(percent: int, wanted: int) -> None:
    assert level(percent) == wanted


def test_wrong_arguments() -> None:
    chain = Apa102Chain(1)
    for order in ("GRBW", "RG", "rgb"):
        with pytest.raises(ValueError, match="order is R, G and B"):
            Apa102(chain, order=order)
    for brightness in (-1, 32):
        with pytest.raises(ValueError, match="0 to 31"):
            Apa102(chain, brightness=brightness)
    with pytest.raises(ValueError, match="limit_ma"):
        Apa102(chain, limit_ma=0)
    with pytest.raises(ValueError, match="three bytes"):
        Apa102(chain).show(b"\x00\x01")


class SpiDev:
    """A test double for `spidev.SpiDev` that sends the data to an emulated LED chain."""

    chain = Apa102Chain(2)
    present = True
    closed = False
    max_speed_hz = 0
    mode = 3

    def open(self, bus: int, device: int) -> None:
        self.opened = (bus, device)
        if not self.present:
            raise FileNotFoundError(2, "No such file or directory")

    def writebytes2(self, data: bytes) -> None:
        self.chain.writebytes2(data)

    def close(self) -> None:
        self.closed = True


def test_spi_chain_opens_the_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    port = SpiDev()
    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=lambda: port))
    lights = spi_chain(1, 2, 4_000_000, brightness=9)
    assert not hasattr(port, "opened")
    lights.show(b"\x01\x02\x03\x04\x05\x06")
    assert (port.opened, port.max_speed_hz, port.mode) == ((1, 2), 4_000_000, 0)
    assert port.chain.leds == (Led(9, 1, 2, 3), Led(9, 4, 5, 6))


def test_spi_chain_without_the_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    port = SpiDev()
    port.present = False
    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=lambda: port))
    lights = spi_chain()
    with pytest.raises(DisplayError, match=r"/dev/spidev0\.0"):
        lights.show(bytes(6))
    assert port.closed
    port.present = True
    lights.show(b"\x01\x02\x03\x04\x05\x06")
    assert port.chain.leds == (Led(4, 1, 2, 3), Led(4, 4, 5, 6))


def test_spi_chain_without_spidev(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(DisplayError, match="spidev"):
        spi_chain().show(bytes(6))
