"""What a power cut can leave of the line that was being written to a journal, told from damage.

Nobody was told that such a line was kept, so it is dropped without a word.
"""

from __future__ import annotations

import re
from itertools import pairwise

from engine.match.record import FORMAT

ROOM = b" "
"""Reserves room in the file for lines to come."""
BLANKS = ROOM + b"\0"
"""The bytes where nothing has been written yet: room that the journal, or the file system, reserved."""
SECTOR = 512
"""Bytes that a disk writes all together or not at all."""
BLOCK = 4096
"""Bytes that a file system writes at least."""


def was_being_written(content: bytes, lines: list[bytes], number: int) -> bool:
    """True if these lines, whose checksums do not match, were being written when the power went.

    The journal is written into blanks, and a disk keeps sectors, in any order: a part of it that lies in a
    sector of its own is still blank. An event is one line; a journal may begin with two.
    """
    begins = number == 1 and len(lines) == 2 and lines[1].startswith(_CONTINUES)
    end = content.rfind(b"\n")
    if not (len(lines) == 1 or begins) or content[end + 1 :].strip(BLANKS):
        return False
    start = end - len(b"\n".join(lines))
    bounds = [start, *range(start - start % SECTOR + SECTOR, end, SECTOR), end]
    return any(not content[one:other].strip(BLANKS) for one, other in pairwise(bounds) if one < other)


def is_torn_beginning(content: bytes) -> bool:
    """True if a file without an end of line is empty, or holds its first line, torn as it was written."""
    if content and not content.strip(ROOM):
        return False  # the journal never writes blanks alone
    return len(content) <= BLOCK and _is_torn_header(content.rstrip(BLANKS))


def is_torn_line(tail: bytes) -> bool:
    """True if bytes after the last whole line can be what a power cut left of the next one.

    It is text, and was written together with blanks up to the end of a block.
    """
    return len(tail) < 2 * BLOCK and not _CONTROL.search(tail)


_CONTROL = re.compile(rb"[\x01-\x1f\x7f]")
_CONTINUES = b"continues "
_NAMES = (FORMAT.encode(), b"", b"players=", b"start=")
_VALUES = (b"", rb"\d+", rb"\d+", rb"[\d,]+")
_WORDS = tuple(re.compile(name + value) for name, value in zip(_NAMES, _VALUES, strict=True))
"""The words that a header begins with."""
_SETTINGS = re.compile(rb"(\w+=[^ \n#]+ )*(\w*|\w+=[^ \n#]*|#[0-9a-f]{0,8})")
"""The rest of a header, with its checksum, torn anywhere."""


def _is_torn_header(begun: bytes) -> bool:
    """True if this can be the beginning of a header, and not some other file named by mistake."""
    words = begun.split(b" ", len(_WORDS))
    if not all(known.fullmatch(word) for known, word in zip(_WORDS, words[:-1], strict=False)):
        return False
    torn = words[-1]
    if len(words) > len(_WORDS):
        return bool(_SETTINGS.fullmatch(torn))
    return _NAMES[len(words) - 1].startswith(torn) or bool(_WORDS[len(words) - 1].fullmatch(torn))
