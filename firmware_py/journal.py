"""The journal: the record of what was played, one event a line, appended and synced.

    muggins 1 players=2 start=0,0 game=six-card #8f3a06d1
    deals 0 #41c2a97e
    starter 5 #0b9d3f52

Each line is what `engine.record` writes, then a checksum: the CRC-32 of the line's text and of all lines
before it, so that a line changed, lost or written twice does not pass. A last line without its end was being
written when the power went; nobody was told that it was kept, and it is dropped. Any other line that does
not pass is damage: what stands before it is whole.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import stat
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from engine.errors import IllegalEvent, RecordError
from engine.events import Event
from engine.game import Game
from engine.history import History
from engine.record import FORMAT, read, read_header, write, write_header
from engine.setup import Setup
from firmware_py.ports import JournalBusy, JournalError

REMEDY = "'muggins' itself plays on from the line before it, and keeps the file aside"


def remedy(damage: RecordError) -> str:
    """What can be done about a damaged line."""
    return REMEDY if damage.line > 1 else "'muggins' itself begins anew, and keeps the file aside"


class Reading(NamedTuple):
    """What a journal holds.

    Attributes:
        header: what is played.
        history: where its events lead, with the way back.
        text: the whole lines, each with its end.
        checksum: that of the last of them.
        damage: the first line that does not pass, None if all do.
    """

    header: Setup
    history: History
    text: bytes
    checksum: int
    damage: RecordError | None


def read_journal(path: Path) -> Reading | None:
    """What a journal holds; None if it holds nothing yet. The file is only read.

    Raises:
        JournalError: the file cannot be read, is no journal, or is of a format this program does not know.
    """
    try:
        _refuse_what_is_no_file(path, path.stat().st_mode)
        content = path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path}: {_cause(error)}") from None
    return _parse(path, content)


def _parse(path: Path, content: bytes) -> Reading | None:
    lines = content.split(b"\n")[:-1]  # what follows the last end of line was never finished
    if not lines and _is_torn_header(
        content.rstrip(b"\0")
    ):  # a power cut can leave a length without its bytes
        return None
    if not _MARK.search(content):
        raise JournalError(f"{path}: this is no journal of Muggins; name another file")
    lines = lines or [content]  # all ends of lines are gone
    damage, whole = None, 0
    history, checksum = History.of(Game.new()), 0
    header = Setup()
    for number, line in enumerate(lines, start=1):
        try:
            text, sum_here = _checked(line, checksum, number)
            if number == 1:
                header = _header(path, text)
                history = History.of(Game.of(header))
            else:
                history = history.apply(read(text, number))
        except RecordError as error:
            damage = error
            break
        except IllegalEvent as error:
            damage = RecordError(f"{text!r} cannot happen here: {error}", number)
            break
        checksum, whole = sum_here, number
    kept = b"".join(line + b"\n" for line in lines[:whole])
    return Reading(header, history, kept, checksum, damage)


_MARK = re.compile(rb" #[0-9a-f]{8}(?![0-9a-f])")
"""How every line of a journal ends: a file without any is none."""
_NAMES = (FORMAT.encode(), b"", b"players=", b"start=")
_VALUES = (b"", rb"\d+", rb"\d+", rb"[\d,]+")
_WORDS = tuple(re.compile(name + value) for name, value in zip(_NAMES, _VALUES, strict=True))
"""What a header begins with."""
_SETTINGS = re.compile(rb"(\w+=[^ \n#]+ )*(\w*|\w+=[^ \n#]*|#[0-9a-f]{0,8})")
"""What follows, with a checksum at the end, torn anywhere."""


def _is_torn_header(begun: bytes) -> bool:
    """Whether this can be a header that was being written, and not something else by mistake."""
    words = begun.split(b" ", len(_WORDS))
    if not all(known.fullmatch(word) for known, word in zip(_WORDS, words[:-1], strict=False)):
        return False
    torn = words[-1]
    if len(words) > len(_WORDS):
        return bool(_SETTINGS.fullmatch(torn))
    return _NAMES[len(words) - 1].startswith(torn) or bool(_WORDS[len(words) - 1].fullmatch(torn))


def _header(path: Path, text: str) -> Setup:
    """The header, which is whole; that it is not understood is no damage, and the file stays as it is."""
    try:
        return read_header(text)
    except RecordError as error:
        raise JournalError(f"{path}: {error}") from None


class Journal:
    """A journal that is played on. Only one program at a time can hold it.

    Attributes:
        header: what is played.
        history: where the journal stood when it was opened.
        notice: what happened to a damaged journal, for the screen; None if it was whole.
    """

    def __init__(self, path: Path, header: Setup | None = None, *, mend: bool = False) -> None:
        """Open a journal, or begin one.

        Args:
            path: the file. Missing folders are made.
            header: what is to be played if the journal begins now; the standard game by default. A journal
                that holds something keeps its own.
            mend: play on from what is whole of a damaged journal, and keep the file aside.

        Raises:
            JournalError: it cannot be opened, another program holds it, it is none, or it is damaged and not
                to be mended.
        """
        self._path = path
        self._ragged = False  # something stands after the last whole line
        self._unnamed = True  # the folder may not know the file yet, or not safely
        self.notice: str | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(f"{path.parent}: the folder cannot be made: {_cause(error)}") from None
        try:
            self._file = _lock(path)
        except OSError as error:
            raise JournalError(f"{path}: {_cause(error)}") from None
        try:
            self._take_up((header or Setup()).checked(), mend=mend)
        except OSError as error:
            os.close(self._file)
            raise JournalError(f"{path}: {_cause(error)}") from None
        except JournalError:
            os.close(self._file)
            raise

    def append(self, event: Event) -> None:
        """Keep an event: when this returns it is on the disk.

        Raises:
            JournalError: it is not kept, and what was written of it is taken away again.
        """
        try:
            if self._ragged:
                os.ftruncate(self._file, self._size)
                self._ragged = False
            # Only now, so that a full disk refuses a press and does not keep the board from starting.
            if not self._size:
                self._add(write_header(self.header))
            if self._unnamed:
                _sync_folder(self._path.parent)
                self._unnamed = False
            self._add(write(event))
        except OSError as error:
            raise JournalError(f"not kept: {_cause(error)}") from None

    def close(self) -> None:
        """Let another program have the journal."""
        os.close(self._file)

    def _take_up(self, header: Setup, *, mend: bool) -> None:
        """Read what there is. A last line that was never finished goes when the next is written."""
        content = os.pread(self._file, os.fstat(self._file).st_size, 0)
        reading = _parse(self._path, content)
        if reading is None:
            self.header, self.history = header, History.of(Game.of(header))
            self._size, self._checksum = 0, 0
            self._ragged = bool(content)
            os.fchmod(self._file, 0o644)  # so that `status` can be asked by any user
            return
        if reading.damage:
            if not mend:
                raise JournalError(f"{self._path}: {reading.damage}; {remedy(reading.damage)}")
            self._mend(reading)
        self.header, self.history = reading.header, reading.history
        self._size, self._checksum = len(reading.text), reading.checksum
        self._ragged = not reading.damage and len(content) > self._size

    def _mend(self, reading: Reading) -> None:
        """Keep a damaged file under another name, and put what is whole of it in its place.

        At every moment the journal's name stands for a file with all that is whole.
        """
        assert reading.damage is not None
        aside = _unused(self._path)
        _keep(self._path, aside)
        fresh = self._path.with_name(f"{self._path.name}.new")
        fresh.unlink(missing_ok=True)
        try:
            file = _lock(fresh)
            try:
                _write_at(file, reading.text, 0)
                os.fsync(file)
                os.replace(fresh, self._path)
            except OSError:
                os.close(file)
                raise
        except OSError:
            for made in (fresh, aside):
                with contextlib.suppress(OSError):
                    made.unlink()
            raise
        _sync_folder(self._path.parent)
        os.close(self._file)
        self._file = file
        self.notice = f"journal damaged at line {reading.damage.line}: kept as {aside.name}"

    def _add(self, text: str) -> None:
        """Write a line and sync it. On an error nothing of it is left, or the next `append` sees to that."""
        checksum = crc32(text.encode(), self._checksum)
        line = f"{text} #{checksum:08x}\n".encode()
        try:
            _write_at(self._file, line, self._size)
            _sync(self._file)
        except OSError:
            self._ragged = True
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._size)
                self._ragged = False
            raise
        self._size += len(line)
        self._checksum = checksum


def _checked(line: bytes, before: int, number: int) -> tuple[str, int]:
    """The text of a line and its checksum, if that follows from the line and the checksum before it.

    Raises:
        RecordError: it does not.
    """
    text, mark, given = line.rpartition(b" #")
    checksum = crc32(text, before)
    if not mark or given != b"%08x" % checksum:
        raise RecordError("the line is damaged: its checksum does not fit", number)
    try:
        return text.decode(), checksum
    except UnicodeDecodeError:
        raise RecordError("the line is damaged: it is not text", number) from None


def _lock(path: Path) -> int:
    """The file, opened to read and write, made if it is missing, held for this program alone."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            mine = os.path.samestat(os.fstat(file), os.stat(path))
            _refuse_what_is_no_file(path, os.fstat(file).st_mode)
        except BlockingIOError:
            os.close(file)
            raise JournalBusy(
                f"{path}: another Muggins{_holder(path)} is using it; stop that one first"
            ) from None
        except FileNotFoundError:
            mine = False
        except (OSError, JournalError):
            os.close(file)
            raise
        if mine:
            return file
        os.close(file)  # another program put a new file in its place just then


