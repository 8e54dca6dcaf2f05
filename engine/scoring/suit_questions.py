"""Questions about suits, and the search that decides which questions are open.

Players enter ranks, and may leave out suits. A question is open if its answer could be yes or no,
depending on the unknown suits in the deal. No card may appear twice, and all earlier answers must remain
true. The search is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from engine.cards import Card, Rank, Suit
from engine.indices import STARTER, DealIndex


class Question(Enum):
    """A question about the suits of a hand. The enum value is the name of the prompt that asks it."""

    FLUSH = "flush"
    """Are the cards of the hand all of one suit?"""
    FLUSH_WITH_STARTER = "flush_with_starter"
    """Are the cards of the hand and the starter all of one suit?"""
    NOBS = "nobs"
    """Does the hand hold the jack of the starter's suit?"""


class Answer(NamedTuple):
    """The answer to a question about a hand.

    It is either given by a player, or assumed in order to test whether it is possible.

    Attributes:
        question: the question.
        hand: the cards in the hand or crib, as indices into the cards in the deal.
        yes: True if the answer is yes.
    """

    question: Question
    hand: tuple[DealIndex, ...]
    yes: bool


def settle(
    deal: Sequence[Card], answers: Sequence[Answer], question: Question, hand: tuple[DealIndex, ...]
) -> bool | None:
    """Return the answer to a question about suits, or None if what is known does not decide it.

    Args:
        deal: the cards in the deal seen so far, the starter first.
        answers: the answers given so far in this deal, which must not contradict each other or the cards.
        question: the question to answer.
        hand: the hand or crib in question, as indices into `deal`.
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
    """Return True if suits can be assigned so that every answer is true and no card appears twice.

    Args:
        deal: the cards in the deal, the starter first. Their suits may be unknown.
        answers: the answers to questions about suits.
    """
    # Only cards that affect an answer are tried. The others can always be assigned suits, since there are at
    # most four of each rank.
    search = _SuitSearch(deal)
    # Of two answers with equally few ways, the search tries the one that fixes more suits first.
    return search.consistent and search.satisfy(sorted(answers, key=_fixes, reverse=True))


def _fixes(answer: Answer) -> int:
    if answer.question is Question.NOBS:
        return 1
    return 2 if answer.yes else 0


_ALL = sum(1 << suit for suit in Suit)
_SUITS_IN = [tuple(suit for suit in Suit if mask >> suit & 1) for mask in range(_ALL + 2)]
"""The suits in each set of suits. A set is an integer with a bit for each suit."""
_NUMBER = [len(suits) for suits in _SUITS_IN]

_Way = tuple[DealIndex, int]
"""The index of a card, and a set of suits to try for it."""


class _SuitSearch:
    """A backtracking search for suits of the cards that agree with all answers to questions about suits.

    Each step assigns a suit to one card, so that it agrees with one of the answers. The search begins with
    the answer that leaves the fewest suits to try, to find contradictions early.

    Attributes:
        consistent: True if the cards whose suits are known from the start are all different.
    """

    def __init__(self, deal: Sequence[Card]) -> None:
        self._ranks = [card.rank for card in deal]
        self._suits: list[int] = [card.suit or 0 for card in deal]
        self._free = [_ALL] * (len(Rank) + 1)  # by rank, the suits that no card of the rank has yet
        self._used = 0  # the suits that any card has; all others are interchangeable
        self.consistent = True
        for rank, suit in zip(self._ranks, self._suits, strict=True):
            if suit:
                self.consistent = self.consistent and bool(self._free[rank] >> suit & 1)
                self._free[rank] &= ~(1 << suit)
                self._used |= 1 << suit

    def satisfy(self, answers: Sequence[Answer]) -> bool:
        best: list[_Way] = []
        fewest = 1 << 30
        doubtful = []
        for index, answer in enumerate(answers):
            ways = self._ways(answer)
            if ways is None:
                continue
            doubtful.append(answer)
            number = sum([_NUMBER[suits] for _, suits in ways])
            if number < fewest:
                best, fewest = ways, number
                if number <= 1:
                    doubtful += answers[index + 1 :]
                    break
        if not doubtful:
            return True
        return any(self._try(index, suits, doubtful) for index, suits in best)

    def _ways(self, answer: Answer) -> list[_Way] | None:
        """Return the cards of unknown suit on which an answer depends, with the suits that may make it true.

        Return None if the answer is already true, or an empty list if it can no longer become true.
        """
        if answer.question is Question.NOBS:
            return self._nobs(answer) if self._suits[STARTER] else [self._way(STARTER, _ALL)]
        indices = answer.hand if answer.question is Question.FLUSH else (*answer.hand, STARTER)
        known = 0
        unknown = []
        for index in indices:
            if self._suits[index]:
                known |= 1 << self._suits[index]
            else:
                unknown.append(index)
        several = known & known - 1
        if answer.yes:
            if several or not unknown:
                return [] if several else None
            suits = known or _ALL
            for index in unknown[1:]:
                suits &= self._free[self._ranks[index]]
            return [self._way(unknown[0], suits)]
        if several:
            return None
        # Any card can be the one that differs. If no card has a suit yet, the first gets one.
        return [self._way(index, _ALL & ~known) for index in (unknown if known else unknown[:1])]

    def _nobs(self, answer: Answer) -> list[_Way] | None:
        """Do the same for an answer about his nobs, once the starter's suit is known."""
        starter = self._suits[STARTER]
        jacks = [index for index in answer.hand if self._ranks[index] is Rank.JACK]
        unknown = [jack for jack in jacks if not self._suits[jack]]
        if any(self._suits[jack] == starter for jack in jacks):
            return None if answer.yes else []
        if answer.yes:
            return [self._way(jack, 1 << starter) for jack in unknown]
        return [self._way(unknown[0], _ALL & ~(1 << starter))] if unknown else None

    def _way(self, index: DealIndex, suits: int) -> _Way:
        """Return a card's index and the suits to try for it.

        Suits already assigned to cards of the same rank are left out. Suits that no card has yet are
        interchangeable, so only one of these is included.
        """
        suits &= self._free[self._ranks[index]]
        alike = suits & ~self._used
        return index, suits & self._used | alike & -alike

    def _try(self, index: int, suits: int, answers: Sequence[Answer]) -> bool:
        rank, used = self._ranks[index], self._used
        for suit in _SUITS_IN[suits]:
            self._suits[index] = suit
            self._free[rank] &= ~(1 << suit)
            self._used = used | 1 << suit
            if self.satisfy(answers):
                return True
            self._free[rank] |= 1 << suit
        self._suits[index] = 0
        self._used = used
        return False
