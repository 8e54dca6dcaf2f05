"""The coach's tables of averages and probabilities. A table is read when it is first needed.

`engine.coach_tables` made the tables. `FIGURES.md` lists the settings used and summarises the results.
"""

from __future__ import annotations

from binascii import a2b_base64
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from struct import unpack_from
from typing import Any, NamedTuple

from engine.cards import Card, Rank


class Habits(NamedTuple):
    """A player's throwing habits, either as dealer or as pone.

    They are the probabilities that a player who holds two given cards throws them to the crib.

    Attributes:
        suited: the probabilities for two cards of the same suit, keyed by their ranks, lower rank first.
        unsuited: the probabilities for two cards of different suits, keyed in the same way.
    """

    suited: dict[tuple[Rank, Rank], float]
    unsuited: dict[tuple[Rank, Rank], float]

    def of(self, card: Card, other: Card) -> float:
        """Return the probability that a player who holds these two cards throws them to the crib.

        It is an average over the other cards that the player may hold. A card of unknown suit is taken to be
        of a different suit from the other card.
        """
        ranks = (card.rank, other.rank) if card.rank <= other.rank else (other.rank, card.rank)
        return (self.suited if card.suit and card.suit is other.suit else self.unsuited)[ranks]


class KeptFrequencies(NamedTuple):
    """How many times in a million deals a player keeps each hand of four cards.

    Attributes:
        mixed: the numbers for hands of two or more suits, keyed by the four ranks, lowest first.
        suited: the numbers for hands of a single suit, keyed in the same way.
    """

    mixed: dict[tuple[Rank, ...], float]
    suited: dict[tuple[Rank, ...], float]


class PlayMean(NamedTuple):
    """The average points that a player and the opponent score in the play."""

    own: float
    others: float


@cache
def habits(*, dealer: bool) -> Habits:
    """Return the throwing habits of a good dealer, or of a good pone."""
    table = _read("throwing.json", dealer=dealer)
    pairs = list(combinations_with_replacement(Rank, 2))
    return Habits(
        {(low, high): table[f"{_name((low, high))} suited"] for low, high in pairs if low is not high},
        {ranks: table[_name(ranks)] for ranks in pairs},
    )


def usual_crib_mean(card: Card, other: Card, *, dealer: bool) -> float:
    """Return the average points of a crib, given the two cards that one player throws to it.

    The average is over all hands that the player may keep, all throws by the opponent and all starters. Cards
    whose suits are unknown count as cards of different suits.
    """
    suited = card.suit is other.suit and card.suit is not None
    name = _name(sorted((card.rank, other.rank))) + (" suited" if suited else "")
    mean: float = _read("cribs.json", dealer=dealer)[name]
    return mean


def kept(*, dealer: bool) -> KeptFrequencies:
    """Return how often, in a million deals, a good dealer or a good pone keeps each hand of four cards."""
    table = _read("kept.json", dealer=dealer)
    hands = {_name(ranks): ranks for ranks in combinations_with_replacement(Rank, 4)}
    return KeptFrequencies(
        {ranks: table[name] for name, ranks in hands.items()},
        {ranks: table[f"{name} suited"] for name, ranks in hands.items() if len(set(ranks)) == len(ranks)},
    )


def usual_play_mean(*, dealer: bool) -> PlayMean:
    """Return each player's average points in the play, over all hands that a dealer or a pone keeps.

    A hand that players keep more often has more weight.
    """
    return PlayMean(*_read("play.json", dealer=dealer)["usual"])


def play_mean(kept: Sequence[Card], *, dealer: bool) -> PlayMean:
    """Return the average points in the play if both play well and one of them holds these four cards."""
    return PlayMean(*_read("play.json", dealer=dealer)[_name(sorted(card.rank for card in kept))])


def lead_values(hand: Sequence[Card]) -> dict[int, float]:
    """Return the value of leading each rank of pone's four cards.

    A value is pone's expected points in the play minus the dealer's.
    """
    ranks = sorted(card.rank for card in hand)
    values = _read("leads.json", dealer=False)[_name(ranks)]
    return dict(zip(map(int, sorted(set(ranks))), values, strict=True))


def reply_values(hand: Sequence[Card], lead: Rank) -> dict[int, float]:
    """Return the value of each of the dealer's four cards as the reply to a lead, keyed by the card's rank.

    A value is the dealer's expected points minus pone's, from the reply to the end of the play. The dealer
    does not hold all four cards of the lead's rank.
    """
    ranks = tuple(sorted(card.rank for card in hand))
    hands = combinations_with_replacement(Rank, len(ranks))
    number = next(number for number, each in enumerate(hands) if each == ranks)
    values = unpack_from("<4h", a2b_base64(_read("replies.json", dealer=True)[lead.symbol]), 8 * number)
    return {int(rank): value / 100 for rank, value in zip(ranks, values, strict=True)}


@cache
def winning() -> tuple[tuple[float, ...], ...]:
    """Return the dealer's chance of winning before a deal, indexed by the dealer's score and pone's score."""
    return tuple(map(tuple, _read("winning.json", dealer=True).values()))


@cache
def _read(name: str, *, dealer: bool) -> dict[str, Any]:
    from json import loads

    tables = loads((files("engine.coach") / name).read_text("utf-8"))
    found: dict[str, Any] = tables["dealer" if dealer else "pone"]
    return found


def _name(ranks: Sequence[Rank]) -> str:
    return "-".join(rank.symbol for rank in ranks)
