"""What a journal holds: read line by line, as far as it is whole."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from engine.carry import Carried
from engine.errors import IllegalEvent, RecordError
from engine.events import Event
from engine.games import stands
from engine.history import History
from engine.line import Stand
from engine.record import FORMAT, begun, is_carried, read, read_carried, read_header, write_beginning
from engine.setup import Setup
from firmware_py.ports import JournalError
from firmware_py.storage import cause, refuse_what_is_no_file

REMEDY = "'muggins' itself plays on from the line before it, and keeps the file aside"


def remedy(damage: RecordError) -> str:
    """What can be done about a damaged line."""
    return REMEDY if damage.line > 1 else "'muggins' itself begins anew, and keeps the file aside"


CHECKPOINT = "# "
"""How a line begins that says where the game in progress began, so that a start need not follow the one
before: a comment to the record.
"""
ROOM = b" "
"""What the journal writes where lines will come."""
BLANKS = ROOM + b"\0"
"""What stands where nothing has been written yet: room that the journal made, or the file system."""
SECTOR = 512
"""What a disk writes whole, in bytes."""


class Reading(NamedTuple):
    """What a journal holds.

    Attributes:
        header: what the match began with.
        carried: where it goes on, if the journal does not hold its beginning.
        here: where the last checkpoint is, where the game in progress began.
        history: where its events lead, with the way back at least through the current game.
        text: the whole lines, each with its end.
        checksum: that of the last of them.
        damage: the first line that does not pass, None if all do.
    """

    header: Setup
    carried: Carried | None
    here: Carried | None
    history: History
    text: bytes
    checksum: int
    damage: RecordError | None

    @property
    def begun(self) -> History:
        """Where the journal begins."""
        return begun(self.header, self.carried)

    def events(self) -> list[Event]:
        """The events, oldest first."""
        return [read(text) for text in self._texts() if not text.startswith(CHECKPOINT)]

    def left(self) -> dict[int, Stand]:
        """Where each game that the journal holds was left, by its number. Those before the checkpoint are
        not among them where they cannot be followed.
        """
        with contextlib.suppress(IllegalEvent, RecordError):
            return stands(self.begun, self.events())
        return self.left_since()

    def left_since(self) -> dict[int, Stand]:
        """The same for the game of the checkpoint and those after it, if that will do.

        Raises:
            IllegalEvent: they cannot be followed.
            RecordError: a line is no event.
        """
        texts = self._texts()
        marks = [place for place, text in enumerate(texts) if text.startswith(CHECKPOINT)]
        if self.here and marks:
            with contextlib.suppress(IllegalEvent):  # UNDO leads back across it
                return stands(self.here.history(), map(read, texts[marks[-1] + 1 :]))
        return stands(self.begun, self.events())

    def _texts(self) -> list[str]:
        """The lines that follow the first one, or two, without their checksums."""
        lines = self.text.split(b"\n")[2 if self.carried else 1 : -1]
        return [line.rpartition(b" #")[0].decode() for line in lines]

    def whole(self) -> History:
        """The history with all of the way back, where `history` may have that of the current game alone.

        Raises:
            IllegalEvent: the events before the checkpoint cannot be followed.
            RecordError: one of their lines is no event.
        """
        return self.begun.replay(self.events())


def read_journal(path: Path) -> Reading | None:
    """What a journal holds; None if it holds nothing yet. The file is only read.

    Raises:
        JournalError: the file cannot be read, is no journal, or is of a format this program does not know.
    """
    try:
        refuse_what_is_no_file(path, path.stat().st_mode)
        content = path.read_bytes()
    except OSError as error:
        raise JournalError(f"{path}: {cause(error)}") from None
    return parse(path, content)


def parse(path: Path, content: bytes) -> Reading | None:
    """What a journal with this content holds; None if it holds nothing yet. Its name is for messages.

    Raises:
        JournalError: it is no journal, or of a format this program does not know.
    """
    lines = content.split(b"\n")[:-1]  # what follows the last end of line was never finished
    if not lines and bool(content) == bool(content.strip(ROOM)) and _is_torn_header(content.rstrip(BLANKS)):
        return None
    if not _MARK.search(content):
        raise JournalError(f"{path}: this is no journal of Muggins; name another file")
    lines = lines or [content]  # all ends of lines are gone
    texts, sums, damage = _passing(lines)
    if damage and _was_being_written(content, lines[damage.line - 1 :], damage.line):
        damage = None
    saved = _saved(path, lines, damage) if damage else None
    if saved:
        return saved
    nothing = Reading(Setup(), None, None, begun(Setup()), b"", 0, damage)
    if not texts:
        return nothing if damage else None
    header = _header(path, texts[0])
    carried, first = None, 1
    if is_carried(texts[0]):
        if len(texts) == 1:  # the second line was being written, or it is damaged: no event stands
            return nothing if damage else None
        try:
            carried, first = read_carried(texts[1]), 2
            begins = carried.history()
        except (RecordError, IllegalEvent) as error:
            return nothing._replace(damage=RecordError(str(error), 2))
    else:
        begins = begun(header)
    here, history, wrong = _followed(begins, texts, first)
    whole = wrong.line - 1 if wrong and wrong.line else len(texts)
    return Reading(header, carried, here, history, _joined(lines[:whole]), sums[whole], wrong or damage)


def _saved(path: Path, lines: list[bytes], damage: RecordError) -> Reading | None:
    """What is whole from the last checkpoint on, where the damage is before it: the game in progress.

    The text is what the journal can be then. None where the lines from there on do not pass.
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
        here = read_carried(texts[0].removeprefix(CHECKPOINT))
        header = _header(path, _checked(lines[0], 0, 1)[0]) if damage.line > 1 else here.setup
        history, wrong = _applied(here.history(), texts, 1)
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


