"""Pack files into a Debian package with nothing but the standard library, so that any computer can do it.

deb(5) describes the format: an ar archive with a version, a tar of control files, and a tar of the files to
install. The owners, modes and timestamps in the package do not depend on the computer that builds it.
"""

from __future__ import annotations

import io
import lzma
import tarfile
from collections.abc import Collection, Mapping
from pathlib import PurePosixPath

AR_MAGIC = b"!<arch>\n"
_FOLDER_MODE, _FILE_MODE, _PROGRAM_MODE = 0o755, 0o644, 0o755


def deb(
    control: Mapping[str, bytes], files: Mapping[str, bytes], programs: Collection[str], epoch: int
) -> bytes:
    """Return the bytes of a Debian package.

    Args:
        control: the contents of the control files, such as `postinst`, keyed by name.
        files: the contents of the files to install, keyed by path without the first slash.
        programs: the names of the control files and files that are executable.
        epoch: the timestamp of every file in the package, in seconds since 1970.
    """
    members = {
        "debian-binary": b"2.0\n",
        "control.tar.xz": _packed_tar(control, programs, epoch),
        "data.tar.xz": _packed_tar(files, programs, epoch),
    }
    return AR_MAGIC + b"".join(_ar_member(name, content, epoch) for name, content in members.items())


def _packed_tar(files: Mapping[str, bytes], programs: Collection[str], epoch: int) -> bytes:
    """Return a tar of these files and the folders they are in, compressed with xz.

    The parameters have the same meaning as in `deb`.
    """
    folders = {str(folder) for name in files for folder in PurePosixPath(name).parents}
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for name in sorted(folders | set(files)):
            entry = tarfile.TarInfo("." if name == "." else f"./{name}")
            entry.mtime, entry.uname, entry.gname = epoch, "root", "root"
            if name in folders:
                entry.type, entry.mode = tarfile.DIRTYPE, _FOLDER_MODE
                tar.addfile(entry)
            else:
                entry.mode = _PROGRAM_MODE if name in programs else _FILE_MODE
                entry.size = len(files[name])
                tar.addfile(entry, io.BytesIO(files[name]))
    return lzma.compress(raw.getvalue())


def _ar_member(name: str, content: bytes, epoch: int) -> bytes:
    """Return a member of an ar archive.

    It consists of a text header, the content, and a newline if the length of the content is odd. `epoch` is
    the time stored in the header, in seconds since 1970.
    """
    header = f"{name:<16}{epoch:<12}{0:<6}{0:<6}{0o100644:<8o}{len(content):<10}`\n"
    return header.encode("ascii") + content + b"\n" * (len(content) % 2)
