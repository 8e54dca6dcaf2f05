"""Save a drawing as an SVG, PNG or PDF file."""

from __future__ import annotations

from pathlib import Path

from firmware_py.diagram.shapes import Drawing
from firmware_py.errors import UsageError


def save(path: Path, *pages: Drawing) -> None:
    """Save drawings as an SVG, PNG or PDF file, depending on the file's suffix.

    Args:
        path: the file, which ends in `.svg`, `.png` or `.pdf`. A PNG file has 8 pixels per millimetre.
        pages: the drawings, one for each page. Only a PDF file can have more than one page.

    Raises:
        UsageError: the file has a different suffix or cannot be written, or a library for it is missing.
    """
    suffix = path.suffix.lower()
    if suffix not in (".svg", ".png", ".pdf"):
        raise UsageError(f"{path}: a drawing is an .svg, .png or .pdf file: end its name in one of these")
    if suffix == ".pdf":
        from firmware_py.diagram.pdf import pdf  # loads reportlab, which the other files do not need

        data = pdf(pages)
    elif len(pages) > 1:
        raise UsageError(f"{path}: this drawing has {len(pages)} pages: end the file's name in .pdf")
    elif suffix == ".svg":
        from firmware_py.diagram.svg import svg

        data = svg(pages[0]).encode()
    else:
        from firmware_py.diagram.png import png  # loads Pillow, which SVG files do not need

        data = png(pages[0])
    try:
        path.write_bytes(data)
    except OSError as error:
        why = (error.strerror or "it cannot be written").lower()
        raise UsageError(f"{path}: {why}: name a file that is writable") from None
