"""Play a match with a program that is killed repeatedly at random moments."""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import Path
from random import Random

from tests.kills.kept import Kept, Loss, acknowledged
from tests.kills.match import Match
from tests.kills.program import ForkServer, Moment, Run

AT_A_GAME = 0.35
"""The share of kills at the beginning of a later game, if there is one."""
AT_THE_START = 0.15
"""The share of kills before the first confirmed key press."""

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
