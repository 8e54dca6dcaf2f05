"""Compare the coach's estimates of the chance of winning with the results of simulated games.

    python -m engine.coach_tables.proofs {table,moments} --policies FILE

`table` checks the coach's table of chances before a deal, with games that start at 200 random scores.
`moments` checks the coach's estimate at one random moment in each game.

FILE contains the learnt policies: the probabilities with which simulated players choose their cards. If
FILE does not exist, the table generator (`engine.coach_tables`) runs first, and its policies are saved.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import PACK, Card
from engine.coach.win_chance import chance_before_deal, win_chance
from engine.coach_tables.deals import Deals, random_deals
from engine.coach_tables.hands import six_cards
from engine.coach_tables.players import Policies, games_won, play_deals, policies
from engine.coach_tables.run import Numbers
from engine.coach_tables.winning import Courses, courses
from engine.events import Event
from engine.game import Game
from engine.game_state import Prompt
from engine.games_known_to_coach import TARGET
from engine.rules import LIMIT

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


BINS = 10
_DEALS_A_GAME = 18
"""More deals than nearly all games have. A game that needs more of them is left out."""
_MOMENTS_STEP = 5_000


class SampledMoment(NamedTuple):
    """A point in time during a simulated game, and what happened after it.

    Attributes:
        part: the part of the game: `deal`, `starter`, `play` or `show`.
        chance: the dealer's chance of winning at this moment, according to the coach.
        after: the dealer's chance of winning at the end of the deal; 1 or 0 if the game was over.
        won: True if the dealer won the game.
    """

    part: str
    chance: float
    after: float
    won: bool


def moments_proof(
    players: Policies, games: int, seed: int, say: Callable[[str], object], path: Path
) -> list[SampledMoment]:
    """Print how well the coach's estimated chances of winning agree with the results of simulated games.

    In each game, the estimate is made at one random moment. Return these moments. They are also written to a
    file, one line per game. Games that are already in the file are not examined again.

    Args:
        players: the players' policies.
        games: the number of games, including those that are already in the file.
        seed: the seed for the random numbers.
        say: a function that is called with each line of text.
        path: the file that contains the moments.
    """
    cards = six_cards()
    done = len(_read(path))
    for first in range(0, games, _MOMENTS_STEP):
        number = min(_MOMENTS_STEP, games - first)
        if first + number <= done:
            continue
        deals = random_deals(cards, players.dealer, players.pone, _MOMENTS_STEP * _DEALS_A_GAME, seed + first)
        played = play_deals(deals, players.play, seed + first)
        for game in range(max(first, done), first + number):
            begin = (game - first) * _DEALS_A_GAME
            own = slice(begin, begin + _DEALS_A_GAME)
            moment = _moment(deals[own], played.laid[own], played.courses[own], game)
            with path.open("a", encoding="utf-8") as file:
                print(*(moment or ()), file=file)
            if (game + 1) % 1_000 == 0:
                say(f"{game + 1:,} games")
    found = [moment for moment in _read(path)[:games] if moment]
    report(found, say)
    return found


def _read(path: Path) -> list[SampledMoment | None]:
    """Return the saved moments: one for each simulated game, with None for games that were not finished.

    If the file does not exist, return an empty list.
    """
    if not path.exists():
        return []
    lines = [line.split() for line in path.read_text("utf-8").splitlines()]
    return [
        SampledMoment(line[0], float(line[1]), float(line[2]), line[3] == "True") if line else None
        for line in lines
    ]


def _moment(deals: Deals, laid: NDArray[np.int8], courses: Courses, number: int) -> SampledMoment | None:
    """Return a random moment in a simulated game, or None if the game is not finished after these deals.

    Args:
        deals: the deals in the game.
        laid: the cards in each deal in the order in which they were played.
        courses: the points scored in each deal, in the order in which they were scored.
        number: the number of the game. It determines who deals first, and seeds the random choices.
    """
    first = number % 2
    scores = _scores(courses, first)
    if max(scores[-1]) < TARGET:
        return None
    random = Random(number)
    at = random.randrange(len(scores) - 1)
    dealer = (first + at) % 2
    crib = list(deals[at][8:12])
    Random(~number).shuffle(crib)  # players turn up the crib in any order
    states = list(_states((deals[at][12], *laid[at], *crib), deals[at][:4], dealer, scores[at]))
    game = states[random.randrange(len(states))]
    own, other = scores[at + 1][dealer], scores[at + 1][1 - dealer]
    if max(own, other) >= TARGET:
        after = float(own >= TARGET)
    else:
        after = 1 - chance_before_deal(dealer=other, pone=own)
    return SampledMoment(_part(game), win_chance(game)[dealer], after, scores[-1][dealer] >= TARGET)


def _scores(courses: Courses, first: int) -> list[tuple[int, int]]:
    """Return the scores of both sides before each deal of a game, and at the end of the game.

    Args:
        courses: for each deal, the points scored in it, in the order in which they were scored. The dealer's
            points are positive numbers, and pone's are negative.
        first: the side that deals first.
    """
    scores = [0, 0]
    found = [(0, 0)]
    for number, course in enumerate(courses):
        for points in course:
            if max(scores) < TARGET:
                side = (first + number + (points < 0)) % 2
                scores[side] += abs(int(points))
        found.append((scores[0], scores[1]))
        if max(scores) >= TARGET:
            break
    return found


def _part(game: Game) -> str:
    if game.prompt is Prompt.STARTER:
        return "deal"
    if game.prompt is Prompt.PLAY:
        assert game.deal
        return "play" if any(game.deal.hands) else "starter"
    return "show"


def _states(
    order: Sequence[int], pones: Sequence[int], dealer: int, scores: tuple[int, int]
) -> Iterator[Game]:
    """Play a deal. Yield the game before the deal, and after each event until the deal or the game is over.

    Args:
        order: the thirteen cards of the deal in the order in which they are entered: the starter, the eight
            cards in the order in which they are played, and the crib. Each is an index in `PACK`.
        pones: the cards in pone's hand, as indices in `PACK`.
        dealer: the dealer's seat.
        scores: each seat's score before the deal.
    """
    game = Game.new(start=scores).apply(Event.deals(dealer))
    yield game
    pone = {PACK[card] for card in pones}
    hands = pone, {PACK[card] for card in order} - pone
    for card in order:
        entered = PACK[card]
        if game.prompt is Prompt.PLAY:
            # The others say go until it is the turn of the player who laid this card.
            while game.winner is None and not _can_lay(game, entered, hands):
                game = game.apply(Event.go())
                if game.winner is None:
                    yield game
        if game.winner is not None:
            return
        game = game.apply(_EVENTS[game.prompt](entered.rank))
        if game.last_card is not None and game.last_card.suit is None and entered.suit:
            game = game.apply(Event.suit(entered.suit))
        if game.winner is not None:
            return
        if game.deals == 0:
            yield game


def _can_lay(game: Game, card: Card, hands: tuple[set[Card], set[Card]]) -> bool:
    """Return True if the current player can play a card. `hands` contains pone's hand and the dealer's."""
    return card in hands[game.to_act != game.pone] and game.count + card.rank.counting_value <= LIMIT


_EVENTS = {Prompt.STARTER: Event.starter, Prompt.PLAY: Event.lay, Prompt.CRIB: Event.crib}
"""The constructor of the event for a card, keyed by the prompt."""


def report(moments: list[SampledMoment], say: Callable[[str], object]) -> None:
    """Print a table that compares the coach's estimates of the chance of winning with the actual results.

    The table has one row for each tenth of the dealer's estimated chance, then one row for each part of the
    game (`deal`, `starter`, `play` and `show`), and a last row for all moments.

    Args:
        moments: moments from simulated games, each with the dealer's chance of winning and the actual winner.
        say: a function that is called with each line of text.
    """
    say(
        f"{len(moments):,} moments; the dealer's chance, against the chance after the deal and the games won:"
    )
    say("| chance | moments | mean chance | after the deal | difference | won | difference |")
    say("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for low in range(BINS):
        some = [each for each in moments if min(BINS - 1, int(each.chance * BINS)) == low]
        _row(f"{low / BINS:.0%} to {(low + 1) / BINS:.0%}", some, say)
    for part in ("deal", "starter", "play", "show"):
        _row(part, [each for each in moments if each.part == part], say)
    _row("all", moments, say)


def _row(name: str, moments: list[SampledMoment], say: Callable[[str], object]) -> None:
    if not moments:
        say(f"| {name} | 0 | | | | | |")
        return
    chance, after, won = (
        np.array([getattr(each, field) for each in moments], float) for field in ("chance", "after", "won")
    )
    errors = [np.std(each - chance) / len(moments) ** 0.5 for each in (after, won)]
    say(
        f"| {name} | {len(moments):,} | {chance.mean():.1%} | {after.mean():.1%} "
        f"| {(after - chance).mean():+.1%} ± {errors[0]:.1%} | {won.mean():.1%} "
        f"| {(won - chance).mean():+.1%} ± {errors[1]:.1%} |"
    )


def main(arguments: list[str] | None = None) -> int:
    """Run the check named on the command line, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m engine.coach_tables.proofs", description=__doc__.split("\n")[0]
    )
    parser.add_argument("what", choices=("table", "moments"), help="what to prove")
    parser.add_argument("--policies", type=Path, required=True, help="the file that keeps the policies")
    parser.add_argument("--scores", type=int, default=200, help="number of scores to play games from")
    parser.add_argument("--games", type=int, help="number of games: from each score 10,000, or 20,000 in all")
    parser.add_argument(
        "--moments",
        type=Path,
        default=Path("moments.txt"),
        help="file that keeps the moments, so that the proof can be interrupted (default: moments.txt)",
    )
    parser.add_argument("--seed", type=int, default=1_000, help="seed of the random numbers")
    options = parser.parse_args(arguments)

    def say(line: str) -> None:
        print(line, flush=True)

    players = policies(options.policies, Numbers(), say)
    if options.what == "table":
        table_proof(players, options.scores, options.games or 10_000, options.seed, say)
    else:
        moments_proof(players, options.games or 20_000, options.seed, say, options.moments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
