"""A board on a machine, with checks after each fault that no acknowledged key press was lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from tests.appliance.key_presses import Keys
from tests.appliance.serial_port import Port, Result, acknowledged

STATUS = "sudo -u muggins muggins status --json"
STARTED = re.compile(r"Started muggins\.service")


class Row(NamedTuple):
    """A row of the report on the fault tests.

    Attributes:
        fault: the fault's name.
        times: how many times the fault was caused.
        acknowledged: the number of key presses acknowledged while this fault was tested.
        lost: the number of acknowledged key presses that were missing afterwards.
        back: how many seconds passed after each fault until the board could be used again.
    """

    fault: str
    times: int
    acknowledged: int
    lost: int
    back: Sequence[float] = ()


class Host(Protocol):
    log: Port

    @property
    def slowness(self) -> int:
        """How many times slower than a PC the machine is; 1 unless its processor is emulated."""

    @property
    def patience(self) -> int:
        """The factor by which time limits are multiplied, because the machine may be slow."""

    def run(self, command: str, timeout: float = ..., answers: Iterable[tuple[str, str]] = ...) -> Result:
        """Run a shell command as root, and answer the questions that it asks.

        Args:
            command: the command.
            timeout: the time limit in seconds.
            answers: pairs of a question and the answer to it.

        Raises:
            TimeoutError: the command did not end in time.
        """


class Board:
    """A board under test, and the report about it. Subclasses define how keys are pressed.

    Attributes:
        machine: the machine on which the board runs.
        keys: the sequence of all key presses in the test.
        progress: a function that prints a line while the test is running.
        notes: the notes to print below the rows of the report.
        failures: a message for each check that failed.
    """

    def __init__(self, machine: Host, keys: Keys, progress: Callable[[str], None]) -> None:
        self.machine = machine
        self.keys = keys
        self.progress = progress
        self.rows: list[Row] = []
        self.notes: list[str] = []
        self.failures: list[str] = []
        self._at = 0  # presses that certainly took effect
        self._sent = 0

    # -- actions

    def plug(self) -> None:
        raise NotImplementedError

    def type(self, count: int) -> None:
        """Press the next `count` keys in the sequence `keys`, and wait until the board acknowledges each."""
        raise NotImplementedError

    def press_in_vain(self) -> None:
        """Press the next key in the sequence `keys`, although the board is frozen and cannot respond."""
        raise NotImplementedError

    def press_and_kill(self, after: float) -> float:
        """Press the next key, kill the board `after` seconds later, and return the time of the kill."""
        raise NotImplementedError

    # -- checks

    def wait_until_back(self, since: int = 0, seconds: float = 60) -> float:
        """Wait until the log says that the board has started. Return the time at which this log line arrived.

        The time is in seconds, on the monotonic clock.

        Args:
            since: the index of the first log line to check.
            seconds: the time limit in seconds. It is extended on a slow machine.
        """
        return self.machine.log.wait(STARTED.search, since, seconds * self.machine.patience)

    def settle(self, acknowledged: int) -> int:
        """Check that the board saved every acknowledged key press.

        Also check that the saved key presses lead to the state that the board reports. If a check fails,
        add a message to `failures`.

        Args:
            acknowledged: the number of key presses that the board's log has acknowledged.

        Returns:
            The number of acknowledged key presses that were not saved. If the board's state cannot be read,
            all of them are counted as not saved.
        """
        done = self.machine.run(STATUS)
        if not self.check(done.status == 0, f"{STATUS}: {done.text}"):
            return acknowledged
        told: dict[str, Any] = json.loads(done.text.splitlines()[-1])
        there = int(told["presses"])
        self.check(
            there <= self._sent, f"{there} key presses were saved, but only {self._sent} keys were sent"
        )
        lost = max(0, acknowledged - there)
        self.check(not lost, f"{acknowledged} key presses were acknowledged, but {there} were saved")
        expected = self.keys.standing(there)
        differing = {name for name in expected if expected[name] != told.get(name)}
        self.check(
            not differing,
            f"after {there} presses, {', '.join(sorted(differing))} differs from what the keys should give:\n"
            f"  told     {told}\n  expected {expected}",
        )
        self._at = self._sent = there
        return lost

    def check(self, fine: bool, fault: str) -> bool:
        if not fine:
            self.failures.append(fault)
            self.progress(f"FAILED: {fault}")
        return fine

    def must(self, command: str, seconds: float = 60, answers: Sequence[tuple[str, str]] = ()) -> str:
        done = self.machine.run(command, seconds, answers)
        self.check(done.status == 0, f"{command}: exit status {done.status}\n{done.text}")
        return done.text

    def count(self, presses: int) -> None:
        """Record that the board has accepted `presses` key presses so far."""
        self._at = self._sent = presses

    def report(self, row: Row) -> None:
        self.rows.append(row)
        back = f", back after at most {max(row.back):.1f} s" if row.back else ""
        self.progress(
            f"{row.fault}: {row.times} times, {row.acknowledged} acknowledged, {row.lost} lost{back}"
        )

    def note(self, text: str) -> None:
        self.notes.append(text)
        self.progress(text)

    def says(self, words: str, since: int, seconds: float = 10) -> bool:
        """Wait for a log line that contains `words`, and return True if it appears within the time limit.

        Args:
            words: the text to find, in lower case. The case of the log line does not matter.
            since: the index of the first log line to check.
            seconds: the time limit in seconds, which is multiplied by the machine's `patience`.
        """
        try:
            self.machine.log.wait(lambda line: words in line.lower(), since, seconds * self.machine.patience)
        except TimeoutError:
            return False
        return True

    @property
    def presses(self) -> int:
        """The number of key presses, since the beginning of the test, that are known to have taken effect.

        This is the number in the log or the number saved at the last check, whichever is larger.
        """
        return max(self._at, acknowledged(self.machine.log.lines))
