"""The first partition of a Raspberry Pi's card, in the computer or inside an image of a card.

`Folder` and `FatImage` read and write its files in the same way. `edited_image` makes a new image from an old
one: all but the files that are written stays as it was. The functions `with_…` return the new content of a
file that belongs to others as well, and leave in it what is not the board's.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import shutil
import struct
import subprocess
import tempfile
import tomllib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO, Protocol

if TYPE_CHECKING:
    from firmware_py.config.requirements import CmdlineWord

BEGIN, END = "# Muggins: the lines of this board", "# Muggins: the end of its lines"
"""The lines around what the board needs in config.txt."""
CHUNK = 1 << 20
SECTOR = 512
TABLE, ENTRY = 446, 16
"""Where the table of partitions begins in the first sector, and the size of each of its four entries."""
FAT, LINUX = {0x06, 0x0B, 0x0C, 0x0E}, {0x83}
"""The types of partitions that hold a FAT file system, and one of Linux."""


class CannotPrepare(Exception):
    """A card or an image cannot be prepared; the message says why, and what to do."""


class Card(Protocol):
    """The first partition of a card. Names are paths in it, with at most one folder.

    Raises:
        CannotPrepare, OSError: a file cannot be read or written.
    """

    def names(self) -> set[str]:
        """Return the names of all files and folders at its top."""

    def read(self, name: str) -> bytes:
        """Return the content of a file. OSError: it cannot be read."""

    def write(self, name: str, content: bytes, what: str) -> None:
        """Write a file and sync it. Unless `what` is empty, print a line that says what the file is."""

    def remove(self, name: str) -> None:
        """Remove a file."""


class Folder:
    """A card in the computer, whose first partition is a folder."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __str__(self) -> str:
        return str(self._path)

    def names(self) -> set[str]:
        return set(os.listdir(self._path)) if self._path.is_dir() else set()

    def read(self, name: str) -> bytes:
        return (self._path / name).read_bytes()

    def write(self, name: str, content: bytes, what: str) -> None:
        path = self._path / name
        path.parent.mkdir(exist_ok=True)
        with path.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if what:
            print(f"{path}: {what}")

    def remove(self, name: str) -> None:
        (self._path / name).unlink()


class FatImage:
    """The first partition inside the image of a card, through mtools, which needs no rights."""

    def __init__(self, image: Path) -> None:
        self._drive = f"{image}@@{partition(image, FAT)}"

    def __str__(self) -> str:
        return "the image"

    def names(self) -> set[str]:
        listed = self._mtools("mdir", "-b", "::").decode()
        return {line.removeprefix("::/").rstrip("/") for line in listed.splitlines() if line}

    def read(self, name: str) -> bytes:
        return self._mtools("mcopy", f"::{name}", "-")

    def write(self, name: str, content: bytes, what: str) -> None:
        folder = str(PurePosixPath(name).parent)
        if folder != "." and folder not in self.names():
            self._mtools("mmd", f"::{folder}")
        self._mtools("mcopy", "-o", "-", f"::{name}", given=content)
        if self.read(name) != content:  # mcopy does not fail when it has no room for all of its input
            raise CannotPrepare(f"{self}: there is no room for {name} on its first partition")
        if what:
            print(f"{self}: {name}: {what}")

    def remove(self, name: str) -> None:
        self._mtools("mdel", f"::{name}")

    def _mtools(self, program: str, *words: str, given: bytes = b"") -> bytes:
        command = [program, "-i", self._drive, *words]
        # Without this, mtools refuses partitions whose size is no multiple of a floppy's track.
        environment = os.environ | {"MTOOLS_SKIP_CHECK": "1"}
        try:
            done = subprocess.run(command, input=given, capture_output=True, env=environment, check=False)
        except FileNotFoundError:
            raise CannotPrepare(
                f"{program} is missing: install mtools, on Debian: apt install mtools"
            ) from None
        if done.returncode:
            said = done.stderr.decode(errors="replace").split("\n")[0]
            raise CannotPrepare(f"{self}: {program}: {said}")
        return done.stdout


def partition(image: Path, kinds: Collection[int]) -> int:
    """Return where the first partition of one of these types begins in an image that is not compressed.

    Raises:
        CannotPrepare: it has no such partition.
    """
    with image.open("rb") as file:
        sector = file.read(SECTOR)
    if len(sector) == SECTOR and sector[-2:] == b"\x55\xaa":
        for start in range(TABLE, TABLE + 4 * ENTRY, ENTRY):
            kind, first = sector[start + 4], struct.unpack_from("<I", sector, start + 8)[0]
            if kind in kinds:
                return int(first) * SECTOR
    name = "FAT" if kinds == FAT else "Linux"
    raise CannotPrepare(f"this is no image of a Raspberry Pi's card: it has no table with a {name} partition")


@contextmanager
def edited_image(image: Path, out: Path, sha256: str | None = None) -> Iterator[FatImage]:
    """Copy an image, let its first partition be edited, and put it in its place when that is done.

    Args:
        image: the image, compressed if its name ends in .xz. It is only read.
        out: the new image, compressed if its name ends in .xz. It appears when all of it is written.
        sha256: what the SHA-256 of the file `image` has to be, in hexadecimal.

    Raises:
        CannotPrepare: it is no image, it is damaged, or has another SHA-256.
        OSError: a file cannot be read or written.
    """
    if out.exists() and image.exists() and out.samefile(image):
        raise CannotPrepare(f"{out} is the image itself: name another file after --out")
    with tempfile.TemporaryDirectory(dir=out.parent, prefix="prepare-card-") as scratch:
        raw = Path(scratch, "card.img")
        unpack(image, raw, sha256)
        yield FatImage(raw)
        if out.suffix == ".xz":
            _pack(raw)
            raw = raw.with_name("card.img.xz")
        raw.replace(out)


