"""A dealer for programs: `deal` gives every player cards from a shuffled pack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from engine.cards import PACK, Card
from engine.errors import InvalidGame, one_line, quoted
from engine.rules import Rules, in_force


class Chance(Protocol):
    """A random generator, such as `random.Random(121)`. The engine draws nothing by itself."""

    def sample(self, population: Sequence[Card], k: int) -> list[Card]:
        """Return `k` of these cards in random order."""


@one_line
class Dealt(NamedTuple):
    """The cards of a deal.

    Attributes:
        hands: for each seat, the cards dealt to the player, who throws some of them to the crib.
        crib: the cards dealt to the crib: one with three players, otherwise none.
        starter: the card to turn up as the starter.
        rest: the other cards of the pack.
    """

    hands: tuple[tuple[Card, ...], ...]
    crib: tuple[Card, ...]
    starter: Card
    rest: tuple[Card, ...]


def deal(rules: Rules | None, rng: Chance) -> Dealt:
    """Return the cards of a deal in the form of the game that these rules describe (RULES.md 1).

    Args:
        rules: the rules; None for the standard rules.
        rng: a random generator, such as `random.Random(121)`.

    Raises:
        InvalidRules: `rules` is not a Rules object.
        InvalidGame: `rng` is not a random generator.
    """
    rules = in_force(rules)
    if not callable(getattr(rng, "sample", None)):
        raise InvalidGame(f"{quoted(rng)} is not a random generator: give random.Random(121)")
    cards = tuple(rng.sample(PACK, len(PACK)))
    to_crib, size = rules.dealt_to_crib, rules.hand_size + rules.thrown_each
    used = rules.players * size
    hands = tuple(cards[seat * size : (seat + 1) * size] for seat in rules.seats)
    return Dealt(hands, cards[used : used + to_crib], cards[used + to_crib], cards[used + to_crib + 1 :])
