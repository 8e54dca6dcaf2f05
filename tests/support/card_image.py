"""The image of a Raspberry Pi's card: a table of two partitions, one of them FAT, the other one for Linux."""

import os
import struct
from collections.abc import Iterable
from pathlib import Path

from tests.support.processes import run

SECTOR = 512
FIRST = 2048  # the sector in which the first partition begins
MARK = 0xDD2CC413  # the disk's identifier, by which cmdline.txt names the root: PARTUUID=dd2cc413-02
FAT32_LBA, LINUX = 0x0C, 0x83  # types of partitions


def make(image: Path, files: Iterable[Path], system: Path, megabytes: int) -> None:
    """Create the image of a card. It needs dosfstools and mtools, but no rights.

    Args:
        image: the image to create.
        files: the files of the first partition, which is named bootfs.
        system: an image of the file system for the second partition.
        megabytes: the size of the first partition.
    """
    sectors, rest = (megabytes << 20) // SECTOR, system.stat().st_size // SECTOR
    table = bytearray(SECTOR)
    struct.pack_into("<I", table, 440, MARK)
    struct.pack_into("<4xB3xII", table, 446, FAT32_LBA, FIRST, sectors)
    struct.pack_into("<4xB3xII", table, 462, LINUX, FIRST + sectors, rest)
    table[510:] = b"\x55\xaa"
    image.write_bytes(table)
    os.truncate(image, (FIRST + sectors + rest) * SECTOR)
    format_it = ["mkfs.vfat", "-F", "32", "-n", "bootfs", "--offset", FIRST, image, megabytes << 10]
    run(format_it, check=True, capture_output=True)
    mtools("mcopy", image, *files, "::")
    place = f"seek={(FIRST + sectors) * SECTOR}"
    copy = ["dd", f"if={system}", f"of={image}", place, "oflag=seek_bytes", "bs=1M", "conv=notrunc,sparse"]
    run(copy, check=True, capture_output=True)


def mtools(program: str, image: Path, *words: object) -> str:
    """Run a program of mtools on the first partition of an image, and return its output.

    Raises:
        CalledProcessError: the program failed.
    """
    command = [program, "-i", f"{image}@@{FIRST * SECTOR}", *words]
    # Without this, mtools refuses partitions whose size is no multiple of a floppy's track.
    environment = os.environ | {"MTOOLS_SKIP_CHECK": "1"}
    done = run(command, env=environment, check=True, capture_output=True, text=True)
    return str(done.stdout)
