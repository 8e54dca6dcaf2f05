"""What a program that was killed has kept, and whether that is all, once, and where its keys lead."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.kills.match import Match
from tests.kills.program import Run, Zygote

JOURNAL = "games.txt"
_MAY_DIFFER = re.compile(rb' #[0-9a-f]{8}$|"ended": (null|"[^"]*")', re.MULTILINE)
"""In a file: when a game ended, where that is known, and checksums, which follow from that."""
_VERSION = re.compile(r"(?:-(\d+))?\.txt$")
"""How the name of a game's file ends: one whose ending was changed since has a number."""

Snapshot = dict[str, bytes]


class Loss(Exception):
    """A press is lost, or was played twice, or something else is there than undisturbed play leaves."""


class Kept:
    """A match that is keyed piece by piece into a journal in a folder of its own.

    Attributes:
        match: what is keyed.
        folder: what the program writes is in it.
    """

    def __init__(self, match: Match, folder: Path, zygote: Zygote) -> None:
        """Begin in a folder, which is made if it is missing."""
        folder.mkdir(exist_ok=True)
        self.match, self.folder, self._zygote = match, folder, zygote

    @property
    def arguments(self) -> list[str]:
        """What the program is told."""
        return ["replay", "-", "--journal", str(self.folder / JOURNAL), "--ack", *self.match.arguments]

    def words(self, there: int) -> Sequence[str]:
        """What is still to be keyed once so many presses have taken effect."""
        return self.match.words[self.match.pressed[there] :]

    def play_on(self, there: int, until: int | None = None) -> Run:
        """Key what follows so many presses, to the end or until so many have taken effect, undisturbed.

        Raises:
            Loss: not each press is told of, or there are complaints.
        """
        pressed = self.match.pressed
        last = len(pressed) - 1 if until is None else until
        end = None if until is None else pressed[until] - pressed[there]
        run = self._zygote.run(self.arguments, self.words(there)[:end])
        if (run.status, run.err) != (0, "") or acknowledged(run.out, there) != last:
            raise Loss(f"undisturbed, from press {there} on: {run}")
        return run

    def there(self, told: int) -> int:
        """How many presses have taken effect, where a program that was killed had told of so many.

        Raises:
            Loss: one it told of is gone, there are more than it can have kept, or the game is elsewhere.
        """
        standing = self.standing()
        there = standing["presses"] if standing else 0
        if not told <= there <= told + 1:
            raise Loss(f"{told} presses were told of, {there} are there")
        if standing and standing != self.match.standings[there]:
            raise Loss(f"after {there} presses the game is not where they lead")
        return int(there)

    def check_end(self, undisturbed: Kept) -> None:
        """Compare what there is at the end with what one has that was never killed.

        Two journals may tell of the same in other words: when the games before are left out depends on when
        the program could see to it. So they are asked where they stand, and how far UNDO leads, and where to.

        Raises:
            Loss: it is not the same.
        """
        if self.standing() != self.match.standings[-1]:
            raise Loss("at the end the game is not where its keys lead")
        ours, theirs = (what_counts(each.files()) for each in (self, undisturbed))
        for name in sorted(ours.keys() | theirs.keys()):
            if name == JOURNAL and name in ours:
                continue
            if ours.get(name) != theirs.get(name):
                raise Loss(f"at the end {name} is not as it is where nothing was killed")
        if self.all_undone != undisturbed.all_undone:
            raise Loss("at the end UNDO does not lead to where it does where nothing was killed")

    @cached_property
    def all_undone(self) -> Any:
        """Where the match stands with all taken back, on a copy of the journal, and what was refused.

        To be asked at the end, since it is asked once.

        Raises:
            Loss: that cannot be asked.
        """
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copy(self.folder / JOURNAL, folder)
            undone = ["UNDO"] * len(self.match.pressed)
            run = self._zygote.run(["replay", "-", "--journal", str(copy), "--json"], undone)
        if (run.status, run.err) != (0, ""):
            raise Loss(f"UNDO, to the end: {run}")
        return json.loads(run.out)

    def standing(self) -> dict[str, Any] | None:
        """What `status` says of the journal; None if nothing has begun.

        Raises:
            Loss: it complains.
        """
        run = self._zygote.run(["status", "--json", "--journal", str(self.folder / JOURNAL)])
        if run.status == 2 and ("no game has begun" in run.err or "there is no such file" in run.err):
            return None
        if (run.status, run.err) != (0, ""):
            raise Loss(f"status ends with {run.status}: {run.err}")
        standing: dict[str, Any] = json.loads(run.out)
        return standing

    def files(self) -> Snapshot:
        """All that is in the folder and in those in it: content by name."""
        files = sorted(path for path in self.folder.rglob("*") if path.is_file())
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in files}


def acknowledged(out: bytes, after: int) -> int:
    """The last press that was told of; they are numbered one by one from where the journal stood.

    Raises:
        Loss: they are not.
    """
    whole, _, _ = out.rpartition(b"\n")
    numbers = [int(line) for line in whole.split(b"\n") if line.isdigit()]
    if numbers != list(range(after + 1, after + 1 + len(numbers))):
        raise Loss(f"after press {after} it told of {numbers}")
    return after + len(numbers)


def what_counts(files: Snapshot) -> Snapshot:
    """The same without what may differ between two times at which the same was keyed.

    Of a game's files the last one counts. How many there are depends on when the program could see to it: a
    game that is over is put away once the next has begun and nothing is left to REDO.
    """
    made: Snapshot = {}
    for name in sorted(files, key=_version):
        made[_VERSION.sub(".txt", name)] = _MAY_DIFFER.sub(b"", files[name])
    return made


def _version(name: str) -> int:
    match = _VERSION.search(name)
    return int(match[1] or 1) if match else 1
