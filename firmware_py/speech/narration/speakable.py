"""Write figures, cards such as `5♥`, and the names of keys in words, so that the voice can say them.

Messages in every language use the same figures, card symbols and key names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.cards import Card, Suit
from firmware_py.words.english import English

_HIGHEST = 9999
"""The highest number that can be converted to words."""
_SUITS = {suit.symbol: suit for suit in Suit}
_RANKS = "10|[2-9AJQK]"
_CARD = rf"(?:{_RANKS})[{''.join(_SUITS)}]"
_KEYS = "OK|GO|UNDO|REDO|MENU|MUGGINS|AGAIN|SCORE"
"""The labels of the keys that are no cards. A single letter may be a word in some language."""
_TOKENS = re.compile(
    rf"""
    (?P<cards>{_CARD}(?:\ {_CARD})*)
    | (?P<suit>[{"".join(_SUITS)}])
    | (?P<scores>\b\d+(?:-\d+)+\b)
    | (?P<place>\b\d+/\d+\b)
    | (?P<plus>\+\d+\b)
    | (?P<percent>\b\d+%)
    | (?P<number>(?<![\w-])-?\d+\b)
    | (?P<key>\b(?:{_KEYS})\b)
    | (?P<arrows>◀\ ▶)
    | (?P<aside>\ \()
    | (?P<mark>[◀▶_)])
    | (?P<and>&)
    """,
    re.VERBOSE,
)


def speakable(text: str, names: Sequence[str], words: English) -> str:
    """Convert a message to its spoken form, such as `Bob: five of hearts`.

    Args:
        text: the message, which may contain symbols such as `5♥`, figures, and keys such as `GO`.
        names: the players' names, which are not converted.
        words: the message catalogue to use.
    """
    said = [
        part if part in names else _TOKENS.sub(lambda found: _in_words(found, words), part)
        for part in _split_at_names(text, names)
    ]
    return " ".join("".join(said).split())


def _split_at_names(text: str, names: Sequence[str]) -> list[str]:
    """Split text at the players' names. The names themselves are included as separate items."""
    longest_first = sorted(names, key=len, reverse=True)
    choices = "|".join(map(re.escape, longest_first))
    return re.split(rf"(?<!\w)({choices})(?!\w)", text) if choices else [text]


def _in_words(found: re.Match[str], words: English) -> str:
    kind, text = found.lastgroup, found.group()
    match kind:
        case "cards":
            return words.cards_in_words([Card.parse(card) for card in text.split()])
        case "suit":
            return words.suit(_SUITS[text])
        case "scores":
            return words.numbers_in_words([int(number) for number in text.split("-")])
        case "place":
            page, _, pages = text.partition("/")
            return words.page_of(int(page), int(pages))
        case "plus":
            return words.plus(int(text))
        case "percent":
            return words.percent_aloud(int(text[:-1]) / 100)
        case "number":
            return words.number(int(text)) if abs(int(text)) <= _HIGHEST else text
        case "key":
            return words.key(text)
        case "arrows":
            return words.ARROWS
        case "aside":
            return ", "
        case "and":
            return words.AND
    return ""
