"""The five-card game: what its hands, crib and play are worth, and who wins from which score.

    python -m engine.coach_tables.five_card [--deals N]

It prints the tables of PROOFS.md. Both players throw by the average points of the hand and the crib, where
the crib is that of the six-card game. In the play, they choose their cards with `quick_play`, and the engine
scores each deal.

The odds beside ours are those of a Hoyle of the 19th century. "The dealer" is the player whose deal is next.
"""

from __future__ import annotations

import argparse

import numpy as np

from engine.cards import PACK, Card
from engine.coach.quick_play import choose
from engine.coach.throws import quick_throws
from engine.coach_tables.winning import EVENTS, Courses, win_chances
from engine.deals import Source
from engine.events import Event
from engine.game import Game
from engine.games_known_to_coach import TARGET
from engine.indices import Seat
from engine.prompts import Prompt
from engine.rules import LIMIT, Rules

RULES = Rules("five-card")
_DEALER = Seat(0)
_THREE_FOR_LAST = 3

PUBLISHED = (
    ((10, 10), (12, 11)),
    ((15, 15), (7, 4)),
    ((25, 20), (3, 1)),
    ((50, 45), (8, 1)),
    ((55, 50), (10, 1)),
    ((58, 57), (5, 4)),
    ((45, 50), (21, 20)),
    ((20, 23), (1, 1)),
    ((47, 52), (1, 1)),
    ((50, 54), (1, 1)),
    ((59, 59), (1, 1)),
    ((41, 44), (4, 5)),
    ((56, 56), (5, 7)),
    ((57, 57), (4, 7)),
    ((31, 36), (4, 6)),
    ((36, 41), (4, 7)),
)
"""The scores of the dealer and the other player, with the odds of an old Hoyle that the dealer wins."""


Means = dict[Source, tuple[float, float]]
"""The average points of the dealer and of pone for each source."""


def played_deals(number: int, seed: int = 121) -> tuple[Courses, Means]:
    """Deal and play this many deals. Return the points scored in each, in order, and their averages.

    Each deal is played as if it were the first of a game. Pone's points are negative in the courses.
    """
    random = np.random.default_rng(seed)
    courses = np.zeros((number, EVENTS), np.int8)
    sums = {source: [0, 0] for source in (Source.HEELS, Source.PLAY, Source.HAND, Source.CRIB)}
    for course in courses:
        game = _played([PACK[index] for index in random.choice(len(PACK), 11, replace=False)])
        entries = [entry for entry in game.entries if entry.source in sums and entry.points]
        for at, entry in enumerate(entries):
            course[at] = entry.points if entry.seat == _DEALER else -entry.points
            sums[entry.source][entry.side] += entry.points
    return courses, {source: (own / number, others / number) for source, (own, others) in sums.items()}


def _played(cards: list[Card]) -> Game:
    """Return the game after a deal of five cards to the dealer, five to pone, and the starter."""
    hands: list[list[Card]] = []
    crib: list[Card] = []
    for seat in RULES.seats:
        five = cards[5 * seat : 5 * seat + 5]
        thrown = quick_throws(five, dealer=seat == _DEALER)[0].thrown
        hands.append([card for card in five if card not in thrown])
        crib += thrown
    game = Game.new(RULES).apply(Event.deals(_DEALER)).enter(cards[-1])
    while game.prompt is Prompt.PLAY:
        held = hands[game.in_turn]
        pile = tuple(int(game.deal_cards[index].rank) for index in game.current_play.laid)
        if all(game.count + card.rank.counting_value > LIMIT for card in held):
            game = game.apply(Event.go())
            continue
        others = len(hands[1 - game.in_turn])
        rank = choose(tuple(sorted(int(card.rank) for card in held)), pile, others)
        card = next(card for card in held if card.rank == rank)
        held.remove(card)
        game = game.enter(card)
    while game.prompt is Prompt.REST:
        game = game.enter((hands[game.pone] or hands[_DEALER]).pop())
    for card in crib:
        game = game.enter(card)
    return game


def main() -> None:
    """Play the deals, and print both tables."""
    parser = argparse.ArgumentParser(prog="python -m engine.coach_tables.five_card", description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000, help="the number of deals")
    courses, means = played_deals(parser.parse_args().deals)
    print("| points in a deal | dealer | pone |\n| --- | ---: | ---: |")
    for source, (own, others) in means.items():
        print(f"| {source.value} | {own:.2f} | {others:.2f} |")
    own, others = (sum(each) for each in zip(*means.values(), strict=True))
    print(f"| together | {own:.2f} | {others:.2f} |\n")
    chances = win_chances(courses)
    begins = TARGET - RULES.target
    print(f"The first dealer wins {chances[begins, begins + _THREE_FOR_LAST]:.1%}; ", end="")
    print(f"without three for last {chances[begins, begins]:.1%}.\n")
    print("| dealer | pone | odds published | that is | ours |\n| ---: | ---: | ---: | ---: | ---: |")
    for (dealer, pone), (wins, loses) in PUBLISHED:
        ours = chances[begins + dealer, begins + pone]
        print(f"| {dealer} | {pone} | {wins} to {loses} | {wins / (wins + loses):.0%} | {ours:.0%} |")


if __name__ == "__main__":
    main()
