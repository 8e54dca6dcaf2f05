"""Fetch the pure Python packages that the Debian package includes, and write their copyright notices.

debian/bundled.txt lists the packages with their versions and hashes; pip accepts only wheels that run on
every platform.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import venv
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import NamedTuple

REQUIREMENTS = Path(__file__).with_name("debian") / "bundled.txt"
LEFT_OUT = ("gpiozerocli/",)
"""Folders in the wheels to leave out, because they are not part of a library."""
KEPT_OF_METADATA = ("METADATA", "entry_points.txt")
"""The metadata files to keep: gpiozero finds its own pin factories by its entry points."""
EXPECTED = (".py", ".pyi", ".typed", ".txt")
_ANYWHERE = ("--implementation=py", "--abi=none", "--platform=any", "--python-version=3.11")


class Unpacked(NamedTuple):
    """The parts of a wheel that the Debian package includes.

    Attributes:
        files: the contents of the library's files, keyed by their paths in the wheel.
        copyright: the paragraph about them in Debian's copyright file.
    """

    files: dict[str, bytes]
    copyright: str


def fetch(folder: Path) -> list[Path]:
    """Download the wheels that are missing from a folder, and return the paths of all wheels."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        pip = [_with_pip(Path(scratch)), "-m", "pip", "--disable-pip-version-check", "download", "--quiet"]
        pip += ["--no-deps", "--only-binary=:all:", *_ANYWHERE, "--require-hashes"]
        pip += ["--requirement", str(REQUIREMENTS), "--dest", str(folder), "--find-links", str(folder)]
        known = subprocess.run([*pip, "--no-index"], capture_output=True, check=False)
        if known.returncode and subprocess.run(pip, check=False).returncode:
            sys.exit("build-deb: pip cannot fetch what travels inside: see above; is there a network?")
    pinned = re.findall(r"^([\w.-]+)==(\S+)", REQUIREMENTS.read_text(encoding="utf-8"), re.MULTILINE)
    wheels = []
    for name, version in pinned:
        [wheel] = folder.glob(f"{re.sub('[-.]', '_', name)}-{version}-*.whl")
        wheels.append(wheel)
    return wheels


def unpack(wheel: Path) -> Unpacked:
    """Return the files of a wheel that the Debian package includes, and the copyright notice for them."""
    licence, metadata = "", Message()
    inside: dict[str, bytes] = {}
    packages, holders = set(), set()
    with zipfile.ZipFile(wheel) as files:
        for name in sorted(files.namelist()):
            top, _, rest = name.partition("/")
            is_metadata = top.endswith(".dist-info")
            if name.startswith(LEFT_OUT) or name.endswith("/"):
                continue
            content = files.read(name)
            if not is_metadata:
                if not name.endswith(EXPECTED):
                    sys.exit(f"build-deb: {wheel.name}: {name}: a file of this kind is not expected")
                packages.add(_package(name))
                holders |= holders_of(content.decode())
            elif re.search("LICENSE|COPYING", rest):
                licence = content.decode()
                holders |= holders_of(content.decode())
            elif rest == "METADATA":
                metadata = Parser().parsestr(content.decode())
            if not is_metadata or rest in KEPT_OF_METADATA:
                inside[name] = content
    if not licence:
        sys.exit(f"build-deb: {wheel.name}: it has no licence")
    own = {str(metadata["Author"] or metadata["Author-email"])}
    paths = [f"/usr/lib/muggins/{each}" for each in sorted(packages)]
    return Unpacked(inside, paragraph(paths, holders or own, licence))


def paragraph(files: list[str], holders: set[str], licence: str) -> str:
    """Return a paragraph of Debian's machine-readable copyright file (format 1.0).

    Args:
        files: the files that the paragraph is about.
        holders: the years and names of the copyright holders.
        licence: the text of the licence.
    """
    kind = "Expat"
    if "Permission is hereby granted, free of charge" not in licence:
        kind = "BSD-3-Clause" if re.search("[Nn]either the name", licence) else "BSD-2-Clause"
    lines = [line.strip() for line in licence.strip().splitlines()]
    text = "\n".join(f" {line}" if line else " ." for line in lines)
    people = "\n ".join(sorted(holders))
    return f"Files: {' '.join(files)}\nCopyright: {people}\nLicense: {kind}\n{text}\n"


def holders_of(licence: str) -> set[str]:
    """Return the years and names of the copyright holders named in a licence.

    They are taken from the lines that begin with `Copyright`.
    """
    found = re.findall(r"^\W*Copyright (?:\(c\)|©) (\d{4}.*)$", licence, re.MULTILINE | re.IGNORECASE)
    return {each.strip() for each in found}


def _package(name: str) -> str:
    """Return the path of the module or package that a file belongs to.

    Several packages share the top-level folder `luma`. Their paths include the folder below it.
    """
    steps = name.split("/")
    depth = 2 if steps[0] == "luma" else 1
    return "/".join([*steps[:depth], "*"]) if len(steps) > depth else name


def _with_pip(scratch: Path) -> str:
    """Return the path of a Python with pip: this one, or one in a virtual environment made in `scratch`."""
    if importlib.util.find_spec("pip"):
        return sys.executable
    try:
        venv.create(scratch, with_pip=True)
    except subprocess.CalledProcessError:
        sys.exit(
            "build-deb: this Python has no pip. On Debian and Raspberry Pi OS: sudo apt install python3-pip"
        )
    return str(scratch / ("Scripts" if os.name == "nt" else "bin") / "python")
