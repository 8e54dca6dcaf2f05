"""The emulated chains of LEDs: APA102 and SK9822 as measured, WS2812 and SK6812 as in their data sheets.

At 3.2 MHz, a bit on the wire of a WS2812 takes 312.5 ns: 1000 is a 0, 1100 is a 1.
"""

from collections.abc import Iterable

import pytest

from firmware_py.emulator.led_chips import DARK, Apa102Chain, Led, Rgb, Rgbw, Ws2812Chain

START = bytes(4)
RED, GREEN = bytes([0xE1, 0, 0, 9]), bytes([0xFF, 0, 7, 0])
LIT_RED, LIT_GREEN, WHITE = Led(1, 9, 0, 0), Led(31, 0, 7, 0), Led(31, 255, 255, 255)


@pytest.mark.parametrize(
    ("frames", "leds"),
    [
        ([], (DARK, DARK, DARK)),
        ([RED * 3 + bytes(1)], (DARK, DARK, DARK)),  # no start frame
        ([START + bytes([0xE5, 1, 2, 3, 0xFF, 4, 5, 6, 0])], (Led(5, 3, 2, 1), Led(31, 6, 5, 4), DARK)),
        # Ones in the end frame light the next LED.
        ([START + RED + b"\xff" * 4 + bytes(1)], (LIT_RED, WHITE, DARK)),
        # Fewer frames than LEDs, and more.
        ([START + GREEN * 3 + bytes(1), START + RED + bytes(1)], (LIT_RED, LIT_GREEN, LIT_GREEN)),
        ([START + RED * 3 + bytes(1), START + GREEN * 6 + bytes(1)], (LIT_GREEN,) * 3),
    ],
)
def test_frames_light_the_leds(frames: list[bytes], leds: tuple[Led, ...]) -> None:
    whole, pieces = Apa102Chain(3), Apa102Chain(3)
    for frame in frames:
        whole.writebytes2(frame)
        for byte in frame:
            assert pieces.xfer2([byte]) == [0]
    assert whole.leds == pieces.leds == leds
    assert whole.bytes_sent == pieces.bytes_sent == sum(map(len, frames))


@pytest.mark.parametrize("n", [1, 2, 16, 17, 18, 33, 242])
def test_led_k_wants_k_more_clock_edges(n: int) -> None:
    enough = (n + 14) // 16
    chain = Apa102Chain(n)
    chain.writebytes2(START + RED * n)
    assert chain.leds[0] == LIT_RED and (n < 2 or chain.leds[-1] == DARK)
    if enough:
        chain.writebytes2(bytes(enough - 1))
        assert chain.leds[-1] == DARK
        chain.writebytes2(bytes(1))
    assert chain.leds == (LIT_RED,) * n


def test_an_sk9822_shows_its_frame_when_32_zeros_have_passed() -> None:
    chain = Apa102Chain(18, sk9822=True)
    for sent, first, last in (
        *((START + RED * 18, DARK, DARK), (bytes(3), DARK, DARK), (bytes(1), LIT_RED, DARK)),
        *((bytes(2), LIT_RED, LIT_RED), (START + GREEN * 18, LIT_RED, LIT_RED)),
    ):
        chain.writebytes2(sent)
        assert (chain.leds[0], chain.leds[-1]) == (first, last)


# Two ones, and too few zeros.
@pytest.mark.parametrize("frame", [START + bytes([0xC0, 0, 0, 0]), START + RED + bytes(2) + RED])
def test_bits_that_are_not_a_frame_are_an_error(frame: bytes) -> None:
    chain = Apa102Chain(4)
    chain.writebytes2(frame)
    with pytest.raises(ValueError, match="frame"):
        _ = chain.leds


LEAD = bytes(1)
RESET = bytes(112)  # 896 bits of 312.5 ns: 280 us
OFF = Rgb(0, 0, 0)


