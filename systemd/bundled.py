"""The pure Python packages that travel inside the Debian package: fetched, put in place, and their copyright.

Their wheels are those of debian/bundled.txt, known by their hashes; pip takes only wheels that run anywhere.
"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

REQUIREMENTS = Path(__file__).with_name("debian") / "bundled.txt"
LEFT_OUT = ("gpiozerocli/",)
"""What wheels hold besides their library."""
KEPT_OF_METADATA = ("METADATA", "entry_points.txt")
"""gpiozero finds its parts by its entry points. Licences go into the file copyright."""
EXPECTED = (".py", ".pyi", ".typed", ".txt")
_ANYWHERE = ("--implementation=py", "--abi=none", "--platform=any", "--python-version=3.11")


def fetch(folder: Path) -> list[Path]:
    """The wheels, in a folder; what is there already is not fetched again."""
    folder.mkdir(parents=True, exist_ok=True)
    pip = [_with_pip(), "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
    pip += ["--only-binary=:all:", *_ANYWHERE, "--require-hashes", "--requirement", str(REQUIREMENTS)]
    pip += ["--dest", str(folder), "--find-links", str(folder)]
    known = subprocess.run([*pip, "--no-index"], capture_output=True, check=False)
    if known.returncode and subprocess.run(pip, check=False).returncode:
        sys.exit("build-deb: pip cannot fetch what travels inside: see above; is there a network?")
    pinned = re.findall(r"^([\w.-]+)==(\S+)", REQUIREMENTS.read_text(encoding="utf-8"), re.MULTILINE)
    wheels = []
    for name, version in pinned:
        [wheel] = folder.glob(f"{re.sub('[-.]', '_', name)}-{version}-*.whl")
        wheels.append(wheel)
    return wheels


def unpack(wheel: Path, library: Path) -> str:
    """Put a wheel's files into a folder; returns its paragraph of the file copyright."""
    licence, metadata, places, holders = "", Message(), set(), set()
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
                places.add(_place(name))
                holders |= holders_of(content.decode())
            elif re.search("LICENSE|COPYING", rest):
                licence = content.decode()
                holders |= holders_of(content.decode())
            elif rest == "METADATA":
                metadata = Parser().parsestr(content.decode())
            if not is_metadata or rest in KEPT_OF_METADATA:
                (library / name).parent.mkdir(parents=True, exist_ok=True)
                (library / name).write_bytes(content)
    if not licence:
        sys.exit(f"build-deb: {wheel.name}: it has no licence")
    own = {str(metadata["Author"] or metadata["Author-email"])}
    return paragraph([f"/usr/lib/muggins/{each}" for each in sorted(places)], holders or own, licence)


def paragraph(files: list[str], holders: set[str], licence: str) -> str:
    """Of the form that Debian's machine-readable copyright has (version 1.0)."""
    kind = "Expat"
    if "Permission is hereby granted, free of charge" not in licence:
        kind = "BSD-3-Clause" if re.search("[Nn]either the name", licence) else "BSD-2-Clause"
    lines = [line.strip() for line in licence.strip().splitlines()]
    text = "\n".join(f" {line}" if line else " ." for line in lines)
    people = "\n ".join(sorted(holders))
    return f"Files: {' '.join(files)}\nCopyright: {people}\nLicense: {kind}\n{text}\n"


def holders_of(licence: str) -> set[str]:
    """Who holds the rights, of each line of a text that says so."""
    found = re.findall(r"^\W*Copyright (?:\(c\)|©) (\d{4}.*)$", licence, re.MULTILINE | re.IGNORECASE)
    return {each.strip() for each in found}


def _place(name: str) -> str:
    """The module or package that a file belongs to. luma is a name that several share."""
    steps = name.split("/")
    depth = 2 if steps[0] == "luma" else 1
    return "/".join([*steps[:depth], "*"]) if len(steps) > depth else name


def _with_pip() -> str:
    """A Python that has pip: this one, or that of the environment of the README."""
    if importlib.util.find_spec("pip"):
        return sys.executable
    own = Path(__file__).parents[1] / ".venv" / "bin" / "python"
    if own.exists():
        return str(own)
    sys.exit("build-deb: pip is missing: apt install python3-pip, or run it by .venv/bin/python")
