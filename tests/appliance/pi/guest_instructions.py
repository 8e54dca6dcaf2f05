"""Count the processor instructions for a board's start and for a key press, on the emulated Raspberry Pi.

For comparison, also count the instructions for starting Python, for importing gpiozero, luma and Pillow, and
for a frame drawn by luma. The output is a JSON object, whose numbers are millions of instructions.

With QEMU's option `-icount shift=0`, the machine's clock advances by one nanosecond per instruction. The
processor time that Linux records for a process is therefore the number of its instructions, both in its own
code and in the kernel on its behalf.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.benchmarks.start import BOARD, IMPORTS, play
from tests.benchmarks.wire import play_file, whole_luma_frame

ROUNDS = 3


def of_process(words: list[str], environment: dict[str, str]) -> float:
    """Run Python in a new process, and return how many million processor instructions it executed.

    Args:
        words: the command-line arguments for Python.
        environment: all environment variables of the process.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *words], env=environment, stdout=subprocess.DEVNULL, check=True, timeout=600
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    with tempfile.TemporaryDirectory() as state:
        play(Path(state) / "games.txt", 1, suits=True)
        environment = {**os.environ, "GPIOZERO_PIN_FACTORY": "mock", "STATE_DIRECTORY": state}
        starts = {"python": ["-c", "pass"], "imports": ["-c", IMPORTS], "board": ["-c", BOARD, "start"]}
        for words in starts.values():
            of_process(words, environment)
        counts = {
            name: [of_process(words, environment) for _ in range(ROUNDS)] for name, words in starts.items()
        }
    play_file("ranks")
    press = [cost.cpu_ms for cost in play_file("ranks")]
    counts |= {"press": press, "frame": [whole_luma_frame(1)]}
    print(json.dumps({name: median(some) for name, some in counts.items()}))


if __name__ == "__main__":
    main()