def symbols(colours: Iterable[int], zero: str = "1000", one: str = "1100") -> bytes:
    """Return the bytes sent on the wire for these colour bytes.

    Each bit of a colour byte, the highest first, is sent as the bits in `zero` or `one`.
    """
    line = "".join(one if byte >> bit & 1 else zero for byte in colours for bit in range(7, -1, -1))
    line += "0" * (-len(line) % 8)
    return int(line, 2).to_bytes(len(line) // 8, "big")


@pytest.mark.parametrize(
    ("order", "leds"),
    [
        *(("GRB", (Rgb(2, 1, 128), Rgb(0, 255, 7), OFF)), ("RGB", (Rgb(1, 2, 128), Rgb(255, 0, 7), OFF))),
        *(("BGR", (Rgb(128, 2, 1), Rgb(7, 0, 255), OFF)), ("BRG", (Rgb(2, 128, 1), Rgb(0, 7, 255), OFF))),
        ("GRBW", (Rgbw(2, 1, 128, 255), Rgbw(0, 0, 0, 0), Rgbw(0, 0, 0, 0))),  # four dies take 32 bits
    ],
)
def test_bits_light_the_leds_in_the_order_of_their_colours(order: str, leds: tuple[Rgb | Rgbw, ...]) -> None:
    chain = Ws2812Chain(3, order=order)
    assert not any(any(led) for led in chain.leds)
    frame = LEAD + symbols([1, 2, 128, 255, 0, 7]) + RESET
    chain.writebytes2(frame)
    assert chain.leds == leds
    assert chain.bytes_sent == len(frame) == 1 + 24 + 112


@pytest.mark.parametrize("order", ["", "RG", "RGG", "RGBX", "rgb"])
def test_an_order_names_each_colour_once(order: str) -> None:
    with pytest.raises(ValueError, match="order"):
        Ws2812Chain(1, order=order)


def test_two_frames_in_one_transfer_need_280_us_between_them() -> None:
    chain = Ws2812Chain(2)
    one, two = symbols([1] * 3), symbols([2] * 3)
    chain.writebytes2(LEAD + one + RESET + two)
    assert chain.leds == (Rgb(2, 2, 2), OFF)
    chain.writebytes2(LEAD + one + bytes(111) + two)  # a little less than 280 us
    with pytest.raises(ValueError, match="reset"):
        _ = chain.leds


def test_without_low_first_the_first_bit_is_lost() -> None:
    chain = Ws2812Chain(2)
    chain.writebytes2(symbols([0b11000000, 0, 0, 0, 0, 0b10000000]) + RESET)
    assert chain.leds == (Rgb(0, 0b10000000, 0), OFF)


def test_beyond_4096_bytes_there_is_a_gap() -> None:
    chain = Ws2812Chain(400)
    frame = LEAD + symbols([1] * 1200)
    assert len(frame) > 4096
    chain.writebytes2(frame)
    # After the gap, the rest of the frame starts at the first LED again, without the bit lost in the gap.
    assert chain.leds[0] != Rgb(1, 1, 1)
    assert chain.leds[340] == Rgb(1, 1, 1) and chain.leds[341:] == (OFF,) * 59


@pytest.mark.parametrize(
    ("hz", "zero", "one"),
    [
        (2_400_000, "100", "110"),  # T0H 417 ns: more than a WS2812B's 380
        (4_000_000, "1000", "1100"),  # T1H 500 ns: less than its 580
        (3_200_000, "100000", "111000"),  # T1H 937 ns: more than an SK6812's 750
        (2_700_000, "100", "110"),  # T1L 370 ns: less than an SK6812's 450
        (3_200_000, "1" + "0" * 17, "1100"),  # T0L 5.3 us: perhaps a reset
    ],
)
def test_times_out_of_the_data_sheets(hz: int, zero: str, one: str) -> None:
    chain = Ws2812Chain(1, hz=hz)
    chain.writebytes2(LEAD + symbols([1, 2, 3], zero, one))
    with pytest.raises(ValueError, match="ns"):
        _ = chain.leds


def test_the_line_has_to_end_low() -> None:
    chain = Ws2812Chain(1)
    chain.writebytes2(LEAD + b"\x01")
    with pytest.raises(ValueError, match="high"):
        _ = chain.leds
