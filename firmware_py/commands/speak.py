"""`muggins speak`: say aloud what happens on the running board."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, NoReturn

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.speech import SpeechSettings
from firmware_py.errors import UsageError
from firmware_py.journal.locations import default_journal
from firmware_py.listeners.log import Log
from firmware_py.speech import clip
from firmware_py.speech.narrator import Level, Narrator
from firmware_py.speech.player import Player
from firmware_py.speech.speaker import Output, Speaker
from firmware_py.window.follower import Follower
from firmware_py.window.runtime_folder import folder_of_a_board

if TYPE_CHECKING:
    from argparse import Namespace


class _Espeak:
    """A voice until there is a better one."""

    def clips(self, text: str) -> Iterable[bytes]:
        import subprocess

        yield clip.from_wav(subprocess.run(["espeak-ng", "--stdout", text], capture_output=True).stdout)


def speak(options: Namespace) -> None:
    """Follow the running board, or say one sentence.

    Raises:
        UsageError: the configuration is wrong, the voice cannot speak, or this user may not see the board.
    """
    settings = load(options.config or files.found()).speech or SpeechSettings()
    if options.say is not None:
        say(options.say, settings)
    else:
        follow(settings)


def say(text: str, settings: SpeechSettings) -> None:
    """Say a text on all devices.

    Raises:
        UsageError: the text cannot be spoken, or a device cannot be used.
    """
    import threading

    news = threading.Condition()

    def notify() -> None:
        with news:
            news.notify_all()

    pcm = b"".join(_Espeak().clips(text))
    players = [Player(device, keep_open=False, changed=notify) for device in settings.devices]
    try:
        with news:
            news.wait_for(lambda: all(each.is_open or each.fault for each in players))
        for each in players:
            each.play(pcm)
        for each in players:
            each.finish(len(pcm) / clip.RATE + 5)
    finally:
        for each in players:
            each.close()
    faults = [each.fault for each in players if each.fault]
    if faults:
        raise UsageError(faults[0])


def follow(settings: SpeechSettings) -> NoReturn:
    """Say what happens on the running board. If no board is running, wait for one.

    Raises:
        UsageError: this user may not see the board.
    """
    log = Log()

    def outputs(changed: Callable[[], None]) -> Sequence[Output]:
        return [
            Player(device, keep_open=settings.keep_open, warn=log.warning, changed=changed)
            for device in settings.devices
        ]

    signal.signal(signal.SIGTERM, _end)
    with (
        closing(Speaker(Narrator(Level(settings.level)), _Espeak(), outputs, log.warning)) as speaker,
        closing(Follower(folder_of_a_board(default_journal()))) as follower,
    ):
        while True:
            speaker.hear(follower.changed())


def _end(*_: object) -> None:
    raise SystemExit(0)
