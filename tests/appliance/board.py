"""A board on a machine: keys are typed on it, and after each fault it has to tell what it acknowledged."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from tests.appliance.game import Keys
from tests.appliance.port import Port, Result, acknowledged

STATUS = "sudo -u muggins muggins status --json"
STARTED = re.compile(r"Started muggins\.service")


class Row(NamedTuple):
    """A line of the report.

    Attributes:
        fault: what was done.
        times: how often.
        acknowledged: presses that were acknowledged meanwhile.
        lost: those of them that were gone afterwards.
        back: seconds, each time, until the board played again.
    """

    fault: str
    times: int
    acknowledged: int
    lost: int
    back: Sequence[float] = ()


class Host(Protocol):
    """What a board runs on, as far as a board is concerned: `Machine` and `Container` are such.

    Attributes:
        log: what the service says.
    """

    log: Port

    @property
    def slowness(self) -> int:
        """How many times longer than usual is waited for things."""

    def run(self, command: str, timeout: float = ..., answers: Iterable[tuple[str, str]] = ...) -> Result:
        """Run a command as root.

        Raises:
            TimeoutError: it did not end.
        """


class Board:
    """The board, and what is known of it. How it is keyed is a matter of its kind.

    Attributes:
        machine: what it runs on.
        rows: the report.
        notes: what else is to be reported.
        failures: what was not as it has to be.
    """

    def __init__(self, machine: Host, keys: Keys, progress: Callable[[str], None]) -> None:
        """A board on a machine. Nothing has been keyed yet."""
        self.machine = machine
        self._keys = keys
        self.progress = progress
        self.rows: list[Row] = []
        self.notes: list[str] = []
        self.failures: list[str] = []
        self._at = 0  # presses that have taken effect, as far as is known for certain
        self._sent = 0

    # -- what is done to it

    def plug(self) -> None:
        """Plug its keypad in, and wait until the board has found it."""
        raise NotImplementedError

    def type(self, count: int) -> None:
        """Play so many keys on, all of which are acknowledged.

        Raises:
            TimeoutError: one was not acknowledged.
        """
        raise NotImplementedError

    def press_in_vain(self) -> None:
        """Press the next key on a board that does not listen."""
        raise NotImplementedError

    def press_and_kill(self, after: float) -> float:
        """Press the next key, and kill the board's process with SIGKILL some seconds later; when that was."""
        raise NotImplementedError

    # -- what is asked of it

    def wait_until_back(self, since: int = 0, seconds: float = 60) -> float:
        """Wait until systemd is told that the board is ready; when it was told.

        Args:
            since: how many lines the log had before.
            seconds: how long at most, with KVM.
        """
        return self.machine.log.wait(STARTED.search, since, seconds * self.machine.slowness)

    def settle(self, acknowledged: int) -> int:
        """Ask where the game stands, and hold it against the keys; how many acknowledged presses are lost."""
        done = self.machine.run(STATUS)
        if not self.check(done.status == 0, f"{STATUS}: {done.text}"):
            return acknowledged
        told: dict[str, Any] = json.loads(done.text.splitlines()[-1])
        there = int(told["presses"])
        self.check(there <= self._sent, f"{there} presses are there, and only {self._sent} keys were sent")
        lost = max(0, acknowledged - there)
        self.check(not lost, f"{acknowledged} presses were acknowledged, and {there} are there")
        expected = self._keys.standing(there)
        differing = {name for name in expected if expected[name] != told.get(name)}
        self.check(
            not differing,
            f"after {there} presses, {', '.join(sorted(differing))} is not what the keys give:\n"
            f"  told     {told}\n  expected {expected}",
        )
        self._at = self._sent = there
        return lost

    def check(self, fine: bool, fault: str) -> bool:
        """Note that something is not as it has to be; whether it is."""
        if not fine:
            self.failures.append(fault)
            self.progress(f"FAILED: {fault}")
        return fine

    def must(self, command: str, seconds: float = 60, answers: Sequence[tuple[str, str]] = ()) -> str:
        """Run a command that has to succeed; what it prints."""
        done = self.machine.run(command, seconds, answers)
        self.check(done.status == 0, f"{command}: exit status {done.status}\n{done.text}")
        return done.text

    def report(self, row: Row) -> None:
        """Add a line to the report."""
        self.rows.append(row)
        back = f", back after at most {max(row.back):.1f} s" if row.back else ""
        self.progress(
            f"{row.fault}: {row.times} times, {row.acknowledged} acknowledged, {row.lost} lost{back}"
        )

    def note(self, text: str) -> None:
        """Add words to the report."""
        self.notes.append(text)
        self.progress(text)

    def says(self, words: str, since: int, seconds: float = 10) -> bool:
        """Whether the log has words in a line, of those from a certain number on."""
        try:
            self.machine.log.wait(lambda line: words in line.lower(), since, seconds * self.machine.slowness)
        except TimeoutError:
            return False
        return True

    @property
    def presses(self) -> int:
        """How many presses have taken effect for certain: acknowledged, or seen to be there."""
        return max(self._at, acknowledged(self.machine.log.lines))
