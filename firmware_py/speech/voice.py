"""The voice: from a sentence to the clips to play, from recorded phrases, a synthesiser, or both."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from pathlib import Path

from firmware_py.config.speech import SpeechSettings
from firmware_py.errors import UsageError
from firmware_py.speech import clip
from firmware_py.speech.clip_cache import ClipCache, cache_folder
from firmware_py.speech.phrasebook import Phrasebook, Piece
from firmware_py.speech.phrases import Phrase, phrases
from firmware_py.speech.recordings import Recordings, UnusableRecording
from firmware_py.speech.synthesiser import Synthesiser, SynthesiserError
from firmware_py.words.english import English

_MOST_IN_MEMORY = 8_000_000
"""The bytes of the clips that are kept in memory: three minutes of speech."""
_SYNTHESIS = b"1"
"""Changes when texts are to be synthesised again, because clips are trimmed or levelled in another way."""


class Voice:
    """A voice. A clip that was needed before is ready at once."""

    def __init__(
        self,
        settings: SpeechSettings,
        words: English,
        *,
        cache: Path | None = None,
        warn: Callable[[str], None],
    ) -> None:
        """Look for the voice that the settings name.

        Args:
            settings: the folder with recorded phrases, the synthesiser and the volume.
            words: the catalogue that the phrases are taken from.
            cache: the folder for clips that were synthesised or converted; None for the usual one.
            warn: called with a line of text, once for each fault.

        Raises:
            UsageError: the command line of the synthesiser cannot work.
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
            except (UsageError, RuntimeError) as error:  # RuntimeError: `~` has no folder
                self._fault(f"{error}; {self._synthesiser.program} speaks instead")
        self._book = Phrasebook(self._recordings.found if self._recordings else ())

    @property
    def why_mute(self) -> str | None:
        """Why the voice can say nothing at all, and what to do; None if it can say something."""
        if self._recordings and self._recordings.found:
            return None
        return self._synthesiser.missing()

    def clips(self, text: str) -> Iterator[bytes]:
        """Yield the clips of a sentence, to be played one after the other, at the volume of the settings.

        What cannot be spoken is left out, and `warn` is called. Each clip is made when it is asked for, so
        that the first can be heard while the next is made.
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
        """Convert all recordings that were not converted before. This takes seconds for each on a Pi Zero."""
        if self._recordings is None:
            return
        for phrase in self._recordings.found:
            try:
                self._recordings.clip(phrase)
            except UnusableRecording as error:
                self._fault(str(error))

    def _recorded(self, phrase: Phrase) -> Iterator[bytes]:
        """Yield the clip of a phrase that has a recording; if it cannot be used, the synthesiser's."""
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
        """Yield the clip of a text, or nothing if the synthesiser fails or there is nothing to say."""
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
        finally:  # once it can be heard: a memory card takes its time; and also if it is cut off
            if is_new:
                self._cache.keep(found, *key)

    def _remember(self, key: object, made: bytes) -> None:
        """Keep a clip in memory, and forget those that have not been used for longest."""
        self._memory[key] = made
        self._memory.move_to_end(key)
        while sum(map(len, self._memory.values())) > _MOST_IN_MEMORY:
            self._memory.popitem(last=False)

    def _fault(self, line: str) -> None:
        """Warn of a fault, unless the same line has been said before."""
        if line not in self._warned:
            self._warned.add(line)
            self._warn(line)


def _unless_empty(made: bytes) -> Iterator[bytes]:
    """Yield a clip, or nothing if it has no sound."""
    if made:
        yield made


def _is_worth_dividing(pieces: tuple[Piece, ...]) -> bool:
    """Return True if most of a sentence has been recorded.

    A word here and there in another voice would be harder to understand than a whole sentence in one voice.
    The name that begins a sentence, before a colon, does not count.
    """
    if pieces and not pieces[0].phrase and pieces[0].pause:
        pieces = pieces[1:]
    recorded = sum(len(piece.text.split()) for piece in pieces if piece.phrase)
    free = sum(len(piece.text.split()) for piece in pieces if not piece.phrase)
    return recorded >= max(1, free)
