"""The voice can speak every call with recorded phrases alone (RULES.md 3; RULES.md 4, Calling).

Sentences are divided into as few phrases as possible. Each recording has a valid file name.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from engine.cards import Card, Rank, Suit
from engine.scoring.calling import call_hand, call_pegged
from engine.scoring.hands_and_crib import find_ranks
from engine.scoring.items import JUDGED, Finding, Item, Reason, total
from firmware_py.speech.phrases import Phrase, Phrasebook, SentencePiece, file_name, phrases, tokens
from firmware_py.words.english import English
from firmware_py.words.in_use import NAMES, catalogue

from .listening import SAID

CATALOGUES = {name: catalogue(name) for name in NAMES}
BOOKS = {words: Phrasebook(phrases(words)) for words in CATALOGUES.values()}
PHRASES = phrases(CATALOGUES["english"])

in_each_catalogue = pytest.mark.parametrize("words", CATALOGUES.values(), ids=CATALOGUES)


def free_text(sentence: str, words: English) -> list[str]:
    return [piece.text for piece in BOOKS[words].divide(sentence) if piece.phrase is None]


def test_each_phrase_is_there_once_with_a_file_of_its_own() -> None:
    assert len({tokens(phrase.text) for phrase in PHRASES}) == len(PHRASES)
    assert len({phrase.file for phrase in PHRASES}) == len(PHRASES)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*\.wav", phrase.file) for phrase in PHRASES)


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ("fifteen for two", "fifteen-for-two.wav"),
        ("thirty-one", "thirty-one.wav"),
        ("and the rest won't do", "and-the-rest-wont-do.wav"),
        ("card, or GO if none fits", "card-or-go-if-none-fits.wav"),
        ("vingt et un à cœur", "vingt-et-un-a-coeur.wav"),
        ("fünfzehn groß", "funfzehn-gross.wav"),
    ],
)
def test_a_file_is_named_after_what_is_said(text: str, file: str) -> None:
    assert file_name(text) == file


def test_a_phrase_in_other_letters_has_a_name_too() -> None:
    names = {file_name(text) for text in ("пятнадцать", "двадцать")}
    assert len(names) == 2
    assert all(re.fullmatch(r"phrase-[0-9a-f]{8}\.wav", name) for name in names)


@in_each_catalogue
def test_every_card_consists_of_phrases(words: English) -> None:
    for rank, suit in product(Rank, (None, *Suit)):
        assert not free_text(words.card_in_words(Card(rank, suit)), words), (rank, suit)


@in_each_catalogue
def test_every_call_of_the_play_consists_of_phrases(words: English) -> None:
    # Every card's count, with points as RULES.md 3 gives them, and with those that a player called too low.
    scores = [[Item(Reason.PAIR, points)] for points in range(1, 15)]
    endings = [[], [Item(Reason.GO, 1)], [Item(Reason.LAST_CARD, 1)]]
    calls = [([*score, *end], count) for count, score, end in product(range(1, 32), [[], *scores], endings)]
    # And the points that no card of the play scores.
    ones = [(Reason.HIS_HEELS, 2), (Reason.CUT_OFFER, 1), (Reason.THREE_FOR_LAST, 3)]
    ones += product((Reason.MUGGINS, Reason.PENALTY, *JUDGED, Reason.BY_HAND), range(1, 122))
    ones += [(reason, -points) for reason in (Reason.BY_HAND, Reason.FALSE_CLAIM) for points in range(1, 122)]
    for items, count in [*calls, *(([Item(*one)], 0) for one in ones)]:
        call = call_pegged(items, count, words=words) if items else ""
        assert not free_text(call, words), call


def hands(cards: int) -> Iterator[tuple[Finding, ...]]:
    """Yield the scoring items of hands with every possible combination of `cards` ranks.

    Each combination is yielded several times: without a flush and his nobs, with his nobs if it contains a
    jack, and with a flush if the ranks allow one.
    """
    for ranks in combinations_with_replacement(Rank, cards):
        if max(Counter(ranks).values()) > 4:
            continue
        found = find_ranks(ranks)
        yield found
        nobs: tuple[Finding, ...] = (Finding(Reason.NOBS, 1),) if Rank.JACK in ranks else ()
        yield (*found, *nobs)
        if len(set(ranks)) >= cards - 1:
            for length in (cards - 1, cards):
                yield (*found, Finding(Reason.FLUSH, length), *nobs)


@pytest.mark.parametrize("cards", [4, 5, pytest.param(6, marks=pytest.mark.night)])
@pytest.mark.parametrize("grouped", [False, True])
@in_each_catalogue
def test_every_call_of_a_hand_consists_of_phrases(cards: int, grouped: bool, words: English) -> None:
    """The phrases cover every call for a hand of three, four or five cards with a starter."""
    seen = set()
    for items, nineteen in product(hands(cards), (True, False)):
        call = call_hand(items, nineteen=nineteen, grouped=grouped, words=words)
        if call not in seen:
            seen.add(call)
            assert not free_text(call, words), (call, total(items))
    assert len(seen) > 100


BOOK = Phrasebook(
    Phrase(text, f"{text}.wav")
    for text in "twenty-one|twenty|one|a pair is|a pair|is two|two|card, or go|go|for".split("|")
)


def divided(text: str) -> list[str]:
    """Return the pieces into which the phrasebook divides `text`.

    Pieces that are not in the phrasebook are in square brackets.
    """
    return [piece.text if piece.phrase else f"[{piece.text}]" for piece in BOOK.divide(text)]


@pytest.mark.parametrize(("text", "pieces"), SAID["phrases_of_text"])
def test_a_text_consists_of_the_longest_phrases_and_what_is_between(text: str, pieces: list[str]) -> None:
    assert divided(text) == pieces


def test_a_long_phrase_does_not_leave_words_over_that_shorter_ones_would_take() -> None:
    book = Phrasebook(Phrase(text, "") for text in ("one two", "one", "two three"))
    assert [(piece.text, piece.phrase is not None) for piece in book.divide("one two three")] == [
        ("one", True),
        ("two three", True),
    ]


def test_a_phrase_comes_with_its_file_and_free_text_without() -> None:
    assert BOOK.divide("Ann: twenty-one") == (
        SentencePiece("Ann", None, 0.15),
        SentencePiece("twenty-one", Phrase("twenty-one", "twenty-one.wav"), 0.0),
    )


def test_punctuation_is_a_pause_and_a_full_stop_the_longest() -> None:
    pauses = [BOOK.divide(f"two{mark} two")[0].pause for mark in ("", ",", ":", ";", ".", ".:")]
    assert pauses == sorted(pauses)
    assert pauses[0] == 0
    assert pauses[-2] == pauses[-1] == 0.3
