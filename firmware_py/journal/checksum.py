"""The checksum at the end of each journal line, which reveals a damaged, missing or repeated line.

A line consists of its text, ` #`, and eight hexadecimal digits: the CRC-32 of the text of all lines so far,
including this one.

Long tasks work in small steps, so that a key pressed in the meantime is handled after the current step. A
function that returns `Steps` is a generator: it yields after each step, and returns its result at the end.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from typing import NamedTuple, TypeVar
from zlib import crc32

from engine.errors import RecordError

_Result = TypeVar("_Result")

Steps = Generator[None, None, _Result]
"""The type of a generator that works in steps and then returns a result."""


def finish(steps: Steps[_Result]) -> _Result:
    """Run all remaining steps of a generator, and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: _Result = done.value
            return result


NOT_TEXT = "the line is damaged: it is not text"
_CHECKSUM = re.compile(rb" #[0-9a-f]{8}(?![0-9a-f])")


class IntactLines(NamedTuple):
    """The lines in a journal before its first damaged line.

    Attributes:
        texts: the text of each line, without its checksum.
        checksums: the number 0, followed by the checksum of each line.
        damage: the first damaged line; None if all lines are intact.
    """

    texts: list[str]
    checksums: list[int]
    damage: RecordError | None


def with_checksums(texts: Sequence[str], checksum: int) -> tuple[bytes, int]:
    """Add a checksum to each line. Return the lines as the bytes to write to a file, and the last checksum.

    Each checksum depends on its line and on the previous checksum.

    Args:
        texts: the text of each line, without a checksum or a newline.
        checksum: the checksum of the line before the first of these lines; 0 if there is none.
    """
    content = b""
    for text in texts:
        checksum = crc32(text.encode(), checksum)
        content += f"{text} #{checksum:08x}\n".encode()
    return content, checksum


def has_checksum(content: bytes) -> bool:
    """Return True if at least one line of a file ends with a checksum, as all lines of a journal do.

    The checksum itself may be wrong.
    """
    return bool(_CHECKSUM.search(content))


def text_of(line: bytes) -> str:
    """Return the text of an intact line, without its checksum."""
    return line.rpartition(b" #")[0].decode()


def check_line(line: bytes, before: int, number: int) -> tuple[str, int]:
    """Check the checksum of a line and return its text and checksum.

    Args:
        before: the checksum of the previous line; 0 for the first line.

    Raises:
        RecordError: the checksum is wrong or missing, or the line is not text.
    """
    text, mark, given = line.rpartition(b" #")
    checksum = crc32(text, before)
    if not mark or given != b"%08x" % checksum:
        raise RecordError("the line is damaged: its checksum does not match", number)
    try:
        return text.decode(), checksum
    except UnicodeDecodeError:
        raise RecordError(NOT_TEXT, number) from None


def check_lines(lines: list[bytes]) -> Steps[IntactLines]:
    """Check the checksums of a journal's lines, one line per step, up to the first damaged line."""
    texts: list[str] = []
    checksums = [0]
    for number, line in enumerate(lines, start=1):
        try:
            text, checksum = check_line(line, checksums[-1], number)
        except RecordError as error:
            return IntactLines(texts, checksums, error)
        texts.append(text)
        checksums.append(checksum)
        yield
    return IntactLines(texts, checksums, None)
