"""A preview of the configuration file: the new content, or the differences from the old content."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

_NEAR = 2
"""The number of unchanged lines that are shown before and after a change."""


def preview(former: str, text: str) -> Iterator[str]:
    """Yield lines that show how a file will change.

    Added lines begin with `+`, and removed lines with `-`. Long unchanged passages are shortened.

    Args:
        former: the current content of the file. If it is empty, the new content is shown without marks.
        text: the new content.
    """
    old, new = former.splitlines(), text.splitlines()
    if not former:
        yield from (f"    {line}".rstrip() for line in new)
        return
    steps = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for number, (kind, old_from, old_to, new_from, new_to) in enumerate(steps):
        if kind == "equal":
            yield from _unchanged(old[old_from:old_to], first=number == 0, last=number == len(steps) - 1)
            continue
        yield from (f"  - {line}".rstrip() for line in old[old_from:old_to])
        yield from (f"  + {line}".rstrip() for line in new[new_from:new_to])


def _unchanged(lines: list[str], first: bool, last: bool) -> Iterator[str]:
    """Yield the preview of a passage that does not change.

    If the passage is long, only its lines near a change are shown.

    Args:
        lines: the unchanged lines between two changes, or at an end of the file.
        first: True if there is no change before these lines.
        last: True if there is no change after these lines.
    """
    head, tail = 0 if first else _NEAR, 0 if last else _NEAR
    left_out = len(lines) - head - tail
    if left_out <= 1:
        head, tail, left_out = len(lines), 0, 0
    yield from (f"    {line}".rstrip() for line in lines[:head])
    if left_out:
        yield f"    ... {left_out} lines stay as they are ..."
    yield from (f"    {line}".rstrip() for line in lines[len(lines) - tail :])
