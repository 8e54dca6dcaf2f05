"""Test the voice's audio player on the kernel's virtual sound card, and print the results as JSON.

    python3 -m tests.appliance.guest_sound DEVICE

DEVICE is an ALSA device on the card Loopback, such as `plughw:CARD=Loopback`. This virtual card of the kernel
module snd-aloop plays in real time and can be recorded. The program runs on the emulated machine, and needs
only Muggins, the standard library and alsa-utils.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import threading
import time
from array import array
from contextlib import closing
from pathlib import Path
from statistics import median

from firmware_py.speech.clips import RATE
from firmware_py.speech.player import Player
from tests.support.deadline import until

CARD = "Loopback"
STATUS = Path(f"/proc/asound/{CARD}/pcm0p/sub0/status")
DRIVER = Path("/sys/bus/platform/drivers/snd_aloop")
_LOUD = 1000
_IDLE = 10.0  # the seconds for which the device is watched while nothing is said
_CUTS = 8


def tone(seconds: float) -> bytes:
    """Return the samples of a tone. None of them is zero, so that the tone differs from silence."""
    count = round(seconds * RATE)
    values = [9000 + round(6000 * math.sin(440 * 2 * math.pi * at / RATE)) for at in range(count)]
    return array("h", values).tobytes()


class Microphone:
    """A recorder for the sound that the sound card plays.

    Attributes:
        samples: all samples recorded so far.
        loud_at: the time at which the last loud sample arrived, in seconds on the monotonic clock; 0 if there
            has been none.
    """

    def __init__(self) -> None:
        words = f"arecord -q -D plughw:CARD={CARD},DEV=1 -t raw -f S16_LE -c 1 -r {RATE} --period-time=4000"
        self._process = subprocess.Popen(words.split(), stdout=subprocess.PIPE)
        self.samples = array("h")
        self.loud_at = 0.0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        file, rest = self._process.stdout.fileno(), b""
        while piece := os.read(file, 4096):
            rest += piece
            new = array("h", rest[: len(rest) // 2 * 2])
            rest = rest[len(new) * 2 :]
            self.samples += new
            if new and max(new) > _LOUD:
                self.loud_at = time.monotonic()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()


def running_since() -> str:
    """Return the time at which the sound card started to play, in the text form in which ALSA reports it.

    If the sound card is not playing, return an empty string.
    """
    fields = dict(line.split(":", 1) for line in STATUS.read_text().splitlines() if ":" in line)
    return fields.get("trigger_time", "").strip() if fields.get("state", "").strip() == "RUNNING" else ""


def switches() -> int:
    """Return the total number of context switches of this process and its children, including all threads."""
    children = [task.read_text().split() for task in Path("/proc/self/task").glob("*/children")]
    found = 0
    for process in ("self", *(pid for each in children for pid in each)):
        for status in Path(f"/proc/{process}/task").glob("*/status"):
            found += int(status.read_text().partition("\nvoluntary_ctxt_switches:")[2].split()[0])
    return found


def checked(device: str) -> dict[str, object]:
    """Run all tests on a sound device, and return their results, keyed by name.

    The tests play sound on the device and record it. The last one unplugs the device while it is playing.
    """
    lines: list[str] = []
    found: dict[str, object] = {"device": device} | idle(device)
    with closing(Microphone()) as microphone, closing(Player(device)) as player:
        until(lambda: player.is_open, "the device")
        until(lambda: len(microphone.samples) > RATE, "a second of silence")
        found |= cuts(player, microphone)
        found["whole"] = plays_without_gaps(player, microphone)
    with closing(Player(device, warn=lines.append)) as player:
        until(lambda: player.is_open, "the device")
        unplug_while_playing(player)
    return found | {"lines": lines}


def idle(device: str) -> dict[str, object]:
    """Keep a sound device open without playing anything, and return two measurements.

    `wake-ups a second` is how often this program woke up. `ran on` is True if the device ran without
    interruption.
    """
    with closing(Player(device)) as player:
        until(lambda: player.is_open, "the device")
        until(running_since, "sound")
        time.sleep(2)
        begun, woken = running_since(), switches()
        time.sleep(_IDLE)
        rate = (switches() - woken) / _IDLE
        return {"wake-ups a second": round(rate, 1), "ran on": begun == running_since() != ""}


def cuts(player: Player, microphone: Microphone) -> dict[str, object]:
    """Stop the player several times while it is playing a word, and measure how soon the sound ends.

    Return all measurements and their median, in milliseconds.
    """
    word, after = tone(4), []
    for _ in range(_CUTS):
        since = time.monotonic()
        player.play(word)
        until(lambda since=since: microphone.loud_at > since, "the word")
        time.sleep(0.5)
        stopped = time.monotonic()
        player.stop()
        time.sleep(1)
        after.append(round((microphone.loud_at - stopped) * 1000))
    return {"ms heard after a cut": sorted(after), "median": median(after)}


def plays_without_gaps(player: Player, microphone: Microphone) -> bool:
    """Play a one-second tone. Return True if the microphone records all of it without interruption."""
    word = tone(1)
    before = len(microphone.samples)
    player.play(word)
    until(lambda: not player.is_playing, "the end of the word")
    until(lambda: len(microphone.samples) > before + 2 * RATE, "the recording")
    return word in microphone.samples[before:].tobytes()


def unplug_while_playing(player: Player) -> None:
    """Remove the sound card while a word is being played, insert it again, and play another word."""
    player.play(tone(4))
    time.sleep(0.5)
    (name,) = (each.name for each in DRIVER.glob("snd_aloop.*"))
    (DRIVER / "unbind").write_text(name)
    until(lambda: not player.is_open, "the loss of the card")
    time.sleep(3)
    (DRIVER / "bind").write_text(name)
    until(lambda: player.is_open, "the card")
    player.play(tone(0.2))
    until(lambda: not player.is_playing, "a word on the card that is back")


if __name__ == "__main__":
    print(json.dumps(checked(sys.argv[1])))
