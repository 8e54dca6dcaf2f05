"""A picture is packed into pages, with one byte for eight pixels in a column."""

from hypothesis import given
from hypothesis import strategies as st

from firmware_py.drivers.oled_commands import HEIGHT, PAGES, WIDTH, packed

DARK = bytes(WIDTH * HEIGHT)


def lit(*spots: tuple[int, int]) -> bytes:
    """Return a frame, with one byte per pixel, in which the pixels at these (x, y) positions are lit."""
    frame = bytearray(DARK)
    for x, y in spots:
        frame[y * WIDTH + x] = 0xFF
    return bytes(frame)


@given(st.sets(st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1)), max_size=50))
def test_a_pixel_is_a_bit_of_the_byte_of_its_page_and_column(spots: set[tuple[int, int]]) -> None:
    pages = packed(lit(*spots), None, ())
    assert [len(page) for page in pages] == [WIDTH] * PAGES
    assert spots == {
        (x, 8 * page + bit)
        for page in range(PAGES)
        for x in range(WIDTH)
        for bit in range(8)
        if pages[page][x] >> bit & 1
    }


def test_pages_that_did_not_change_are_reused() -> None:
    old = packed(DARK, None, ())
    new = packed(lit((5, 20)), DARK, old)
    assert [one is other for one, other in zip(old, new, strict=True)] == [True, True, False] + 5 * [True]
