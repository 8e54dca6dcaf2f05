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

from engine.carry import Carried, carry_over
from engine.errors import CribbageError, IllegalEvent, RecordError
from engine.events import Event, Kind
from engine.history import History
from engine.line import BEGINS
from engine.record import begun, write, write_beginning, write_carried
from engine.setup import Setup
from firmware_py.ports import JournalError
from firmware_py.reading import CHECKPOINT, ROOM, Reading, checked_lines, parse, remedy
from firmware_py.storage import NO_ROOM, cause, keep, lock, put, sync, sync_path, write_at

BLOCK = 4096
"""What a file system writes at least, in bytes."""


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
        self._path = path = path.resolve() if path.is_symlink() else path
        self.header = (header or Setup()).checked()
        self._carried: Carried | None = None  # where the file's first event goes on from
        self._size = self._room = self._checksum = 0  # of the whole lines; of the file; of the last line
        self._ragged = False  # something stands after the last whole line
        self._unnamed = True  # the folder may not know the file yet, or not safely
        self._here: Carried | None = None  # where the game in progress began, if that has a line
        self._reading: Reading | None = None  # until all that UNDO reaches is asked for
        self._is_over = False  # a game is that has not been put away
        self._ended: float | None = None  # when the last press of the game before was kept
        self.history = begun(self.header)
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
                self._cut()
            # Only now, so that a full disk refuses a press and does not keep the board from starting.
            if not self._size:
                self._add(*write_beginning(self.header, self._carried))
            self._name()
            file = os.fstat(self._file)
            if not file.st_nlink:
                self._come_back()
            ended = file.st_mtime
            if self._is_over and self._ended is None:
                self._ended = ended  # of the press that began the game, as this one was not there to see it
            self._add(write(event))
        except OSError as error:
            raise JournalError(f"not kept: {cause(error)}") from None
        if event.kind in BEGINS:
            # No clock is asked: the file tells when the press before this one was kept.
            self._is_over, self._ended = True, ended
        elif event.kind is Kind.REDO:
            self._is_over = True  # perhaps: it can put the beginning of a game in again

    @property
    def due(self) -> bool:
        """Whether a game is over that has not been put away."""
        return self._is_over

    def settle(self, history: History) -> None:
        """Put games that are over away, once another has begun: each in a file of its own. What UNDO cannot
        reach any more is then left out of the journal. It takes as long as it takes to follow two games.

        Args:
            history: where the events kept so far have led.

        Raises:
            JournalError: it cannot be done. Nothing is lost, and it is due again when the next game begins,
                and at the next start.
        """
        if not self._is_over or history.undone:
            return  # what REDO would put in again is not forgotten
        from firmware_py import archive  # a start need not wait for it

        self._is_over = False
        try:
            reading = parse(self._path, self._content()[: self._size])
            if reading is None or reading.damage:
                raise JournalError(f"{self._path}: it was changed by something else; start Muggins again")
            archive.put_away(self._path, reading, history.game.number, self._ended)
            self._carry_over(history)
        except OSError as error:
            what = error.filename or archive.folder_of(self._path)
            raise JournalError(f"{what}: no file for the last game: {cause(error)}; it is kept") from None
        except CribbageError as error:
            raise JournalError(f"{self._path}: no file for the last game: {error}; it is kept") from None

    def reach(self) -> History | None:
        """The history where the journal stood when it was opened, with all that UNDO can reach, for which the
        start need not wait; None where `history` has it.
        """
        reading, self._reading = self._reading, None
        if reading and reading.here:
            with contextlib.suppress(IllegalEvent, RecordError):
                whole = reading.whole()
                return whole if _same(whole, self.history) else None
        return None

    def close(self) -> None:
        """Let another program have the journal."""
        os.close(self._file)

    def _carry_over(self, history: History) -> None:
        """Leave out what UNDO cannot reach, if it comes to the same."""
        over = carry_over(history)
        if over is None:
            return
        if self._here and over.here.presses <= self._here.presses:
            return  # it is written like that already
        carried = over.begun or self._carried
        texts = [*write_beginning(self.header, carried), *map(write, over.back)]
        texts += [CHECKPOINT + write_carried(over.here), *map(write, over.events)]
        content, checksum = checked_lines(texts, 0)
        again = parse(self._path, content)
        if not (again and _same(again.history, history) and _same(again.whole(), history)):
            return  # a journal that grows is better than one that says something else
        self._carried, self._here = carried, over.here
        self._put(content, checksum)
        self._name()

    def _take_up(self, *, mend: bool) -> None:
        """Read what there is. A last line that was never finished goes when the next is written."""
        content = self._content()
        reading = parse(self._path, content)
        if reading and reading.damage:
            if not mend:
                raise JournalError(f"{self._path}: {reading.damage}; {remedy(reading.damage)}")
            self._mend(reading, reading.damage)
            content = reading.text
        self._room = os.fstat(self._file).st_size
        if reading is None or not reading.text:
            self._begin()
        else:
            self._reading, self.history = reading, reading.history
            self.header, self._carried, self._here = reading.header, reading.carried, reading.here
            self._size, self._checksum = len(reading.text), reading.checksum
        self._ragged = bool(content[self._size :].strip(ROOM))
        first = self._here or self._carried
        self._is_over = self.history.game.number > (first.games if first else 0)

    def _begin(self) -> None:
        """Begin with nothing. Games that were kept by an earlier journal keep their numbers."""
        from firmware_py import archive

        try:
            before = max(archive.kept(self._path), default=-1) + 1
        except OSError as error:
            before, folder = 0, archive.folder_of(self._path)
            self.notice = f"{folder}: {cause(error)}; games that are over get no file there"
        if before:
            self._carried = Carried(0, 0, before, None, None, (), self.header)
        self.history = begun(self.header, self._carried)
        os.fchmod(self._file, 0o644)  # so that `status` can be asked by any user

    def _mend(self, reading: Reading, damage: RecordError) -> None:
        """Keep a damaged file under another name, and put what is whole of it in its place.

        At every moment the journal's name stands for a file with all that is whole.
        """
        aside = _unused(self._path)
        keep(self._path, aside)
        try:
            self._put(reading.text, reading.checksum)
        except OSError:
            with contextlib.suppress(OSError):
                aside.unlink()
            raise
        self._name()
        self.notice = f"journal damaged at line {damage.line}: kept as {aside.name}"

    def _put(self, content: bytes, checksum: int) -> None:
        """Let the journal be this, with room for more. `_name` is to follow."""
        padded = content + _blanks(len(content))
        file = put(self._path, padded, like=self._file)
        os.close(self._file)
        self._file, self._size, self._room, self._checksum = file, len(content), len(padded), checksum
        self._unnamed = True

    def _come_back(self) -> None:
        """Take the name again, which somebody took away; what was kept is still there.

        Raises:
            JournalError: it now stands for something else.
            OSError: it cannot be taken.
        """
        if self._path.exists():
            raise JournalError(f"not kept: {self._path} was replaced by something else; start Muggins again")
        self._put(self._content()[: self._size], self._checksum)
        self._name()

    def _name(self) -> None:
        """See that the file's name outlives a power cut."""
        if self._unnamed:
            sync_path(self._path.parent)
            self._unnamed = False

    def _content(self) -> bytes:
        return os.pread(self._file, os.fstat(self._file).st_size, 0)

    def _add(self, *texts: str) -> None:
        """Write lines and sync them. On an error nothing is left, or the next `append` sees to that."""
        content, checksum = checked_lines(texts, self._checksum)
        blanks = b"" if self._size + len(content) <= self._room else _blanks(self._size + len(content))
        try:
            self._write(content + blanks)
        except OSError as error:
            if not blanks or error.errno not in NO_ROOM:
                raise
            self._write(content)  # there may be room for this alone
        self._size += len(content)
        self._checksum = checksum

    def _write(self, content: bytes) -> None:
        """Write after the last whole line, and sync. On an error nothing is left, if that can be."""
        try:
            write_at(self._file, content, self._size)
            sync(self._file)
        except OSError:
            self._ragged = True
            with contextlib.suppress(OSError):
                self._cut()
            raise
        self._room = max(self._room, self._size + len(content))

    def _cut(self) -> None:
        """Take away what stands after the last whole line."""
        os.ftruncate(self._file, self._size)
        self._room, self._ragged = self._size, False


def _blanks(size: int) -> bytes:
    """Room for more after so many bytes: a line written into blanks costs the disk one block, one that makes
    the file longer costs four (the benchmark `card` measures it).
    """
    return ROOM * (-size % BLOCK)


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
