"""The manifest that tells Raspberry Pi Imager about the images of a release.

Imager shows what it lists, and asks for the settings that the image can take. Two of its fields cost people
their card if they are wrong. With another `extract_sha256`, Imager writes the image but not its beginning, so
the card does not start. Without an `init_format`, it asks for no user and no Wi-Fi. `mistakes` therefore
compares a manifest with the files beside it, and the release is not finished while there is one.

The fields are those of raspberrypi/rpi-imager, `doc/json-schema` and `doc/schema-notes.md`.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

NAME = "muggins.rpi-imager-manifest"
"""The name of the file. Imager opens files with this ending."""
ICON = "muggins.svg"
FORMAT = "cloudinit-rpi"
"""How Imager passes its settings on: `prepare-card` only takes images whose system has cloud-init."""
MODELS = {
    "Raspberry Pi 5": (["pi5-64bit", "pi5-32bit"], "5, 500, 500+ and Compute Module 5"),
    "Raspberry Pi 4": (["pi4-64bit", "pi4-32bit"], "4 B, 400 and Compute Module 4"),
    "Raspberry Pi Zero 2 W": (["pi3-64bit", "pi3-32bit"], "Zero 2 W and Zero 2 WH"),
    "Raspberry Pi 3": (["pi3-64bit", "pi3-32bit"], "3 B, 3 B+, 3 A+ and Compute Module 3"),
    "Raspberry Pi 2": (["pi2-32bit"], "2 B"),
    "Raspberry Pi Zero": (["pi1-32bit"], "Zero, Zero W and Zero WH"),
    "Raspberry Pi 1": (["pi1-32bit"], "A, A+, B, B+ and Compute Module 1"),
}
"""The models, each with Imager's marks for the systems that it runs, and what else is meant by it."""
SYSTEMS = {"arm64": ("-64bit", "armv8", "64-bit"), "armhf": ("-32bit", "armhf", "32-bit")}
"""What an architecture of Debian is called in the marks, in the field `architecture` and by people."""
CHUNK = 1 << 20


class Measured(NamedTuple):
    """The sizes and the SHA-256 sums of a compressed image, and of what it contains."""

    extract_size: int
    extract_sha256: str
    image_download_size: int
    image_download_sha256: str


def measure(image: Path) -> Measured:
    """Measure an image, .img.xz. It is read once. OSError, lzma.LZMAError, EOFError: it cannot be read."""
    inside, size = hashlib.sha256(), 0
    with lzma.open(image) as file:
        while chunk := file.read(CHUNK):
            inside.update(chunk)
            size += len(chunk)
    with image.open("rb") as file:
        outside = hashlib.file_digest(file, "sha256").hexdigest()
    return Measured(size, inside.hexdigest(), image.stat().st_size, outside)


def manifest(images: dict[str, Path], url: str, website: str, version: str, released: date) -> dict[str, Any]:
    """Return a manifest.

    Args:
        images: the images, keyed by Debian's names of their architectures.
        url: the address of the folder that has the images and the icon, with a slash at its end.
        website: the address of a page about the board.
        version: the version of the board.
        released: the day of the release.
    """
    systems = []
    for architecture, image in images.items():
        ending, name, people_say = SYSTEMS[architecture]
        systems.append(
            {
                "name": f"Muggins {version} ({people_say})",
                "description": "An electronic cribbage board, on Raspberry Pi OS Lite",
                "icon": url + ICON,
                "url": url + image.name,
                "website": website,
                "release_date": released.isoformat(),
                **measure(image)._asdict(),
                "devices": sorted({mark for mark in _marks() if mark.endswith(ending)}, reverse=True),
                "init_format": FORMAT,
                "architecture": name,
            }
        )
    offered = {mark for system in systems for mark in system["devices"]}
    models = [
        {"name": name, "description": also, "tags": marks, "matching_type": "exclusive"}
        for name, (marks, also) in MODELS.items()
        if offered.intersection(marks)
    ]
    return {"imager": {"devices": models}, "os_list": systems}


def _marks() -> set[str]:
    return {mark for marks, _ in MODELS.values() for mark in marks}


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_address(value: object) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(r"https://[^\s/]+/\S+", value))


def _is_size(value: object) -> bool:
    return type(value) is int and value > 0


def _is_sum(value: object) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(r"[0-9a-f]{64}", value))


def _is_day(value: object) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(r"\d{4}-\d\d-\d\d", value))


def _are_marks(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(mark in _marks() for mark in value)


FIELDS: dict[str, tuple[Callable[[object], bool], str]] = {
    "name": (_is_text, "a text"),
    "description": (_is_text, "a text"),
    "icon": (_is_address, "an address, https://…"),
    "url": (_is_address, "an address, https://…"),
    "website": (_is_address, "an address, https://…"),
    "release_date": (_is_day, "a day, such as 2026-01-31"),
    "extract_size": (_is_size, "a number of bytes"),
    "extract_sha256": (_is_sum, "64 hexadecimal digits, in small letters"),
    "image_download_size": (_is_size, "a number of bytes"),
    "image_download_sha256": (_is_sum, "64 hexadecimal digits, in small letters"),
    "devices": (_are_marks, "a list of Imager's marks, such as pi4-64bit"),
    "init_format": (lambda value: value == FORMAT, FORMAT),
    "architecture": (lambda value: value in ("armv8", "armhf"), "armv8 or armhf"),
}
"""The fields of an image in our manifests, each with its check and what it has to be."""


def mistakes(folder: Path) -> list[str]:
    """Compare the manifest in a folder with the images beside it, and return what is wrong, in sentences."""
    try:
        data = json.loads((folder / NAME).read_bytes())
        systems, models = data["os_list"], data["imager"]["devices"]
        offered = {mark for model in models for mark in model["tags"]}
    except (ValueError, LookupError, TypeError) as error:
        return [f"{NAME} is no manifest: {error}"]
    if not isinstance(systems, list) or not systems:
        return [f"{NAME}: os_list has no images"]
    found = []
    for number, system in enumerate(systems):
        where = f"{NAME}: os_list[{number}]"
        wrong = [
            f"{where}: {name} has to be {wanted}"
            for name, (is_right, wanted) in FIELDS.items()
            if not is_right(system.get(name))
        ]
        found += wrong or _differences(where, system, folder)
        if not wrong and not offered.issuperset(system["devices"]):
            found.append(f"{where}: imager.devices has no model for some of its devices")
    return found


def _differences(where: str, system: dict[str, Any], folder: Path) -> list[str]:
    image = folder / system["url"].rpartition("/")[2]
    try:
        measured = measure(image)
    except FileNotFoundError:
        return [f"{where}: there is no file {image.name} beside it"]
    except (EOFError, lzma.LZMAError):
        return [f"{where}: {image.name} is damaged"]
    return [
        f"{where}: {name} is {system[name]}, but {image.name} has {value}"
        for name, value in measured._asdict().items()
        if system[name] != value
    ]
