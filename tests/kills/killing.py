"""A match during which the program is killed at random moments, and the files that it leaves behind.

They must contain every confirmed key press exactly once.
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from tests.kills.match import Match
from tests.kills.program import ForkServer, Moment, Run

JOURNAL = "games.txt"
_MAY_DIFFER = re.compile(rb' #[0-9a-f]{8}$|"ended": (null|"[^"]*")', re.MULTILINE)
_VERSION = re.compile(r"(?:-(\d+))?\.txt$")
"""The end of the name of a game's file. It contains a number if the end of the game was changed later."""


class Loss(Exception):
    """Raised if a key press was lost or applied twice, or if the program failed or saved a wrong file."""


class Kept:
    """A match, and a folder with the files of the program that plays it.

    If the program is killed, a new process can continue the match from these files.
    """

    def __init__(self, match: Match, folder: Path, fork_server: ForkServer) -> None:
        """Prepare to play a match.

        Args:
            match: the keys of the match, and the expected state after each of them.
            folder: the folder for the program's files. It is created if necessary.
            fork_server: the process that runs the program.
        """
        folder.mkdir(exist_ok=True)
        self.match, self.folder, self._fork_server = match, folder, fork_server

    @property
    def arguments(self) -> list[str]:
        return ["replay", "-", "--journal", str(self.folder / JOURNAL), "--ack", *self.match.arguments]

    def words(self, saved: int) -> Sequence[str]:
        """Return the keys of the match that are still to be pressed after `saved` key presses took effect."""
        return self.match.words[self.match.pressed[saved] :]

    def play_on(self, saved: int, until: int | None = None) -> Run:
        """Press the remaining keys of the match without killing the program.

        Args:
            saved: how many key presses have taken effect so far.
            until: stop when this many key presses have taken effect in total; None to play to the end.

        Raises:
            Loss: a key press was not confirmed, or the program reported an error.
        """
        pressed = self.match.pressed
        last = len(pressed) - 1 if until is None else until
        end = None if until is None else pressed[until] - pressed[saved]
        run = self._fork_server.run(self.arguments, self.words(saved)[:end])
        if (run.status, run.err) != (0, "") or acknowledged(run.out, saved) != last:
            raise Loss(f"without a kill, after {saved} key presses: {run}")
        return run

    def check_saved(self, confirmed: int) -> int:
        """Check the game that was saved before a kill, and return how many key presses took effect in it.

        Args:
            confirmed: how many key presses the program had confirmed when it was killed.

        Raises:
            Loss: a confirmed key press was not saved, more than one unconfirmed key press was saved, or the
                saved game is wrong.
        """
        standing = self.standing()
        saved = standing["presses"] if standing else 0
        if not confirmed <= saved <= confirmed + 1:
            raise Loss(f"{confirmed} key presses were confirmed, but {saved} were saved")
        if standing and standing != self.match.standings[saved]:
            raise Loss(f"after {saved} key presses, the game differs from the expected one")
        return int(saved)

    def check_end(self, undisturbed: Kept) -> None:
        """Check that the match ended like `undisturbed`, the same match played without kills.

        All files except the journals must be equal. The journals may differ, but must restore the same match.

        Raises:
            Loss: the files or the restored matches differ.
        """
        if self.standing() != self.match.standings[-1]:
            raise Loss("at the end, the game differs from the expected one")
        ours, theirs = (without_variable_parts(each.files()) for each in (self, undisturbed))
        for name in sorted(ours.keys() | theirs.keys()):
            if name == JOURNAL and name in ours:
                continue
            if ours.get(name) != theirs.get(name):
                raise Loss(f"at the end, {name} differs from the file of a match without kills")
        if self.all_undone != undisturbed.all_undone:
            raise Loss("at the end, UNDO leads to a different state than in a match without kills")

    @cached_property
    def all_undone(self) -> Any:
        """The output of `muggins replay --json` after everything has been undone, on a copy of the journal.

        The output is cached, so use this property only after the match.

        Raises:
            Loss: the program reported an error.
        """
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copy(self.folder / JOURNAL, folder)
            undone = ["UNDO"] * len(self.match.pressed)
            run = self._fork_server.run(["replay", "-", "--journal", str(copy), "--json"], undone)
        if (run.status, run.err) != (0, ""):
            raise Loss(f"after undoing everything: {run}")
        return json.loads(run.out)

    def standing(self) -> dict[str, Any] | None:
        """Return the output of `muggins status --json`, or None if no game has begun.

        Raises:
            Loss: the program reported an error.
        """
        run = self._fork_server.run(["status", "--json", "--journal", str(self.folder / JOURNAL)])
        if run.status == 2 and ("no game has begun" in run.err or "there is no such file" in run.err):
            return None
        if (run.status, run.err) != (0, ""):
            raise Loss(f"the exit status of `muggins status` was {run.status}: {run.err}")
        return json.loads(run.out)

    def files(self) -> dict[str, bytes]:
        files = sorted(path for path in self.folder.rglob("*") if path.is_file())
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in files}


