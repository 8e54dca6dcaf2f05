"""The time that the voice needs to convert a recording into a clip, and to load the clips for a sentence.

For comparison, a Python loop with 22,050 additions is also timed.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from firmware_py.config.programs import SpeechSettings
from firmware_py.speech import clips
from firmware_py.speech.voice import Voice
from firmware_py.words.english import English
from tests.benchmarks.wire import Row
from tests.support.recorded import synthesiser, tone
from tests.support.sound import tone_voice


def rows(rounds: int) -> list[Row]:
    """Return table rows with the time needed to convert a recording, and to load the clips for a sentence.

    Args:
        rounds: how many times to repeat each measurement.
    """
    loop = _milliseconds(_loop, rounds)
    reference = f"{loop:.1f} ms for 22,050 additions"
    recorded = {rate: tone(300, 1.0, rate) for rate in (clips.RATE, 44_100, 48_000)}
    found: list[Row] = [
        (
            f"a second of sound at {rate} Hz becomes a clip",
            f"{_milliseconds(lambda sound=sound: clips.from_wav(sound), rounds):.0f} ms",  # type: ignore[misc]
            "once",
            reference,
        )
        for rate, sound in recorded.items()
    ]
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        settings = SpeechSettings(voice=str(tone_voice(folder)), synthesiser=synthesiser(folder))

        def voice() -> Voice:
            return Voice(settings, English(), cache=folder / "cache", warn=print)

        def said(speaking: Voice) -> None:
            for _ in speaking.clips("Ann: fifteen for two"):
                pass

        said(voice())
        fresh = iter([voice() for _ in range(rounds)])
        from_files = _milliseconds(lambda: said(next(fresh)), rounds)
        speaking = voice()
        said(speaking)
        from_memory = _milliseconds(lambda: said(speaking), rounds)
    found += [
        ("a sentence of rendered phrases, from files", f"{from_files:.2f} ms", "a few ms", reference),
        ("the same once more, from memory", f"{from_memory:.2f} ms", "a few ms", reference),
    ]
    return found


def _loop() -> None:
    total = 0
    for number in range(22_050):
        total += number


def _milliseconds(work: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return 1000 * median(times)
