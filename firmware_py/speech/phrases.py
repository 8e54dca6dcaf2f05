"""The phrases to record for a voice, and how a sentence is divided into them.

They are extracted from the message catalogue, so a translation does not need a separate list.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from zlib import crc32

from engine.cards import Card, Rank, Suit
from engine.rules import LIMIT
from engine.scoring.calling import Part
from engine.scoring.items import JUDGED, PAIRS, Reason
from firmware_py.words.english import English

HIGHEST = LIMIT
"""The highest number that is a separate phrase. No count in the play and no hand is higher."""
_MARK = "\N{OBJECT REPLACEMENT CHARACTER}"
"""The mark that replaces a name or a number in a sentence from the catalogue."""
_AROUND_A_MARK = re.compile(rf"\S*{_MARK}\S*")
"""Matches a mark together with anything attached to it, such as a possessive `'s`."""
TOKEN = re.compile(r"[\w'’]+|[^\w\s'’-]")
"""Matches a word or a punctuation mark. A hyphen separates words: `twenty-one` is two words."""
_ASCII = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})


class Phrase(NamedTuple):
    """A phrase that can be recorded.

    Attributes:
        file: the name of the WAV file that contains the recording. It consists of lower-case ASCII
            characters, and is the same in every version of the program.
    """

    text: str
    file: str


def phrases(words: English) -> tuple[Phrase, ...]:
    """Return all phrases that can be recorded: numbers, calls, cards, and frequent prompts.

    No phrase occurs twice.
    """
    found: dict[tuple[str, ...], Phrase] = {}
    files: set[str] = set()
    for sentence in _sentences(words):
        for piece in _AROUND_A_MARK.split(sentence):
            text = piece.strip(" ,:;.?!")
            key = tokens(text)
            if not any(map(str.isalnum, text)) or key in found:
                continue
            file = file_name(text)
            if file in files:  # phrases that differ only in accents or punctuation
                file = f"{file[:-4]}-{crc32(text.encode()):08x}.wav"
            files.add(file)
            found[key] = Phrase(text, file)
    return tuple(found.values())


def tokens(text: str) -> tuple[str, ...]:
    """Split text into lower-case words and punctuation marks.

    Two phrases are equal if their tokens are equal.
    """
    return tuple(token.casefold() for token in TOKEN.findall(text))


def file_name(text: str) -> str:
    """Return the name of the file that contains the recording of a phrase, such as `fifteen-for-two.wav`."""
    plain = unicodedata.normalize("NFKD", text.lower().translate(_ASCII).replace("'", "").replace("’", ""))
    stem = re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode()).strip("-")
    return f"{stem or f'phrase-{crc32(text.encode()):08x}'}.wav"


def _sentences(words: English) -> Iterator[str]:
    yield from _numbers(words)
    yield from _calls_of_the_play(words)
    yield from _calls_of_hands(words)
    yield from _cards(words)
    yield from _prompts(words)
    yield from _remarks(words)
    yield from (name for players in (2, 3, 4) for name in words.seats(players))


def _numbers(words: English) -> Iterator[str]:
    """Yield the phrases for any score up to 121. A number above `HIGHEST` consists of several phrases."""
    yield from map(words.number, range(HIGHEST + 1))
    yield from (word for number in range(HIGHEST + 1, 100) for word in TOKEN.findall(words.number(number)))
    yield words.number(100)
    yield words.number(101).removesuffix(words.number(1))  # "one hundred and"
    yield _with_marks(words).number(-1)  # "minus"


def _calls_of_the_play(words: English) -> Iterator[str]:
    one, two = words.number(1), words.number(2)
    yield words.reached(words.number(15), two)
    yield words.reached(words.number(LIMIT), two)
    yield from (words.reached(_MARK, words.number(points)) for points in _POINTS_OF_A_CARD)
    yield words.reached(_MARK, _MARK)
    for reason in (Reason.GO, Reason.LAST_CARD):
        yield words.scored(reason, one)
        yield words.with_go_or_last((_MARK, words.scored(reason, one)))
    yield words.scored(Reason.HIS_HEELS, two)
    yield words.scored(Reason.CUT_OFFER, one)
    yield words.scored(Reason.THREE_FOR_LAST, words.number(3))
    for reason in (Reason.MUGGINS, Reason.PENALTY, *JUDGED, Reason.BY_HAND):
        yield words.scored(reason, _MARK)
    yield words.taken_back(_MARK)
    yield words.SEE_ONE_PLAY_ONE


def _calls_of_hands(words: English) -> Iterator[str]:
    marked = _with_marks(words, least=_A_MARK)
    rests = [
        _with_marks(words).counted_up([_fifteen(points)]) for points in (2, 4)
    ]  # "and the rest won't do"
    fifteens = [words.counted_up([_fifteen(points)]) for points in range(2, 18, 2)]
    for rest in rests:
        fifteens = [fifteen.removesuffix(rest.rpartition(_MARK)[2]) for fifteen in fifteens]
    yield from fifteens
    yield from rests
    for part in _PARTS:
        yield words.counted_up([part])  # "a pair is two"
        yield marked.counted_up([_fifteen(_A_MARK), part])  # "and a pair is"
    yield from map(words.part, _PARTS_OF_SIX_CARDS)
    yield _with_marks(words, parts=True).counted_up([_fifteen(_A_MARK), _PARTS[0]])  # "and", "is"
    yield words.scored(Reason.NOBS, words.number(1))
    yield marked.counted_by_kind({Reason.FIFTEEN: _A_MARK, Reason.PAIR: _A_MARK})
    yield from (words.NINETEEN, words.NOTHING)


def _cards(words: English) -> Iterator[str]:
    yield from map(words.rank, Rank)
    ace = Rank.ACE
    of_suits = (words.card_in_words(Card(ace, suit)) for suit in Suit)
    yield from (card.replace(words.rank(ace), _MARK) for card in of_suits)  # "of hearts"
    yield from map(words.suit, Suit)


def _prompts(words: English) -> Iterator[str]:
    yield words.card_to_lay(_MARK, 2).full
    yield words.card_or_go(_MARK, 2).full
    deal = words.deal(_MARK, 6, 2, 0)
    yield words.starter(_MARK, deal).full
    yield words.starter_cut_by(_MARK, _MARK, deal).full
    other = _with_marks(words).deal(_MARK, 5, 1, 1)  # "cards each, and"
    yield words.starter(_MARK, other).full
    yield words.cut_for_deal(_MARK).full
    yield words.is_hand_a_flush(_MARK).full
    yield words.does_starter_join_flush_of_hand(_MARK).full
    yield words.has_hand_nobs(_MARK).full
    yield words.count_hand_aloud(_MARK).full
    yield from (words.YES, words.NO, words.key("OK"))
    yield from map(_with_marks(words).missing, (1, 2))


def _remarks(words: English) -> Iterator[str]:
    ace = Card(Rank.ACE)
    yield words.SAYS_GO
    yield from (
        said.replace(words.rank(ace.rank), _MARK)
        for said in (words.starter_turned_up(ace), words.crib_card(ace))
    )
    yield from (words.hand_counted(_MARK, _MARK), words.crib_counted(_MARK, _MARK))
    yield _with_marks(words).the_count_is(1)
    yield from (words.taken_back_press(_MARK), words.put_back(_MARK), words.corrected(_MARK, _MARK, _MARK))
    yield from (words.won((_MARK,)).full, words.won_with_skunk((_MARK,), ((_MARK,),)).full)
    yield words.won_with_double_skunk((_MARK,)).full
    yield from (words.DEAL_THROWN_IN, words.NEW_GAME_BEGINS, words.is_dealer(_MARK))


def _with_marks(words: English, least: int = 0, *, parts: bool = False) -> English:
    """Return a copy of a message catalogue that writes `_MARK` instead of numbers."""
    language = type(words)

    class WithMarks(language):  # type: ignore[misc, valid-type]
        def number(self, number: int) -> str:
            return _MARK if number >= least else language.number(self, number)

        def part(self, part: Part) -> str:
            return _MARK if parts else language.part(self, part)

    return WithMarks()


def _fifteen(points: int) -> Part:
    return Part(Reason.FIFTEEN, points)


_A_MARK = 1000
"""A number of points that no hand can score."""
_POINTS_OF_A_CARD = (2, 3, 4, 5, 6, 7, 8, 9, 12, 14)
"""The points that a card can score: 2, 6 or 12 for a pair, 3 to 7 for a run, and 2 more at 15 and 31."""
_PARTS = (
    *(Part(reason, points) for reason, points in PAIRS.values()),
    *(Part(Reason.RUN, length, length, 1) for length in (3, 4, 5)),
    Part(Reason.RUN, 8, 3, 2),
    Part(Reason.RUN, 10, 4, 2),
    Part(Reason.RUN, 15, 3, 3),
    Part(Reason.RUN, 16, 3, 4),
    Part(Reason.FLUSH, 3),
    Part(Reason.FLUSH, 4),
    Part(Reason.FLUSH, 5),
    Part(Reason.NOBS, 1),
)
"""The parts of a hand of three or four cards and a starter, except fifteens (RULES.md 4)."""
_PARTS_OF_SIX_CARDS = (
    Part(Reason.RUN, 6, 6, 1),
    Part(Reason.RUN, 12, 5, 2),
    Part(Reason.RUN, 18, 4, 3),
    Part(Reason.RUN, 20, 4, 4),
    Part(Reason.RUN, 24, 3, 4, four_of_a_rank=True),
    Part(Reason.RUN, 26, 3, 6),
    Part(Reason.RUN, 30, 3, 8),
    Part(Reason.FLUSH, 6),
)
"""The parts that occur only in a hand of five cards and a starter, in the seven-card game."""


_PAUSES = {",": 0.12, ":": 0.15, ";": 0.2, ".": 0.3, "?": 0.3, "!": 0.3}
"""The length, in seconds, of the silence that replaces a punctuation mark between two pieces."""


class SentencePiece(NamedTuple):
    """A piece of a sentence.

    Attributes:
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
        """Return, for each token, the number of tokens in the phrase that begins there, or 0."""
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
