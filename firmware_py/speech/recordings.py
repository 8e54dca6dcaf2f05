"""A folder of WAV files with the phrases of a voice, either synthesised or spoken by a person."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from firmware_py.errors import UsageError
from firmware_py.file_errors import cause
from firmware_py.speech import clip
from firmware_py.speech.clip_cache import ClipCache
from firmware_py.speech.phrases import Phrase, file_name
from firmware_py.speech.wav import Remedy, UnusableSound

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
        folder: the folder that contains the recordings.
        found: the phrases that have a recording.
        missing: the phrases that have no recording.
    """

    def __init__(self, folder: Path, phrases: Iterable[Phrase], cache: ClipCache) -> None:
        """Look in a folder for recordings of phrases.

        Args:
            folder: the folder.
            phrases: the phrases that can be recorded.
            cache: the cache for recordings that have been converted.

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
    """Return True if a file was synthesised by `render` instead of being recorded by a person."""
    try:
        return clip.ready(path.read_bytes()) is not None
    except OSError:
        return True


def _content(path: Path) -> bytes:
    """Return the contents of a file. If the file is too large for a recording, return only its beginning.

    Raises:
        UnusableRecording: the file cannot be read.
    """
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
