"""A board on a machine, the keys that people press on it, and checks that no acknowledged press was lost."""

from __future__ import annotations

import json
import re
import sys
import time
import tomllib
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from engine.prompts import Prompt
from firmware_py.input.keys import Key
from tests.appliance.container import Container
from tests.appliance.debian_image import README, ROOT, progress
from tests.appliance.memory_card import Fuse
from tests.appliance.qemu_machine import Machine, Outlets, acknowledged
from tests.benchmarks.measure import print_table
from tests.support import keyed
from tests.support.processes import run

PROFILE = ROOT / "hardware/profiles/usb-numpad.toml"
OFTEN = 0.06  # the probability, after each key press, that the player undoes some


class Keys:
    """All key presses made in a test, in order, and the codes that a keypad sends for them."""

    def __init__(self, random: Random) -> None:
        self._codes: dict[str, int] = tomllib.loads(PROFILE.read_text())["keyboard"]["codes"]
        self._words: list[str] = []
        self._ends: list[int] = []
        self._coming = keyed.played(random, OFTEN, ended=lambda: self._ends.append(len(self._words)))

    @property
    def codes(self) -> list[int]:
        return list(self._codes.values())

    def code(self, word: str) -> str:
        """Return the code of a key, with an `L` after it for a long press."""
        # The keypad has no key for REDO, which is a long press of UNDO.
        return f"{self._codes['UNDO']}L" if word == "REDO" else str(self._codes[word])

    def words(self, first: int, count: int) -> list[str]:
        """Return `count` successive key presses, e.g. `["OK", "5"]`.

        Args:
            first: the index of the first of them among all key presses of the test, counted from 0.
            count: how many key presses to return.
        """
        return self._to(first + count)[first:]

    def end_of_game(self, number: int) -> int:
        """Return the number of key presses from the start of the first game to the end of game `number`.

        Games are numbered from 1.
        """
        while len(self._ends) < number:
            self._words.append(next(self._coming))
        return self._ends[number - 1]

    def end_of_deal(self, first: int) -> int:
        """Find the first deal that ends after at least `first` key presses.

        Return how many key presses have been made by the end of this deal, counted from the beginning of the
        test.
        """
        board, ended = keyed.board(), (0, 0)
        for presses in count(1):
            board.press(Key.parse(self._to(presses)[-1]))
            game = board.history.game
            # After UNDO and REDO, the same deal ends again.
            if game.prompt is Prompt.STARTER and (game.number, game.deals) > ended:
                ended = game.number, game.deals
                if presses >= first and game.deals:
                    return presses
        raise AssertionError("players play for ever")

    def standing(self, presses: int) -> dict[str, Any]:
        """Return the state of the game after `presses` key presses, as printed by `muggins replay --json`."""
        command = [sys.executable, "-m", "firmware_py", "replay", "-", "--json"]
        typed = " ".join(self._to(presses))
        done = run(command, input=typed, capture_output=True, text=True, check=True, cwd=ROOT)
        standing: dict[str, Any] = json.loads(done.stdout)
        assert standing["presses"] == presses and not standing["refused"]
        return standing

    def _to(self, count: int) -> list[str]:
        while len(self._words) < count:
            self._words.append(next(self._coming))
        return self._words[:count]


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


class Board:
    """A board under test, and the report about it. It has no keypad: its keys are pressed by `muggins press`.

    Attributes:
        machine: the machine on which the board runs.
        keys: the sequence of all key presses in the test.
        notes: the notes to print below the rows of the report.
        failures: a message for each check that failed.
    """

    def __init__(self, machine: Machine | Container, keys: Keys) -> None:
        self.machine = machine
        self.keys = keys
        self.rows: list[Row] = []
        self.notes: list[str] = []
        self.failures: list[str] = []
        self._at = 0  # presses that certainly took effect
        self._sent = 0

    # -- actions

    def plug(self) -> None:
        """Plug the keypad in, if there is one."""

    def type(self, count: int) -> None:
        """Press the next `count` keys in the sequence `keys`, and check that the board accepts each."""
        # systemd allows ten starts within five minutes, but a container is so fast that there are more.
        self.must("systemctl reset-failed muggins")
        words = self.keys.words(self._at, count)
        said = self.must(f"muggins press {' '.join(words)}")
        taken = [line.split()[0] for line in said.splitlines() if line]
        self.check(taken == words, f"not all keys were accepted: {said}")
        self.count(self._at + count)

    def press_in_vain(self) -> None:
        """Press the next key on the keypad, if there is one, although the board is frozen."""

    def press_and_kill(self, after: float) -> float:
        """Press the next key, kill the board `after` seconds later, and return the time of the kill.

        If there is no keypad, no key is pressed, and the board is killed at once.
        """
        self.must("systemctl kill --signal=KILL --kill-whom=main muggins")
        return time.monotonic()

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
        self.check(there <= self._sent, f"{there} presses were saved, but only {self._sent} keys were sent")
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
            progress(f"FAILED: {fault}")
        return fine

    def expect(self, command: str, wanted: str, seconds: float = 60) -> None:
        """Check that a command prints exactly this, whatever its exit status is."""
        said = self.machine.run(command, seconds).text
        self.check(said == wanted, f"{command} prints {said!r}, not {wanted!r}")

    def until(self, command: str, is_right: Callable[[str], object], seconds: float) -> str:
        """Run a command again and again until its output is right. Return the output.

        If this takes too long, add a message to `failures`.

        Args:
            command: the shell command.
            is_right: a function that is called with the output, and returns a true value for the right one.
            seconds: the time limit, which is multiplied by the machine's `patience`.
        """
        end = time.monotonic() + seconds * self.machine.patience
        while not is_right(said := self.machine.run(command).text):
            if not self.check(time.monotonic() < end, f"{command} still prints {said}"):
                break
            time.sleep(0.5)
        return said

    def guided(self, *lines: str, guide: Path = README) -> None:
        """Check that the guide contains the commands and other lines that are used here."""
        for line in lines:
            self.check(line in guide.read_text(), f"{guide}: {line} is used here, but it is not in the guide")

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
        progress(f"{row.fault}: {row.times} times, {row.acknowledged} acknowledged, {row.lost} lost{back}")

    def note(self, text: str) -> None:
        self.notes.append(text)
        progress(text)

    def print_report(self, where: str) -> None:
        table = [[where, "times", "presses acknowledged", "lost", "back after: median", "max"]]
        for row in self.rows:
            times = [f"{back:.1f} s" for back in (median(row.back), max(row.back))] if row.back else ["", ""]
            table.append([row.fault, str(row.times), str(row.acknowledged), str(row.lost), *times])
        print_table(table)
        for note in self.notes:
            print(note)

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


