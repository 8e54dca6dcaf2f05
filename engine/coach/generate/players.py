"""Simulated players with different ways of choosing cards, used to measure how good the coach is."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach.generate.play_game import PlayState, card_points, lay
from engine.coach.generate.play_policy import PlayPolicy, cards_that_fit, choose
from engine.coach.generate.searched_play import Seen, Workspace, search
from engine.coach.generate.winning import Courses

LEARNT, COACH, SEARCHED, GREEDY, MAXIMS = range(5)
"""The ways to choose a card in the play.

LEARNT: follow the policy that was learnt.
COACH: play as the coach advises.
SEARCHED: like COACH, but calculate the dealer's best reply to the lead, instead of reading it from a table.
GREEDY: play the card that scores the most points immediately.
MAXIMS: like GREEDY, but break ties by rules of thumb (see `greedy`).
"""

_FIVE = 4


class Minds(NamedTuple):
    """The tables and policies that simulated players use to choose their cards in the play.

    Attributes:
        policy: the policy that was learnt from random deals.
        leads: the rank that the coach leads from each of pone's hands, indexed by the ranks of the four
            cards in ascending order; shape (13, 13, 13, 13).
        replies: the rank with which the coach answers a lead, indexed by the ranks of the dealer's four cards
            in ascending order and by the rank of the lead; shape (13, 13, 13, 13, 13).
        kept: how often pone (index 0) and the dealer (index 1) keep each hand in `HANDS`, divided by the
            number of possible combinations of suits; shape (2, 1820).
        space: the working arrays of the coach's search.
    """

    policy: PlayPolicy
    leads: NDArray[np.int64]
    replies: NDArray[np.int64]
    kept: NDArray[np.float64]
    space: Workspace


@njit(cache=True)
def greedy(hand: NDArray[np.int64], pile: NDArray[np.int64], turn: PlayState, maxims: bool) -> int:
    """Return the playable rank that scores the most points immediately, from 0 for an ace to 12 for a king.

    Args:
        hand: the number of cards of each rank that the player holds.
        pile: the ranks of the cards played since the count was last reset. The array must have room for one
            more card.
        turn: the state of the play.
        maxims: True to break ties by rules of thumb: lead a rank below five, preferably from a pair, and do
            not make the count 5 or 21. Any remaining tie goes to the highest rank.
    """
    ranks = np.empty(4, np.int64)
    found, best = -1, -1000
    for i in range(cards_that_fit(hand, turn.so_far, ranks)):
        rank = ranks[i]
        pile[turn.laid] = rank
        count = turn.so_far + min(rank + 1, 10)
        merit = 100 * card_points(pile, turn.laid + 1, count)
        if maxims and count in (5, 21):
            merit -= 50
        if maxims and turn.laid == 0:
            merit += 30 * (rank < _FIVE) + 20 * (hand[rank] > 1)
        if merit >= best:
            found, best = rank, merit
    return found


@njit
def play_cards(deal: NDArray[np.int8], ways: tuple[int, int], minds: Minds, course: NDArray[np.int8]) -> None:
    """Play the cards of a deal, and store each card's points in `course`.

    Pone's points are negative.

    Args:
        deal: the cards, as in `Deals`.
        ways: the way in which each player plays, such as `COACH` or `GREEDY`: first pone, then the dealer.
        minds: the tables and policies that the players use to choose their cards.
        course: receives the points of the eight cards, in the order in which they are played.
    """
    hands = np.zeros((2, 13), np.int64)
    for i in range(8):
        hands[i // 4, deal[i] // 4] += 1
    starter = np.array([np.int64(deal[12]) // 4])
    seen = Seen(np.zeros((2, 13), np.int64), np.zeros((8, 4), np.int64), np.zeros(2, np.int64), starter)
    pile, ranks = np.zeros(10, np.int64), np.empty(4, np.int64)
    turn = PlayState(0, 0, 0, 0)
    for step in range(8):
        player = turn.player
        way = ways[player]
        number = cards_that_fit(hands[player], turn.so_far, ranks)
        rank = ranks[0]
        if number > 1 and way == LEARNT:
            rank = choose(minds.policy.keys, minds.policy.weights, hands, pile, turn)
        elif number > 1 and way in (COACH, SEARCHED) and step == 0:
            four = np.sort(deal[:4] // 4)
            rank = minds.leads[four[0], four[1], four[2], four[3]]
        elif number > 1 and way == COACH and step == 1:
            four = np.sort(deal[4:8] // 4)
            rank = minds.replies[four[0], four[1], four[2], four[3], pile[0]]
        elif number > 1 and way in (COACH, SEARCHED):
            rank = search(player, hands, pile, turn, seen, step, minds.kept[1 - player], minds.space)
        elif number > 1:
            rank = greedy(hands[player], pile, turn, way == MAXIMS)
        seen.steps[step] = player, rank, turn.laid, turn.so_far
        seen.played[player, rank] += 1
        count = turn.so_far + min(rank + 1, 10)
        points, turn = lay(hands, pile, turn, rank)
        course[step] = points if player else -points
        for other in range(2):
            if turn.laid == 0 or (turn.go and other != turn.player):
                seen.denied[other] = max(seen.denied[other], 31 - count)


@njit
def play_deals(
    deals: NDArray[np.int8], ways: tuple[int, int], minds: Minds, seed: int, played: Courses
) -> None:
    """Play the cards of many deals, and store each card's points in `played`. Pone's points are negative.

    The random numbers of each deal depend only on the seed and on the index of the deal.

    Args:
        deals: the deals, as in `Deals`.
        ways: the way in which each player plays, such as `COACH` or `GREEDY`: first pone, then the dealer.
        minds: the tables and policies that the players use to choose their cards.
        seed: the seed for the random numbers.
        played: receives the points of the eight cards of each deal; shape (deals, 8).
    """
    for number in range(len(deals)):
        np.random.seed(seed + number)
        play_cards(deals[number], ways, minds, played[number])