def acknowledged(out: bytes, after: int) -> int:
    """Check that the program confirmed each key press exactly once, in order.

    Args:
        out: the program's output. Each line is the number of a confirmed key press.
        after: the number of the last key press before this run of the program; 0 if there was none.

    Returns:
        The number of the last key press that was confirmed.

    Raises:
        Loss: the number of a key press is missing, out of order, or appears twice.
    """
    whole, _, _ = out.rpartition(b"\n")
    numbers = [int(line) for line in whole.split(b"\n") if line.isdigit()]
    if numbers != list(range(after + 1, after + 1 + len(numbers))):
        raise Loss(f"after key press {after}, the program confirmed {numbers}")
    return after + len(numbers)


def without_variable_parts(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return these files without the end times of games, and without checksums.

    These parts may differ even if the same keys are pressed. A game can be saved in several versions, each in
    its own file. Only the latest version is returned, under the name of the first.
    """
    made: dict[str, bytes] = {}
    for name in sorted(files, key=_version):
        made[_VERSION.sub(".txt", name)] = _MAY_DIFFER.sub(b"", files[name])
    return made


def _version(name: str) -> int:
    match = _VERSION.search(name)
    return int(match[1] or 1) if match else 1


AT_A_GAME = 0.35  # of the kills, at the beginning of a later game, if there is one
AT_THE_START = 0.15  # of the kills, before the first confirmed key press

STARTING = "starting, or reading the journal"
KEPT = "a key press saved but not yet confirmed"
TOLD = "between key presses"
BEGUN = "a game had begun, the previous one was being archived"
MOMENTS = (STARTING, KEPT, TOLD, BEGUN)


class Killing:
    """A match during which the program is killed again and again.

    Attributes:
        moments: the number of kills, keyed by what the program was doing, e.g. `between key presses`.
        presses: how many key presses the program confirmed before it was killed, in total.
    """

    def __init__(self, match: Match, folder: Path, fork_server: ForkServer, random: Random) -> None:
        """Play the match once without kills, so that later runs can be compared with it.

        Args:
            match: the match to play.
            folder: an empty folder for the program's files.
            fork_server: the process that runs the program.
            random: used to choose when to kill the program.

        Raises:
            Loss: the result is wrong even without a kill.
        """
        self.moments: Counter[str] = Counter()
        self.presses = 0
        self._match, self._fork_server, self._random = match, fork_server, random
        self._kept = Kept(match, folder / "kept", fork_server)
        self._undisturbed = Kept(match, folder / "undisturbed", fork_server)
        self._told = self._undisturbed.play_on(0).told
        self._undisturbed.check_end(self._undisturbed)

    def run(self, kills: int) -> None:
        """Play the match, killing the program again and again. After `kills` kills, play on without kills.

        There are fewer kills if the match ends first.

        Raises:
            Loss: a key press was lost or applied twice, or the program failed or saved a wrong file.
        """
        saved = 0
        while self.moments.total() < kills and saved < len(self._match.pressed) - 1:
            before = self._kept.files()
            run = self._killed(saved)
            confirmed = acknowledged(run.out, saved)
            if run.status == 0:
                saved = confirmed
                break
            if (run.status, run.err) != (-signal.SIGKILL, ""):
                raise Loss(f"the program ended with {run.status}: {run.err}")
            self.presses += confirmed - saved
            after = self._kept.files()
            unchanged = confirmed == saved and before == after
            saved = self._kept.check_saved(confirmed)
            begun = saved in self._match.begins
            saving = BEGUN if begun else KEPT if saved > confirmed else TOLD
            self.moments[STARTING if unchanged else saving] += 1
        self._kept.play_on(saved)
        self._kept.check_end(self._undisturbed)

    def _killed(self, saved: int) -> Run:
        words, moment = self._kept.words(saved), self._drawn(saved)
        return self._fork_server.run(self._kept.arguments, words, lines=moment.lines, delay=moment.delay)

    def _drawn(self, saved: int) -> Moment:
        random, told, chance = self._random, self._told, self._random.random()
        if chance < AT_THE_START:
            return Moment(0, random.random() * 1.5 * told[0])
        coming = [press for press in self._match.begins if press > saved]
        if not coming or chance > AT_THE_START + AT_A_GAME:
            gap = told[-1] / len(told)
            return Moment(random.randint(1, 10), random.random() * 2 * gap)
        # After the press that begins a game is confirmed, the previous game is archived until the next press.
        # Take the longest such time, because this process gets several lines at once if it reads them late.
        longest = max(told[min(press, len(told) - 1)] - told[press - 1] for press in self._match.begins)
        return Moment(min(coming) - saved, random.random() * longest)
