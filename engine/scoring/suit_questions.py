"""Questions about suits: what is known, and which questions are open.

Players enter ranks, and suits only where they like to. An exact search decides which questions are open: a
question is open if there is a way to give every unknown card of the deal a suit that makes the answer yes,
and another that makes it no. Each card exists once, and every earlier answer stays true.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from engine.cards import Card, Rank, Suit
from engine.indices import STARTER


class Question(Enum):
    """A question about a hand; the value is the prompt that asks it."""

    FLUSH = "flush"
    """Are the cards of the hand all of one suit?"""
    FLUSH_WITH_STARTER = "flush_with_starter"
    """Are they, and is the starter of that suit too?"""
    NOBS = "nobs"
    """Does the hand hold the jack of the starter's suit?"""


class Answer(NamedTuple):
    """An answer about a hand, given or supposed.

    Attributes:
        question: the question.
        hand: the cards of the hand or crib, as places among the cards of the deal.
        yes: the answer.
    """

    question: Question
    hand: tuple[int, ...]
    yes: bool


def settle(
    deal: Sequence[Card], answers: Sequence[Answer], question: Question, hand: tuple[int, ...]
) -> bool | None:
    """Return the answer to a question, or None if it is still open.

    Args:
        deal: the cards of the deal seen so far, the starter first.
        answers: the answers given in this deal, which contradict neither each other nor the cards.
        question: the question.
        hand: the hand it is about, as places in `deal`.
    """
    if question is Question.NOBS and not any(deal[i].rank is Rank.JACK for i in hand):
        return False
    for answer in answers:
        if answer.hand != hand:
            continue
        if answer.question is question:
            return answer.yes
        # The search would find this too, but not as fast.
        if answer == Answer(Question.FLUSH, hand, yes=False) and question is Question.FLUSH_WITH_STARTER:
            return False
    if not possible(deal, (*answers, Answer(question, hand, yes=True))):
        return False
    if not possible(deal, (*answers, Answer(question, hand, yes=False))):
        return True
    return None


def possible(deal: Sequence[Card], answers: Sequence[Answer]) -> bool:
    """Return True if some choice of the unknown suits makes every answer true, each card existing once.

    Only cards that an answer needs are given a suit: the rest of a rank can always be completed, since there
    are never more than four.
    """
    search = _Search(deal)
    # Where two answers have as few ways, the one that fixes more suits goes first.
    return search.consistent and search.satisfy(sorted(answers, key=_fixes, reverse=True))


def _fixes(answer: Answer) -> int:
    """How narrowly an answer fixes suits: a flush does so the most, its denial hardly at all."""
    if answer.question is Question.NOBS:
        return 1
    return 2 if answer.yes else 0


_ALL = sum(1 << suit for suit in Suit)
_SUITS_IN = [tuple(suit for suit in Suit if mask >> suit & 1) for mask in range(_ALL + 2)]
"""The suits of a set, which is a number with a bit for each."""
_NUMBER = [len(suits) for suits in _SUITS_IN]

_Way = tuple[int, int]
"""A card, as a place, and a set of suits: giving it one of them may lead on."""


class _Search:
    """Suits given to cards one by one, and taken back where they lead nowhere.

    An answer that has been made true stays so: only suits that it needs are given, and none is changed. The
    answer with the fewest ways to make it true is always next, so that what cannot be fails early.

    Attributes:
        consistent: the suits known from the start are those of different cards.
    """

    def __init__(self, deal: Sequence[Card]) -> None:
        self._ranks = [card.rank for card in deal]
        self._suits: list[int] = [card.suit or 0 for card in deal]
        self._free = [_ALL] * (len(Rank) + 1)  # by rank, the suits that no card has yet
        self._used = 0  # the suits that some card has: the others are all alike
        self.consistent = True
        for rank, suit in zip(self._ranks, self._suits, strict=True):
            if suit:
                self.consistent = self.consistent and bool(self._free[rank] >> suit & 1)
                self._free[rank] &= ~(1 << suit)
                self._used |= 1 << suit

    def satisfy(self, answers: Sequence[Answer]) -> bool:
        """Return True if suits can be given that make all the answers true."""
        best: list[_Way] = []
        fewest = 1 << 30
        doubtful = []
        for place, answer in enumerate(answers):
            ways = self._ways(answer)
            if ways is None:
                continue
            doubtful.append(answer)
            number = sum([_NUMBER[suits] for _, suits in ways])
            if number < fewest:
                best, fewest = ways, number
                if number <= 1:
                    doubtful += answers[place + 1 :]
                    break
        if not doubtful:
            return True
        return any(self._try(place, suits, doubtful) for place, suits in best)

    def _ways(self, answer: Answer) -> list[_Way] | None:
        """The next steps towards making an answer true, one of which is necessary; None if it is true."""
        if answer.question is Question.NOBS:
            return self._nobs(answer) if self._suits[STARTER] else [self._way(STARTER, _ALL)]
        places = answer.hand if answer.question is Question.FLUSH else (*answer.hand, STARTER)
        known = 0
        unknown = []
        for place in places:
            if self._suits[place]:
                known |= 1 << self._suits[place]
            else:
                unknown.append(place)
        several = known & known - 1
        if answer.yes:
            if several or not unknown:
                return [] if several else None
            suits = known or _ALL
            for place in unknown[1:]:
                suits &= self._free[self._ranks[place]]
            return [self._way(unknown[0], suits)]
        if several:
            return None
        # Any card may be the one that differs; where none has a suit yet, the first gets one.
        return [self._way(place, _ALL & ~known) for place in (unknown if known else unknown[:1])]

    def _nobs(self, answer: Answer) -> list[_Way] | None:
        """The same for nobs, the starter's suit being given: one of the jacks is of it, or none is."""
        starter = self._suits[STARTER]
        jacks = [place for place in answer.hand if self._ranks[place] is Rank.JACK]
        unknown = [jack for jack in jacks if not self._suits[jack]]
        if any(self._suits[jack] == starter for jack in jacks):
            return None if answer.yes else []
        if answer.yes:
            return [self._way(jack, 1 << starter) for jack in unknown]
        return [self._way(unknown[0], _ALL & ~(1 << starter))] if unknown else None

    def _way(self, place: int, suits: int) -> _Way:
        """A card that may have one of these suits; of those that no card has yet, one stands for all."""
        suits &= self._free[self._ranks[place]]
        alike = suits & ~self._used
        return place, suits & self._used | alike & -alike

    def _try(self, place: int, suits: int, answers: Sequence[Answer]) -> bool:
        """Return True if the answers can be made true with one of these suits for this card."""
        rank, used = self._ranks[place], self._used
        for suit in _SUITS_IN[suits]:
            self._suits[place] = suit
            self._free[rank] &= ~(1 << suit)
            self._used = used | 1 << suit
            if self.satisfy(answers):
                return True
            self._free[rank] |= 1 << suit
        self._suits[place] = 0
        self._used = used
        return False
