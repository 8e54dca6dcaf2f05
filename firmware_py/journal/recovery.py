"""Read a journal, and recover as much as possible from a damaged one.

Only the lines before the first damaged line are used. However, if the damage is before the last checkpoint
and all lines from the checkpoint onwards are intact, the current game resumes from the checkpoint.

A last line that a power cut left partly written is torn, not damaged: the board never confirmed its key
press, so the line is dropped without a message.
"""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from engine.errors import RecordError
from engine.match.checkpoint import Checkpoint, begin_match
from engine.match.history import History
from engine.match.record_lines import (
    FORMAT,
    continues,
    read_checkpoint,
    read_event,
    read_header,
    write_beginning,
)
from engine.refusals import IllegalEvent
from engine.setup import Setup
from firmware_py.system.errors import JournalError, cause

from .checksum import NOT_TEXT, Steps, check_line, check_lines, finish, has_checksum, with_checksums
from .lock import refuse_device
from .reading import CHECKPOINT, Reading

DAMAGED, OTHER_VERSION, UNREADABLE = "damaged", "other-version", "unreadable"
"""The reasons for renaming a journal, as used in its new name, such as `games.damaged-1.txt`."""
LARGEST = 32 * 2**20
"""The maximum size of a journal, in bytes. A larger file is refused, because it would fill a Pi's memory."""
BLANK = b" "
"""The byte that fills the space reserved for later lines."""
_UNWRITTEN = BLANK + b"\0"
"""The bytes in unused parts of the file: blanks from the journal, or zeros from the file system."""
_SECTOR = 512
"""The size of a disk sector, in bytes, which is either written completely or not at all."""
BLOCK = 4096
"""The smallest number of bytes that a file system writes at once."""


class UnusableJournal(JournalError):
    """Raised when a file is not a journal, or was written by a different version of Muggins.

    Attributes:
        word: a word for the reason: `DAMAGED`, `OTHER_VERSION` or `UNREADABLE`. If the file is renamed,
            the word becomes part of the new name.
    """

    def __init__(self, message: str, word: str = DAMAGED) -> None:
        super().__init__(message)
        self.word = word


def remedy(damage: RecordError, *, own: bool) -> str:
    """Return the part of an error message that says what to do about a damaged line.

    Args:
        own: True for the board's own journal, which is repaired when the board starts; False for a file
            that the user specified.
    """
    if own:
        since = "resumes from the line before" if damage.line > 1 else "begins a new game"
        return f"the next time 'muggins' starts, it {since} and sets this file aside under another name"
    if damage.line > 1:
        return "delete this line and all after it, or name another file"
    return "name another file"


def read_journal(path: Path) -> Reading | None:
    """Read a journal without changing the file. Return None if it contains no match yet.

    Raises:
        JournalError: the file cannot be read, is not a journal, or has an unsupported format.
    """
    try:
        refuse_device(path, path.stat().st_mode)
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise JournalError(f"{path}: {cause(error)}; check its name") from None
    except PermissionError as error:
        raise JournalError(
            f"{path}: {cause(error)}; type 'sudo' before the command, or change its owner"
        ) from None
    except OSError as error:
        raise JournalError(f"{path}: {cause(error)}") from None
    return finish(parse(path, content))


def parse(path: Path, content: bytes) -> Steps[Reading | None]:
    """Parse the contents of a journal. Return None if it contains no match yet.

    This generator yields after each line or event, so that other work can be done in between.

    Raises:
        UnusableJournal: the file is not a journal, or has an unsupported format.
    """
    lines = content.split(b"\n")[:-1]  # drop an incomplete last line
    if not lines and _is_torn_beginning(content):
        return None
    if len(content) > LARGEST or not has_checksum(content):
        raise UnusableJournal(f"{path}: this isn't a journal of Muggins; name another file")
    tail = content[content.rfind(b"\n") + 1 :] if lines else b""
    lines = lines or [content]  # the damage has destroyed every newline
    texts, checksums, damage = yield from check_lines(lines)
    if damage and _was_being_written(content, lines[damage.line - 1 :], damage.line):
        damage = None
    elif not damage and not _is_torn_line(tail):
        damage = RecordError(NOT_TEXT, len(lines) + 1)
    if damage and (recovered := _from_last_checkpoint(path, lines, damage)):
        return recovered
    empty = Reading(Setup(), None, None, begin_match(Setup()), b"", 0, damage)
    if not texts:
        return empty if damage else None
    header = _header(path, texts[0])
    checkpoint, first = None, 1
    if continues(texts[0]):
        if len(texts) == 1:  # the second line is torn or damaged, so no event counts
            return empty if damage else None
        try:
            checkpoint, first = read_checkpoint(texts[1]), 2
            start = checkpoint.history()
        except (RecordError, IllegalEvent) as error:
            return empty._replace(damage=RecordError(str(error), 2))
    else:
        start = begin_match(header)
    game_checkpoint, history, wrong = yield from _replayed(start, texts, first)
    intact = wrong.line - 1 if wrong and wrong.line else len(texts)
    text = b"".join(line + b"\n" for line in lines[:intact])
    return Reading(header, checkpoint, game_checkpoint, history, text, checksums[intact], wrong or damage)


