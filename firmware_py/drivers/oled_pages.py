"""Pack an image's pixels into eight pages of 128 bytes, as the controllers store them.

A page is eight rows of pixels: one byte for each column, with the topmost pixel in the lowest bit
(SSD1306 data sheet, section 8.7; SH1106 data sheet, "Display Data RAM").
"""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8

# A mask for the eight rows of a page, which Pillow stores in mode "L" as 128 bytes each, 00 or FF. The mask
# keeps only bit r of row r, so that the rows can then be folded onto each other.
_ROW_BITS = int.from_bytes(b"".join(bytes([1 << row]) * WIDTH for row in range(8)), "little")
_ROW = 8 * WIDTH
_PAGE_MASK = (1 << _ROW) - 1


def packed(pixels: bytes, sent: bytes | None, sent_pages: Sequence[bytes]) -> list[bytes]:
    """Pack a frame into eight pages of 128 bytes, one bit for each pixel.

    Args:
        pixels: the frame, one byte for each pixel.
        sent: the previous frame, one byte for each pixel; None if there is none.
        sent_pages: the pages of the previous frame, which are reused if they have not changed.
    """
    size = 8 * WIDTH
    pages = []
    for page, start in enumerate(range(0, PAGES * size, size)):
        rows = pixels[start : start + size]
        if sent is not None and rows == sent[start : start + size]:
            pages.append(sent_pages[page])
            continue
        folded = int.from_bytes(rows, "little") & _ROW_BITS
        folded |= folded >> 4 * _ROW
        folded |= folded >> 2 * _ROW
        folded |= folded >> _ROW
        pages.append((folded & _PAGE_MASK).to_bytes(WIDTH, "little"))
    return pages
