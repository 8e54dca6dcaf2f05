"""Save a drawing as an SVG, PNG, PDF or DXF file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from firmware_py.diagram.shapes import Drawing
from firmware_py.errors import UsageError

ALL_SUFFIXES = (".svg", ".png", ".pdf", ".dxf")
ON_PAPER = (".pdf", ".svg", ".png")
"""The suffixes for a drawing that is printed or looked at, and that a machine for wood has no use for."""


def save(path: Path, *pages: Drawing, suffixes: Sequence[str] = ALL_SUFFIXES) -> None:
    """Save drawings as an SVG, PNG, PDF or DXF file, depending on the file's suffix.

    Args:
        path: the path to the file. A PNG file has 8 pixels per millimetre.
        pages: the drawings, one for each page. Only a PDF file can have more than one page.
        suffixes: the suffixes that suit the drawing.

    Raises:
        UsageError: the file has a different suffix or cannot be written, or a required library is missing.
    """
    suffix = path.suffix.lower()
    if suffix not in suffixes:
        *most, last = suffixes
        raise UsageError(
            f"{path}: this drawing ends in {', '.join(most)} or {last}: give the file one of these names"
        )
    if suffix == ".pdf":
        from firmware_py.diagram.pdf import pdf  # loads reportlab, which the other files do not need

        data = pdf(pages)
    elif len(pages) > 1:
        raise UsageError(f"{path}: this drawing has {len(pages)} pages: end the file's name in .pdf")
    elif suffix == ".svg":
        from firmware_py.diagram.svg import svg

        data = svg(pages[0]).encode()
    elif suffix == ".dxf":
        from firmware_py.diagram.dxf import dxf

        data = dxf(pages[0]).encode()
    else:
        from firmware_py.diagram.png import png  # loads Pillow, which SVG files do not need

        data = png(pages[0])
    try:
        path.write_bytes(data)
    except OSError as error:
        why = (error.strerror or "it cannot be written").lower()
        raise UsageError(f"{path}: {why}: name a file that is writable") from None
