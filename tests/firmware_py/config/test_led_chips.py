"""The length of the data for LEDs without a clock wire, and the size of the SPI buffer that holds it."""

from firmware_py.config.lights import BUFSIZ, timed_frame, wanted_bufsiz


def test_a_bit_takes_four_bits_of_spi() -> None:
    assert timed_frame(2, "GRB") - timed_frame(1, "GRB") == 12
    assert timed_frame(2, "GRBW") - timed_frame(1, "GRBW") == 16


def test_the_buffer_is_the_smallest_number_of_pages_that_takes_a_frame() -> None:
    for leds in (1, 242, 341, 363):
        wanted = wanted_bufsiz(leds, "GRB")
        assert wanted % BUFSIZ == 0
        assert wanted - BUFSIZ < timed_frame(leds, "GRB") <= wanted
