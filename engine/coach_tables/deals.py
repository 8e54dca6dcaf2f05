"""Random deals in which each player follows a policy for throwing cards to the crib, and what comes of them.

`random_deals` deals and throws, `kept_hands` says how often each hand of four cards is kept, and
`play_means` what each of these hands scores on average if both players follow the same policy in the play.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from engine.coach_tables.hands import HANDS, SixCards
from engine.coach_tables.play_game import PlayPolicy, PlayState, choose, lay
from engine.coach_tables.throwing import THROWS, Policy

Deals = NDArray[np.int8]
"""For each deal, four cards that pone keeps, four that the dealer keeps, the crib and the starter.

The shape is (deals, 13).
"""


@njit(cache=True)
def keep(
    hand: NDArray[np.int8],
    throws: NDArray[np.float32],
    kept: NDArray[np.int8],
    thrown: NDArray[np.int8],
) -> None:
    """Choose a random throw from a hand. Write the two cards thrown to `thrown`, and the others to `kept`.

    Args:
        hand: the six cards.
        throws: the probability of each of the fifteen throws.
        kept: receives the four cards kept.
        thrown: receives the two cards thrown.
    """
    left = np.random.random() * throws.sum()
    number = 0
    for i in range(5):
        for j in range(i + 1, 6):
            if left < throws[number] or number == THROWS - 1:
                thrown[0], thrown[1] = hand[i], hand[j]
                at = 0
                for k in range(6):
                    if k not in (i, j):
                        kept[at] = hand[k]
                        at += 1
                return
            left -= throws[number]
            number += 1


@njit(cache=True)
def draw(cumulative: NDArray[np.int64]) -> int:
    """Return a random index. The probability of each index is proportional to its weight.

    Args:
        cumulative: the cumulative sums of the weights.
    """
    return int(np.searchsorted(cumulative, np.random.randint(cumulative[-1]), side="right"))


@njit(cache=True)
def _fill(
    hands: NDArray[np.int8],
    cumulative: NDArray[np.int64],
    dealer: NDArray[np.float32],
    pone: NDArray[np.float32],
    seed: int,
    deals: NDArray[np.int8],
) -> None:
    np.random.seed(seed)
    held = np.zeros(52, np.bool_)
    suits = np.arange(4)
    cards = np.empty(6, np.int8)
    for number in range(len(deals)):
        mine = draw(cumulative)
        held[:] = False
        for card in hands[mine]:
            held[card] = True
        clash = True
        while clash:
            # The suits of the dealer's hand are named at random, because pone's already have names.
            yours = draw(cumulative)
            np.random.shuffle(suits)
            clash = False
            for i in range(6):
                card = hands[yours, i]
                cards[i] = card - card % 4 + suits[card % 4]
                clash |= held[cards[i]]
        keep(hands[mine], pone[mine], deals[number, :4], deals[number, 8:10])
        keep(cards, dealer[yours], deals[number, 4:8], deals[number, 10:12])
        starter = cards[0]
        while held[starter] or (cards == starter).any():
            starter = np.random.randint(52)
        deals[number, 12] = starter


def random_deals(cards: SixCards, dealer: Policy, pone: Policy, number: int, seed: int) -> Deals:
    """Return random deals in which the players throw according to the given policies.

    Args:
        cards: all hands of six cards.
        dealer: the dealer's policy.
        pone: pone's policy.
        number: the number of deals.
        seed: the seed for the random numbers.
    """
    deals = np.empty((number, 13), np.int8)
    _fill(cards.hands, cards.weights.cumsum(), dealer.throws, pone.throws, seed, deals)
    return deals


MILLION = 1_000_000

KeptHands = NDArray[np.float64]
"""For each hand in `HANDS`, how often a player keeps it in a million deals.

