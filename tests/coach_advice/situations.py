"""Moments in the play of random deals. The coach plays for both players, using quick estimates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from engine.cards import PACK, Card, Rank
from engine.coach.play_choice import plays
from engine.coach.quick_play import choose
from engine.coach.throws import quick_throws
from engine.events import Event
from engine.game import Game
from engine.game_state import Prompt
from engine.rules import LIMIT

_SEED = 121


class Situation(NamedTuple):
    """A moment in the play.

    Attributes:
        game: the game.
        hand: the cards that the current player still holds.
    """

    game: Game
    hand: tuple[Card, ...]

    @property
    def pile(self) -> tuple[Rank, ...]:
        """The ranks of the cards played since the count was last reset, oldest first."""
        return tuple(self.game.deal_cards[index].rank for index in self.game.latest_deal.play.laid)

    @property
    def count(self) -> int:
        return sum(rank.counting_value for rank in self.pile)

    @property
    def ranks(self) -> set[Rank]:
        """The ranks of the cards that can be played."""
        return {card.rank for card in self.hand if self.count + card.rank.counting_value <= LIMIT}

    def values(self) -> dict[Rank, float]:
        """Return the value of each card that can be played, keyed by rank.

        The value is the number of points that the current player can expect to score in the rest of the play,
        including this card, minus the number that the opponent can expect.
        """
        return {play.card.rank: play.total for play in plays(self.game, self.hand)}


def situations(wanted: Callable[[Situation], bool]) -> Iterator[Situation]:
    """Play random deals without end. From each deal, yield the first moment that `wanted` returns True for.

    Deals without such a moment are skipped.
    """
    random = Random(_SEED)
    while True:
        dealt = random.sample(sorted(PACK), 13)
        kept = (quick_throws(dealt[6 * seat :][:6], dealer=seat == 0)[0].kept for seat in range(2))
        found = next(filter(wanted, _played(dealt[12], *map(list, kept))), None)
        if found:
            yield found


def _played(starter: Card, *hands: list[Card]) -> Iterator[Situation]:
    """Let the coach play the cards of both players, and yield the situation before each card is played.

    Args:
        starter: the starter.
        hands: the dealer's hand and pone's hand. The cards played are removed from them.
    """
    game = Game.new().apply(Event.deals(0)).apply(Event.starter(starter.rank))
    while game.prompt is Prompt.PLAY:
        seat = game.to_act
        assert seat is not None
        situation = Situation(game, tuple(hands[seat]))
        if not situation.ranks:
            game = game.apply(Event.go())
            continue
        yield situation
        held = tuple(sorted(int(card.rank) for card in hands[seat]))
        rank = Rank(choose(held, tuple(map(int, situation.pile)), len(hands[1 - seat])))
        hands[seat].remove(next(card for card in hands[seat] if card.rank is rank))
        game = game.apply(Event.lay(rank))
