"""A numeric keypad inside the emulated machine, created with uinput, that presses keys on command.

This program reads commands from a serial port, one per line, and answers each with a line:

    plug CODE…                plug in a keypad with these keys
    unplug                    unplug the keypad
    press GAP CODE            press a key, then wait GAP ms; 14L is a long press of key 14
    kill GAP CODE AFTER       press a key in the same way, and kill the service's process after AFTER ms

It uses only the standard library, because no other file is copied to the machine.
"""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import subprocess
import sys
import threading
import time
import tty

# linux/uinput.h, linux/input.h and linux/input-event-codes.h
UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP, UI_SET_EVBIT, UI_SET_KEYBIT = 0x405C5503, 0x40045564, 0x40045565
EV_SYN, EV_KEY, BUS_USB = 0, 1, 3

HELD_LONG = 0.75
"""The duration of a long press, in seconds. Other keys are released immediately: a slow machine could turn
any delay into a long press."""


class Keypad:
    """A simulated USB keypad, plugged into this machine until `unplug` is called."""

    def __init__(self, codes: list[int]) -> None:
        self._file = os.open("/dev/uinput", os.O_WRONLY)
        fcntl.ioctl(self._file, UI_SET_EVBIT, EV_KEY)
        for code in codes:
            fcntl.ioctl(self._file, UI_SET_KEYBIT, code)
        setup = struct.pack("HHHH80sI", BUS_USB, 0x1234, 0x5678, 1, b"USB Keypad", 0)
        fcntl.ioctl(self._file, UI_DEV_SETUP, setup)
        fcntl.ioctl(self._file, UI_DEV_CREATE)

    def unplug(self) -> None:
        fcntl.ioctl(self._file, UI_DEV_DESTROY)
        os.close(self._file)

    def press(self, word: str, gap: float) -> None:
        """Press and release a key, and then wait for `gap` seconds.

        Args:
            word: the key's code, e.g. `14`. The word `14L` stands for a long press of the same key.
        """
        code = int(word.rstrip("L"))
        self._edge(code, 1)
        if word.endswith("L"):
            time.sleep(HELD_LONG)
        self._edge(code, 0)
        time.sleep(gap)

    def _edge(self, code: int, value: int) -> None:
        for kind, what, how in ((EV_KEY, code, value), (EV_SYN, 0, 0)):
            os.write(self._file, struct.pack("llHHi", 0, 0, kind, what, how))


def obey(order: str, words: list[str], keypad: Keypad | None) -> tuple[str, Keypad | None]:
    """Execute a keypad command.

    Args:
        order: the first word of the command.
        words: the remaining words.
        keypad: the keypad that is plugged in; None if no keypad is plugged in.

    Returns:
        The answer to the command, and the keypad that is plugged in afterwards, if any.
    """
    if order == "plug":
        return order, Keypad([int(word) for word in words])
    assert keypad is not None
    if order == "unplug":
        keypad.unplug()
        return order, None
    gap, word, *after = words
    if order == "kill":
        killer = threading.Timer(int(after[0]) / 1000, os.kill, (main_process(), signal.SIGKILL))
        killer.start()
    keypad.press(word, int(gap) / 1000)
    if order == "kill":
        killer.join()
    return order, keypad


def main_process() -> int:
    command = ["systemctl", "show", "--property=MainPID", "--value", "muggins"]
    return int(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def main(path: str) -> None:
    """Execute the commands for a simulated keypad that arrive at the serial port `path`.

    This function never returns.
    """
    port = os.open(path, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(port)
    keypad = None
    os.write(port, b"here\n")
    with os.fdopen(port, "r", closefd=False) as orders:
        for line in orders:
            order, *words = line.split()
            answer, keypad = obey(order, words, keypad)
            os.write(port, f"{answer}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1])
