"""What a journal holds: read line by line, as far as it is whole."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from engine.carry import Carried
from engine.errors import IllegalEvent, RecordError
from engine.events import Event
from engine.history import History
from engine.record import FORMAT, begun, is_carried, read, read_carried, read_header
from engine.setup import Setup
from firmware_py.ports import JournalError
from firmware_py.storage import cause, refuse_what_is_no_file

REMEDY = "'muggins' itself plays on from the line before it, and keeps the file aside"


def remedy(damage: RecordError) -> str:
    """What can be done about a damaged line."""
    return REMEDY if damage.line > 1 else "'muggins' itself begins anew, and keeps the file aside"


class Reading(NamedTuple):
    """What a journal holds.

    Attributes:
        header: what the match began with.
        carried: where it goes on, if the journal does not hold its beginning.
        history: where its events lead, with the way back.
        text: the whole lines, each with its end.
        checksum: that of the last of them.
        damage: the first line that does not pass, None if all do.
    """

    header: Setup
    carried: Carried | None
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
        lines = self.text.split(b"\n")[2 if self.carried else 1 : -1]
        return [read(line.rpartition(b" #")[0].decode()) for line in lines]


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
    if not lines and _is_torn_header(
        content.rstrip(b"\0")
    ):  # a power cut can leave a length without its bytes
        return None
    if not _MARK.search(content):
        raise JournalError(f"{path}: this is no journal of Muggins; name another file")
    lines = lines or [content]  # all ends of lines are gone
    reading = Reading(Setup(), None, begun(Setup()), b"", 0, None)
    goes_on = False
    for number, line in enumerate(lines, start=1):
        try:
            text, checksum = _checked(line, reading.checksum, number)
            if number == 1:
                header = _header(path, text)
                goes_on = is_carried(text)
                reading = reading._replace(header=header, history=begun(header))
            elif number == 2 and goes_on:
                carried = read_carried(text)
                reading = reading._replace(carried=carried, history=carried.history())
            else:
                reading = reading._replace(history=reading.history.apply(read(text, number)))
        except RecordError as error:
            return reading._replace(damage=error, text=_joined(lines[: number - 1]))
        except IllegalEvent as error:
            why = RecordError(f"{text!r} cannot happen here: {error}", number)
            return reading._replace(damage=why, text=_joined(lines[: number - 1]))
        reading = reading._replace(checksum=checksum)
    if goes_on and len(lines) == 1:
        return None  # the line was being written that says where
    return reading._replace(text=_joined(lines))


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
