"""A board on an emulated machine, with a keypad whose keys a test can press one at a time."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.appliance.board import Board
from tests.appliance.key_presses import Keys
from tests.appliance.memory_card import Fuse
from tests.appliance.pc import Outlets
from tests.appliance.qemu_machine import Machine

GAP = 35
"""The shortest time between two key presses with KVM, in milliseconds."""


class KeyedBoard(Board):
    """A board with a keypad, running on a QEMU machine.

    Attributes:
        outlets: the connections to the machine's USB port and web server; None if there are none.
    """

    machine: Machine

    def __init__(
        self,
        machine: Machine,
        keys: Keys,
        progress: Callable[[str], None],
        outlets: Outlets | None = None,
    ) -> None:
        super().__init__(machine, keys, progress)
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
            if not self.press(30 * self.machine.patience):
                last = [text for _, text in self.machine.log.lines[-5:]]
                raise TimeoutError(f"press {self._sent} was not acknowledged; the last log line is: {last}")

    def press(self, seconds: float) -> bool:
        """Press the next key in the sequence `keys`, and return True if it is acknowledged in time."""
        deadline = time.monotonic() + seconds
        keypad, log = self.machine.keypad, self.machine.log
        heard, since = len(keypad.lines), len(log.lines)
        order = self._next("press")
        number = f"{self._sent} "
        try:
            keypad.say(order)
            log.wait(lambda line: line.startswith(number), since, deadline - time.monotonic())
            # Wait until the key is up, or the next press of it would not count.
            keypad.wait(lambda line: line == "press", heard, deadline - time.monotonic())
        except TimeoutError:
            return False
        self._at = self._sent
        return True

    def is_taken(self, refusal: str) -> bool:
        """Press the next key in the sequence `keys`. Return True if it is acknowledged, False if refused.

        Args:
            refusal: the words, in lower case, that the log contains if the key press is refused.

        Raises:
            TimeoutError: the key press was neither acknowledged nor refused.
        """
        keypad, log = self.machine.keypad, self.machine.log
        heard, since = len(keypad.lines), len(log.lines)
        order, seconds = self._next("press"), 30 * self.machine.patience
        number = f"{self._sent} "
        keypad.say(order)
        log.wait(lambda line: line.startswith(number) or refusal in line.lower(), since, seconds)
        keypad.wait(lambda line: line == "press", heard, seconds)
        if any(line.startswith(number) for _, line in log.lines[since:]):
            self._at = self._sent
        return self._at == self._sent

    def type_until_cut(self, fuse: Fuse) -> None:
        """Press keys from the sequence `keys` until the machine loses power, and check that it does.

        Args:
            fuse: when to cut the power, e.g. at the third write to the memory card.
        """
        self.machine.arm(fuse)
        typed = 0
        while typed < 30 and self.press(30 * self.machine.patience):
            typed += 1
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
        return f"{order} {GAP * self.pace} {self.keys.order(self._at)}"
