"""Redraw the pictures in the guides: `python -m tests.firmware_py.wiring.pictures`."""

from __future__ import annotations

from pathlib import Path

from firmware_py.config import build, files
from firmware_py.config.config import Config
from firmware_py.config.programs import SpeechSettings
from firmware_py.drawing.enclosure import enclosure
from firmware_py.drawing.formats import dxf, svg
from firmware_py.drawing.front_plate import template
from firmware_py.drawing.pdf import PAPERS, pdf, sheets
from firmware_py.wiring.lights import lights_alone
from firmware_py.wiring.picture import draw

FOLDER = Path(__file__).parents[3] / "hardware" / "pictures"


DRILLED = ("usb-numpad", "keypad-20", "led-panel")  # strips without keys and with twenty keys, and a panel
AMPLIFIED = SpeechSettings(amplifier="max98357a")  # on the header
PRINTED = DRILLED[:2]  # fit on one sheet, and are also saved as PDF


def pictures() -> dict[str, str]:
    """Draw every SVG and DXF file that belongs in `hardware/pictures`. Return them keyed by file name."""
    drawn = {f"{name}.svg": svg(draw(_profile(name))) for name in files.profile_names()}
    lights = _profile("usb-numpad").lights
    assert lights
    for chip in ("apa102", "ws2812"):
        drawn[f"lights-{chip}.svg"] = svg(lights_alone(lights._replace(chip=chip)))
    drawn["amplifier.svg"] = svg(draw(_profile("first-board")._replace(speech=AMPLIFIED)))
    return drawn | {f"drilling-{name}.svg": svg(template(_profile(name))) for name in DRILLED} | cuts()


def cuts() -> dict[str, str]:
    """Return the drawings from which a laser cutter makes the enclosure, keyed by file name."""
    box = enclosure(_profile("usb-numpad"))
    return {"enclosure-usb-numpad.svg": svg(box), "enclosure-usb-numpad.dxf": dxf(box)}


def prints() -> dict[str, bytes]:
    """Return the drilling templates that are small enough to print, as PDF files keyed by file name."""
    return {
        f"drilling-{name}-{paper}.pdf": pdf(sheets(template(_profile(name)), size))
        for name in PRINTED
        for paper, size in PAPERS.items()
    }


def _profile(name: str) -> Config:
    return build.load(files.profile(name))


def main() -> None:
    """Draw the pictures of all profiles again, and delete the pictures of profiles that no longer exist."""
    for old in (*FOLDER.glob("*.svg"), *FOLDER.glob("*.pdf"), *FOLDER.glob("*.dxf")):
        old.unlink()
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    for name, data in prints().items():
        (FOLDER / name).write_bytes(data)


if __name__ == "__main__":
    main()
