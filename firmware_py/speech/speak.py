"""`muggins speak`: announce aloud what happens on the running board."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from firmware_py.config import files
from firmware_py.config.build import load
from firmware_py.config.programs import SpeechSettings
from firmware_py.journal.locations import default_journal
from firmware_py.system import output
from firmware_py.system.errors import UsageError
from firmware_py.system.log import Log
from firmware_py.system.process import EndOfCommand, end_on_signals
from firmware_py.window.folder import folder_of_a_board
from firmware_py.window.follower import Follower, FollowerThread
from firmware_py.window.seen import SeenBoard
from firmware_py.words.in_use import use, words

from . import clips
from .aloud import Level
from .aplay import require_program
from .clips import ClipCache
from .narrator import Narrator
from .phrases import phrases
from .player import Player
from .recordings import Recordings
from .speaker import Speaker
from .synthesiser import Synthesiser
from .voice import Voice

if TYPE_CHECKING:
    from argparse import Namespace


def speak(options: Namespace) -> None:
    """Run `muggins speak`, which announces aloud what happens on the running board.

    With an option, it does one of the following instead: print the announcements, say a given text, list the
    phrases that can be recorded, or record these phrases with a speech synthesiser.

    Raises:
        UsageError: the configuration is not valid, the voice cannot speak, a file cannot be written, or this
            user is not permitted to read the board's files.
    """
    config = load(options.config or files.found())
    use(config.words)
    settings = config.speech or SpeechSettings()
    if options.phrases:
        list_phrases(settings)
    elif options.render is not None:
        from .recordings import render

        render(options.render, Synthesiser.parse(settings.synthesiser), words(), output.say)
    elif options.say is not None:
        say(options.say, settings)
    elif options.print:
        print_sentences(settings)
    else:
        follow(settings)


def list_phrases(settings: SpeechSettings) -> None:
    """Print each phrase that can be recorded, preceded by the file name that its recording must have.

    If the settings name a folder of recordings, also print the state of each phrase, such as `recorded` or
    `missing`.

    Raises:
        UsageError: the folder cannot be read.
    """
    found = phrases(words())
    width = max(len(phrase.file) for phrase in found)
    if settings.voice:
        recordings = Recordings(Path(settings.voice), found, ClipCache(None))
        lines = [f"{each.file:{width}}  {recordings.state(each):11}  {each.text}" for each in found]
    else:
        lines = [f"{phrase.file:{width}}  {phrase.text}" for phrase in found]
    output.show("\n".join(lines))


def say(text: str, settings: SpeechSettings) -> None:
    """Say `text` on all sound devices named in the settings.

    Raises:
        UsageError: the text cannot be spoken, or a device cannot be used.
    """
    news = threading.Condition()

    def notify() -> None:
        with news:
            news.notify_all()

    faults: list[str] = []
    pcm = b"".join(Voice(settings, words(), warn=faults.append).clips(text))
    if not pcm:
        raise UsageError(
            faults[0] if faults else "--say has nothing to say: give it a text with a letter or a digit"
        )
    players = [Player(device, keep_open=False, changed=notify) for device in settings.devices]
    try:
        with news:
            news.wait_for(lambda: all(each.is_open or each.fault for each in players))
        for each in players:
            each.play(pcm)
        for each in players:
            each.finish(len(pcm) / clips.RATE + 5)
    finally:
        for each in players:
            each.close()
    faults += [each.fault for each in players if each.fault]
    if faults:
        raise UsageError(faults[0])


def print_sentences(settings: SpeechSettings) -> NoReturn:
    """Print the sentences that the voice would say, one per line, until the program is stopped.

    If no board is running, say so on standard error, and wait for one.

    Raises:
        UsageError: this user is not permitted to read the board's files.
        BrokenPipeError: the program that reads the lines has exited.
    """
    narrator = Narrator(Level(settings.level))
    with closing(Follower(folder_of_a_board(default_journal()))) as follower:
        board = follower.read()
        output.say_if_waiting(board_runs=bool(board and board.running))
        while True:
            for sentence in narrator.hear(follower.changed()).sentences:
                output.show(sentence.text)


_LAST_WORDS = 3.0
"""The maximum time, in seconds, for which the voice finishes its sentences when the board is switched off.

systemd waits longer than this. See `TimeoutStopSec=` in the unit file.
"""


def follow(settings: SpeechSettings) -> None:
    """Announce aloud what happens on the running board, until SIGTERM. If no board is running, wait for one.

    If a sound device is missing or fails, keep trying, because it may be plugged in later.

    Raises:
        UsageError: a program is missing, or this user is not permitted to read the board's files.
    """
    command = EndOfCommand()
    end_on_signals(command.end, [signal.SIGTERM])  # Ctrl-C interrupts the voice at once
    require_program()
    log = Log()
    voice = Voice(settings, words(), warn=log.warning)
    if voice.why_mute:
        raise UsageError(voice.why_mute)
    threading.Thread(target=_prepare, args=(voice,), name="recordings", daemon=True).start()

    def outputs(changed: Callable[[], None]) -> Sequence[Player]:
        return [
            Player(device, keep_open=settings.keep_open, warn=log.warning, changed=changed)
            for device in settings.devices
        ]

    shown: SeenBoard | None = None

    def hear(view: SeenBoard) -> None:
        nonlocal shown
        shown = view
        speaker.hear(view)

    follower = FollowerThread(folder_of_a_board(default_journal()), hear, command.end)
    latest = follower.latest()
    if not (latest and latest.running):
        log.info("No board is running yet: the voice waits for one, such as 'muggins simulate'.")
    threading.excepthook = _end_for_a_thread
    with closing(Speaker(Narrator(Level(settings.level)), voice, outputs, log.warning)) as speaker:
        follower.start()
        try:
            command.wait()
        finally:
            if shown and not shown.running:  # the board has been switched off: it says goodbye
                speaker.finish(_LAST_WORDS)
    follower.raise_fault()


def _prepare(voice: Voice) -> None:
    """Convert new recordings to clips, in a thread of its own at the lowest priority."""
    with suppress(OSError, AttributeError):  # a thread has a priority of its own on Linux only
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
    voice.prepare()


def _end_for_a_thread(failed: threading.ExceptHookArgs) -> None:
    """Exit after a thread's exception, so that the service restarts the program."""
    sys.excepthook(failed.exc_type, failed.exc_value or failed.exc_type(), failed.exc_traceback)
    sys.stderr.flush()
    os._exit(1)