def _holder(path: Path) -> str:
    """Which process holds a file, as ` (process 123)`; nothing where that is not known (proc_locks(5))."""
    try:
        file, locks = path.stat(), Path("/proc/locks").read_text(encoding="ascii")
    except OSError:
        return ""
    place = f"{os.major(file.st_dev):02x}:{os.minor(file.st_dev):02x}:{file.st_ino}"
    for line in locks.splitlines():
        words = line.split()
        if "->" not in words and "FLOCK" in words and place in words:
            return f" (process {words[words.index(place) - 1]})"
    return ""


def _refuse_what_is_no_file(path: Path, mode: int) -> None:
    """Refuse a device or a pipe, which may never end, or keep nothing."""
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise JournalError(f"{path}: this is a device or a pipe; name a file")


def _write_at(file: int, content: bytes, place: int) -> None:
    """Write all of it: a disk that is nearly full takes a part at first."""
    written = 0
    while written < len(content):
        written += os.pwrite(file, content[written:], place + written)


def _keep(path: Path, aside: Path) -> None:
    """Give a file another name as well; where the file system has no links, make a copy of that name."""
    try:
        os.link(path, aside)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS):
            raise
        file = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        try:
            _write_at(file, path.read_bytes(), 0)
            os.fsync(file)
        finally:
            os.close(file)


def _unused(path: Path) -> Path:
    """A name beside the journal that no file has yet: `games.damaged-1.txt`."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    return aside


# macOS has no fdatasync.
_sync = getattr(os, "fdatasync", os.fsync)


def _sync_folder(folder: Path) -> None:
    """Sync a folder, so that a name in it outlives a power cut."""
    file = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _cause(error: OSError) -> str:
    """What went wrong, and what to do where that is known."""
    if error.errno in _REMEDIES:
        return _REMEDIES[error.errno]
    return (error.strerror or str(error)).lower()


_REMEDIES = {
    errno.ENOSPC: "the disk is full, make room",
    errno.EDQUOT: "the disk quota is used up, make room",
    errno.ENOENT: "there is no such file",
    errno.EACCES: "no permission to use it",
    errno.EROFS: "the disk is read-only",
    errno.EISDIR: "this is a folder, not a file",
    errno.EFBIG: "the file may not grow any more",
}
