"""Ranks, suits and cards.

A card may have a rank but no suit, since players do not have to name the suit.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NoReturn, final

from engine.errors import InvalidCard, quoted, shown


class Rank(IntEnum):
    """The rank of a card, from 1 (ace) to 13 (king).

    The number gives the order of the ranks in runs and in the cut (RULES.md 1).
    """

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
    def counting_value(self) -> int:
        """The rank's value in a count: 1 for an ace, 10 for a jack, queen or king, otherwise its number."""
        return _COUNTING[self]

    @property
    def symbol(self) -> str:
        """The rank's symbol: `A`, `2` to `9`, `10`, `J`, `Q` or `K`."""
        return _SYMBOLS[self]

    @property
    def plural(self) -> str:
        """The plural of the rank's name, such as `aces`, `twos` or `kings`."""
        return "sixes" if self is Rank.SIX else f"{self.name.lower()}s"

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Parse a rank: `A`, `2` to `10`, `T`, `J`, `Q` or `K`, in upper or lower case.

        Raises:
            InvalidCard: the string is not a rank.
        """
        rank = _RANKS.get(_upper(_text(text)))
        if rank is None:
            raise InvalidCard(f"{shown(text)} isn't a rank: write A, 2 to 10, T, J, Q or K")
        return rank


class Suit(IntEnum):
    """A suit. The numbers start at 1, so every suit is true in a boolean context."""

    SPADES = 1
    HEARTS = 2
    DIAMONDS = 3
    CLUBS = 4

    @property
    def letter(self) -> str:
        """The suit's letter: `S`, `H`, `D` or `C`."""
        return _LETTERS[self]

    @property
    def symbol(self) -> str:
        """The suit's symbol: `♠`, `♥`, `♦` or `♣`."""
        return _PIPS[self]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Parse the letter of a suit: `S`, `H`, `D` or `C`, in upper or lower case.

        Raises:
            InvalidCard: the string is not a suit.
        """
        suit = _SUITS.get(_upper(_text(text)))
        if suit is None:
            raise InvalidCard(f"{shown(text)} isn't a suit: write S, H, D or C")
        return suit


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidCard(f"{quoted(value)} isn't a text: write a card such as '5H'")
    return value


def _upper(text: str) -> str:
    """Return a string in upper case, but not `ſ`, which would be taken for the letter `S`."""
    return text.upper() if text.isascii() else text


_COUNTING = (0, *(min(int(rank), 10) for rank in Rank))
_SYMBOLS = dict(zip(Rank, "A 2 3 4 5 6 7 8 9 10 J Q K".split(), strict=True))
_RANKS = {symbol: rank for rank, symbol in _SYMBOLS.items()} | {"T": Rank.TEN}
_LETTERS = dict(zip(Suit, "SHDC", strict=True))
_SUITS = {letter: suit for suit, letter in _LETTERS.items()}
_PIPS = dict(zip(Suit, "♠♥♦♣", strict=True))
_PIPPED = {symbol: suit for suit, symbol in _PIPS.items()}


@final
class Card:
    """A playing card, whose suit may be unknown.

    Each card exists only once, so cards can be compared by identity. They are sorted by rank and then by
    suit, with an unknown suit first.

    Attributes:
        rank: the rank, from ace to king.
        suit: the suit; None if it is unknown.
        code: 1 for an ace, 5 for a two, 25 for a three, and so on. The sum of the codes of several cards
            tells how many cards of each rank there are.
        jack: the jack of the same suit; None if the suit is unknown.

    Raises:
        InvalidCard: there is no such rank or suit.
    """

    __slots__ = ("code", "jack", "rank", "suit")
    __match_args__ = ("rank", "suit")

    rank: Rank
    suit: Suit | None
    code: int
    jack: Card | None

    def __new__(cls, rank: int | str, suit: int | None = None) -> Card:
        """Return the card with the given rank and suit. If `suit` is None, the card's suit is unknown.

        `Card("5H")` is the same as `Card(Rank.FIVE, Suit.HEARTS)`; see `parse`.
        """
        if isinstance(rank, str) and suit is None:
            return cls.parse(rank)
        try:
            card = _CARDS.get((rank, suit))  # type: ignore[arg-type]  # a text with a suit is not found
        except TypeError:  # a list, for example, cannot be looked up
            card = None
        if card is None:
            raise InvalidCard(
                f"there is no card of rank {quoted(rank)} and suit {quoted(suit)}: write Card('5H')"
            )
        return card

    @classmethod
    def _make(cls, rank: Rank, suit: Suit | None, jack: Card | None) -> Card:
        card = object.__new__(cls)
        fill = object.__setattr__
        fill(card, "rank", rank)
        fill(card, "suit", suit)
        fill(card, "code", 5 ** (rank - 1))
        fill(card, "jack", card if suit and rank is Rank.JACK else jack)
        return card

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} of a card cannot be set: a card does not change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name} of a card cannot be deleted: a card does not change")

    def __reduce__(self) -> tuple[type[Card], tuple[int, int | None]]:
        return Card, (int(self.rank), int(self.suit) if self.suit else None)

    def __lt__(self, other: Card) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return (self.rank, self.suit or 0) < (other.rank, other.suit or 0)

    def __le__(self, other: Card) -> bool:
        return self is other or self < other

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __str__(self) -> str:
        return self.rank.symbol + (self.suit.letter if self.suit else "")

    @property
    def pretty(self) -> str:
        """The card's rank and the symbol of its suit, such as `5♥`.

        If the suit is unknown, it is just the rank.
        """
        return self.rank.symbol + (self.suit.symbol if self.suit else "")

    @classmethod
    def parse(cls, text: str) -> Card:
        """Parse a card: a rank, alone or followed by the letter or symbol of a suit, in upper or lower case.

        Raises:
            InvalidCard: the string is not a card.
        """
        text = _text(text)
        suit = _SUITS.get(_upper(text[-1:])) or _PIPPED.get(text[-1:])
        rank = _RANKS.get(_upper(text[:-1] if suit else text))
        if rank is None:
            raise InvalidCard(f"{shown(text)} isn't a card: write rank and suit, such as 5H")
        return _CARDS[rank, suit]


def _all_cards() -> dict[tuple[int, int | None], Card]:
    cards: dict[tuple[int, int | None], Card] = {}
    for suit in (*Suit, None):
        for rank in (Rank.JACK, *Rank):
            if (rank, suit) not in cards:
                cards[rank, suit] = Card._make(rank, suit, cards.get((Rank.JACK, suit)) if suit else None)
    return cards


_CARDS = _all_cards()

PACK = tuple(Card(rank, suit) for rank in Rank for suit in Suit)
"""The 52 cards, sorted."""


class CardWords:
    """The names of ranks and suits, in English."""

    def rank(self, rank: Rank) -> str:
        """Return the name of a rank, such as `ace`, `five` or `king`."""
        return rank.name.lower()

    def ranks(self, rank: Rank) -> str:
        """Return the plural of a rank's name, such as `aces`, `fives` or `kings`."""
        return rank.plural

    def suit(self, suit: Suit) -> str:
        """Return the name of a suit, such as `hearts`."""
        return suit.name.lower()