GAP = 35  # the shortest time between two key presses with KVM, in milliseconds


class KeyedBoard(Board):
    """A board with a keypad, running on a QEMU machine.

    Attributes:
        outlets: the connections to the machine's USB port and web server; None if there are none.
    """

    machine: Machine

    def __init__(self, machine: Machine, keys: Keys, outlets: Outlets | None = None) -> None:
        super().__init__(machine, keys)
        self.outlets = outlets

    def plug(self) -> None:
        since = len(self.machine.log.lines)
        self.order(f"plug {' '.join(map(str, self.keys.codes))}")
        self.check(self.says("found", since), "the log does not say that the keypad was found")

    def order(self, order: str) -> float:
        """Send a command to the keypad, wait for the answer, and return the time at which it arrived."""
        keypad, heard = self.machine.keypad, len(self.machine.keypad.lines)
        keypad.say(order)
        return keypad.wait(lambda line: line == order.split()[0], heard, 20 * self.machine.patience)

    def type(self, count: int) -> None:
        """Press the next `count` keys in the sequence `keys`, and wait until the board acknowledges each.

        Raises:
            TimeoutError: a key press was not acknowledged.
        """
        for _ in range(count):
            self.press()

    def press(self, refusal: str = "") -> bool:
        """Press the next key in the sequence `keys`. Return True if it is acknowledged, False if refused.

        Args:
            refusal: the words, in lower case, that the log contains if the key press is refused; by default,
                a refused key press counts as one that is not acknowledged.

        Raises:
            TimeoutError: the key press was neither acknowledged nor refused.
        """
        log, since, order = self.machine.log, len(self.machine.log.lines), self._next("press")
        number = f"{self._sent} "

        def is_meant(line: str) -> bool:
            return line.startswith(number) or (bool(refusal) and refusal in line.lower())

        self.order(order)  # until the key is up, or the next press of it would not count
        log.wait(is_meant, since, 30 * self.machine.patience)
        is_taken = any(line.startswith(number) for _, line in log.lines[since:])
        if is_taken:
            self._at = self._sent
        return is_taken

    def type_until_cut(self, fuse: Fuse) -> None:
        """Press keys from the sequence `keys` until the machine loses power, and check that it does.

        Args:
            fuse: when to cut the power, e.g. at the third write to the memory card.
        """
        self.machine.arm(fuse)
        with suppress(TimeoutError):
            self.type(30)
        self.check(self.machine.has_blown, f"the power was not cut at {fuse}")

    def switch_off(self) -> int:
        """Use the menu to switch the machine off, wait until it is off, and return QEMU's exit status.

        Raises:
            TimeoutError: the machine did not switch off in time.
        """
        for word in ("MENU", "8", "OK"):
            self.order(f"press {GAP * self.pace} {self.keys.code(word)}")
        return self.machine.wait_until_off(60)

    def press_in_vain(self) -> None:
        self.order(self._next("press"))

    def press_and_kill(self, after: float) -> float:
        return self.order(f"{self._next('kill')} {after * 1000:.0f}")

    @property
    def pace(self) -> int:
        """The factor by which pauses and time limits for key presses are multiplied; 1 if KVM is used."""
        return 1 if self.machine.kvm else 4

    def _next(self, order: str) -> str:
        """Return the keypad command for the next key in the sequence `keys`, such as `press 35 28`.

        The numbers are the time to wait after the key, in milliseconds, and the key code.

        Args:
            order: the first word of the command: `press` or `kill`.
        """
        self._sent = self._at + 1
        [word] = self.keys.words(self._at, 1)
        return f"{order} {GAP * self.pace} {self.keys.code(word)}"
