"""Advice on which card to play after the lead, tested in random deals played by the coach."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

from engine.cards import Rank
from engine.rules import LIMIT
from tests.coach_advice.piece import Piece, judged
from tests.coach_advice.situations import Situation, situations

SITUATIONS = 100
"""The number of situations for each piece of advice."""


class Verdict(NamedTuple):
    """The result of comparing a piece of advice with the coach's calculations in many situations.

    Attributes:
        right: the proportion of situations in which one of the advised cards is as good as the best card.
        costs: the average number of points per situation that a player loses by following the advice.
    """

    right: float
    costs: float


def pieces() -> list[Piece]:
    return [_fifteen_or_pair(), _pair_the_lead(), _not_twenty_one()]


def _verdict(advised: Callable[[Situation], set[Rank]]) -> Verdict:
    """Test a piece of advice about which card to play, in random situations in which it rules out some cards.

    Args:
        advised: a function that returns the playable ranks that the advice recommends, or an empty set if it
            does not apply.
    """
    right, costs = 0, 0.0
    for situation in islice(situations(lambda each: set() < advised(each) < each.ranks), SITUATIONS):
        values = situation.values()
        loss = max(values.values()) - max(values[rank] for rank in advised(situation))
        right += loss == 0
        costs += loss
    return Verdict(right / SITUATIONS, costs / SITUATIONS)


def _text(verdict: Verdict) -> str:
    return (
        f"{judged(verdict.right)} It is best in {round(SITUATIONS * verdict.right)} of {SITUATIONS} such "
        f"situations, and doing it always costs {verdict.costs:.2f} points."
    )


def _fifteen_or_pair() -> Piece:
    def advised(each: Situation) -> set[Rank]:
        pairs = each.pile[-1:]
        fifteen = {rank for rank in each.ranks if each.count + rank.counting_value == 15}
        return fifteen if len(each.pile) == 1 and pairs[0] in each.ranks - fifteen else set()

    return Piece(
        "Answer a lead by fifteen rather than by a pair, if you can make either.",
        _text(_verdict(advised)),
        (),
    )


def _pair_the_lead() -> Piece:
    def advised(each: Situation) -> set[Rank]:
        lead = each.pile[:1]
        fifteen = any(each.count + rank.counting_value == 15 for rank in each.ranks)
        return set(lead) & each.ranks if len(each.pile) == 1 and not fifteen else set()

    verdict = _verdict(advised)
    return Piece(
        "Beware of pairing a lead: the other player may have led from a pair.",
        f"{judged(1 - verdict.right)} Where no fifteen is possible, pairing is best in "
        f"{round(SITUATIONS * verdict.right)} of {SITUATIONS} such situations, and doing "
        f"it always costs {verdict.costs:.2f} points.",
        (),
    )


def _not_twenty_one() -> Piece:
    def advised(each: Situation) -> set[Rank]:
        others = {rank for rank in each.ranks if each.count + rank.counting_value != LIMIT - 10}
        return others if others < each.ranks else set()

    return Piece("Do not bring the count to 21.", _text(_verdict(advised)), ())
