"""Compare the coach's table of chances of winning with simulated games from many different scores."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.coach.generate.deals import random_deals
from engine.coach.generate.saved_policies import Policies
from engine.coach.generate.six_cards import six_cards
from engine.coach.generate.whole_games import games_won
from engine.coach.generate.winning import courses
from engine.coach.winning.win_chance import chance_before_deal
from engine.games_known_to_coach import TARGET

DEALS = 4_000_000
"""The number of deals from which the games are made, one after the other."""
_STEP = 500_000
ALLOWED = 0.003
"""The error of the table that is allowed, besides that of the sample."""


def table_proof(
    players: Policies, scores: int, games: int, seed: int, say: Callable[[str], object], deals: int = DEALS
) -> float:
    """Print how well the coach's table of chances of winning agrees with simulated games.

    Return the root mean square of the table's errors, e.g. 0.01 for one percentage point.

    Args:
        players: the players' policies.
        scores: the number of random scores at which the table is checked.
        games: the number of games to simulate for each score.
        seed: the seed for the random numbers.
        say: a function that is called with each line of text.
        deals: the number of deals to simulate. The games use these deals in order, and start again with the
            first deal after the last one.
    """
    cards = six_cards()
    found = []
    for first in range(0, deals, _STEP):
        some = random_deals(cards, players.dealer, players.pone, min(_STEP, deals - first), seed + first)
        found.append(courses(some, players.play, seed + first))
    points = np.concatenate(found)
    say(f"{len(points):,} deals are played")
    random = np.random.default_rng(seed)
    differences, errors = [], []
    at = 0
    for _ in range(scores):
        dealer, pone = (int(each) for each in random.integers(0, TARGET, 2))
        chance = chance_before_deal(dealer=dealer, pone=pone)
        won, at = games_won(points, dealer, pone, at, games)
        differences.append(won / games - chance)
        errors.append(chance * (1 - chance) / games)
    difference, variance = np.array(differences), np.array(errors)
    error = max(0.0, float((difference**2 - variance).mean())) ** 0.5
    beyond = int((np.abs(difference) > ALLOWED + 1.96 * np.sqrt(variance)).sum())
    say(f"scores: {scores}, games from each: {games:,}, deals in all: {at:,}")
    whole, sampling = (difference**2).mean() ** 0.5, variance.mean() ** 0.5
    say(f"mean difference: {difference.mean():+.2%}, largest: {np.abs(difference).max():.2%}")
    say(f"root mean square: {whole:.2%}, by sampling alone {sampling:.2%}")
    say(f"root mean square without the error of sampling: {error:.2%}")
    say(f"scores that differ by more than {ALLOWED:.1%} and 1.96 sampling errors: {beyond}")
    return error
