"""Distinguish a torn line, i.e. a last line that a power cut left partly written, from a damaged line.

The board never confirmed the key press for a torn line, so the line is dropped without a message.
"""

from __future__ import annotations

import re
from itertools import pairwise

from engine.match.record_lines import FORMAT

BLANK = b" "
"""The byte that fills the space reserved for later lines."""
UNWRITTEN = BLANK + b"\0"
"""The bytes in unused parts of the file: blanks from the journal, or zeros from the file system."""
SECTOR = 512
"""The size of a disk sector, in bytes, which is either written completely or not at all."""
BLOCK = 4096
"""The smallest number of bytes that a file system writes at once."""


def was_being_written(content: bytes, lines: list[bytes], number: int) -> bool:
    """Return True if the power seems to have failed while the last lines were being written.

    New lines are written over blanks, so a partly written line has at least one disk sector that is still
    blank.

    Args:
        content: the whole journal.
        lines: the last lines in the journal, from the first line with a wrong checksum.
        number: the line number of the first of these lines, counted from 1.
    """
    is_beginning = number == 1 and len(lines) == 2 and lines[1].startswith(_CONTINUES)
    end = content.rfind(b"\n")
    if not (len(lines) == 1 or is_beginning) or content[end + 1 :].strip(UNWRITTEN):
        return False
    start = end - len(b"\n".join(lines))
    bounds = [start, *range(start - start % SECTOR + SECTOR, end, SECTOR), end]
    return any(not content[one:other].strip(UNWRITTEN) for one, other in pairwise(bounds) if one < other)


def is_torn_beginning(content: bytes) -> bool:
    """Return True if a file is empty, or contains only a first line that a power cut left incomplete.

    Args:
        content: the contents of the file, already known to contain no newline.
    """
    if content and not content.strip(BLANK):
        return False  # the journal never writes only blanks
    return len(content) <= BLOCK and _is_torn_header(content.rstrip(UNWRITTEN))


def is_torn_line(tail: bytes) -> bool:
    """Return True if `tail` may be a line that was only partly written because of a power cut.

    This is the case if `tail` is shorter than two blocks of the file system, and contains no control
    characters other than zero bytes.

    Args:
        tail: the rest of the file after its last complete line.
    """
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
