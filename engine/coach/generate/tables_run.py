"""Calculate everything that the coach's tables contain.

The first step finds the best throws, ignoring the play. In the second step, two simulated players learn how
to play the hands that are kept after these throws. The third step finds the throws again, this time taking
the play into account.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.coach.generate.deals import Deals, random_deals
from engine.coach.generate.exact_play import KeptWeights, values_of_hands
from engine.coach.generate.kept_hands import KeptHands, kept_hands
from engine.coach.generate.play_policy import PlayPolicy, learn, new_policy
from engine.coach.generate.play_values import HANDS, PlayMeans, play_means
from engine.coach.generate.searched_replies import reply_values
from engine.coach.generate.show_tables import show_tables
from engine.coach.generate.six_cards import six_cards
from engine.coach.generate.throwing import Equilibrium, PlayValues, equilibrium
from engine.coach.generate.winning import courses, win_chances

_STEP = 100_000
"""The number of deals to learn from between two progress messages."""
_FOLLOWED = 5
"""The number of deals played with a hand, divided by the number of hands followed against it."""


class Numbers(NamedTuple):
    """The settings for calculating the coach's tables, such as the number of deals.

    Attributes:
        rounds: the number of rounds in which the dealer and pone adapt their throws to each other.
        deals: the number of random deals from which the players learn how to play their cards.
        samples: the number of deals to play with each hand, to find its average points in the play. This is
            also the maximum number of pone's hands against which the dealer's replies are tried. When pone's
            leads are tried against the dealer's hands, the maximum is a fifth of this number.
        courses: the number of deals used to calculate the chance of winning at each score.
        seed: the seed for the random numbers.
    """

    rounds: int = 12
    deals: int = 3_000_000
    samples: int = 3_000
    courses: int = 100_000
    seed: int = 121


class GeneratedTables(NamedTuple):
    """Everything that was calculated for the coach's tables.

    Attributes:
        throwing: the policies that the players follow when throwing.
        dealer_play: the average points in the play for each hand of the dealer.
        pone_play: the average points in the play for each hand of pone.
        dealer_kept: how often the dealer keeps each hand, in a million deals.
        pone_kept: how often pone keeps each hand, in a million deals.
        deals: a sample of deals in which the players follow these policies when throwing.
        winning: the dealer's chance of winning, indexed by the dealer's score and pone's score; shape (121,
            121).
        play: the policy that both players follow in the play.
        leads: for each hand of pone and each rank, the value of leading this rank: pone's expected points in
            the play minus the dealer's; NaN if pone does not hold the rank; shape (1820, 13).
        replies: the dealer's expected points in the play minus pone's; shape (1820, 13, 13). The indices are
            the dealer's hand, the rank of the lead and the rank of the reply. NaN if the lead or the reply is
            impossible.
    """

    throwing: Equilibrium
    dealer_play: PlayMeans
    pone_play: PlayMeans
    dealer_kept: KeptHands
    pone_kept: KeptHands
    deals: Deals
    winning: NDArray[np.float64]
    play: PlayPolicy
    leads: NDArray[np.float64]
    replies: NDArray[np.float64]


def run(numbers: Numbers, say: Callable[[str], object]) -> GeneratedTables:
    """Calculate everything that the coach's tables contain.

    Args:
        numbers: the settings, such as the number of deals.
        say: a function that is called with each progress message.
    """
    shows, cards = show_tables(), six_cards()
    say("all hands are counted")
    no_play = np.zeros((13, 13, 13, 13))
    before = equilibrium(cards, shows, (no_play, no_play), numbers.rounds)
    deals = random_deals(cards, before.dealer, before.pone, 1_000_000, numbers.seed)
    say("the throws are found, without regard to the play")
    policy = new_policy()
    for first in range(0, numbers.deals, _STEP):
        end = min(first + _STEP, numbers.deals)
        learn(policy, deals, first, end, numbers.seed + end)
        say(f"learnt from {end:,} deals")
    dealer_play, pone_play = play_means(policy, deals, numbers.samples, numbers.seed)
    say("every hand has been played")
    play = _values(dealer_play), _values(pone_play)
    throwing = equilibrium(cards, shows, play, numbers.rounds)
    say(f"throwing: the best answers gain {throwing.dealer_gain:.4f} and {throwing.pone_gain:.4f}")
    deals = random_deals(cards, throwing.dealer, throwing.pone, 1_000_000, numbers.seed + 1)
    winning = win_chances(courses(deals[: numbers.courses], policy, numbers.seed))
    say(f"the first dealer wins {winning[0, 0]:.1%} of all games")
    kept = [kept_hands(cards, throws) for throws in (throwing.dealer, throwing.pone)]
    own, others = kept_weights(kept[1]), kept_weights(kept[0])
    values = values_of_hands(policy, own, others, dealer=False, most=numbers.samples // _FOLLOWED)
    say("every lead has been followed")
    leads = values.first[:, 0]
    replies = reply_values(own, most=numbers.samples)
    say("every reply has been searched")
    return GeneratedTables(throwing, dealer_play, pone_play, *kept, deals, winning, policy, leads, replies)


def kept_weights(kept: KeptHands) -> KeptWeights:
    """Return how often a player keeps each combination of four ranks in a million deals.

    Flushes and other hands are counted separately at first. Both numbers are rounded to one decimal place, as
    in the file `kept.json`, and then added.
    """
    return np.array([round(float(mixed), 1) + round(float(suited), 1) for mixed, suited in kept])


def _values(means: PlayMeans) -> PlayValues:
    """Return, for each hand, its owner's average points in the play minus the opponent's.

    The indices of the result are the ranks of the four cards in the hand.

    Args:
        means: for each hand, the average points of both players in the play.
    """
    values = np.zeros((13, 13, 13, 13))
    values[tuple(HANDS.T)] = means[:, 0] - means[:, 1]
    return values
