"""The time that the engine takes to decide whether the players must be asked about suits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import perf_counter

from engine.cards import Card, Rank, Suit
from engine.scoring.suit_questions import Answer, Question, settle

FORMS = ((2, 4), (2, 5), (3, 4), (4, 4))
"""Pairs of the number of players and the number of cards in a hand; the crib has four cards."""
Asked = tuple[Sequence[Card], tuple[Answer, ...], Question, tuple[int, ...]]


def rows(deals: int) -> list[tuple[str, str, str, str]]:
    """Return one table row: the time the engine needs to decide whether to ask the players about suits.

    Args:
        deals: the number of random deals to measure.
    """
    chance = Random(31)
    times = []
    for _ in range(deals):
        for asked in hard(chance):
            # Take the best of three measurements, to ignore the effect of other load.
            times.append(1000 * min(_seconds(asked) for _ in range(3)))
    times.sort()
    what = f"{times[len(times) // 2]:.2f}, {times[int(0.99 * len(times))]:.2f}, {times[-1]:.2f} ms"
    return [("a question about suits, hard deals, median, p99, worst", what, "2 ms at worst", "")]


def _seconds(asked: Asked) -> float:
    begun = perf_counter()
    settle(*asked)
    return perf_counter() - begun


def hard(chance: Random) -> Iterator[Asked]:
    """Yield hard cases for `settle`, which decides whether the players must be asked about suits.

    All cases are about one random deal, which has few ranks and few known suits. Each case contains the deal,
    random answers to earlier questions, the question, and the hand that the question is about.
    """
    players, size = chance.choice(FORMS)
    number = players * size + 5
    ranks = chance.sample(list(Rank), max((number + 3) // 4, chance.randint(5, 8)))
    cards = [Card(rank) for rank in {*ranks, Rank.JACK} for _ in Suit]
    deal = chance.sample(cards, number)
    for _ in range(chance.choice([0, 0, 1, 3])):
        place, suit = chance.randrange(number), chance.choice(list(Suit))
        if Card(deal[place].rank, suit) not in deal:
            deal[place] = Card(deal[place].rank, suit)
    answers: tuple[Answer, ...] = ()
    for place, hand in enumerate(hands(chance, deal, [size] * players + [4])):
        for question in list(Question)[place == players and chance.random() < 0.7 :]:
            yield deal, answers, question, hand
            if settle(deal, answers, question, hand) is None:
                answers = (*answers, Answer(question, hand, chance.random() < 0.5))


def hands(chance: Random, deal: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Choose a hand of each size from a deal, and yield the indices of the cards in each hand.

    If possible, no hand contains a pair. A pair rules out a flush, so that nobody would be asked about one.

    Args:
        chance: the source of random choices.
        deal: the cards in the deal. The first one, the starter, is not put into a hand.
        sizes: the number of cards in each hand.
    """
    left = chance.sample(range(1, len(deal)), len(deal) - 1)
    for size in sizes:
        hand: list[int] = []
        for place in left:
            if len(hand) < size and all(deal[place].rank is not deal[other].rank for other in hand):
                hand.append(place)
        hand += [place for place in left if place not in hand][: size - len(hand)]
        left = [place for place in left if place not in hand]
        yield tuple(hand)
