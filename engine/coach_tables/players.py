"""Simulated players: the policies that they learnt, the cards that they play in a deal, and whole games.

The policies are saved in a file, so that they need not be learnt again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach_tables.deals import Deals
from engine.coach_tables.hands import count_show
from engine.coach_tables.play_game import (
    PlayPolicy,
    PlayState,
    card_points,
    cards_that_fit,
    choose,
    lay,
    new_policy,
    slot,
)
from engine.coach_tables.run import GeneratedTables, Numbers, run
from engine.coach_tables.searched_play import Seen, Workspace, search
from engine.coach_tables.throwing import KINDS, Policy
from engine.coach_tables.winning import EVENTS, Courses
from engine.games_known_to_coach import TARGET


class Policies(NamedTuple):
    """The policies for throwing and playing that simulated players have learnt.

    Attributes:
        dealer: the dealer's policy for throwing. Its `habits` are not saved, and are set to 0.
        pone: pone's policy for throwing. Its `habits` are not saved either, and are set to 0.
        play: the policy that both players follow in the play. Its `regrets` are not saved either, and are set
            to 0.
    """

    dealer: Policy
    pone: Policy
    play: PlayPolicy


def policies(path: Path, numbers: Numbers, say: Callable[[str], object]) -> Policies:
    """Return the policies for throwing and playing that are stored in a file.

    If the file does not exist, run the table generator and save its policies in the file first.

    Args:
        path: the path to the file.
        numbers: the settings for the table generator, such as the number of deals.
        say: a function that is called with each progress message of the table generator.
    """
    if not path.exists():
        save(run(numbers, say), path)
    with np.load(path) as saved:
        play = new_policy()
        _restore(saved["situations"], saved["weights"], play.keys, play.weights)
        return Policies(_policy(saved["dealer"]), _policy(saved["pone"]), play)


@njit(cache=True)
def _restore(
    situations: NDArray[np.uint64],
    found: NDArray[np.float32],
    keys: NDArray[np.uint64],
    weights: NDArray[np.float32],
) -> None:
    for number in range(len(situations)):
        at = slot(keys, situations[number])
        keys[at] = situations[number]
        weights[at] = found[number]


def save(result: GeneratedTables, path: Path) -> None:
    """Write the learnt policies for throwing and playing to a file."""
    used = np.flatnonzero(result.play.keys)
    np.savez(
        path,
        dealer=result.throwing.dealer.throws,
        pone=result.throwing.pone.throws,
        situations=result.play.keys[used],
        weights=result.play.weights[used],
    )


def _policy(throws: NDArray[np.float32]) -> Policy:
    return Policy(throws, np.zeros(KINDS))


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
def play_courses(
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


_JACK = 10


@njit(cache=True)
def games_won(courses: Courses, dealer: int, pone: int, first: int, games: int) -> tuple[int, int]:
    """Play games that start from a given score, using one deal after another.

    Args:
        courses: the points scored in many deals, as returned by `engine.coach_tables.winning.courses`.
        dealer: the score of the player who deals first.
        pone: the opponent's score.
        first: the index of the first deal to use. The last deal is followed by the first one.
        games: the number of games.

    Returns:
        The number of games won by the player who dealt first, and the index of the next unused deal.
    """
    won, at = 0, first
    for _ in range(games):
        scores = np.array([dealer, pone])
        deals = 0  # the player who deals
        while scores.max() < TARGET:
            for points in courses[at % len(courses)]:
                if points > 0:
                    scores[deals] += points
                elif points < 0:
                    scores[1 - deals] -= points
                if scores.max() >= TARGET:
                    break
            at += 1
            deals = 1 - deals
        won += scores[0] >= TARGET
    return won, at


class PlayedDeals(NamedTuple):
    """Deals that were played to the end.

    Attributes:
        laid: the eight cards in each deal in the order in which they were played; shape (deals, 8).
        courses: the points scored in each deal for his heels, for each of the eight cards played, for the two
            hands and for the crib; shape (deals, EVENTS). Pone's points are negative.
    """

    laid: NDArray[np.int8]
    courses: Courses


@njit(cache=True)
def _play_all(
    deals: Deals,
    seed: int,
    keys: NDArray[np.uint64],
    weights: NDArray[np.float32],
    laid: NDArray[np.int8],
    courses: Courses,
) -> None:
    np.random.seed(seed)
    shown = np.empty(4, np.int64)
    for number in range(len(deals)):
        deal, course = deals[number], courses[number]
        starter = np.int64(deal[12])
        course[0] = 2 if starter // 4 == _JACK else 0
        hands = np.zeros((2, 13), np.int64)
        for i in range(8):
            hands[i // 4, deal[i] // 4] += 1
        used = np.zeros(8, np.bool_)
        pile = np.zeros(8, np.int64)
        turn = PlayState(0, 0, 0, 0)
        for at in range(8):
            player = turn.player
            rank = choose(keys, weights, hands, pile, turn)
            points, turn = lay(hands, pile, turn, rank)
            course[at + 1] = points if player else -points
            for i in range(4 * player, 4 * player + 4):
                if deal[i] // 4 == rank and not used[i]:
                    used[i] = True
                    laid[number, at] = deal[i]
                    break
        for i in range(3):
            shown[:] = deal[4 * i : 4 * i + 4]
            points = count_show(shown[0], shown[1], shown[2], shown[3], starter, i == 2)
            course[9 + i] = points if i else -points


def play_deals(deals: Deals, policy: PlayPolicy, seed: int) -> PlayedDeals:
    """Play deals to the end, and return the cards played and the points scored in each deal, in order.

    Args:
        deals: the deals.
        policy: the policy that both players follow in the play.
        seed: the seed for the random numbers.
    """
    played = PlayedDeals(np.zeros((len(deals), 8), np.int8), np.zeros((len(deals), EVENTS), np.int8))
    _play_all(deals, seed, policy.keys, policy.weights, *played)
    return played
