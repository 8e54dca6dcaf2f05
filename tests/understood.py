"""`python -m tests.understood`: check whether a recogniser understands the voice.

Numbers, cards, calls in the play and calls of hands are spoken in two ways: as a whole by the synthesiser,
and assembled from recorded phrases. PocketSphinx, which was trained on recordings of spoken English, must
then recognise each among everything of the same kind that the voice can say. It may misunderstand at most ten
percent of each kind.

The extra `recogniser` installs PocketSphinx. espeak-ng must be installed.
"""

from __future__ import annotations

import random
import shutil
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations_with_replacement, product
from pathlib import Path
from tempfile import TemporaryDirectory

from pocketsphinx import Decoder  # type: ignore[import-untyped]

from engine.cards import Card, Rank, Suit
from engine.scoring.calling import call_hand
from engine.scoring.hands_and_crib import find_ranks
from firmware_py.config.defaults import SYNTHESISER
from firmware_py.config.programs import SpeechSettings
from firmware_py.speech.clips import RATE
from firmware_py.speech.phrases import tokens
from firmware_py.speech.recordings import render
from firmware_py.speech.synthesiser import Synthesiser
from firmware_py.speech.voice import Voice
from firmware_py.speech.wav import resampled
from firmware_py.words.english import English

LEAST = 0.9  # of the utterances of each kind must be understood
MOST_SPOKEN = 40  # of each kind; the recogniser chooses among all of this kind

_RATE = 16_000
_SILENCE = bytes(2 * _RATE // 5)
_PRONOUNCED = {"nob": "N AA B", "nobs": "N AA B Z", "muggins": "M AH G IH N Z"}
"""Words that the recogniser's dictionary lacks, as phonemes of the CMU dictionary."""
_WIDE = {"beam": 1e-80, "wbeam": 1e-60, "pbeam": 1e-80}
"""Wider limits for the recogniser's search, used if the usual limits find no match."""

WORDS = English()


def texts() -> Mapping[str, Sequence[str]]:
    """Return everything that the voice can say, grouped by kind."""
    hands = {
        call_hand(find_ranks(ranks), words=WORDS)
        for ranks in combinations_with_replacement(Rank, 5)
        if max(Counter(ranks).values()) <= 4
    }
    counts = [WORDS.reached(WORDS.number(count), WORDS.number(points)) for count, points in _scores()]
    return {
        "numbers": [WORDS.number(number) for number in range(1, 32)],
        "cards": [WORDS.card_in_words(Card(rank, suit)) for rank, suit in product(Rank, Suit)],
        "calls of the play": [*counts, "one for the go", "one for last", "two for his heels", WORDS.SAYS_GO],
        "calls of hands": sorted(hands),
    }


def _scores() -> Iterable[tuple[int, int]]:
    """Yield a count in the play together with the points that reaching it may score (RULES.md 3)."""
    yield from product(range(4, 32), (2, 3, 4, 6))
    yield from product((15, 31), (5, 8))


class Recogniser:
    """A PocketSphinx speech recogniser that chooses the most likely of several possible utterances."""

    def __init__(self, choices: Iterable[str]) -> None:
        self._choices = sorted({_words(text) for text in choices})
        self._decoders = [self._decoder({}), self._decoder(_WIDE)]

    def _decoder(self, limits: Mapping[str, float]) -> Decoder:
        decoder = Decoder(samprate=_RATE, lm=None, loglevel="FATAL", **limits)
        for word, phonemes in _PRONOUNCED.items():
            decoder.add_word(word, phonemes, True)
        grammar = f"#JSGF V1.0; grammar calls; public <call> = {' | '.join(self._choices)};"
        decoder.add_jsgf_string("calls", grammar)
        decoder.activate_search("calls")
        return decoder

    def understands(self, clips: bytes, text: str) -> bool:
        """Return True if the recording sounds more like `text` than like any other possible utterance."""
        heard = resampled(array("h", clips), RATE, _RATE).tobytes()
        for decoder in self._decoders:
            decoder.start_utt()
            decoder.process_raw(_SILENCE + heard + _SILENCE, full_utt=True)
            decoder.end_utt()
            found = decoder.hyp()
            if found is not None and found.hypstr in self._choices:
                return bool(found.hypstr == _words(text))
        return False  # the recogniser is left with the beginning of a text


def _words(text: str) -> str:
    return " ".join(token for token in tokens(text) if token[0].isalnum())


def main() -> int:
    """Print the percentage of spoken utterances that are recognised correctly, and list the others.

    Return 1 if the percentage is too low, and 77 if the speech synthesiser is not installed.
    """
    if shutil.which(SYNTHESISER) is None:
        print(f"{SYNTHESISER} is not installed")
        return 77
    too_little = False
    with TemporaryDirectory() as folder:
        voices = {"whole": _voice("", Path(folder)), "phrases": _voice(f"{folder}/voice", Path(folder))}
        for kind, choices in texts().items():
            recogniser = Recogniser(choices)
            spoken = random.Random(1).sample(choices, min(MOST_SPOKEN, len(choices)))
            for name, voice in voices.items():
                missed = [
                    text for text in spoken if not recogniser.understands(b"".join(voice.clips(text)), text)
                ]
                share = 1 - len(missed) / len(spoken)
                print(f"{kind:18} {name:8} {share:6.1%} of {len(spoken)}  {'; '.join(missed)}", flush=True)
                too_little |= share < LEAST
    return int(too_little)


def _voice(folder: str, cache: Path) -> Voice:
    if folder:
        render(Path(folder), Synthesiser.parse(SpeechSettings().synthesiser), WORDS, lambda line: None)
    return Voice(SpeechSettings(voice=folder), WORDS, cache=cache / "cache", warn=lambda line: sys.exit(line))


if __name__ == "__main__":
    sys.exit(main())
