"""Measure the emulated Raspberry Pi on which this program runs, and print what was found as a JSON object.

    python3 guest_pi.py pins                           which program uses each GPIO pin, and the pin's flags
    python3 -m tests.appliance.guest_pi instructions   how many instructions a start and a key press take

For the pins it needs only the standard library, and none of the code under test. The kernel's answer to
GPIO_V2_GET_LINEINFO_IOCTL is described in linux/gpio.h.

The instructions are counted in millions, also for starting Python, for importing gpiozero, luma and Pillow,
and for a frame drawn by luma. With QEMU's option `-icount shift=0`, the machine's clock advances by one
nanosecond per instruction. The processor time that Linux records for a process is therefore the number of its
instructions, both in its own code and in the kernel on its behalf.
"""

from __future__ import annotations

import fcntl
import json
import os
import resource
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

CHIP = "/dev/gpiochip0"
PINS = range(28)
_LINE_INFO = struct.Struct("=32s32sIIQ176x")  # name, consumer, offset, number of attributes, flags
_GET_LINE_INFO = 3 << 30 | _LINE_INFO.size << 16 | 0xB4 << 8 | 0x05
ROUNDS = 3


def pins() -> dict[int, tuple[str, int]]:
    chip = os.open(CHIP, os.O_RDWR)
    users = {}
    for pin in PINS:
        info = bytearray(_LINE_INFO.pack(b"", b"", pin, 0, 0))
        fcntl.ioctl(chip, _GET_LINE_INFO, info)
        _, consumer, _, _, flags = _LINE_INFO.unpack(info)
        users[pin] = consumer.rstrip(b"\0").decode(), flags
    return users


def instructions() -> dict[str, float]:
    from tests.benchmarks.start import BOARD, IMPORTS, play
    from tests.benchmarks.wire import play_file, whole_luma_frame

    with tempfile.TemporaryDirectory() as state:
        play(Path(state) / "games.txt", 1, suits=True)
        environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "mock", "STATE_DIRECTORY": state}
        starts = {"python": ["-c", "pass"], "imports": ["-c", IMPORTS], "board": ["-c", BOARD, "start"]}
        for words in starts.values():
            _of_process(words, environment)
        counts = {
            name: [_of_process(words, environment) for _ in range(ROUNDS)] for name, words in starts.items()
        }
    play_file("ranks")
    press = [cost.cpu_ms for cost in play_file("ranks")]
    counts |= {"press": press, "frame": [whole_luma_frame(1)]}
    return {name: median(some) for name, some in counts.items()}


def _of_process(words: list[str], environment: dict[str, str]) -> float:
    """Run Python in a new process, and return how many million processor instructions it executed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, *words]
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True, timeout=600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


if __name__ == "__main__":
    print(json.dumps(pins() if sys.argv[1] == "pins" else instructions()))
