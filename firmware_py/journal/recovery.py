"""Reading a journal, line by line, up to the first that is damaged."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from engine.errors import IllegalEvent, RecordError
from engine.events import Event
from engine.game_setup import Setup
from engine.match.checkpoint import Checkpoint
from engine.match.history import History
from engine.match.record import begun, continues, read, read_checkpoint, read_header, write_beginning
from engine.match.separate_games import followed
from engine.match.timeline import Timeline
from firmware_py.errors import JournalError
from firmware_py.file_errors import cause
from firmware_py.journal.lock import refuse_device
from firmware_py.journal.steps import Steps, finish
from firmware_py.journal.torn_line import is_torn_beginning, is_torn_line, was_being_written

DAMAGED, OTHER_VERSION, UNREADABLE = "damaged", "other-version", "unreadable"
"""Why a journal was set aside, as the name of its file then says: `games.damaged-1.txt`."""


class UnusableJournal(JournalError):
    """The file cannot be played on.

    Attributes:
        word: why, as the name of the file says if it is set aside: one of the three above.
    """

    def __init__(self, message: str, word: str = DAMAGED) -> None:
        """Refuse a file, with a message that names it."""
        super().__init__(message)
        self.word = word


def remedy(damage: RecordError, *, own: bool) -> str:
    """The remedy for a damaged line, as part of a message.

    Args:
        damage: the line.
        own: the journal is the board's own, which it repairs when it starts; nobody named the file.
    """
    if own:
        since = "resumes from the line before" if damage.line > 1 else "begins a new game"
        return f"the next time 'muggins' starts, it {since} and sets this file aside under another name"
    if damage.line > 1:
        return "delete this line and all after it, or name another file"
    return "name another file"


CHECKPOINT = "# "
"""How a line begins that says where the game in progress began, so that a start need not replay the one
before. For a reader of records it is a comment.
"""
LARGEST = 32 * 2**20
"""Bytes that no journal ever comes to. A larger file is not read: it would take all the memory of a Pi."""


class Reading(NamedTuple):
    """The content of a journal.

    Attributes:
        header: what the match began with.
        checkpoint: where the match goes on, if the journal does not hold its beginning.
        here: where the game in progress began, if a checkpoint says so.
        history: where the events lead, with the way back at least through the current game.
        text: the whole lines, each with its end.
        checksum: that of the last whole line.
        damage: the first damaged line, None if all are whole.
    """

    header: Setup
    checkpoint: Checkpoint | None
    here: Checkpoint | None
    history: History
    text: bytes
    checksum: int
    damage: RecordError | None

    @property
    def begun(self) -> History:
        """Where the journal begins."""
        return begun(self.header, self.checkpoint)

    def events(self) -> list[Event]:
        """The events, oldest first."""
        return [read(text) for text in self._texts() if not text.startswith(CHECKPOINT)]

    def left(self) -> dict[int, Timeline]:
        """Where each game in the journal was left, by its number. Games before the checkpoint are missing if
        their events cannot be followed.
        """
        with contextlib.suppress(IllegalEvent, RecordError):
            return finish(_left(self.begun, self._texts()))
        return finish(self.left_since())

    def left_since(self) -> Steps[dict[int, Timeline]]:
        """The same for the game of the checkpoint and later ones, or for all if that fails, an event a step.

        Raises:
            IllegalEvent: the events cannot be followed.
            RecordError: a line is no event.
        """
        mark = self.text.rfind(b"\n" + CHECKPOINT.encode())
        if self.here and mark >= 0:
            with contextlib.suppress(IllegalEvent):  # UNDO leads back across it
                since = self.text[mark + 1 :].split(b"\n")[1:-1]
                return (yield from _left(self.here.history(), map(_text, since)))
        return (yield from _left(self.begun, self._texts()))

    def _texts(self) -> Iterator[str]:
        """The lines after the first, or after the first two, without their checksums."""
        return map(_text, self.text.split(b"\n")[2 if self.checkpoint else 1 : -1])

    def whole(self) -> Steps[History]:
        """The history with all of the way back, where `history` may have only the current game; an event a
        step.

        Raises:
            IllegalEvent: the events before the checkpoint cannot be followed.
            RecordError: one of their lines is no event.
        """
        history = self.begun
        for text in self._texts():
            if not text.startswith(CHECKPOINT):
                history = history.apply(read(text))
                yield
        return history

    def reach(self) -> History | None:
        """The history with all that UNDO can reach, for which a start need not wait; None if `history` has it
        already.
        """
        if self.here:
            with contextlib.suppress(IllegalEvent, RecordError):
                whole = finish(self.whole())
                return whole if same(whole, self.history) else None
        return None


def _text(line: bytes) -> str:
    """A line without its checksum."""
    return line.rpartition(b" #")[0].decode()


def _left(begun: History, texts: Iterator[str]) -> Steps[dict[int, Timeline]]:
    """Where each game is left that these lines lead through, a line a step."""
    events = (read(text) for text in texts if not text.startswith(CHECKPOINT))
    left: dict[int, Timeline] = {}
    for after in followed(begun, events):
        left = after
        yield
    return left


def read_journal(path: Path) -> Reading | None:
    """Read a journal without changing it; None if it holds nothing yet.

    Raises:
        JournalError: the file cannot be read, is no journal, or is of a format this program does not know.
    """
    try:
        refuse_device(path, path.stat().st_mode)
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise JournalError(f"{path}: {cause(error)}; check its name") from None
    except OSError as error:
        raise JournalError(f"{path}: {cause(error)}") from None
    return finish(parse(path, content))


def parse(path: Path, content: bytes) -> Steps[Reading | None]:
    """Read the content of a journal, a line or an event a step; None if it holds nothing yet.

    Args:
        path: the name of the journal, for messages.
        content: its bytes.

    Raises:
        UnusableJournal: it is no journal, or of a format this program does not know.
    """
    lines = content.split(b"\n")[:-1]  # what follows the last end of line was never finished
    if not lines and is_torn_beginning(content):
        return None
    if len(content) > LARGEST or not _MARK.search(content):
        raise UnusableJournal(f"{path}: this isn't a journal of Muggins; name another file")
    tail = content[content.rfind(b"\n") + 1 :] if lines else b""
    lines = lines or [content]  # all ends of lines are gone
    texts, sums, damage = yield from _passing(lines)
    if damage and was_being_written(content, lines[damage.line - 1 :], damage.line):
        damage = None
    elif not damage and not is_torn_line(tail):
        damage = RecordError(_NOT_TEXT, len(lines) + 1)
    saved = _saved(path, lines, damage) if damage else None
    if saved:
        return saved
    nothing = Reading(Setup(), None, None, begun(Setup()), b"", 0, damage)
    if not texts:
        return nothing if damage else None
    header = _header(path, texts[0])
    checkpoint, first = None, 1
    if continues(texts[0]):
        if len(texts) == 1:  # the second line was being written, or it is damaged: no event stands
            return nothing if damage else None
        try:
            checkpoint, first = read_checkpoint(texts[1]), 2
            begins = checkpoint.history()
        except (RecordError, IllegalEvent) as error:
            return nothing._replace(damage=RecordError(str(error), 2))
    else:
        begins = begun(header)
    here, history, wrong = yield from _followed(begins, texts, first)
    whole = wrong.line - 1 if wrong and wrong.line else len(texts)
    return Reading(header, checkpoint, here, history, _joined(lines[:whole]), sums[whole], wrong or damage)


def _saved(path: Path, lines: list[bytes], damage: RecordError) -> Reading | None:
    """Read the game in progress of a journal that is damaged before its last checkpoint.

    The text of the reading is what the journal can be from then on. None if the lines after the checkpoint
    are damaged too.
    """
    marks = [place for place in range(damage.line, len(lines)) if lines[place].startswith(b"# continues")]
    if not marks:
        return None
    try:
        before = int(lines[marks[-1] - 1][-8:], 16)  # as the line before says, be it whole or not
        texts = []
        for place in range(marks[-1], len(lines)):
            text, before = _checked(lines[place], before, place + 1)
            texts.append(text)
        here = read_checkpoint(texts[0].removeprefix(CHECKPOINT))
        header = _header(path, _checked(lines[0], 0, 1)[0]) if damage.line > 1 else here.setup
        history, wrong = finish(_applied(here.history(), texts, 1))
    except (ValueError, RecordError, IllegalEvent):
        return None
    whole, checksum = checked_lines((*write_beginning(header, here), *texts[1:]), 0)
    return None if wrong else Reading(header, here, None, history, whole, checksum, damage)


def checked_lines(texts: Sequence[str], checksum: int) -> tuple[bytes, int]:
    """Lines, each with its checksum, which follows from that of the line before; and that of the last."""
    content = b""
    for text in texts:
        checksum = crc32(text.encode(), checksum)
        content += f"{text} #{checksum:08x}\n".encode()
    return content, checksum


def _passing(lines: list[bytes]) -> Steps[tuple[list[str], list[int], RecordError | None]]:
    """The texts of the lines before the first damaged one, the checksum before each and after the last, and
    the damage; a line a step.
    """
    texts: list[str] = []
    sums = [0]
    for number, line in enumerate(lines, start=1):
        try:
            text, checksum = _checked(line, sums[-1], number)
        except RecordError as error:
            return texts, sums, error
        texts.append(text)
        sums.append(checksum)
        yield
    return texts, sums, None


def _followed(
    begins: History, texts: list[str], first: int
) -> Steps[tuple[Checkpoint | None, History, RecordError | None]]:
    """Where events lead: the last checkpoint among them, the history, and the first line that is wrong.

    They are followed from the last checkpoint on, unless UNDO leads back across it.
    """
    marks = [place for place in range(first, len(texts)) if texts[place].startswith(CHECKPOINT)]
    here = None
    if marks:
        with contextlib.suppress(RecordError, IllegalEvent):
            here = read_checkpoint(texts[marks[-1]].removeprefix(CHECKPOINT))
            history, wrong = yield from _applied(here.history(), texts, marks[-1] + 1)
            if not wrong:
                return here, history, None
    history, wrong = yield from _applied(begins, texts, first)
    return here, history, wrong


def _applied(history: History, texts: list[str], first: int) -> Steps[tuple[History, RecordError | None]]:
    """The history after the events in these texts, and the first that cannot happen; an event a step."""
    for place in range(first, len(texts)):
        text = texts[place]
        try:
            if not text.startswith(CHECKPOINT):
                history = history.apply(read(text, place + 1))
        except RecordError as error:
            return history, error
        except IllegalEvent as error:
            return history, RecordError(f"{text!r} cannot happen here: {error}", place + 1)
        yield
    return history, None


def _joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


_NOT_TEXT = "the line is damaged: it is not text"
_MARK = re.compile(rb" #[0-9a-f]{8}(?![0-9a-f])")
"""How every line of a journal ends: a file without such an end is no journal."""


def _header(path: Path, text: str) -> Setup:
    """Read a header that is whole: if this program does not know it, another version wrote it."""
    try:
        return read_header(text)
    except RecordError as error:
        raise UnusableJournal(f"{path}: {error}", OTHER_VERSION) from None


def _checked(line: bytes, before: int, number: int) -> tuple[str, int]:
    """The text of a line and its checksum, if that follows from the line and the checksum before it.

    Raises:
        RecordError: it does not.
    """
    text, mark, given = line.rpartition(b" #")
    checksum = crc32(text, before)
    if not mark or given != b"%08x" % checksum:
        raise RecordError("the line is damaged: its checksum does not match", number)
    try:
        return text.decode(), checksum
    except UnicodeDecodeError:
        raise RecordError(_NOT_TEXT, number) from None


def same(one: History, other: History) -> bool:
    """True if two histories stand at the same place, but for the cards that the last game left."""
    plain = [each.game._replace(deal=None, cards=(), before_suit=None) for each in (one, other)]
    return plain[0] == plain[1] and (one.applied, one.pegged) == (other.applied, other.pegged)
