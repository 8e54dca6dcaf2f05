"""Redraw the pictures in the guides: `python -m tests.firmware_py.diagram.pictures`."""

from __future__ import annotations

from pathlib import Path

from firmware_py.config import build, files
from firmware_py.diagram.drilling_template import template
from firmware_py.diagram.svg import svg
from firmware_py.diagram.wiring_picture import draw

FOLDER = Path(__file__).parents[3] / "hardware" / "pictures"


def pictures() -> dict[str, str]:
    """Return the SVG text of every picture, by its file name in `hardware/pictures`."""
    drawn = {}
    for name in files.profile_names():
        config = build.load(files.profile(name))
        drawn[f"{name}.svg"] = svg(draw(config))
        if config.lights:
            drawn[f"drilling-{name}.svg"] = svg(template(config))
    return drawn


def main() -> None:
    """Write all pictures, and remove the pictures of profiles that no longer exist."""
    for old in FOLDER.glob("*.svg"):
        old.unlink()
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
