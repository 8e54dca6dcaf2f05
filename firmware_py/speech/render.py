"""Synthesise each phrase that nobody has recorded yet, and save it in the folder of recordings."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from firmware_py.atomic_files import new_file
from firmware_py.errors import UsageError
from firmware_py.file_errors import cause
from firmware_py.speech import clip
from firmware_py.speech.clip_cache import ClipCache
from firmware_py.speech.phrases import phrases
from firmware_py.speech.recordings import Recordings, UnusableRecording
from firmware_py.speech.synthesiser import Synthesiser
from firmware_py.words.english import English

HOW_TO_RECORD = """
To record somebody's voice, make a WAV file for each phrase, with a phone or a recorder, or here:

    arecord -f S16_LE -r 44100 -d 3 {folder}/fifteen-for-two.wav
    aplay {folder}/fifteen-for-two.wav

Speak as in the game, one phrase in each file. Silence before and after the phrase is cut off, and all files
are made equally loud. 'muggins speak --phrases' lists what to say and the name of each file. Record as many
as you like; the rest stays as it is. Then run this command again: it checks each recording.
To hear the voice on the board, write under [speech] in the configuration:

    voice = "{folder}"

The service of the voice cannot read /home: a folder such as /usr/local/share/muggins-voice is right for it.
"""


def render(folder: Path, synthesiser: Synthesiser, words: English, show: Callable[[str], None]) -> None:
    """Synthesise each phrase that has no recording in a folder yet, and save it there as a file.

    Existing files are never overwritten. Those that cannot be used are reported.

    Args:
        folder: the folder. It is created if necessary; the folder that contains it must exist.
        synthesiser: the synthesiser that speaks the phrases.
        words: the message catalogue from which the phrases are taken.
        show: a function that prints a line of text.

    Raises:
        UsageError: the folder cannot be used, or the synthesiser fails. The files created so far remain.
    """
    try:
        folder.mkdir(exist_ok=True)
    except FileNotFoundError:
        raise UsageError(
            f"{folder}: there is no folder {folder.parent}: create it first, or name another folder"
        ) from None
    except OSError as error:
        raise UsageError(f"{folder}: {cause(error)}") from None
    recordings = Recordings(folder, phrases(words), ClipCache(None))
    faults = list(recordings.strangers())
    for phrase in recordings.found:
        try:
            recordings.clip(phrase)
        except UnusableRecording as error:
            faults.append(str(error))
    for number, phrase in enumerate(recordings.missing, 1):
        _write(folder / phrase.file, synthesiser.speak(phrase.text))
        show(f"{number}/{len(recordings.missing)}  {phrase.file}")
    show(f"{folder}: {len(recordings.missing)} phrases made, {len(recordings.found)} were there before")
    for fault in faults:
        show(fault)
    show(HOW_TO_RECORD.format(folder=folder.absolute()).rstrip())


def _write(path: Path, made: bytes) -> None:
    try:
        with new_file(path, clip.to_wav(made)) as new:
            if path.exists():
                raise UsageError(f"{path}: somebody has made this file meanwhile: run the command again")
            os.rename(new.path, path)
    except OSError as error:
        raise UsageError(f"{path}: {cause(error)}") from None