def unpack(image: Path, raw: Path, sha256: str | None = None) -> None:
    """Write the image of a card to the file `raw`, uncompressed. Parameters and errors are those above."""
    if sha256 is not None:
        with image.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != sha256.lower():
            raise CannotPrepare(f"{image} has the SHA-256 {found}, not {sha256.lower()}: download it again")
    source: BinaryIO | lzma.LZMAFile
    try:
        with (
            lzma.open(image) if image.suffix == ".xz" else image.open("rb") as source,
            raw.open("wb") as file,
        ):
            shutil.copyfileobj(source, file, CHUNK)
    except (lzma.LZMAError, EOFError):
        raise CannotPrepare(f"{image} is damaged or incomplete: download it again") from None


def _pack(raw: Path) -> None:
    print("The image is being compressed.", flush=True)
    if shutil.which("xz"):  # on all cores
        subprocess.run(["xz", "--threads=0", str(raw)], check=True)
        return
    with raw.open("rb") as source, lzma.open(raw.with_name("card.img.xz"), "wb") as file:
        shutil.copyfileobj(source, file, CHUNK)


def with_lines(former: bytes, lines: str) -> bytes:
    """Return the content of config.txt with the board's lines at its end, between two comments.

    The lines of an earlier board between such comments go. A line that stands elsewhere already, for the same
    models, is not written again.
    """
    text = former.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    before, begun, rest = text.partition(f"{BEGIN}\n")
    if begun:
        text = before.rstrip("\n") + "\n" + rest.partition(f"{END}\n")[2]
    there = set(_by_section(text))
    wanted = [line for section, line in _by_section(lines) if (section, line) not in there]
    if not wanted:
        return former if not begun else _as_it_ended(text, former)
    missing = "\n".join(
        line for line, key in zip(lines.splitlines(), _sections(lines), strict=True) if key not in there
    )
    text = text.rstrip("\n") + f"\n\n{BEGIN}\n{missing}\n{END}\n"
    return _as_it_ended(text, former)


def _sections(text: str) -> Iterator[tuple[str, str]]:
    section = "all"
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        yield section, line.strip()


def _by_section(text: str) -> Iterator[tuple[str, str]]:
    return ((section, line) for section, line in _sections(text) if line and line[0] not in "#[")


def _as_it_ended(text: str, former: bytes) -> bytes:
    if b"\r\n" in former:  # edited on Windows
        text = text.replace("\n", "\r\n")
    return text.encode("utf-8", "surrogateescape")


def with_words(former: bytes, changes: Iterable[CmdlineWord]) -> bytes:
    """Return the content of cmdline.txt, which is one line, with words added and removed."""
    words = before = former.decode().split()
    for change in changes:
        if not change.wanted:
            words = [word for word in words if not word.startswith(change.text)]
        elif change.text not in words:
            words = [*words, change.text]
    return former if words == before else (" ".join(words) + "\n").encode()


def with_late_command(former: bytes | None, command: str) -> bytes:
    """Return the content of rpi-preseed.toml with a command that runs late in the first start.

    Nothing else in it is changed. rpi-preseed reads one line after the other, so strings stay on one line
    (raspberrypi/rpi-preseed, `src/lib/toml.sh`).

    Args:
        former: its content, or None if there is no such file.
        command: the command, without quotes and backslashes.

    Raises:
        CannotPrepare: the file is not TOML, or written in a way that cannot be added to.
    """
    try:
        before = former.decode() if former is not None else 'config_version = "1.0"\n'
        data = tomllib.loads(before)
        late = data.get("runcmd", {}).get("late", [])
        if former is not None and command in late:
            return former
        text = _with_late(before, command, "runcmd" in data, "late" in data.get("runcmd", {}))
        changed = tomllib.loads(text)
        if command in changed["runcmd"]["late"] and set(late) < set(changed["runcmd"]["late"]):
            return text.encode()
    except (ValueError, AttributeError, TypeError, LookupError, StopIteration):
        pass
    raise CannotPrepare(
        f'rpi-preseed.toml cannot be added to: write late = ["{command}"] in it, under [runcmd], and retry'
    )


def _with_late(former: str, command: str, has_table: bool, has_late: bool) -> str:
    if not has_table:
        return former.rstrip("\n") + f'\n\n[runcmd]\nlate = ["{command}"]\nlate_retries = 3\n'
    lines = former.splitlines(keepends=True)
    header = next(number for number, line in enumerate(lines) if line.split("#")[0].strip() == "[runcmd]")
    if not has_late:
        lines.insert(header + 1, f'late = ["{command}"]\n')
        return "".join(lines)
    at = next(i for i in range(header, len(lines)) if lines[i].split("=")[0].strip() == "late")
    key, _, rest = lines[at].partition("[")
    lines[at] = f'{key}["{command}"' + ("" if rest.lstrip().startswith("]") else ", ") + rest
    return "".join(lines)
