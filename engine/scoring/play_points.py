"""The points that a card scores in the play: fifteen, thirty-one, pairs and runs (RULES.md 3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, Rank, Suit
from engine.errors import InvalidHand, quoted
from engine.rules import LIMIT
from engine.scoring.items import PAIRS, Finding, Item, Reason


def score_play(laid: Sequence[Card | Rank], card: Card | Rank) -> tuple[Item, ...]:
    """Return the points that a card scores in the play for fifteen, thirty-one, pairs and runs.

    An ace counts one. Points for go and last card are not included, because they depend on the other hands.

    >>> [str(item.reason.words) for item in score_play([Rank.FIVE, Rank.FIVE], Rank.FIVE)]
    ['fifteen', 'pair royal']

    Args:
        laid: the cards played in this count so far, or their ranks, oldest first.
        card: the card that is played now, or its rank.

    Raises:
        InvalidHand: an argument is not a card or a rank, a card is repeated, a rank occurs five times, or
            the count would pass 31.
    """
    if not isinstance(laid, Sequence) or isinstance(laid, str):
        raise InvalidHand(f"{quoted(laid)} is not a list of cards or ranks")
    cards = tuple(_card(one) for one in (*laid, card))
    for number, one in enumerate(cards):
        if one.suit and one in cards[:number]:
            raise InvalidHand(f"{one} is given twice: a pack has each card once")
    ranks = [one.rank for one in cards]
    if max(map(ranks.count, ranks)) > len(Suit):
        raise InvalidHand(f"a rank is given five times: a pack has {len(Suit)} of each")
    total = sum(rank.counting_value for rank in ranks)
    if total > LIMIT:
        raise InvalidHand(f"the count would be {total}: it cannot pass {LIMIT}")
    return tuple(Item.of(found, cards) for found in find_play(ranks, total))


def _card(value: Card | Rank) -> Card:
    if isinstance(value, Card):
        return value
    if isinstance(value, Rank):
        return Card(value)
    raise InvalidHand(f"{quoted(value)} is not a card or rank: write Card('5H') or Rank.FIVE")


def find_play(count: Sequence[Rank], total: int | None = None, start: int = 0) -> tuple[Finding, ...]:
    """Return the points that the last card of a count scores for fifteen, thirty-one, pairs and runs.

    Go and last are not included. The indices in the findings are indices into `count`.

    Args:
        count: the ranks of the cards played in this count, oldest first. There must be at least one.
        total: the sum of the cards' values; None to calculate it with every ace as one.
        start: the index of the first card that can be part of a pair or a run: the first after the latest go
            if a go breaks them, otherwise 0.
    """
    found = []
    everything = tuple(range(len(count)))
    if total is None:
        total = sum(rank.counting_value for rank in count)
    if total == 15:
        found.append(Finding(Reason.FIFTEEN, 2, everything))
    if total == LIMIT:
        found.append(Finding(Reason.THIRTY_ONE, 2, everything))
    count = count[start:]
    everything = everything[start:]
    alike = _same_rank_at_end(count)
    if alike > 1:
        reason, points = PAIRS[alike]
        found.append(Finding(reason, points, everything[-alike:]))
    length = _run(count)
    if length:
        found.append(Finding(Reason.RUN, length, everything[-length:]))
    return tuple(found)


def _same_rank_at_end(count: Sequence[Rank]) -> int:
    alike = 1
    while alike < len(count) and count[-alike - 1] is count[-1]:
        alike += 1
    return alike


def _run(count: Sequence[Rank]) -> int:
    """Return the length of the run that the last card makes, or 0.

    The longest is tried first: five cards can be a run even if the last three are not (RULES.md 8, case P4).
    """
    for length in range(min(len(count), 7), 2, -1):
        suffix = set(count[-length:])
        if len(suffix) == length and max(suffix) - min(suffix) == length - 1:
            return length
    return 0