The shape is (1820, 2). The second index is 0 for hands of two or more suits, and 1 for hands of one suit.
"""


@njit(cache=True)
def _count(
    hands: NDArray[np.int8],
    weights: NDArray[np.int64],
    throws: NDArray[np.float32],
    index: NDArray[np.int64],
    kept: KeptHands,
) -> None:
    for n in range(len(hands)):
        hand = hands[n]
        number = 0
        for i in range(5):
            for j in range(i + 1, 6):
                if throws[n, number] > 0:
                    at, suits = 0, 0
                    for k in range(6):
                        if k not in (i, j):
                            at = at * 13 + hand[k] // 4
                            suits |= 1 << hand[k] % 4
                    suited = 1 if suits in (1, 2, 4, 8) else 0
                    kept[index[at], suited] += weights[n] * throws[n, number]
                number += 1


def kept_hands(cards: SixCards, policy: Policy) -> KeptHands:
    """Return how often, in a million deals, a player keeps each hand of four cards.

    The numbers are exact: every hand of six cards is included, weighted by its probability.

    Args:
        cards: all hands of six cards.
        policy: the policy that the player follows when throwing.
    """
    index = np.full(13**4, -1)
    index[HANDS @ np.array([13**3, 13**2, 13, 1])] = np.arange(len(HANDS))
    kept = np.zeros((len(HANDS), 2))
    _count(cards.hands, cards.weights, policy.throws, index, kept)
    return kept * (MILLION / cards.weights.sum())


PlayMeans = NDArray[np.float64]
"""For each hand, the average points of the player who holds it and of the opponent; shape (1820, 2)."""


@njit(cache=True)
def play_deal(
    hands: NDArray[np.int64],
    keys: NDArray[np.uint64],
    weights: NDArray[np.float32],
    points: NDArray[np.int64],
) -> None:
    """Play a deal in which both players follow the same policy, and store their points in `points`.

    Args:
        hands: the number of cards of each rank in each player's hand; shape (2, 13). The cards are removed as
            they are played.
        keys: the policy's `keys` (see `PlayPolicy`).
        weights: the policy's `weights`.
        points: the array that receives the points of pone and of the dealer; shape (2,).
    """
    pile = np.zeros(8, np.int64)
    turn = PlayState(0, 0, 0, 0)
    points[:] = 0
    while hands.any():
        player = turn.player
        found, turn = lay(hands, pile, turn, choose(keys, weights, hands, pile, turn))
        points[player] += found


@njit(cache=True)
def _suited(ranks: NDArray[np.int64], cards: NDArray[np.int64]) -> None:
    suits = np.arange(4)
    for i in range(4):
        if i == 0 or ranks[i] != ranks[i - 1]:
            np.random.shuffle(suits)
            same = 0
        cards[i] = 4 * ranks[i] + suits[same]
        same += 1


@njit(cache=True)
def _sample(
    all_hands: NDArray[np.int64],
    player: int,
    deals: NDArray[np.int8],
    samples: int,
    seed: int,
    keys: NDArray[np.uint64],
    weights: NDArray[np.float32],
    means: NDArray[np.float64],
) -> None:
    np.random.seed(seed)
    cards, points = np.empty(4, np.int64), np.empty(2, np.int64)
    hands = np.zeros((2, 13), np.int64)
    others = 4 * (1 - player)
    for number in range(len(all_hands)):
        for _ in range(samples):
            clash = True
            while clash:
                _suited(all_hands[number], cards)
                deal = deals[np.random.randint(len(deals))]
                clash = False
                for i in range(4):
                    for card in cards:
                        clash |= deal[others + i] == card
            hands[:] = 0
            for i in range(4):
                hands[player, cards[i] // 4] += 1
                hands[1 - player, deal[others + i] // 4] += 1
            play_deal(hands, keys, weights, points)
            means[number, 0] += points[player] / samples
            means[number, 1] += points[1 - player] / samples


def play_means(
    policy: PlayPolicy, deals: NDArray[np.int8], samples: int, seed: int
) -> tuple[PlayMeans, PlayMeans]:
    """Return the average points of both players in the play, for each hand of the dealer and of pone.

    Args:
        policy: both players' policy.
        deals: the deals from which the opponent's hand is chosen at random.
        samples: the number of deals to play for each hand.
        seed: the seed for the random numbers.

    Returns:
        One array for the dealer's hands, and one for pone's hands. Each row contains the average points of
        the player who holds the hand, followed by the opponent's.
    """
    found = [np.zeros((len(HANDS), 2)) for _ in range(2)]
    for player in range(2):
        _sample(HANDS, player, deals, samples, seed + player, policy.keys, policy.weights, found[player])
    return found[1], found[0]
