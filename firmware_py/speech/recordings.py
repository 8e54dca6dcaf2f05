"""A folder of WAV files with the phrases of a voice, either synthesised or spoken by a person."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from firmware_py.system.errors import UsageError, cause
from firmware_py.system.files import new_file
from firmware_py.words.english import English

from . import clips
from . import clips as clip
from .clips import ClipCache
from .phrases import Phrase, file_name, phrases
from .synthesiser import Synthesiser
from .wav import Remedy, UnusableSound

_CONVERSION = b"1"
"""A version number. It must be changed if cached recordings have to be converted again."""
_LARGEST = 50_000_000


class UnusableRecording(UsageError):
    """Raised when a recording cannot be used. The message names the file and the problem."""


class Recordings:
    """The recordings in a folder.

    A file is the recording of a phrase if its name consists of the same words. Capital letters and
    separators make no difference: `Fifteen for two.WAV` is treated like `fifteen-for-two.wav`.

    Attributes:
        found: the phrases that have a recording.
        missing: the phrases that have no recording.
    """

    def __init__(self, folder: Path, phrases: Iterable[Phrase], cache: ClipCache) -> None:
        """Look in a folder for recordings of phrases.

        Raises:
            UsageError: the folder cannot be read.
        """
        self.folder = folder
        self._cache = cache
        try:
            paths = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
        except FileNotFoundError:
            raise UsageError(
                f"voice {folder}: there is no such folder: 'muggins speak --render {folder}' makes it"
            ) from None
        except OSError as error:
            raise UsageError(f"voice {folder}: {cause(error)}") from None
        phrases = tuple(phrases)
        names = {phrase.file for phrase in phrases}
        self._paths: dict[str, Path] = {}
        self._others: list[Path] = []
        for path in paths:
            name = file_name(path.stem)
            if name not in names or path.suffix.lower() != ".wav":
                self._others.append(path)
            elif name not in self._paths or _is_rendered(self._paths[name]):
                self._paths[name] = path  # a recording is preferred to what was rendered before
        self.found = tuple(phrase for phrase in phrases if phrase.file in self._paths)
        self.missing = tuple(phrase for phrase in phrases if phrase.file not in self._paths)

    def clip(self, phrase: Phrase) -> bytes:
        """Return the clip for a phrase that has a recording.

        A file that was created by `render` is used directly. Any other file is converted once, and the result
        is cached.

        Raises:
            UnusableRecording: the file cannot be read, or does not contain usable sound.
        """
        path = self._paths[phrase.file]
        data = _content(path)
        ready = clip.ready(data) or self._cache.get(_CONVERSION, data)
        if ready is None:
            try:
                ready = clip.from_wav(data)
            except UnusableSound as error:
                raise UnusableRecording(f"{path}: {error}: {_instruction(path, error.remedy)}") from None
            self._cache.keep(ready, _CONVERSION, data)
        return ready

    def state(self, phrase: Phrase) -> str:
        """Return the state of a phrase, which is `recorded`, `synthesised`, `unusable` or `missing`.

        The state is `synthesised` if the file of the phrase was created by `render`, and `unusable` if the
        file cannot be read or does not contain usable sound.
        """
        if phrase.file not in self._paths:
            return "missing"
        try:
            data = _content(self._paths[phrase.file])
            if clip.ready(data):
                return "synthesised"
            clip.check(data)
        except (UnusableRecording, UnusableSound):
            return "unusable"
        return "recorded"

    def strangers(self) -> tuple[str, ...]:
        """Return a message about each file that was probably meant as a recording but is not used.

        The message says why the file is not used and what to do.
        """
        recorded = {name for name, path in self._paths.items() if not _is_rendered(path)}
        wanted = {phrase.file for phrase in (*self.found, *self.missing)} - recorded
        lines = []
        for path in self._others:
            name = file_name(path.stem)
            if path.suffix.lower() != ".wav":
                if name in wanted and path.is_file():
                    lines.append(f"{path}: not a WAV file: {_instruction(path, Remedy.CONVERT)}")
            else:
                lines.append(f"{path}: no phrase has this name: 'muggins speak --phrases' lists the names")
        return tuple(lines)


def _is_rendered(path: Path) -> bool:
    try:
        return clip.ready(path.read_bytes()) is not None
    except OSError:
        return True


def _content(path: Path) -> bytes:
    """Return the contents, or only the beginning if the file is too large for a recording."""
    try:
        with open(path, "rb") as file:
            return file.read(_LARGEST)
    except OSError as error:
        raise UnusableRecording(f"{path}: {cause(error)}") from None


def _instruction(path: Path, remedy: Remedy) -> str:
    if remedy is not Remedy.CONVERT:
        instruction: str = remedy.value
        return instruction
    new = path.with_suffix(".wav") if path.suffix.lower() != ".wav" else path.with_name(f"new-{path.name}")
    convert = f'\'ffmpeg -i "{path.name}" -ac 1 "{new.name}"\' converts it'
    return convert + ("" if new.suffix != path.suffix else "; then give it the old name")


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
        with new_file(path, clips.to_wav(made)) as new:
            if path.exists():
                raise UsageError(f"{path}: somebody has made this file meanwhile: run the command again")
            os.rename(new.path, path)
    except OSError as error:
        raise UsageError(f"{path}: {cause(error)}") from None
