"""The journal: the record of what was played, one event a line, appended and synced.

    muggins 1 players=2 start=0,0 game=six-card #8f3a06d1
    deals 0 #41c2a97e
    starter 5 #0b9d3f52

Each line is what `engine.record` writes, then a checksum: the CRC-32 of the line's text and of all lines
before it, so that a line changed, lost or written twice does not pass. A last line without its end was being
written when the power went; nobody was told that it was kept, and it is dropped. Any other line that does
not pass is damage: what stands before it is whole.

The file holds the game in progress and the one before, which UNDO can reach. When a game begins, the one that
is over gets a file of its own (`firmware_py.archive`), and what UNDO cannot reach any more is left out of the
journal, whose second line then says where it goes on.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from zlib import crc32

from engine.carry import Carried, carry_over
from engine.errors import RecordError
from engine.events import Event
from engine.history import History
from engine.line import BEGINS
from engine.record import begun, write, write_beginning
from engine.setup import Setup
from firmware_py.ports import JournalError
from firmware_py.reading import Reading, parse, remedy
from firmware_py.storage import cause, keep, lock, put, sync, sync_folder, write_at


class Journal:
    """A journal that is played on. Only one program at a time can hold it.

    Attributes:
        header: what the match began with.
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
        self.header = (header or Setup()).checked()
        self._carried: Carried | None = None  # where the file's first event goes on from
        self._ragged = False  # something stands after the last whole line
        self._unnamed = True  # the folder may not know the file yet, or not safely
        self._ended: float | None = None  # when the last press of the game before was kept
        self.notice: str | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(f"{path.parent}: the folder cannot be made: {cause(error)}") from None
        try:
            self._file = lock(path)
        except OSError as error:
            raise JournalError(f"{path}: {cause(error)}") from None
        try:
            self._take_up(mend=mend)
        except OSError as error:
            os.close(self._file)
            raise JournalError(f"{path}: {cause(error)}") from None
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
                self._add(*write_beginning(self.header, self._carried))
            if self._unnamed:
                sync_folder(self._path.parent)
                self._unnamed = False
            ended = os.fstat(self._file).st_mtime
            self._add(write(event))
        except OSError as error:
            raise JournalError(f"not kept: {cause(error)}") from None
        if event.kind in BEGINS:
            # No clock is asked: the file tells when the press before this one was kept.
            self._is_over, self._ended = True, ended

    def settle(self, history: History) -> None:
        """Put games that are over away, once another has begun: each in a file of its own. What UNDO cannot
        reach any more is then left out of the journal.

        Args:
            history: where the events kept so far have led.

        Raises:
            JournalError: it cannot be done now. Nothing is lost, and it is tried again after the next event.
        """
        if not self._is_over or history.undone:
            return  # what REDO would put in again is not forgotten
        from firmware_py import archive  # a start need not wait for it

        reading = parse(self._path, self._content()[: self._size])
        if reading is None or reading.damage:
            raise JournalError(f"{self._path}: it was changed by something else; start Muggins again")
        try:
            archive.put_away(self._path, reading, history.game.number, self._ended)
            self._carry_over(history)
        except OSError as error:
            folder = archive.folder_of(self._path)
            raise JournalError(f"{folder}: the last game gets no file: {cause(error)}") from None
        self._is_over = False

    def close(self) -> None:
        """Let another program have the journal."""
        os.close(self._file)

    def _carry_over(self, history: History) -> None:
        """Leave out what UNDO cannot reach, if it comes to the same."""
        over = carry_over(history)
        if over is None:
            return
        carried, events = over
        if self._carried and carried.presses <= self._carried.presses:
            return  # it begins there already
        content, checksum = b"", 0
        for text in (*write_beginning(self.header, carried), *map(write, events)):
            line, checksum = _checked_line(text, checksum)
            content += line
        again = parse(self._path, content)
        if again is None or not _same(again.history, history):
            return  # a journal that grows is better than one that says something else
        self._put(content)
        self._size, self._checksum, self._carried = len(content), checksum, carried

    def _take_up(self, *, mend: bool) -> None:
        """Read what there is. A last line that was never finished goes when the next is written."""
        content = self._content()
        reading = parse(self._path, content)
        if reading and reading.damage:
            if not mend:
                raise JournalError(f"{self._path}: {reading.damage}; {remedy(reading.damage)}")
            self._mend(reading, reading.damage)
            content = reading.text
        if reading is None or not reading.text:
            self._begin()
            self._size, self._checksum = 0, 0
        else:
            self.header, self._carried, self.history = reading.header, reading.carried, reading.history
            self._size, self._checksum = len(reading.text), reading.checksum
        self._ragged = len(content) > self._size
        self._is_over = self.history.game.number > (self._carried.games if self._carried else 0)

    def _begin(self) -> None:
        """Begin with nothing. Games that were kept by an earlier journal keep their numbers."""
        from firmware_py import archive

        before = max(archive.kept(self._path), default=-1) + 1
        if before:
            self._carried = Carried(0, 0, before, None, None, self.header)
        self.history = begun(self.header, self._carried)
        os.fchmod(self._file, 0o644)  # so that `status` can be asked by any user

    def _mend(self, reading: Reading, damage: RecordError) -> None:
        """Keep a damaged file under another name, and put what is whole of it in its place.

        At every moment the journal's name stands for a file with all that is whole.
        """
        aside = _unused(self._path)
        keep(self._path, aside)
        try:
            self._put(reading.text)
        except OSError:
            with contextlib.suppress(OSError):
                aside.unlink()
            raise
        self.notice = f"journal damaged at line {damage.line}: kept as {aside.name}"

    def _put(self, content: bytes) -> None:
        """Let the journal be this."""
        file = put(self._path, content)
        os.close(self._file)
        self._file = file

    def _content(self) -> bytes:
        return os.pread(self._file, os.fstat(self._file).st_size, 0)

    def _add(self, *texts: str) -> None:
        """Write lines and sync them. On an error nothing is left, or the next `append` sees to that."""
        content, checksum = b"", self._checksum
        for text in texts:
            line, checksum = _checked_line(text, checksum)
            content += line
        try:
            write_at(self._file, content, self._size)
            sync(self._file)
        except OSError:
            self._ragged = True
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._size)
                self._ragged = False
            raise
        self._size += len(content)
        self._checksum = checksum


def _checked_line(text: str, before: int) -> tuple[bytes, int]:
    """A line with its checksum, which follows from that of the line before; and that checksum."""
    checksum = crc32(text.encode(), before)
    return f"{text} #{checksum:08x}\n".encode(), checksum


def _same(one: History, other: History) -> bool:
    """Whether two histories stand at the same place; not whether the last game left the same cards."""
    plain = [each.game._replace(deal=None, cards=(), unnamed=None) for each in (one, other)]
    return plain[0] == plain[1] and (one.presses, one.pegged) == (other.presses, other.pegged)


def _unused(path: Path) -> Path:
    """A name beside the journal that no file has yet: `games.damaged-1.txt`."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    return aside
