"""A USB keyboard emulated by QEMU. Its keys are pressed from outside, through QMP.

QMP, the QEMU Machine Protocol, uses a line of JSON for each command and each answer (QEMU's manual, "QEMU
Machine Protocol Specification" and "QEMU QMP Reference Manual").
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from tests.appliance.guest_keypad import HELD_LONG
from tests.appliance.serial_port import Port
from tests.support.deadline import PATIENCE

QCODES = {
    14: "backspace",
    55: "kp_multiply",
    69: "num_lock",
    71: "kp_7",
    72: "kp_8",
    73: "kp_9",
    74: "kp_subtract",
    75: "kp_4",
    76: "kp_5",
    77: "kp_6",
    78: "kp_add",
    79: "kp_1",
    80: "kp_2",
    81: "kp_3",
    82: "kp_0",
    83: "kp_decimal",
    96: "kp_enter",
    98: "kp_divide",
}
"""QEMU's names (QKeyCode) for the keys of a numeric keypad, by Linux key code (linux/input-event-codes.h)."""
DEVICE = "keypad"
GAP = 0.2
"""The time from the board's answer to the next key press, in seconds.

Two key presses within 22 ms would count as one (`debounce`, `one_finger_two_keys`), and the machine's clock
is slower than this computer's while the machine is busy.
"""
HOLD = 2 * HELD_LONG
"""The duration of a long press, in seconds. The machine may detect the key late."""


class QmpError(Exception):
    """Raised when QEMU refuses a command."""


class UsbKeyboard:
    """A USB keyboard connected to an emulated machine.

    It accepts the same commands as the keypad that `guest_keypad` simulates, except `kill`.

    Attributes:
        lines: the keyboard's answers, each with its time. The first answer, `here`, means that the keyboard
            is ready. The answer to a command is the command's first word.
    """

    def __init__(self, port: Port) -> None:
        """Connect to QEMU through `port`, which is its QMP socket."""
        self._port = port
        port.wait(lambda line: "QMP" in json.loads(line), 0, PATIENCE)
        self._execute("qmp_capabilities")
        self.lines: list[tuple[float, str]] = [(time.monotonic(), "here")]

    def say(self, line: str) -> None:
        """Execute one of the commands of `guest_keypad`: `plug CODE…`, `unplug` or `press GAP CODE`.

        `CODE` is a Linux key code. `press GAP CODEL`, with an `L` after the code, is a long press. The codes
        after `plug` are ignored, because this keyboard has all keys. `GAP` is also ignored.

        Raises:
            TimeoutError: QEMU is not responding.
            QmpError: QEMU refused the command.
        """
        order, *words = line.split()
        if order == "plug":
            self._execute("device_add", driver="usb-kbd", id=DEVICE)
        elif order == "unplug":
            self._execute("device_del", id=DEVICE)
        else:
            key = words[1]
            self._press(QCODES[int(key.rstrip("L"))], key.endswith("L"))
        self.lines.append((time.monotonic(), order))

    def wait(self, wanted: Callable[[str], object], since: int, timeout: float) -> float:
        """Find the first answer for which `wanted` returns a true value, and return the time of this answer.

        Before returning, pause for `GAP` seconds, the minimum time before the next key press.

        Args:
            wanted: a function that is called with each of the keyboard's answers.
            since: the index of the first answer to check.
            timeout: ignored, because all answers have already been received by `say`.

        Raises:
            TimeoutError: there is no such answer.
        """
        for at, line in self.lines[since:]:
            if wanted(line):
                time.sleep(GAP)
                return at
        raise TimeoutError(f"the keyboard has not given the expected answer: {self.lines[since:]}")

    def _press(self, key: str, is_long: bool) -> None:
        self._edge(key, True)
        if is_long:
            time.sleep(HOLD)
        self._edge(key, False)

    def _edge(self, key: str, down: bool) -> None:
        data = {"down": down, "key": {"type": "qcode", "data": key}}
        self._execute("input-send-event", events=[{"type": "key", "data": data}])

    def _execute(self, command: str, **arguments: Any) -> None:
        since = len(self._port.lines)
        self._port.say(json.dumps({"execute": command, "arguments": arguments}))
        answers: list[dict[str, Any]] = []

        def is_answer(line: str) -> bool:
            answers.append(json.loads(line))  # an event has neither
            return "return" in answers[-1] or "error" in answers[-1]

        self._port.wait(is_answer, since, PATIENCE)
        if "error" in answers[-1]:
            raise QmpError(f"{command}: {answers[-1]['error']['desc']}")
