"""Save a drawing as an SVG or PNG file."""

from __future__ import annotations

from pathlib import Path

from firmware_py.diagram.shapes import Drawing
from firmware_py.errors import UsageError


def save(drawing: Drawing, path: Path) -> None:
    """Save a drawing as an SVG or PNG file, depending on the file's suffix.

    Args:
        drawing: the drawing.
        path: the file, which ends in `.svg` or `.png`. A PNG file has 8 pixels per millimetre.

    Raises:
        UsageError: the file has a different suffix, or cannot be written.
    """
    suffix = path.suffix.lower()
    if suffix == ".svg":
        from firmware_py.diagram.svg import svg

        data = svg(drawing).encode()
    elif suffix == ".png":
        from firmware_py.diagram.png import png  # loads Pillow, which SVG files do not need

        data = png(drawing)
    else:
        raise UsageError(f"{path}: a drawing is an .svg or a .png file: end its name in one of these")
    try:
        path.write_bytes(data)
    except OSError as error:
        why = (error.strerror or "it cannot be written").lower()
        raise UsageError(f"{path}: {why}: name a file that is writable") from None
