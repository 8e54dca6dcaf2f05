"""Play a match with a program that is killed repeatedly at random moments."""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import Path
from random import Random

from tests.kills.kept import JOURNAL, Kept, Loss, Snapshot, acknowledged, without_variable_parts
from tests.kills.match import Match
from tests.kills.program import ForkServer, Moment, Run, run_anew

ANEW = 0.06
"""The share of program starts with a new interpreter. The others are forks of a running interpreter."""
START = 0.3
"""The longest delay before a kill while a new interpreter starts, in seconds."""
AT_A_GAME = 0.35
"""The share of kills at the beginning of a later game, if there is one."""
AT_THE_START = 0.15
"""The share of kills before the first confirmed key press."""

STARTING = "starting, or reading the journal"
KEPT = "a key press saved but not yet confirmed"
TOLD = "between key presses"
BEFORE = "a game began, the previous one was not archived yet"
WRITING = "a game began, a new file was only partly written"
BETWEEN = "a game began, the previous one was archived, the journal was not shortened yet"
AFTER = "a game began, all housekeeping was done"
MOMENTS = (STARTING, KEPT, TOLD, BEFORE, WRITING, BETWEEN, AFTER)


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
        self._match, self._folder, self._fork_server, self._random = match, folder, fork_server, random
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
            self.moments[STARTING if unchanged else self._moment(saved, confirmed, after)] += 1
        self._kept.play_on(saved)
        self._kept.check_end(self._undisturbed)

    def _killed(self, saved: int) -> Run:
        words, arguments = self._kept.words(saved), self._kept.arguments
        moment = self._drawn(saved)
        if self._random.random() >= ANEW:
            return self._fork_server.run(arguments, words, lines=moment.lines, delay=moment.delay)
        if moment.lines == 0:
            moment = Moment(0, self._random.random() * START)
        return run_anew(arguments, words, self._folder, moment)

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

    def _moment(self, saved: int, confirmed: int, after: Snapshot) -> str:
        if saved not in self._match.begins:
            return KEPT if saved > confirmed else TOLD
        clean = Kept(self._match, self._folder / f"clean-{self.moments.total()}", self._fork_server)
        clean.play_on(0, saved)
        ours, theirs = without_variable_parts(after), without_variable_parts(clean.files())
        if ours.keys() - theirs.keys():
            return WRITING
        if ours.keys() != theirs.keys():
            return BEFORE
        # The first lines of the journal tell where it continues.
        begun = [files[JOURNAL].split(b"\n")[:2] for files in (ours, theirs)]
        return AFTER if begun[0] == begun[1] else BETWEEN
