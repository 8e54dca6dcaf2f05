"""People who cannot see the board: they know the cards in their hands, and hear what the voice says.

They never look at the board or at its window. Whatever they need to know, the voice has to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from random import Random

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
SUITS = "SHDC"
RANK_NAMES = "ace two three four five six seven eight nine ten jack queen king".split()
KEY_OF = dict(zip(RANK_NAMES, RANKS, strict=True))
SUIT_NAMES = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
PACK = [(rank, suit) for rank in RANKS for suit in SUITS]
TENS = {
    word: 10 * ten
    for ten, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
SAME_VALUE = ("10", "J", "Q", "K")

Card = tuple[str, str]


def number(words: str) -> int:
    """Return the number that these words say: `one hundred and twenty-one` is 121."""
    total = 0
    for word in re.split(r"[ -]", words.replace(" and ", " ")):
        if word == "hundred":
            total *= 100
        elif word in TENS:
            total += TENS[word]
        else:
            total += ONES.index(word)
    return total


NUMBER = rf"(?:{'|'.join((*ONES, *TENS))})(?:[- ](?:{'|'.join((*ONES, *TENS, 'hundred', 'and'))}))*"


class Lost(AssertionError):
    """The players do not know what to do: something that they need was not said."""


class Table:
    """The players at one table, their cards, and what they have understood of the voice.

    Attributes:
        said: every sentence heard, oldest first.
        scores: the score of each player or of each pair of partners, added up from the calls.
    """

    def __init__(self, names: Sequence[str], random: Random, press: Callable[[str], Iterable[str]]) -> None:
        """Seat the players.

        Args:
            names: the names of the players, clockwise.
            random: the source of all random choices.
            press: presses a key, and returns the sentences that the voice says until it is silent.
        """
        self.names, self.random, self._press = tuple(names), random, press
        self.sides = 2 if len(names) == 4 else len(names)
        self.scores = [0] * self.sides
        self.said: list[str] = []
        self.winner: str | None = None
        self._answer: list[str] = []
        self._prompt = ""
        self._count = 0
        self._lines: list[str] = []
        self._wrong: tuple[str, Card] | None = None
