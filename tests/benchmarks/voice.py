"""The time from a key press on a real board to the first sound, compared with that of `aplay` alone.

ALSA's `file` plugin writes the sound to a named pipe, which is read here.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from unittest import mock

from firmware_py.speech.aplay import Aplay
from tests.benchmarks.measure import Row
from tests.support.board_process import BoardProcess
from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.deadline import until
from tests.support.processes import started
from tests.support.sound import recorder, tone, tone_voice

_QUIET = 0.4  # seconds without a sound after which the voice has finished


class Ear:
    """A listener that hears a fake sound device, which writes its sound to a named pipe.

    Attributes:
        last: the time at which sound last arrived.
    """

    def __init__(self, pipe: Path) -> None:
        os.mkfifo(pipe)
        self._pipe = pipe
        self.first: float | None = None
        self.last = time.monotonic()
        self.has_opened = False
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            with open(self._pipe, "rb", buffering=0) as sound:
                self.has_opened = True
                while piece := sound.read(1 << 16):
                    if any(piece):
                        self.last = time.monotonic()
                        self.first = self.first or self.last

    def wait_for_silence(self) -> None:
        """Wait until the voice is silent, then get ready to detect the next sound that it makes."""
        until(lambda: time.monotonic() - self.last > _QUIET, "silence")
        self.first = None

    def first_after(self, begun: float) -> float:
        """Wait for a sound, and return how long after `begun` it was heard, in milliseconds.

        Args:
            begun: a time in seconds, as returned by `time.monotonic`.
        """
        until(lambda: self.first is not None, "a sound")
        return (self.first - begun) * 1000


def rows(rounds: int) -> list[Row]:
    """Return a table row with the voice's response time, which is not measured if `aplay` is missing.

    Args:
        rounds: the number of sounds for which to measure the response time.
    """
    if shutil.which("aplay") is None:
        return [Row("press to first sound", "aplay is missing", "< 100 ms")]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        configuration = recorder(folder, "left")
        ear = Ear(folder / "left.raw")
        environment = {**ENVIRONMENT, "ALSA_CONFIG_PATH": str(configuration)}
        alone = _aplay_alone(rounds, ear, str(configuration))
        spoken = _presses(rounds, ear, folder, environment)
    took = f"{median(spoken):.0f}, {max(spoken):.0f} ms"
    reference = f"{median(alone):.1f}, {max(alone):.1f} ms from the input of aplay alone"
    return [Row("press to first sound, median, worst", took, "< 100 ms", reference)]


def _aplay_alone(rounds: int, ear: Ear, configuration: str) -> list[float]:
    """Write clips to a running `aplay`, and return how long it takes to hear each one, in milliseconds.

    Args:
        rounds: the number of clips.
        ear: the listener that receives what `aplay` plays.
        configuration: the path to the ALSA configuration.
    """
    with mock.patch.dict(os.environ, ALSA_CONFIG_PATH=configuration):
        player = Aplay("left")
    until(lambda: ear.has_opened, "the device")
    times = []
    for _ in range(rounds):
        ear.wait_for_silence()
        begun = time.monotonic()
        player.write(tone(0.09, 300))
        times.append(ear.first_after(begun))
    player.end()
    return times


def _presses(rounds: int, ear: Ear, folder: Path, environment: dict[str, str]) -> list[float]:
    """Press keys on a board, and return how long it takes to hear the voice after each one, in milliseconds.

    Args:
        rounds: the number of key presses.
        ear: the listener that receives what the voice plays.
        folder: the folder for the board's files.
        environment: environment variables for the voice.
    """
    config = folder / "speak.toml"
    speech = f'extends = "bare"\n[speech]\nvoice = "{tone_voice(folder)}"\ndevice = "left"\n'
    config.write_text(speech)
    own = {**environment, **BoardProcess.environment(folder), "XDG_CACHE_HOME": str(folder)}
    times, ear.has_opened = [], False
    with closing(BoardProcess(folder)) as board, started([*MUGGINS, "speak", "--config", config], env=own):
        until(lambda: ear.has_opened, "the device")
        time.sleep(1)  # until it waits for the board
        board.press("OK 2")
        for _ in range(rounds):
            ear.wait_for_silence()
            begun = time.monotonic()
            board.press("10")
            times.append(ear.first_after(begun))
            ear.wait_for_silence()
            board.press("UNDO")
            until(lambda: ear.first is not None, "what was taken back")
    return times
