"""The voice, which produces the sound of a sentence from recorded phrases, a synthesiser, or both."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path

from firmware_py.config.programs import SpeechSettings
from firmware_py.speech import clips as clip
from firmware_py.speech.phrases import Phrase, phrases
from firmware_py.speech.recordings import Recordings, UnusableRecording
from firmware_py.speech.synthesiser import Synthesiser, SynthesiserError
from firmware_py.system.errors import UsageError
from firmware_py.words.english import English

from .clips import ClipCache, cache_folder
from .phrases import Phrasebook, SentencePiece

_MOST_IN_MEMORY = 8_000_000
"""The maximum total size of the clips in memory, in bytes: three minutes of speech."""
_SYNTHESIS = b"1"
"""A version number. It must be changed if cached sentences have to be synthesised again."""


class Voice:
    """A voice that speaks sentences, using recorded phrases and a synthesiser.

    Recently used clips are cached.
    """

    def __init__(
        self,
        settings: SpeechSettings,
        words: English,
        *,
        cache: Path | None = None,
        warn: Callable[[str], None],
    ) -> None:
        """Create the voice that the settings describe.

        Args:
            cache: the folder for clips that were synthesised or converted, or None for the default folder.
            warn: called with a message, once for each different problem.

        Raises:
            UsageError: the command line of the synthesiser is not valid.
        """
        self._synthesiser = Synthesiser.parse(settings.synthesiser)
        self._cache = ClipCache(cache or cache_folder())
        self._volume = settings.volume
        self._warn, self._warned = warn, set[str]()
        self._memory: OrderedDict[object, bytes] = OrderedDict()
        self._recordings: Recordings | None = None
        if settings.voice:
            try:
                folder = Path(settings.voice).expanduser()
                self._recordings = Recordings(folder, phrases(words), self._cache)
            except (UsageError, RuntimeError) as error:  # RuntimeError: there is no home folder for `~`
                self._fault(f"{error}; {self._synthesiser.program} speaks instead")
        self._book = Phrasebook(self._recordings.found if self._recordings else ())

    @property
    def why_mute(self) -> str | None:
        """The reason why the voice cannot speak, and what to do about it; None if the voice can speak."""
        if self._recordings and self._recordings.found:
            return None
        return self._synthesiser.missing()

    def clips(self, text: str) -> Iterator[bytes]:
        """Yield the clips of PCM data that make up a spoken sentence, in order and at the configured volume.

        Each clip is created only when requested. Parts that cannot be spoken are skipped, with a warning.
        """
        pieces = self._book.divide(text)
        if not _is_worth_dividing(pieces):
            yield from self._synthesised(text)
            return
        for index, piece in enumerate(pieces):
            yield from self._recorded(piece.phrase) if piece.phrase else self._synthesised(piece.text)
            if piece.pause and index < len(pieces) - 1:
                yield clip.silence(piece.pause)

    def prepare(self) -> None:
        """Convert all recordings to the format in which they are played, unless this has been done before.

        On a Pi Zero, converting a recording takes several seconds.
        """
        if self._recordings is None:
            return
        for phrase in self._recordings.found:
            try:
                self._recordings.clip(phrase)
            except UnusableRecording as error:
                self._fault(str(error))

    def _recorded(self, phrase: Phrase) -> Iterator[bytes]:
        """If the recording cannot be used, synthesise the phrase instead."""
        assert self._recordings
        made = self._memory.get(phrase)
        if made is None:
            try:
                made = clip.at_volume(self._recordings.clip(phrase), self._volume)
            except UnusableRecording as error:
                self._fault(str(error))
                yield from self._synthesised(phrase.text)
                return
        self._remember(phrase, made)
        yield made

    def _synthesised(self, text: str) -> Iterator[bytes]:
        """Yield nothing if the synthesiser fails or there is nothing to say."""
        made = self._memory.get(text)
        if made is not None:
            self._remember(text, made)
            yield from _unless_empty(made)
            return
        key = (_SYNTHESIS, *(word.encode() for word in self._synthesiser.words), text.encode())
        found = self._cache.get(*key)
        is_new = found is None
        if found is None:
            try:
                found = self._synthesiser.speak(text)
            except SynthesiserError as error:
                self._fault(str(error))
                return
        made = clip.at_volume(found, self._volume)
        self._remember(text, made)
        try:
            yield from _unless_empty(made)
        finally:
            # Writing to a memory card takes time, so the clip is cached only after it has been yielded. It is
            # also cached if the sentence is cut off.
            if is_new:
                self._cache.keep(found, *key)

    def _remember(self, key: object, made: bytes) -> None:
        self._memory[key] = made
        self._memory.move_to_end(key)
        while sum(map(len, self._memory.values())) > _MOST_IN_MEMORY:
            self._memory.popitem(last=False)

    def _fault(self, line: str) -> None:
        if line not in self._warned:
            self._warned.add(line)
            self._warn(line)


def _unless_empty(made: bytes) -> Iterator[bytes]:
    if made:
        yield made


def _is_worth_dividing(pieces: tuple[SentencePiece, ...]) -> bool:
    """With few recorded words, a mixture is harder to understand. A name at the beginning is ignored."""
    if pieces and not pieces[0].phrase and pieces[0].pause:
        pieces = pieces[1:]
    recorded = sum(len(piece.text.split()) for piece in pieces if piece.phrase)
    free = sum(len(piece.text.split()) for piece in pieces if not piece.phrase)
    return recorded >= max(1, free)
