"""The journal: the record of the match, with one event per line. Each line is appended and synced.

    muggins 1 players=2 start=0,0 game=six-card #8f3a06d1
    deals 0 #41c2a97e
    starter 5 #0b9d3f52

Each line is an event in the form of `engine.match.record`, followed by a checksum
(`firmware_py.journal.checksum`). If the last line is incomplete, the power failed while it was being written;
the board had not yet confirmed the key press, so the line is dropped (`firmware_py.journal.recovery`). Any
other line with a wrong checksum is damaged, and only the lines before it count
(`firmware_py.journal.recovery`).

The file contains the current game and the previous game, which UNDO can reach. When a game begins, the
previous game is archived in its own file (`firmware_py.journal.archive`), and the events that UNDO can no
longer reach are dropped from the journal (`firmware_py.journal.compaction`). The second line then holds the
state of the match where the remaining events begin.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from engine.errors import CribbageError
from engine.events import Event, Kind
from engine.match.checkpoint import Checkpoint, begin_match
from engine.match.history import History
from engine.match.record_lines import write_beginning, write_event
from engine.match.timeline import BEGINS
from engine.setup import Setup
from firmware_py.journal.checksum import with_checksums
from firmware_py.journal.line_file import LineFile
from firmware_py.journal.locations import without_link
from firmware_py.journal.lock import NotAFile
from firmware_py.journal.reading import Reading
from firmware_py.journal.recovery import DAMAGED, OTHER_VERSION, UNREADABLE, UnusableJournal, parse, remedy
from firmware_py.system.errors import JournalError, cause

from .checksum import Steps, finish

# `set_aside`, `archive` and `compaction` are imported where they are used: most starts do not need them.


class Journal:
    """The journal that saves a match while it is played. Only one program at a time can have it open.

    Attributes:
        history: the match as it was when the journal was opened.
        notice: a message for the display that describes what was wrong with the file, and says how the faulty
            file has been renamed; None if the file was intact.
    """

    def __init__(self, path: Path, header: Setup | None = None, *, repair: bool = False) -> None:
        """Open a journal, or create one.

        Args:
            path: the path to the file. Missing folders are created.
            header: the rules and names for a new journal; the standard game by default. Ignored if the
                journal already holds a match.
            repair: True to rename a damaged or unreadable file and resume from its intact lines; False to
                leave it unchanged and raise JournalError.

        Raises:
            JournalBusy: another program has the journal open.
            JournalError: the file cannot be opened; or `repair` is False, and the file is damaged or not a
                journal.
        """
        self.header = (header or Setup()).checked()
        self._checkpoint: Checkpoint | None = None  # the match at the start of the journal
        self._game_checkpoint: Checkpoint | None = None  # the match at the start of the game
        self._reading: Reading | None = None  # until `reach` is called
        self._has_finished_game = False  # True if a finished game is not archived yet
        self._ended: float | None = None  # the time of the last press in that game
        self.history = begin_match(self.header)
        self.notice: str | None = None
        try:
            self._lines, content = _opened(without_link(path))
        except (OSError, NotAFile) as error:
            from firmware_py.journal.set_aside import is_in_the_way

            if not repair or not is_in_the_way(path, error):
                raise _refusal(without_link(path), error) from None
            content = self._replace_unreadable(path, error)
        try:
            self._resume(content, repair=repair)
        except (OSError, JournalError) as error:
            self._lines.close()
            raise _refusal(self._lines.path, error) from None

    def append(self, event: Event) -> None:
        """Save an event. When this method returns, the event is on disk.

        Raises:
            JournalError: the event could not be saved.
        """
        try:
            # The header is not written at the start, so that the board also starts on a full disk.
            if not self._lines.size:
                self._lines.append(*write_beginning(self.header, self._checkpoint))
            last_written = self._lines.secure_name()
            if self._has_finished_game and self._ended is None:
                self._ended = last_written  # this game began before the program started
            self._lines.append(write_event(event))
        except OSError as error:
            raise JournalError(f"Not saved: {cause(error)}") from None
        if event.kind in BEGINS:
            # The file's modification time tells when the previous press was saved.
            self._has_finished_game, self._ended = True, last_written
        elif event.kind is Kind.REDO:
            self._has_finished_game = True  # the redone event may have begun a game

    @property
    def due(self) -> bool:
        """True if there is work for `settle`, because a finished game has not been archived yet."""
        return self._has_finished_game

    def settle(self, history: History) -> Steps[None]:
        """Archive finished games, each in its own file, and then shorten the journal.


        Raises:
            JournalError: the file cannot be written or synced. Nothing is lost: the board tries again when
                the next game begins, and when the program is restarted.
        """
        if not self._has_finished_game or history.undone:
            return  # REDO may still need the events
        self._has_finished_game, size, ended = False, self._lines.size, self._ended
        if ended is None:
            ended = self._lines.last_written  # the board stopped right after the press that began this game
        path = self._lines.path
        # These imports take a while on a slow Pi, so a press may come between any two.
        import engine.match.games  # noqa: F401

        yield
        from firmware_py.journal import archive

        yield
        import json  # noqa: F401

        yield
        try:
            reading = yield from parse(path, self._lines.read()[:size])
            if reading is None or reading.damage:
                raise JournalError(f"{path}: another program has changed this file; restart Muggins")
            yield from archive.save_finished_games(path, reading, history.game.number, ended)
            yield from self._shorten(history, size)
        except OSError as error:
            raise JournalError(
                _not_archived(error.filename or archive.folder_of(path), cause(error))
            ) from None
        except CribbageError as error:
            raise JournalError(_not_archived(path, error)) from None

    def reach(self) -> History | None:
        """Return the match as it was when the journal was opened, including all events that UNDO can reach.

        The attribute `history` may leave out older events, so that the board starts sooner. Return None if
        `history` is complete, if the events cannot be replayed, or if this method has been called before.
        """
        reading, self._reading = self._reading, None
        return reading.reach() if reading else None

    def close(self) -> None:
        """Close the journal, so that another program can open it."""
        self._lines.close()

    def _shorten(self, history: History, size: int) -> Steps[None]:
        """Lines that are added to the file between the steps are kept."""
        from firmware_py.journal.compaction import shortened

        yield
        short = yield from shortened(
            self._lines.path, self.header, self._checkpoint, self._game_checkpoint, history
        )
        if short:
            later, checksum = with_checksums(self._lines.texts_since(size), short.checksum)
            self._lines.replace(short.content + later, checksum)
            self._checkpoint, self._game_checkpoint = short.checkpoint, short.game_checkpoint
            yield
            self._lines.sync_name()

    def _replace_unreadable(self, path: Path, why: OSError | NotAFile) -> bytes:
        """If `path` is a symbolic link, the link itself is renamed."""
        from firmware_py.journal.set_aside import rename

        try:
            moved = rename(path, UNREADABLE)
            self._lines, content = _opened(path)
        except OSError as error:
            raise _refusal(path, error) from None
        what = cause(why) if isinstance(why, OSError) else why.what
        self._note(f"{path.name} cannot be read ({what}): set aside as {moved.name}; a new game begins")
        return content

    def _resume(self, content: bytes, *, repair: bool) -> None:
        path, reading = self._lines.path, None
        try:
            reading = finish(parse(path, content))
            if repair and reading is None and content and not content.strip(b"\0"):
                raise UnusableJournal(f"{path}: the file holds only zeros")
        except UnusableJournal as error:
            if not repair:
                raise
            self._repair(b"", 0, error.word, _FAULTS[error.word])
            content = b""
        if reading and reading.damage:
            if not repair:
                raise JournalError(f"{path}: {reading.damage}; {remedy(reading.damage, own=False)}")
            fault = f"was damaged at line {reading.damage.line}"
            self._repair(reading.text, reading.checksum, DAMAGED, fault)
            content = reading.text
        if reading is None or not reading.text:
            self._begin(content)
        else:
            self._reading, self.header, self.history = reading, reading.header, reading.history
            self._checkpoint, self._game_checkpoint = reading.checkpoint, reading.game_checkpoint
            self._lines.continue_after(content, len(reading.text), reading.checksum)
        first = self._game_checkpoint or self._checkpoint
        self._has_finished_game = self.history.game.number > (first.games if first else 0)

    def _begin(self, content: bytes) -> None:
        """The numbers of the games continue from the archive. `content` has no complete line."""
        from firmware_py.journal import archive

        self._lines.continue_after(content, 0, 0)
        self._lines.let_all_read()  # for `muggins status`
        try:
            archived = max(archive.archived_games(self._lines.path), default=-1) + 1
        except OSError as error:
            folder = archive.folder_of(self._lines.path)
            self._note(f"{folder}: {cause(error)}; finished games cannot be saved there")
            archived = 0
        if archived:
            self._checkpoint = Checkpoint(0, 0, archived, None, None, (), self.header)
        self.history = begin_match(self.header, self._checkpoint)

    def _repair(self, text: bytes, checksum: int, word: str, fault: str) -> None:
        """The intact lines are never lost, even if the power fails during the repair."""
        from firmware_py.journal.set_aside import link_or_copy, unused_name

        aside = unused_name(self._lines.path, word)
        link_or_copy(self._lines.path, aside)
        try:
            self._lines.replace(text, checksum)
        except OSError:
            with contextlib.suppress(OSError):
                aside.unlink()
            raise
        self._lines.sync_name()
        then = "the game goes on from what can still be read" if text else "a new game begins"
        self._note(f"{self._lines.path.name} {fault}: set aside as {aside.name}; {then}")

    def _note(self, text: str) -> None:
        self.notice = f"{self.notice}; {text}" if self.notice else text


_FAULTS = {DAMAGED: "was damaged", OTHER_VERSION: "was written by another version of Muggins"}
"""Descriptions of the faults that make a journal unusable, for the notice."""


def _opened(path: Path) -> tuple[LineFile, bytes]:
    lines = LineFile(path)
    try:
        return lines, lines.read()
    except OSError:
        lines.close()
        raise


def _refusal(path: Path, error: OSError | JournalError) -> JournalError:
    if isinstance(error, JournalError):
        return error
    if error.filename is not None and Path(error.filename) == path.parent:
        return JournalError(f"{path.parent}: the folder cannot be created: {cause(error)}")
    return JournalError(f"{path}: {cause(error)}")


def _not_archived(what: str | Path, why: object) -> str:
    return f"{what}: the last game could not be saved in a file of its own: {why}; it stays in the journal"
