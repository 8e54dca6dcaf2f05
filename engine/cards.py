"""Ranks, suits and cards.

A card may be known by its rank alone: people key `5` and name the suit only where they like to.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from engine.errors import InvalidCard, shown


class Rank(IntEnum):
    """A rank; as a number 1 (ace) to 13 (king), its order in runs and in the cut (RULES.md 1)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def worth(self) -> int:
        """The counting value: 1 for an ace, 10 for a ten or a court card (RULES.md 1)."""
        return min(int(self), 10)

    @property
    def symbol(self) -> str:
        """`A`, `2` to `9`, `10`, `J`, `Q` or `K`."""
        return _SYMBOLS[self]

    @classmethod
    def parse(cls, text: str) -> Rank:
        """The rank that a text names: `A 2 … 9 10 T J Q K`, upper or lower case.

        Raises:
            InvalidCard: the text is no rank.
        """
        rank = _RANKS.get(_upper(text))
        if rank is None:
            raise InvalidCard(f"{shown(text)} is no rank: a rank is A, 2 to 10, T, J, Q or K")
        return rank


class Suit(IntEnum):
    """A suit, as a number from 1 so that none is false."""

    SPADES = 1
    HEARTS = 2
    DIAMONDS = 3
    CLUBS = 4

    @property
    def letter(self) -> str:
        """`S`, `H`, `D` or `C`."""
        return _LETTERS[self]

    @property
    def symbol(self) -> str:
        """`♠`, `♥`, `♦` or `♣`."""
        return _PIPS[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """The suit that a letter names: `S H D C`, upper or lower case.

        Raises:
            InvalidCard: the text is no suit.
        """
        suit = _SUITS.get(_upper(text))
        if suit is None:
            raise InvalidCard(f"{shown(text)} is no suit: a suit is S, H, D or C")
        return suit


def _upper(text: str) -> str:
    """A text in upper case, so that no letter of another script turns into a suit (as `ſ` does into `S`)."""
    return text.upper() if text.isascii() else text


_SYMBOLS = dict(zip(Rank, "A 2 3 4 5 6 7 8 9 10 J Q K".split(), strict=True))
_RANKS = {symbol: rank for rank, symbol in _SYMBOLS.items()} | {"T": Rank.TEN}
_LETTERS = dict(zip(Suit, "SHDC", strict=True))
_SUITS = {letter: suit for suit, letter in _LETTERS.items()}
_PIPS = dict(zip(Suit, "♠♥♦♣", strict=True))


class Card(NamedTuple):
    """A card: its rank, and its suit where that is known.

    `str(card)` is what `Card.parse` reads: `5H`, `10D`, or `5` with the suit not known.
    """

    rank: Rank
    suit: Suit | None = None

    def __str__(self) -> str:
        return self.rank.symbol + (self.suit.letter if self.suit else "")

    @property
    def pretty(self) -> str:
        """The card as a screen shows it: `5♥`, or `5` with the suit not known."""
        return self.rank.symbol + (self.suit.symbol if self.suit else "")

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that a text names: a rank, then a suit or nothing, upper or lower case.

        Raises:
            InvalidCard: the text is no card.
        """
        upper = _upper(text)
        suit = _SUITS.get(upper[-1:])
        rank = _RANKS.get(upper[:-1] if suit else upper)
        if rank is None:
            raise InvalidCard(f"{shown(text)} is no card: a card is a rank and a suit, such as 5H, 10D or QS")
        return cls(rank, suit)