def _passing(lines: list[bytes]) -> tuple[list[str], list[int], RecordError | None]:
    """The texts of lines as far as their checksums fit, the checksum before each and after the last, and the
    damage.
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
    return texts, sums, None


def _followed(
    begins: History, texts: list[str], first: int
) -> tuple[Carried | None, History, RecordError | None]:
    """Where events lead: the last checkpoint among them, the history, and the first line that cannot be.

    From a checkpoint on, if that will do: only UNDO can lead back across it.
    """
    marks = [place for place in range(first, len(texts)) if texts[place].startswith(CHECKPOINT)]
    here = None
    if marks:
        with contextlib.suppress(RecordError, IllegalEvent):
            here = read_carried(texts[marks[-1]].removeprefix(CHECKPOINT))
            history, wrong = _applied(here.history(), texts, marks[-1] + 1)
            if not wrong:
                return here, history, None
    return here, *_applied(begins, texts, first)


def _applied(history: History, texts: list[str], first: int) -> tuple[History, RecordError | None]:
    """The history after the events in these texts, and the first that cannot happen."""
    for place in range(first, len(texts)):
        text = texts[place]
        try:
            if not text.startswith(CHECKPOINT):
                history = history.apply(read(text, place + 1))
        except RecordError as error:
            return history, error
        except IllegalEvent as error:
            return history, RecordError(f"{text!r} cannot happen here: {error}", place + 1)
    return history, None


def _was_being_written(content: bytes, lines: list[bytes], number: int) -> bool:
    """Whether what does not pass, from this line on, was being written as the power went.

    The journal is written into blanks, and a disk keeps sectors, in any order: a part of it that lies in a
    sector of its own is still blank. An event is a line; a journal may begin with two.
    """
    begins = number == 1 and len(lines) == 2 and lines[1].startswith(_CONTINUES)
    end = content.rfind(b"\n")
    if not (len(lines) == 1 or begins) or content[end + 1 :].strip(BLANKS):
        return False
    start = end - len(b"\n".join(lines))
    bounds = [start, *range(start - start % SECTOR + SECTOR, end, SECTOR), end]
    return any(not content[one:other].strip(BLANKS) for one, other in pairwise(bounds) if one < other)


_CONTINUES = b"continues "


def _joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


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
