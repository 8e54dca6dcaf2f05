"""The emulated LED chain behaves as measured on real APA102 and SK9822 LEDs."""

import pytest

from firmware_py.emulator.led_chips import DARK, Apa102Chain, Led

START = bytes(4)
RED, GREEN = bytes([0xE1, 0, 0, 9]), bytes([0xFF, 0, 7, 0])


def test_order_of_colours_and_brightness() -> None:
    chain = Apa102Chain(2)
    chain.writebytes2(START + bytes([0xE5, 1, 2, 3, 0xFF, 4, 5, 6, 0]))
    assert chain.leds == (Led(5, 3, 2, 1), Led(31, 6, 5, 4))
    assert chain.bytes_sent == 13


def test_dark_at_power_on_and_without_a_start_frame() -> None:
    chain = Apa102Chain(2)
    assert chain.leds == (DARK, DARK)
    chain.writebytes2(RED * 2 + bytes(1))
    assert chain.leds == (DARK, DARK)


@pytest.mark.parametrize("n", [1, 2, 16, 17, 18, 33, 242])
def test_led_k_wants_k_more_clock_edges(n: int) -> None:
    enough = (n + 14) // 16
    chain = Apa102Chain(n)
    chain.writebytes2(START + RED * n)
    assert chain.leds == (Led(1, 9, 0, 0),) * 1 + chain.leds[1:]
    assert chain.leds.count(DARK) == n - 1 if n < 2 else chain.leds[-1] == DARK
    if enough:
        chain.writebytes2(bytes(enough - 1))
        assert chain.leds[-1] == DARK
        chain.writebytes2(bytes(1))
    assert chain.leds == (Led(1, 9, 0, 0),) * n


def test_bits_still_on_their_way_arrive_with_the_next_frame() -> None:
    chain = Apa102Chain(40)
    chain.writebytes2(START + RED * 40)
    assert chain.leds[-1] == DARK
    chain.writebytes2(START)
    assert chain.leds[-1] == Led(1, 9, 0, 0)


def test_the_data_sheets_end_frame_does_for_65_leds() -> None:
    for n, reached in ((64, True), (65, True), (66, False)):
        chain = Apa102Chain(n)
        chain.writebytes2(START + RED * n + b"\xff" * 4)
        assert (chain.leds[-1] != DARK) is reached


def test_ones_in_the_end_frame_light_the_next_led() -> None:
    chain = Apa102Chain(3)
    chain.writebytes2(START + RED + b"\xff" * 4 + bytes(1))
    assert chain.leds == (Led(1, 9, 0, 0), Led(31, 255, 255, 255), DARK)


def test_fewer_and_more_frames_than_leds() -> None:
    chain = Apa102Chain(2)
    chain.writebytes2(START + GREEN * 2 + bytes(1))
    chain.writebytes2(START + RED + bytes(1))
    assert chain.leds == (Led(1, 9, 0, 0), Led(31, 0, 7, 0))
    chain.writebytes2(START + GREEN * 5 + bytes(1))
    assert chain.leds == (Led(31, 0, 7, 0),) * 2


def test_a_frame_in_pieces() -> None:
    whole, pieces = Apa102Chain(3), Apa102Chain(3)
    frame = START + RED + GREEN + bytes([0xE0, 0, 0, 0]) + bytes(1)
    whole.writebytes2(frame)
    for byte in frame:
        assert pieces.xfer2([byte]) == [0]
    assert pieces.leds == whole.leds
    assert pieces.bytes_sent == whole.bytes_sent


def test_an_sk9822_shows_its_frame_when_32_zeros_have_passed() -> None:
    chain = Apa102Chain(18, sk9822=True)
    chain.writebytes2(START + RED * 18)
    assert set(chain.leds) == {DARK}
    chain.writebytes2(bytes(3))
    assert set(chain.leds) == {DARK}
    chain.writebytes2(bytes(1))
    assert chain.leds[0] == Led(1, 9, 0, 0) and chain.leds[1] == DARK
    chain.writebytes2(bytes(2))
    assert set(chain.leds) == {Led(1, 9, 0, 0)}
    chain.writebytes2(START + GREEN * 18)
    assert set(chain.leds) == {Led(1, 9, 0, 0)}


@pytest.mark.parametrize(
    "frame",
    [
        START + bytes([0xC0, 0, 0, 0]),  # two ones
        START + RED + bytes(2) + RED,  # too few zeros
    ],
)
def test_bits_that_are_not_a_frame_are_an_error(frame: bytes) -> None:
    chain = Apa102Chain(4)
    chain.writebytes2(frame)
    with pytest.raises(ValueError, match="frame"):
        _ = chain.leds


def test_looking_seldom_changes_nothing() -> None:
    seldom, often = Apa102Chain(30), Apa102Chain(30)
    for at in range(2000):
        frame = START + bytes([0xE0 | at % 32, at % 256, at % 7, 1]) * 30
        for chain in (seldom, often):
            chain.writebytes2(frame)
        if at % 100 == 0:
            assert often.leds[0].brightness == at % 32
    assert seldom.leds == often.leds
