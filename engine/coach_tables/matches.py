"""Measure how well the coach and other simulated players play their cards.

    python -m engine.coach_tables.matches {match,replies,deals,answer} --policies FILE
    python -m engine.coach_tables.matches pegging --ranks 5-5-6-6 [--policies FILE]

`match` compares simulated players: one follows the coach's advice, one the learnt policy, one chooses
greedily, and one uses published tables. `replies` prints how much the dealer gains by looking up replies to
the lead in the coach's table instead of searching for them. `deals` prints the average points in simulated
deals. `answer` prints how many points a player can gain by playing the best response to the learnt policy.
`pegging` lets the other players play one hand, and compares its points in the play with the coach's table.

FILE contains the learnt policies: the probabilities with which simulated players choose their cards. If FILE
does not exist, the table generator (`engine.coach_tables`) runs first, and its policies are saved.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from itertools import combinations_with_replacement
from math import comb, prod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, Rank
from engine.coach.tables import kept, lead_values, play_mean, reply_values
from engine.coach.unseen import each_hand
from engine.coach_tables.deals import Deals
from engine.coach_tables.exact_play import KeptWeights, values_of_hands
from engine.coach_tables.hands import HANDS, show_tables, six_cards
from engine.coach_tables.mirrored_deals import (
    Throws,
    greedy_throws,
    mirrored_deals,
    published_throws,
    show_points,
)
from engine.coach_tables.play_game import PlayPolicy, new_policy
from engine.coach_tables.players import (
    COACH,
    GREEDY,
    LEARNT,
    MAXIMS,
    SEARCHED,
    Minds,
    Policies,
    games_won,
    play_courses,
    policies,
)
from engine.coach_tables.run import Numbers
from engine.coach_tables.searched_play import new_workspace
from engine.coach_tables.throwing import hand_means
from engine.coach_tables.winning import EVENTS, Courses

Say = Callable[[str], object]


def minds(policy: PlayPolicy) -> Minds:
    """Return the tables and policies that simulated players use to choose their cards in the play.

    Args:
        policy: the policy that was learnt from random deals.
    """
    leads = np.zeros((13, 13, 13, 13), np.int64)
    replies = np.zeros((13, 13, 13, 13, 13), np.int64)
    for ranks in combinations_with_replacement(Rank, 4):
        hand = [Card(rank) for rank in ranks]
        held = tuple(rank - 1 for rank in ranks)
        leads[held] = _best(lead_values(hand))
        for lead in Rank:
            replies[held][lead - 1] = _best(reply_values(hand, lead))
    each = np.array([[number for _, number in each_hand(dealer=dealer)] for dealer in (False, True)])
    return Minds(policy, leads, replies, each, new_workspace())


def _best(values: dict[int, float]) -> int:
    """Return the index of the rank with the highest value, e.g. 0 for an ace.

    Args:
        values: the value of each rank, keyed by the rank's number, e.g. 1 for an ace.
    """
    return max(values, key=lambda rank: values[rank]) - 1


def played(deals: Deals, ways: tuple[int, int], knowing: Minds, seed: int) -> Courses:
    """Return the points scored in each deal, in the order in which they were scored.

    Pone's points are negative numbers.

    Args:
        deals: the deals.
        ways: how pone and the dealer play, in this order: `LEARNT`, `COACH`, `GREEDY` or `MAXIMS`.
        knowing: the tables and policies that the players use to choose their cards.
        seed: the seed for the random numbers.
    """
    courses = np.zeros((len(deals), EVENTS), np.int8)
    cards = np.zeros((len(deals), 8), np.int8)
    points = np.zeros((len(deals), 4), np.int8)
    play_courses(deals, ways, knowing, seed, cards)
    show_points(deals, points)
    courses[:, 0] = points[:, 0]
    courses[:, 1:9] = cards
    courses[:, 9:] = points[:, 1:] * np.array([-1, 1, 1])
    return courses


def _net(courses: Courses) -> NDArray[np.float64]:
    return courses.sum(axis=1, dtype=float)


def _with_error(values: NDArray[np.float64], digits: int = 3) -> str:
    return f"{values.mean():+.{digits}f} ± {values.std() / len(values) ** 0.5:.{digits}f}"


def match(
    title: str,
    thrown: tuple[Deals, Deals],
    ways: tuple[int, int],
    knowing: Minds,
    seed: int,
    say: Say,
) -> None:
    """Let two players play the same deals in both roles, and print the first player's results.

    The results are the first player's gain in points per deal, and the share of games that this player wins.

    Args:
        title: the name to print for the match.
        thrown: two versions of the same deals, after the throws to the crib. The first player is pone in the
            first version, and the dealer in the second.
        ways: how the first player and the second player play: `LEARNT`, `COACH`, `GREEDY` or `MAXIMS`.
        knowing: the tables and policies that the players use to choose their cards.
        seed: the seed for the random numbers.
        say: a function that is called with each line of text.
    """
    first, second = ways
    as_pone = played(thrown[0], (first, second), knowing, seed)
    as_dealer = played(thrown[1], (second, first), knowing, seed)
    gains = (_net(as_dealer) - _net(as_pone)) / 2
    say(f"{title}: {_with_error(gains)} points a deal in {len(gains):,} mirrored deals")
    won = pairs_of_games(as_pone, as_dealer)
    if len(won) > 1:
        say(f"  {won.mean():.2%} ± {won.std() / len(won) ** 0.5:.2%} of {2 * len(won):,} games won")


def pairs_of_games(as_pone: Courses, as_dealer: Courses) -> NDArray[np.float64]:
    """Return a player's share of the wins in each pair of games: 0, 0.5 or 1.

    Both games of a pair are played with the same cards. The player deals first in one game, and the opponent
    in the other.

    Args:
        as_pone: the points scored in each deal with the player as pone, as returned by `played`.
        as_dealer: the points scored in the same deals with the player as the dealer.
    """
    dealt = [np.stack(pair).copy() for pair in ((as_dealer, as_pone), (as_pone, as_dealer))]
    signs = ((1, -1), (-1, 1))
    won, at = [], 0
    while True:
        results, ends = [], []
        for courses, sign in zip(dealt, signs, strict=True):
            scores, number = [0, 0], at
            while max(scores) < 121:
                if number == len(as_pone):
                    return np.array(won)
                which = (number - at) % 2
                for points in courses[which, number].tolist():
                    gain = points * sign[which]
                    scores[gain < 0] += abs(gain)
                    if max(scores) >= 121:
                        break
                number += 1
            results.append(scores[0] >= 121)
            ends.append(number)
        won.append(sum(results) / 2)
        at = max(ends)


def match_all(saved: Policies, deals: int, advised: int, seed: int, say: Say) -> None:
    """Play all matches between the coach and other players, and print the results.

    In some matches, the coach follows its learnt policy. In others, it plays the cards that it would advise
    people to play.

    Args:
        saved: the learnt policies for throwing and playing.
        deals: the number of deals in each match in which the coach follows its policy.
        advised: the number of deals in each match in which the coach follows its own advice.
        seed: the seed for the random numbers.
        say: a function that is called with each line of text.
    """
    cards = six_cards()
    means = hand_means(cards.hands, show_tables())
    knowing = minds(saved.play)
    coach: Throws = saved.pone.throws, saved.dealer.throws
    say("the throws are ready")
    same = mirrored_deals(cards, coach, coach, max(deals, advised), seed)
    match(
        "advice against policy", tuple(each[:advised] for each in same), (COACH, LEARNT), knowing, seed, say
    )
    match(
        "policy against greedy play", (same[0][:deals], same[1][:deals]), (LEARNT, GREEDY), knowing, seed, say
    )
    for name, throws, way in (
        ("the greedy player", greedy_throws(cards, means), GREEDY),
        ("the player of published tables", published_throws(cards, means), MAXIMS),
    ):
        thrown = mirrored_deals(cards, coach, throws, max(deals, advised), seed)
        few = tuple(each[:advised] for each in thrown)
        match(f"policy against {name}", thrown, (LEARNT, way), knowing, seed, say)
        match(f"advice against {name}", few, (COACH, way), knowing, seed, say)


def reply_gains(saved: Policies, deals: int, seed: int, say: Say) -> None:
    """Print how many points per deal the dealer gains by looking up the reply to pone's lead in a table.

    Each deal is played twice with the same cards: once the dealer looks up the reply in the coach's table,
    and once the dealer searches for the best reply. This is repeated against four opponents, who differ in
    how they throw and play.

    Args:
        saved: the learnt policies for throwing and playing.
        deals: the number of deals to play against each opponent.
        seed: the seed for the random numbers.
        say: a function that prints a line.
    """
    cards = six_cards()
    means = hand_means(cards.hands, show_tables())
    knowing = minds(saved.play)
    coach: Throws = saved.pone.throws, saved.dealer.throws
    for name, throws, way in (
        ("the policy", coach, LEARNT),
        ("the advice", coach, COACH),
        ("the greedy player", greedy_throws(cards, means), GREEDY),
        ("the player of published tables", published_throws(cards, means), MAXIMS),
    ):
        thrown, _ = mirrored_deals(cards, throws, coach, deals, seed)
        looked_up, searched = (
            played(thrown, (way, replying), knowing, seed) for replying in (COACH, SEARCHED)
        )
        gains = _net(looked_up) - _net(searched)
        other = (looked_up != searched).any(axis=1).mean()
        say(f"against {name}: {_with_error(gains)} points a deal; {other:.0%} of {deals:,} deals differ")


def deal_means(saved: Policies, deals: int, seed: int, say: Say) -> None:
    """Simulate deals, and print the average points that each player scores in each part of a deal.

    The parts are his heels, the play, the hands and the crib. Also print how often the player who deals first
    wins a game. All players throw by the saved policy. The results are printed for three ways to play the
    cards: follow the saved policy, play the card that scores the most points immediately, or do the same but
    break ties by rules of thumb.

    Args:
        saved: the learnt policies for throwing and playing.
        deals: the number of deals to simulate.
        seed: the seed for the random numbers.
        say: a function that is called with each line of text.
    """
    cards = six_cards()
    coach: Throws = saved.pone.throws, saved.dealer.throws
    thrown, _ = mirrored_deals(cards, coach, coach, deals, seed)
    knowing = minds(saved.play)
    for title, way in (("policy", LEARNT), ("greedy play", GREEDY), ("play by maxims", MAXIMS)):
        courses = played(thrown, (way, way), knowing, seed)
        own, others = np.maximum(courses, 0), np.maximum(-courses, 0)
        parts = {
            "heels": own[:, 0],
            "dealer's play": own[:, 1:9].sum(axis=1),
            "pone's play": others[:, 1:9].sum(axis=1),
            "pone's hand": others[:, 9],
            "dealer's hand": own[:, 10],
            "crib": own[:, 11],
        }
        means = ", ".join(f"{name} {values.mean():.3f}" for name, values in parts.items())
        games = deals // 10
        won, _ = games_won(courses, 0, 0, 0, games)
        say(f"{title}: {means}")
        say(f"  the first dealer wins {won / games:.2%} of {games:,} games")


def answer(policy: PlayPolicy, hands: int, seed: int, say: Say) -> None:
    """Report how many points per deal a player gains by playing the best response to a policy.

    The opponent follows the policy. A result is the player's points in the play minus the opponent's, and the
    gain is the increase compared with following the policy. The dealer and pone are reported separately.

    Args:
        policy: the policy.
        hands: the number of randomly chosen hands for which the gain is calculated.
        seed: the seed for the random numbers.
        say: a function that is called with each line of the report.
    """
    for dealer in (False, True):
        own, others = _often(dealer=dealer), _often(dealer=not dealer)
        chosen = np.random.default_rng(seed).choice(len(own), hands, p=own / own.sum())
        only = np.unique(chosen)
        best, usual = (
            values_of_hands(policy, own, others, dealer=dealer, best=answering, chosen=only).points
            for answering in (True, False)
        )
        gains = ((best[:, 0] - best[:, 1]) - (usual[:, 0] - usual[:, 1]))[chosen]
        say(f"the best answer gains {'the dealer' if dealer else 'pone'} {_with_error(gains)} points a deal")


def _often(*, dealer: bool) -> KeptWeights:
    hands, often = combinations_with_replacement(Rank, 4), kept(dealer=dealer)
    return np.array([often.mixed[hand] + often.suited.get(hand, 0) for hand in hands])


def pegging(hand: str, deals: int, seed: int, say: Say, policy: PlayPolicy | None = None) -> None:
    """Print the points that a hand makes in the play with several kinds of players, as dealer and as pone.

    For each role, the first line is the coach's table. In the next lines, the opponent's hands are drawn as
    often as a good opponent keeps them, and both players play as named. With a policy, two exact lines
    follow. In both, the opponent follows the policy. The hand's owner does so too, or answers it as well as
    possible.

    Args:
        hand: the ranks of its four cards, separated by hyphens.
        deals: the number of deals to play for each line.
        seed: the seed for the random numbers.
        say: a function that is called with each line of text.
        policy: the learnt policy; None to leave out its two lines.
    """
    cards = [Card.parse(rank) for rank in hand.split("-")]
    knowing = minds(new_policy())
    ways = {"advice": COACH, "greedy play": GREEDY, "play by maxims": MAXIMS}
    for dealer in (True, False):
        role, table = "dealer" if dealer else "pone", play_mean(cards, dealer=dealer)
        say(f"{hand} as {role}, table: own {table.own:.2f}, other's {table.others:.2f}")
        dealt = _deals_of_hand([card.rank for card in cards], deals, seed, dealer=dealer)
        for name, way in ways.items():
            courses = np.zeros((deals, 8), np.int8)
            play_courses(dealt, (way, way), knowing, seed, courses)
            points = courses if dealer else -courses
            own, others = (np.maximum(each, 0).sum(axis=1, dtype=float) for each in (points, -points))
            say(f"  {name}: own {_with_error(own, 2)}, other's {_with_error(others, 2)}")
        if policy is None:
            continue
        only = np.flatnonzero((sorted(card.rank - 1 for card in cards) == HANDS).all(axis=1))
        often = _often(dealer=dealer), _often(dealer=not dealer)
        for name, best in (("policy", False), ("best response to the policy", True)):
            points = values_of_hands(policy, *often, dealer=dealer, best=best, chosen=only).points[only[0]]
            say(f"  {name}: own {points[0]:.2f}, other's {points[1]:.2f}")


def _deals_of_hand(ranks: list[Rank], number: int, seed: int, *, dealer: bool) -> Deals:
    """Return deals in which one player holds these ranks. Only the ranks are right, and there is no crib."""
    random = np.random.default_rng(seed)
    hands = each_hand(dealer=not dealer)
    free = {rank: 4 - ranks.count(rank) for rank in Rank}
    weights = [
        often * prod(comb(free[Rank(rank)], other.count(rank)) for rank in set(other))
        for other, often in hands
    ]
    found = np.zeros((number, 13), np.int8)
    drawn = random.choice(len(hands), number, p=np.array(weights) / sum(weights))
    for deal, index in zip(found, drawn, strict=True):
        other = hands[index][0]
        left = [rank for rank in Rank for _ in range(free[rank] - other.count(rank))]
        both = (other, ranks) if dealer else (ranks, other)
        deal[:8] = [4 * (rank - 1) for hand in both for rank in hand]
        deal[12] = 4 * (random.choice(left) - 1)
    return found


def main(arguments: list[str] | None = None) -> int:
    """Run the measurement named on the command line, and return the exit status.

    Args:
        arguments: the command-line arguments; None to use those of this process.
    """
    parser = argparse.ArgumentParser(
        prog="python -m engine.coach_tables.matches", description=__doc__.split("\n")[0]
    )
    parser.add_argument(
        "what", choices=("match", "replies", "deals", "answer", "pegging"), help="what to measure"
    )
    parser.add_argument("--policies", type=Path, help="the file that keeps the policies")
    parser.add_argument("--ranks", default="5-5-6-6", help="the ranks of the hand for `pegging`")
    parser.add_argument(
        "--deals",
        type=int,
        help="number of deals: 100,000 for matches, 1,000,000 for deals, 20,000 for a hand",
    )
    parser.add_argument(
        "--advised", type=int, default=10_000, help="number of deals played as advised, and of replies"
    )
    parser.add_argument("--hands", type=int, default=40, help="number of hands to find the best answer for")
    parser.add_argument("--seed", type=int, default=1_000, help="seed of the random numbers")
    options = parser.parse_args(arguments)

    def say(line: str) -> None:
        print(line, flush=True)

    if options.policies is None and options.what != "pegging":
        parser.error("name the file that keeps the policies: --policies FILE")
    if options.what == "pegging":
        learnt = policies(options.policies, Numbers(), say).play if options.policies else None
        pegging(options.ranks, options.deals or 20_000, options.seed, say, learnt)
        return 0
    saved = policies(options.policies, Numbers(), say)
    if options.what == "match":
        match_all(saved, options.deals or 100_000, options.advised, options.seed, say)
    elif options.what == "replies":
        reply_gains(saved, options.advised, options.seed, say)
    elif options.what == "deals":
        deal_means(saved, options.deals or 1_000_000, options.seed, say)
    else:
        answer(saved.play, options.hands, options.seed, say)
    return 0


if __name__ == "__main__":
    sys.exit(main())