def _from_last_checkpoint(path: Path, lines: list[bytes], damage: RecordError) -> Reading | None:
    """Return a journal that begins at the last checkpoint; None if the damage is not all before one."""
    marks = [index for index in range(damage.line, len(lines)) if lines[index].startswith(b"# continues")]
    if not marks:
        return None
    try:
        checksum = int(lines[marks[-1] - 1][-8:], 16)  # of the previous line, even if it is damaged
        texts = []
        for index in range(marks[-1], len(lines)):
            text, checksum = check_line(lines[index], checksum, index + 1)
            texts.append(text)
        checkpoint = read_checkpoint(texts[0].removeprefix(CHECKPOINT))
        header = _header(path, check_line(lines[0], 0, 1)[0]) if damage.line > 1 else checkpoint.setup
        history, wrong = finish(_applied(checkpoint.history(), texts, 1))
    except (ValueError, RecordError, IllegalEvent):
        return None
    content, checksum = with_checksums((*write_beginning(header, checkpoint), *texts[1:]), 0)
    return None if wrong else Reading(header, checkpoint, None, history, content, checksum, damage)


def _replayed(
    start: History, texts: list[str], first: int
) -> Steps[tuple[Checkpoint | None, History, RecordError | None]]:
    """If an event depends on what happened before the checkpoint, replay all events in the journal."""
    marks = [index for index in range(first, len(texts)) if texts[index].startswith(CHECKPOINT)]
    checkpoint = None
    if marks:
        with suppress(RecordError, IllegalEvent):
            checkpoint = read_checkpoint(texts[marks[-1]].removeprefix(CHECKPOINT))
            history, wrong = yield from _applied(checkpoint.history(), texts, marks[-1] + 1)
            if not wrong:
                return checkpoint, history, None
    history, wrong = yield from _applied(start, texts, first)
    return checkpoint, history, wrong


def _applied(history: History, texts: list[str], first: int) -> Steps[tuple[History, RecordError | None]]:
    """Stop at the first line that is not valid."""
    for index in range(first, len(texts)):
        text = texts[index]
        try:
            if not text.startswith(CHECKPOINT):
                history = history.apply(read_event(text, index + 1))
        except RecordError as error:
            return history, error
        except IllegalEvent as error:
            return history, RecordError(f"{text!r} cannot happen here: {error}", index + 1)
        yield
    return history, None


def _header(path: Path, text: str) -> Setup:
    try:
        return read_header(text)
    except RecordError as error:
        raise UnusableJournal(f"{path}: {error}", OTHER_VERSION) from None


def _was_being_written(content: bytes, lines: list[bytes], number: int) -> bool:
    """Return True if the power seems to have failed while the last lines, from line `number`, were written.

    New lines are written over blanks, so a partly written line has at least one disk sector that is still
    blank.
    """
    is_beginning = number == 1 and len(lines) == 2 and lines[1].startswith(_CONTINUES)
    end = content.rfind(b"\n")
    if not (len(lines) == 1 or is_beginning) or content[end + 1 :].strip(_UNWRITTEN):
        return False
    start = end - len(b"\n".join(lines))
    bounds = [start, *range(start - start % _SECTOR + _SECTOR, end, _SECTOR), end]
    return any(not content[one:other].strip(_UNWRITTEN) for one, other in pairwise(bounds) if one < other)


def _is_torn_beginning(content: bytes) -> bool:
    """Return True if a file without a newline is empty, or holds only an incomplete first line."""
    if content and not content.strip(BLANK):
        return False  # the journal never writes only blanks
    return len(content) <= BLOCK and _is_torn_header(content.rstrip(_UNWRITTEN))


def _is_torn_line(tail: bytes) -> bool:
    """A partly written line is shorter than two blocks of the file system, and consists of text and zeros."""
    return len(tail) < 2 * BLOCK and len(tail.translate(None, _CONTROLS)) == len(tail)


_CONTROLS = bytes([*range(0x01, 0x20), 0x7F])
_CONTINUES = b"continues "
_NAMES = (FORMAT.encode(), b"", b"players=", b"start=")
_VALUES = (b"", rb"\d+", rb"\d+", rb"[\d,]+")
_WORDS = tuple(name + value for name, value in zip(_NAMES, _VALUES, strict=True))
"""Patterns for the words at the beginning of a header, compiled only where a header is torn."""
_SETTINGS = rb"(\w+=[^ \n#]+ )*(\w*|\w+=[^ \n#]*|#[0-9a-f]{0,8})"
"""A pattern for the rest of a header and its checksum, cut off anywhere."""


def _is_torn_header(begun: bytes) -> bool:
    words = begun.split(b" ", len(_WORDS))
    if not all(re.fullmatch(known, word) for known, word in zip(_WORDS, words[:-1], strict=False)):
        return False
    torn = words[-1]
    if len(words) > len(_WORDS):
        return bool(re.fullmatch(_SETTINGS, torn))
    return _NAMES[len(words) - 1].startswith(torn) or bool(re.fullmatch(_WORDS[len(words) - 1], torn))
