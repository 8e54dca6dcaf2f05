"""Divide sentences into phrases for which there may be recordings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from firmware_py.speech.phrases import TOKEN, Phrase, tokens

_PAUSES = {",": 0.12, ":": 0.15, ";": 0.2, ".": 0.3, "?": 0.3, "!": 0.3}
"""The length, in seconds, of the silence that replaces a punctuation mark between two pieces."""


class SentencePiece(NamedTuple):
    """A piece of a sentence.

    Attributes:
        text: the words of the piece.
        phrase: the phrase with these words, which can be recorded; None if the piece is not one of the
            board's phrases, e.g. a player's name.
        pause: the length of the silence after the piece, in seconds.
    """

    text: str
    phrase: Phrase | None
    pause: float


class Phrasebook:
    """A collection of phrases that can be recorded. It divides sentences into these phrases."""

    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._by_tokens = {tokens(phrase.text): phrase for phrase in phrases}
        self._longest = max(map(len, self._by_tokens), default=0)

    def divide(self, text: str) -> tuple[SentencePiece, ...]:
        """Divide a sentence into pieces: phrases of this phrasebook, and other text such as players' names.

        The phrases cover as many words as possible. If there are several ways to do so, the one with the
        fewest pieces is chosen.
        """
        found = list(TOKEN.finditer(text))
        lengths = self._lengths([each.group().casefold() for each in found])
        pieces: list[SentencePiece] = []
        at = 0
        free: int | None = None  # where the current piece outside phrases begins
        while at < len(found):
            length = max(1, lengths[at])
            begins, ends = found[at].start(), found[at + length - 1].end()
            piece = text[begins:ends]
            if lengths[at]:
                pieces.append(SentencePiece(piece, self._by_tokens[tokens(piece)], 0.0))
                free = None
            elif not _is_word(piece):
                if pieces:
                    pause = max(pieces[-1].pause, _PAUSES.get(piece, 0.0))
                    pieces[-1] = pieces[-1]._replace(pause=pause)
                free = None
            elif free is None:
                pieces.append(SentencePiece(piece, None, 0.0))
                free = begins
            else:
                pieces[-1] = SentencePiece(text[free:ends], None, 0.0)
            at += length
        return tuple(pieces)

    def _lengths(self, words: list[str]) -> list[int]:
        """Return, for each token of a sentence, the number of tokens in the phrase that begins there.

        The number is 0 if no phrase begins there. The phrases cover as many words as possible.

        Args:
            words: the tokens of the sentence, which are words and punctuation marks.
        """
        # For each position, starting from the end: the number of words outside phrases and the number of
        # pieces from there on, and the length of the phrase that starts there.
        best: list[tuple[tuple[int, int], int]] = [((0, 0), 0)]
        for start in reversed(range(len(words))):
            free, pieces = best[-1][0]
            choices = [((free + _is_word(words[start]), pieces + 1), 0)]
            for length in range(1, min(self._longest, len(words) - start) + 1):
                if tuple(words[start : start + length]) in self._by_tokens:
                    free, pieces = best[-length][0]
                    choices.append(((free, pieces + 1), length))
            best.append(min(reversed(choices), key=lambda choice: choice[0]))
        return [length for _, length in best[:0:-1]]


def _is_word(token: str) -> bool:
    return any(map(str.isalnum, token))
