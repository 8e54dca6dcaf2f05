"""The journal: the record of what was played, one event a line, appended and synced.

    muggins 1 players=2 start=0,0 game=six-card #8f3a06d1
    deals 0 #41c2a97e
    starter 5 #0b9d3f52

Each line is as `engine.match.record` writes it, then a checksum: the CRC-32 of this line's text and all texts
before it, so that a line that was changed, lost or written twice is noticed. A last line without its end was
being written when the power went; nobody was told that it was kept, and it is dropped. Any other line whose
checksum does not match is damage: the lines before it are whole.

The file holds the game in progress and the one before, which UNDO can reach. When a game begins, the finished
one gets a file of its own (`firmware_py.journal.archive`), and what UNDO cannot reach any more is left out of
the journal (`firmware_py.journal.compaction`), whose second line then says where it goes on.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from engine.errors import CribbageError
from engine.events import Event, Kind
from engine.game_setup import Setup
from engine.match.checkpoint import Checkpoint
from engine.match.history import History
from engine.match.record import begun, write, write_beginning
from engine.match.timeline import BEGINS
from firmware_py.errors import JournalBusy, JournalError
from firmware_py.file_errors import cause
from firmware_py.journal.line_file import LineFile
from firmware_py.journal.locations import without_link
from firmware_py.journal.recovery import (
    DAMAGED,
    OTHER_VERSION,
    UNREADABLE,
    Reading,
    UnusableJournal,
    checked_lines,
    parse,
    remedy,
)
from firmware_py.journal.steps import Steps, finish


class Journal:
    """A journal that is played on. Only one program at a time can hold it.

    Attributes:
        header: what the match began with.
        history: where the match stood when the journal was opened.
        notice: what was wrong with the file, and the name it was set aside under, for the screen; None if
            nothing was.
    """

    def __init__(self, path: Path, header: Setup | None = None, *, mend: bool = False) -> None:
        """Open a journal, or begin one.

        Args:
            path: the file. Missing folders are made.
            header: what is played if the journal begins now; the standard game by default. A journal that
                holds something keeps its own.
            mend: set whatever cannot be read aside, under another name, and go on from the lines that are
                whole; for the board's own journal in its state folder. Without it, as for a file that a user
                named, such a file is refused and stays as it is.

        Raises:
            JournalBusy: another program holds it.
            JournalError: it cannot be opened, or it is damaged or no journal and not to be mended.
        """
        self.header = (header or Setup()).checked()
        self._checkpoint: Checkpoint | None = None  # where the file's first event goes on from
        self._here: Checkpoint | None = None  # where the game in progress began, if that has a line
        self._reading: Reading | None = None  # until all that UNDO reaches is asked for
        self._is_over = False  # the journal still holds a finished game that has not been put away
        self._ended: float | None = None  # when the last press of the game before was kept
        self.history = begun(self.header)
        self.notice: str | None = None
        try:
            self._lines, content = _opened(without_link(path))
        except (OSError, JournalError) as error:
            from firmware_py.journal.set_aside import (
                is_in_the_way,  # here, and below: a start can do without it
            )

            if not mend or isinstance(error, JournalBusy) or not is_in_the_way(path, error):
                raise _refusal(without_link(path), error) from None
            content = self._step_around(path, error)
        try:
            self._resume(content, mend=mend)
        except (OSError, JournalError) as error:
            self._lines.close()
            raise _refusal(self._lines.path, error) from None

    def append(self, event: Event) -> None:
        """Keep an event: when this returns it is on the disk.

        Raises:
            JournalError: it is not kept, and what was written of it is removed again.
        """
        try:
            # Only now, so that a full disk refuses a press and does not keep the board from starting.
            if not self._lines.size:
                self._lines.append(*write_beginning(self.header, self._checkpoint))
            ended = self._lines.make_sure_of_the_name()
            if self._is_over and self._ended is None:
                self._ended = ended  # of the press that began the game, as this one was not there to see it
            self._lines.append(write(event))
        except OSError as error:
            raise JournalError(f"Not saved: {cause(error)}") from None
        if event.kind in BEGINS:
            # No clock is asked: the file tells when the press before this one was kept.
            self._is_over, self._ended = True, ended
        elif event.kind is Kind.REDO:
            self._is_over = True  # perhaps: it can put the beginning of a game in again

    @property
    def due(self) -> bool:
        """True if a finished game has not been put away yet."""
        return self._is_over

    def settle(self, history: History) -> Steps[None]:
        """Put finished games away, once another has begun: each in a file of its own. Then leave out of the
        journal what UNDO cannot reach any more.

        Each step is short: a line read or written, an event followed, or a file synced. Events may be kept
        between two steps. Whoever stops after any step, for good or by a power cut, loses nothing.

        Args:
            history: where the events kept so far have led.

        Raises:
            JournalError: it cannot be done. Nothing is lost, and it is due again when the next game begins,
                and at the next start.
        """
        if not self._is_over or history.undone:
            return  # REDO may still need it
        self._is_over, size, ended = False, self._lines.size, self._ended
        if ended is None:
            ended = self._lines.last_written  # the board stopped right after the press that began this game
        path = self._lines.path
        # A start need not wait for these, and no press for all of them: on a slow Pi each takes a while.
        import engine.match.statistics  # noqa: F401

        yield
        from firmware_py.journal import archive

        yield
        import json  # noqa: F401

        yield
        try:
            reading = yield from parse(path, self._lines.read()[:size])
            if reading is None or reading.damage:
                raise JournalError(f"{path}: another program has changed this file; restart Muggins")
            yield from archive.put_away(path, reading, history.game.number, ended)
            yield from self._shorten(history, size)
        except OSError as error:
            raise JournalError(_unfiled(error.filename or archive.folder_of(path), cause(error))) from None
        except CribbageError as error:
            raise JournalError(_unfiled(path, error)) from None

    def reach(self) -> History | None:
        """The history where the journal stood when it was opened, with all that UNDO can reach, for which the
        start need not wait; None if `history` has it already.
        """
        reading, self._reading = self._reading, None
        return reading.reach() if reading else None

    def close(self) -> None:
        """Let another program have the journal."""
        self._lines.close()

    def _shorten(self, history: History, size: int) -> Steps[None]:
        """Leave out what UNDO cannot reach. Lines after so many bytes, kept since `history`, stay."""
        from firmware_py.journal.compaction import shortened

        yield
        shorter = yield from shortened(self._lines.path, self.header, self._checkpoint, self._here, history)
        if shorter:
            later, checksum = checked_lines(self._lines.texts_since(size), shorter.checksum)
            self._lines.replace(shorter.content + later, checksum)
            self._checkpoint, self._here = shorter.checkpoint, shorter.here
            yield
            self._lines.sync_name()

    def _step_around(self, path: Path, why: OSError | JournalError) -> bytes:
        """Set aside what has the journal's name and cannot be opened; open a new file and return its content.

        Args:
            path: the journal's name; a symbolic link there is set aside itself.
            why: why it cannot be opened.

        Raises:
            JournalError: it cannot be done.
        """
        from firmware_py.journal.set_aside import move

        try:
            moved = move(path, UNREADABLE)
            self._lines, content = _opened(path)
        except OSError as error:
            raise _refusal(path, error) from None
        what = cause(why) if isinstance(why, OSError) else str(why).removeprefix(f"{path}: ")
        self._note(f"{path.name} cannot be read ({what}): set aside as {moved.name}; a new game begins")
        return content

    def _resume(self, content: bytes, *, mend: bool) -> None:
        """Go on from the content of the file. An unfinished last line is removed when the next is written.

        Raises:
            OSError, JournalError: that cannot be done.
        """
        path, reading = self._lines.path, None
        try:
            reading = finish(parse(path, content))
            if mend and reading is None and content and not content.strip(b"\0"):
                raise UnusableJournal(f"{path}: the file holds only zeros")
        except UnusableJournal as error:
            if not mend:
                raise
            self._mend(b"", 0, error.word, _SAYS[error.word])
            content = b""
        if reading and reading.damage:
            if not mend:
                raise JournalError(f"{path}: {reading.damage}; {remedy(reading.damage, own=False)}")
            damaged = f"was damaged at line {reading.damage.line}"
            self._mend(reading.text, reading.checksum, DAMAGED, damaged)
            content = reading.text
        if reading is None or not reading.text:
            self._begin(content)
        else:
            self._reading, self.history = reading, reading.history
            self.header, self._checkpoint, self._here = reading.header, reading.checkpoint, reading.here
            self._lines.go_on_from(content, len(reading.text), reading.checksum)
        first = self._here or self._checkpoint
        self._is_over = self.history.game.number > (first.games if first else 0)

    def _begin(self, content: bytes) -> None:
        """Begin with nothing. Games that were kept by an earlier journal keep their numbers."""
        from firmware_py.journal import archive

        self._lines.go_on_from(content, 0, 0)
        self._lines.open_to_all()  # for `muggins status`
        try:
            before = max(archive.kept(self._lines.path), default=-1) + 1
        except OSError as error:
            folder = archive.folder_of(self._lines.path)
            self._note(f"{folder}: {cause(error)}; finished games cannot be saved there")
            before = 0
        if before:
            self._checkpoint = Checkpoint(0, 0, before, None, None, (), self.header)
        self.history = begun(self.header, self._checkpoint)

    def _mend(self, text: bytes, checksum: int, word: str, says: str) -> None:
        """Keep the file under another name, and put what is whole of it in its place.

        At every moment the journal's name stands for a file with all that is whole.

        Raises:
            OSError: it cannot be done, and nothing has changed.
        """
        from firmware_py.journal.set_aside import keep, unused

        kept = unused(self._lines.path, word)
        keep(self._lines.path, kept)
        try:
            self._lines.replace(text, checksum)
        except OSError:
            with contextlib.suppress(OSError):
                kept.unlink()
            raise
        self._lines.sync_name()
        then = "the game goes on from what can still be read" if text else "a new game begins"
        self._note(f"{self._lines.path.name} {says}: set aside as {kept.name}; {then}")

    def _note(self, what: str) -> None:
        self.notice = f"{self.notice}; {what}" if self.notice else what


_SAYS = {DAMAGED: "was damaged", OTHER_VERSION: "was written by another version of Muggins"}
"""What is said of a journal that cannot be used."""


def _opened(path: Path) -> tuple[LineFile, bytes]:
    """Open the file of a journal, and read it.

    Raises:
        OSError, JournalError: that cannot be done.
    """
    lines = LineFile(path)
    try:
        return lines, lines.read()
    except OSError:
        lines.close()
        raise


def _refusal(path: Path, error: OSError | JournalError) -> JournalError:
    """The message that a journal cannot be opened."""
    if isinstance(error, JournalError):
        return error
    if error.filename is not None and Path(error.filename) == path.parent:
        return JournalError(f"{path.parent}: the folder cannot be created: {cause(error)}")
    return JournalError(f"{path}: {cause(error)}")


def _unfiled(what: str | Path, why: object) -> str:
    """The message that a game could not be put away."""
    return f"{what}: the last game could not be saved in a file of its own: {why}; it stays in the journal"
