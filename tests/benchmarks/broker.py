"""How soon a broker's subscriber is notified of a key press, and the resources used by `muggins publish`.

    python -m tests.benchmarks.broker
    python -m tests.benchmarks.broker FOLDER

With FOLDER, which contains the files of a running board, nothing is measured. The program starts a broker,
and publishes the board's state to it until SIGTERM arrives.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median

from firmware_py.input.keys import Key, Press
from firmware_py.outputs.window import ViewFile
from tests.benchmarks.wire import Row, p99
from tests.support import keyed
from tests.support.broker import MOSQUITTO, Broker, Subscriber
from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.processes import ended
from tests.support.publishing import is_online

BETWEEN = 0.02
"""The time between two key presses, in seconds."""
IDLE = 10.0
"""The time, in seconds, during which the wake-ups of the publisher are counted while nothing happens."""


def rows(presses: int) -> list[Row]:
    """Return table rows with the delays, processor time, wake-ups and memory use of `muggins publish`.

    If no broker is installed, return no rows.

    Args:
        presses: the number of key presses to measure.
    """
    if MOSQUITTO is None:
        return []
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name:
        folder = Path(name)
        file = ViewFile(folder, 0o750)
        file.write(keyed.board())
        with closing(Broker(folder)) as broker, closing(Subscriber(broker.port)) as subscriber:
            publisher = subprocess.Popen(_publish(broker, folder), env=_environment(folder))
            subscriber.wait(is_online, "the board")
            before = _cpu(publisher.pid)
            times = _heard(subscriber, file, presses)
            spent = 1000 * (_cpu(publisher.pid) - before) / presses
            wakes = _wakes(publisher.pid, IDLE if presses > 20 else 1)
            memory = _memory(publisher.pid)
            publisher.send_signal(signal.SIGTERM)
            ended(publisher)
    took = f"{median(times):.1f}, {p99(times):.1f} ms"
    return [
        ("press to a broker's subscriber: median, p99", took, "", "the broker included"),
        ("CPU of publish for a press", f"{spent:.1f} ms", "", ""),
        ("wake-ups of publish while nothing happens", f"{wakes:.2f} a second", "", "one in 31 s is planned"),
        ("memory of publish", f"{memory:.0f} MB", "", _empty()),
    ]


def _heard(subscriber: Subscriber, file: ViewFile, presses: int) -> list[float]:
    """Press keys, and return how long each key press takes to reach a subscriber, in milliseconds.

    Args:
        subscriber: a client of the broker that receives the board's messages.
        file: the board's view file.
        presses: the number of keys to press.
    """
    board, times = keyed.board(), []
    for word in (keyed.whole_game(5) + keyed.whole_game(6))[:presses]:
        key = Key.parse(word)
        outcome = board.press(key)
        heard = len(subscriber.of("event"))
        began = time.perf_counter()
        file.write(board, [(Press(key), outcome)])
        subscriber.wait(lambda _, heard=heard: len(subscriber.of("event")) > heard, "the press")
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(BETWEEN)
    return times


def _publish(broker: Broker, folder: Path) -> list[str]:
    config = folder / "publish.toml"
    config.write_text(f'extends = "bare"\n[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\n')
    return [*MUGGINS, "publish", "--config", str(config)]


def _environment(folder: Path) -> dict[str, str]:
    return ENVIRONMENT | {"RUNTIME_DIRECTORY": str(folder), "STATE_DIRECTORY": str(folder)}


def _cpu(process: int) -> float:
    """Return the processor time that a process has used, in seconds (proc(5))."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _wakes(process: int, seconds: float) -> float:
    """Measure how many times per second the threads of a process wake up.

    Args:
        process: the process ID.
        seconds: how long to measure.
    """

    def switches() -> int:
        found = (path.read_text() for path in Path(f"/proc/{process}/task").glob("*/status"))
        return sum(int(re.findall(r"^voluntary_ctxt_switches:\s+(\d+)", text, re.M)[0]) for text in found)

    time.sleep(1)  # the last acknowledgements have arrived
    before = switches()
    time.sleep(seconds)
    return (switches() - before) / seconds


def _memory(process: int) -> float:
    """Return the peak memory use of a process, in MB."""
    [kilobytes] = re.findall(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(kilobytes) / 1024


def _empty() -> str:
    """Return a string with the memory use of a Python process that has only imported paho-mqtt and ssl."""
    program = (
        "import paho.mqtt.client, ssl;"
        "print(next(l for l in open('/proc/self/status') if 'VmHWM' in l).split()[1])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    return f"{int(done.stdout) / 1024:.0f} MB for Python and paho-mqtt alone"


def publish_until_stopped(folder: Path) -> None:
    """Start a broker, and publish the state of a running board to it until SIGTERM arrives.

    Print a line once the broker has received the first message.

    Args:
        folder: the folder that contains the board's files.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    with tempfile.TemporaryDirectory(dir="/dev/shm") as name, closing(Broker(Path(name))) as broker:
        environment = ENVIRONMENT | {"RUNTIME_DIRECTORY": str(folder / "run"), "STATE_DIRECTORY": str(folder)}
        with subprocess.Popen(_publish(broker, Path(name)), env=environment) as publisher:
            with closing(Subscriber(broker.port)) as subscriber:
                subscriber.wait(is_online, "the board")
            print("ready", flush=True)
            signal.sigwait({signal.SIGTERM})
            publisher.kill()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        publish_until_stopped(Path(sys.argv[1]))
    else:
        for row in rows(200):
            print("  ".join(row))
