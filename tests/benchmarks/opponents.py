"""How many points per deal a stronger computer opponent gains against a weaker one.

Each deal is played twice, with the players in each other's seats, so that luck cancels out.
`python -m tests.benchmarks.opponents --deals N` prints the table in engine/coach/PROOFS.md. With `--exact`,
the strong opponent chooses its throws to the crib as it does against people, which takes fifty times longer.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from random import Random

from engine.cards import PACK, Card
from engine.coach.opponent import Strength, opponents_card, opponents_throw
from engine.coach.throws import quick_throws
from engine.events import Event, Kind
from engine.game import Game
from engine.indices import Seat
from engine.prompts import Prompt

DEALER = 0


def points_of_deal(
    players: Sequence[Strength], cards: Sequence[Card], random: Random, *, exact: bool = True
) -> tuple[int, ...]:
    """Play a deal, and return the points that each player scores.

    Args:
        players: the strength of the dealer and of pone.
        cards: the dealer's six cards, then pone's, then the starter.
        random: the source of the players' random choices.
        exact: how the strong player chooses a throw: True for the method used in games against people, False
            for the faster `quick_throws`.
    """
    hands: list[list[Card]] = []
    crib: list[Card] = []
    for seat, strength in enumerate(players):
        six = list(cards[6 * seat : 6 * seat + 6])
        if strength is Strength.STRONG and not exact:
            thrown = quick_throws(six, dealer=seat == DEALER)[0].thrown
        else:
            thrown = opponents_throw(strength, six, random.random, dealer=seat == DEALER)
        hands.append([card for card in six if card not in thrown])
        crib += thrown
    game = _laid(Game.new().apply(Event.deals(Seat(DEALER))), Kind.STARTER, cards[12])
    while game.prompt is Prompt.PLAY:
        seat = game.in_turn
        card = opponents_card(players[seat], game, hands[seat], random.random)
        if card is None:
            game = game.apply(Event.go())
        else:
            hands[seat].remove(card)
            game = _laid(game, Kind.LAY, card)
    for card in crib:
        game = _laid(game, Kind.CRIB, card)
    return tuple(side.front for side in game.sides)


def _laid(game: Game, kind: Kind, card: Card) -> Game:
    game = game.apply(Event(kind, card.rank))
    return game.apply(Event.suit(card.suit))


def gain(first: Strength, second: Strength, deals: int, *, exact: bool = False) -> tuple[float, float]:
    """Return how many more points per deal the first player scores than the second, and the standard error.

    Args:
        first: the strength of the first player.
        second: the strength of the second player.
        deals: the number of deals. Each one is played twice. The second time, each player holds the cards
            that the other one held before.
        exact: how the strong player chooses a throw: True for the method used in games against people, False
            for the faster `quick_throws`.
    """
    random = Random(1)
    gains = []
    for _ in range(deals):
        cards = random.sample(PACK, 13)
        dealt, swapped = (
            points_of_deal(pair, cards, random, exact=exact) for pair in ((first, second), (second, first))
        )
        gains.append((dealt[0] - dealt[1] + swapped[1] - swapped[0]) / 2)
    mean = sum(gains) / deals
    return mean, sqrt(sum((each - mean) ** 2 for each in gains) / (deals - 1) / deals)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.opponents", description=__doc__)
    parser.add_argument("--deals", type=int, default=1000, help="deals for each pair; each is played twice")
    parser.add_argument("--exact", action="store_true", help="the strong opponent throws by `throws`")
    options = parser.parse_args()
    deals = options.deals
    print(f"| opponents | points a deal, over {deals:,} deals played twice |\n| --- | ---: |")
    for weaker, stronger in combinations(Strength, 2):
        mean, error = gain(stronger, weaker, deals, exact=options.exact)
        print(f"| {stronger.value} against {weaker.value} | {mean:+.2f} ± {error:.2f} |", flush=True)


if __name__ == "__main__":
    main()
