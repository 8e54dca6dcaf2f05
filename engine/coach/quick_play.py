"""Play the cards in a deal quickly and sensibly, to estimate how the play may continue.

A player rates each card by the points that it scores, minus the points that the opponent is expected to score
with the next card, plus the points that the player can score with the card after that.

Ranks are numbers from 1 for an ace to 13 for a king.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.cards import Suit
from engine.coach.unseen import Role, other_role
from engine.rules import LIMIT

VALUES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""The value of each rank in the count."""
_HELD_BACK = 0.02
"""The bonus, in points, for each additional pip of a card that is played, because low cards win the go."""
_ANSWER = 0.8
"""The share that counts of the points the player could score by replying to the opponent's next card."""
_GO = 0.7
"""The value, in points, of leaving the opponent without a card that can be played."""

_REMEMBERED = 4_096
"""The number of situations to remember, which is enough for one question, so that memory stays small."""

_Ranks = tuple[int, ...]
PlayPoints = tuple[Role, int]
"""A player, and the points that the player scores in the play."""


def play_on(
    hands: Sequence[Sequence[int]], turn: Role, pile: Sequence[int] = (), last: Role | None = None
) -> list[PlayPoints]:
    """Play the remaining cards in a deal, and return the points in the order in which they are scored.

    Both players choose their cards with `choose`.

    Args:
        hands: the ranks of the cards that pone and the dealer still hold.
        turn: the player whose turn it is. This player may have to say go.
        pile: the ranks of the cards played since the count was last reset, oldest first.
        last: the player who played the last card in the pile; None if the pile is empty.
    """
    held: list[_Ranks] = [tuple(sorted(hand)) for hand in hands]
    laid = tuple(pile)
    count = sum(VALUES[rank] for rank in laid)
    scored: list[PlayPoints] = []
    if laid and last is not None and not _fits(held[turn], count):
        turn = other_role(turn)
        if not _fits(held[turn], count):
            scored.append((last, 1))
            turn, laid, count = other_role(last), (), 0
    if not held[turn]:
        turn = other_role(turn)
    while held[turn]:
        rank = choose(held[turn], laid, len(held[other_role(turn)]))
        hand = held[turn]
        at = hand.index(rank)
        held[turn] = hand[:at] + hand[at + 1 :]
        laid = (*laid, rank)
        count += VALUES[rank]
        points = pile_points(laid)
        other = other_role(turn)
        if _fits(held[other], count):
            after = other
        elif _fits(held[turn], count):
            after = turn
        else:
            points += count != LIMIT
            after = other if held[other] else turn
            laid, count = (), 0
        if points:
            scored.append((turn, points))
        turn = after
    return scored


def _fits(hand: _Ranks, count: int) -> bool:
    """Return True if a card in a hand (ranks in ascending order) can be played without passing 31."""
    return bool(hand) and count + VALUES[hand[0]] <= LIMIT


@lru_cache(maxsize=4 * _REMEMBERED)
def pile_points(pile: tuple[int, ...]) -> int:
    """Return the points that the last card in a pile scores, not including go and last (RULES.md 3).

    The module `engine.scoring.play_points` counts the same points, and also says what each of them is for.
    This function returns only their total, because the coach needs it many thousands of times per answer.
    """
    points = 2 if sum([VALUES[rank] for rank in pile]) in (15, LIMIT) else 0
    number, last = len(pile), pile[-1]
    if number > 1 and pile[-2] == last:
        same = 2
        while same < number and pile[-1 - same] == last:
            same += 1
        return points + same * (same - 1)
    for length in range(number, 2, -1):
        ranks = pile[-length:]
        if max(ranks) - min(ranks) == length - 1 and len(set(ranks)) == length:
            return points + length
    return points


@lru_cache(maxsize=_REMEMBERED)
def scoring_replies(pile: _Ranks) -> tuple[tuple[int, int], ...]:
    """Return the ranks that would score if they were played next on a pile, each with its points."""
    count = sum(VALUES[rank] for rank in pile)
    last, reach = pile[-1], len(pile) if len(pile) > 1 else 0  # a run reaches no farther
    ranks = {last, 15 - count, LIMIT - count, *range(last - reach, last + reach + 1)}
    if count in (5, LIMIT - 10):
        ranks.update((10, 11, 12, 13))
    possible = [rank for rank in ranks if 0 < rank < 14 and count + VALUES[rank] <= LIMIT]
    found = [(rank, pile_points((*pile, rank))) for rank in possible]
    return tuple(each for each in found if each[1])


@lru_cache(maxsize=_REMEMBERED)
def choose(hand: _Ranks, pile: _Ranks, others: int) -> int:
    """Return the rank of the card that a sensible player would play.

    Args:
        hand: the ranks that the player holds, in ascending order. At least one of them can be played.
        pile: the ranks of the cards played since the count was last reset, oldest first.
        others: the number of cards that the opponent still holds.
    """
    count = sum([VALUES[rank] for rank in pile])
    ranks = {rank for rank in hand if count + VALUES[rank] <= LIMIT}
    if len(ranks) == 1:
        return ranks.pop()
    return max(sorted(ranks), key=lambda rank: _value(hand, (*pile, rank), count + VALUES[rank], others))


def _value(hand: _Ranks, laid: _Ranks, count: int, others: int) -> float:
    """Return the points of a card, minus what the opponent's reply may gain, plus small bonuses."""
    value = pile_points(laid) + _HELD_BACK * VALUES[laid[-1]]
    if not others:
        return value
    rest = list(hand)
    rest.remove(laid[-1])
    unseen = 52 - len(hand) - len(laid)
    threats = []
    for rank, points in scoring_replies(laid):
        free = 4 - hand.count(rank) - laid.count(rank) + (rank == laid[-1])
        if free > 0:
            answer = _answer((*laid, rank), count + VALUES[rank], rest)
            threats.append((points - _ANSWER * answer, free))
    # The opponent answers with the best card in the opponent's hand.
    without = 1.0
    for cost, free in sorted(threats, reverse=True):
        held = without * (1 - (1 - free / unseen) ** others)
        value -= cost * held
        without -= held
    if LIMIT - 10 < count < LIMIT:
        too_high = 1 - len(Suit) * (LIMIT - count) / unseen
        value += _GO * max(0.0, too_high) ** others
    return value


def _answer(pile: _Ranks, count: int, hand: list[int]) -> int:
    best, last, reach = 0, pile[-1], len(pile)
    for rank in hand:
        after = count + VALUES[rank]
        # All other cards score nothing, so it is not worth looking at them.
        if after <= LIMIT and (after in (15, LIMIT) or -reach <= rank - last <= reach):
            best = max(best, pile_points((*pile, rank)))
    return best
