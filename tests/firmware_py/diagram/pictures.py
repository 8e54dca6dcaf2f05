"""The pictures of the guides: `python -m tests.firmware_py.diagram.pictures` draws them again."""

from __future__ import annotations

from pathlib import Path

from firmware_py.config import build, files
from firmware_py.diagram.drilling import template
from firmware_py.diagram.svg import svg
from firmware_py.diagram.wiring import drawing

FOLDER = Path(__file__).parents[3] / "hardware" / "pictures"


def pictures() -> dict[str, str]:
    """The text of each picture, by the name of its file in `hardware/pictures`."""
    drawn = {}
    for name in files.profile_names():
        config = build.load(files.profile(name))
        drawn[f"{name}.svg"] = svg(drawing(config))
        if config.lights:
            drawn[f"drilling-{name}.svg"] = svg(template(config))
    return drawn


def main() -> None:
    """Write them, and remove those of profiles that are no more."""
    for old in FOLDER.glob("*.svg"):
        old.unlink()
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
