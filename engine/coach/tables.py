"""Read the coach's tables, each when it is first needed.

`engine.coach.generate` writes them. `FIGURES.md` says how, and how good they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from engine.cards import Card, Rank


class Habits(NamedTuple):
    """How likely a player who holds two cards throws them to the crib.

    Attributes:
        suited: the probability if the cards are of one suit, by both ranks, of which the lower comes first.
        unsuited: the probability if the cards are of different suits, in the same form.
    """

    suited: dict[tuple[Rank, Rank], float]
    unsuited: dict[tuple[Rank, Rank], float]

    def of(self, card: Card, other: Card) -> float:
        """Return the probability that a player throws these two cards if he holds them."""
        ranks = (card.rank, other.rank) if card.rank <= other.rank else (other.rank, card.rank)
        return self.suited[ranks] if card.suit is other.suit else self.unsuited[ranks]


class PlayMean(NamedTuple):
    """The mean points of both players in the play.

    Attributes:
        own: the points of the player who holds the hand.
        others: the points of the other player.
    """

    own: float
    others: float


@cache
def habits(*, dealer: bool) -> Habits:
    """Return the habits of a good dealer, or of a good pone if `dealer` is False."""
    table = _read("throwing.json", dealer=dealer)
    pairs = list(combinations_with_replacement(Rank, 2))
    return Habits(
        {(low, high): table[f"{_name((low, high))} suited"] for low, high in pairs if low is not high},
        {ranks: table[_name(ranks)] for ranks in pairs},
    )


def usual_play_mean(*, dealer: bool) -> PlayMean:
    """Return the mean points in the play over all hands that a dealer keeps, or pone if `dealer` is False."""
    return PlayMean(*_read("play.json", dealer=dealer)["usual"])


def play_mean(kept: Sequence[Card], *, dealer: bool) -> PlayMean:
    """Return the mean points in the play if both players play well.

    Args:
        kept: the four cards of a player. Their suits do not matter.
        dealer: True if this player is the dealer.
    """
    return PlayMean(*_read("play.json", dealer=dealer)[_name(sorted(card.rank for card in kept))])


@cache
def _read(name: str, *, dealer: bool) -> dict[str, Any]:
    from json import loads

    tables = loads((files("engine.coach") / name).read_text("utf-8"))
    found: dict[str, Any] = tables["dealer" if dealer else "pone"]
    return found


def _name(ranks: Sequence[Rank]) -> str:
    """Return the name of a combination of ranks in the tables, such as `5-5-J-Q`."""
    return "-".join(rank.symbol for rank in ranks)
