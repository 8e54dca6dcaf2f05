"""The coach's advice about a deal, and the message in which one process sends it to another."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Card
from firmware_py.add_on import AddOnMessage
from firmware_py.coaching.counted_deal import CountedDeal


class RatedThrow(NamedTuple):
    """A player's throw, compared with the best throw.

    Attributes:
        kept: the four cards that the player kept.
        thrown: the two cards that the player threw, or most likely threw.
        best: the two cards that the player should have thrown.
        cost: the number of points by which the best throw is expected to score more than the player's throw.
    """

    kept: tuple[Card, ...]
    thrown: tuple[Card, ...]
    best: tuple[Card, ...]
    cost: float


class Advice(NamedTuple):
    """The coach's advice about a deal that has been played.

    Attributes:
        throws: each player's throw with the coach's rating, in the order of the seats.
        chances: each player's chance of winning after the deal, from 0 to 1, in the order of the seats.
        certainty: the probability that the coach's assumption about who threw which cards is right, from 0 to
            1. It is 1 if it is known who threw which cards.
        has_suits: False if some suits were not entered, so that the coach had to assume them.
    """

    throws: tuple[RatedThrow, ...]
    chances: tuple[float, ...]
    certainty: float
    has_suits: bool


class _CoachOfferFields(NamedTuple):
    deal: CountedDeal
    advice: Advice | None = None
    has_failed: bool = False


class CoachOffer(_CoachOfferFields, AddOnMessage):
    """The coach's advice as shown by the board.

    Attributes:
        deal: the deal that the advice is about.
        advice: the advice; None if it is not available yet.
        has_failed: True if the coach could not work out the advice.
    """

    __slots__ = ()


def write_advice(advice: Advice) -> str:
    """Return the coach's advice as text that `read_advice` can read."""
    from json import dumps

    throws = [
        [list(map(str, cards)) for cards in (throw.kept, throw.thrown, throw.best)] + [throw.cost]
        for throw in advice.throws
    ]
    return dumps([throws, advice.chances, advice.certainty, advice.has_suits])


def read_advice(text: str) -> Advice:
    """Parse the text returned by `write_advice`, and return the advice.

    Raises:
        ValueError: the text is not valid, e.g. because the process that wrote it was killed.
    """
    from json import loads

    throws, chances, certainty, has_suits = loads(text)
    return Advice(
        tuple(_rated_throw(*throw) for throw in throws),
        tuple(chances),
        certainty,
        has_suits,
    )


def _rated_throw(kept: list[str], thrown: list[str], best: list[str], cost: float) -> RatedThrow:
    return RatedThrow(_cards(kept), _cards(thrown), _cards(best), cost)


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, texts))
