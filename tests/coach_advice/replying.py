"""Advice on the cards after the lead, in random deals in which both players play quickly and sensibly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from engine.cards import PACK, Card, Rank
from engine.coach.play_choice import plays
from engine.coach.quick_play import choose
from engine.coach.quick_throws import quick_throws
from engine.events import Event
from engine.game import Game
from engine.game_state import Prompt
from engine.rules import LIMIT
from tests.coach_advice.piece import Piece, judged

SITUATIONS = 100
"""The number of situations for each piece of advice."""
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
        """The ranks of the cards played since the count last started at 0, oldest first."""
        return tuple(self.game.deal_cards[index].rank for index in self.game.current_deal.play.laid)

    @property
    def count(self) -> int:
        """The count."""
        return sum(rank.counting_value for rank in self.pile)

    @property
    def ranks(self) -> set[Rank]:
        """The ranks of the cards that can be played."""
        return {card.rank for card in self.hand if self.count + card.rank.counting_value <= LIMIT}

    def values(self) -> dict[Rank, float]:
        """Return the points that can be expected from the play after each playable card, keyed by rank."""
        return {play.card.rank: play.total for play in plays(self.game, self.hand)}


class Verdict(NamedTuple):
    """The coach's verdict on a piece of advice.

    Attributes:
        right: the proportion of situations in which the best card follows the advice.
        costs: the mean number of points lost by always following the advice.
    """

    right: float
    costs: float


def pieces() -> list[Piece]:
    """Return the advice about the cards played after the lead."""
    return [_fifteen_or_pair(), _pair_the_lead(), _not_twenty_one()]


def _verdict(advised: Callable[[Situation], set[Rank]]) -> Verdict:
    """Judge a piece of advice in random situations in which it allows some, but not all, playable cards.

    Args:
        advised: a function that returns the ranks that the advice allows. The set is empty if the advice does
            not apply.
    """
    right, costs = 0, 0.0
    for situation in islice(_situations(lambda each: set() < advised(each) < each.ranks), SITUATIONS):
        values = situation.values()
        loss = max(values.values()) - max(values[rank] for rank in advised(situation))
        right += loss == 0
        costs += loss
    return Verdict(right / SITUATIONS, costs / SITUATIONS)


def _situations(wanted: Callable[[Situation], bool]) -> Iterator[Situation]:
    """Yield situations in random deals for which a condition is true. There is at most one from each deal."""
    random = Random(_SEED)
    while True:
        dealt = random.sample(sorted(PACK), 13)
        kept = (quick_throws(dealt[6 * seat :][:6], dealer=seat == 0)[0].kept for seat in range(2))
        found = next(filter(wanted, _played(dealt[12], *map(list, kept))), None)
        if found:
            yield found


def _played(starter: Card, *hands: list[Card]) -> Iterator[Situation]:
    """Play a deal by the quick policy, and yield each situation in which a card can be played.

    The first hand is the dealer's.
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


def _text(verdict: Verdict) -> str:
    return (
        f"{judged(verdict.right)} It is best in {round(SITUATIONS * verdict.right)} of {SITUATIONS} such "
        f"situations, and doing it always costs {verdict.costs:.2f} points."
    )


def _fifteen_or_pair() -> Piece:
    def advised(each: Situation) -> set[Rank]:
        pairs = each.pile[-1:]
        fifteen = {rank for rank in each.ranks if each.count + rank.counting_value == 15}
        return fifteen if len(each.pile) == 1 and pairs[0] in each.ranks - fifteen else set()

    return Piece(
        "Answer a lead by fifteen rather than by a pair, if you can make either.",
        _text(_verdict(advised)),
        (),
    )


def _pair_the_lead() -> Piece:
    def advised(each: Situation) -> set[Rank]:
        lead = each.pile[:1]
        fifteen = any(each.count + rank.counting_value == 15 for rank in each.ranks)
        return set(lead) & each.ranks if len(each.pile) == 1 and not fifteen else set()

    verdict = _verdict(advised)
    return Piece(
        "Beware of pairing a lead: the other player may have led from a pair.",
        f"{judged(1 - verdict.right)} Where no fifteen is possible, pairing is best in "
        f"{round(SITUATIONS * verdict.right)} of {SITUATIONS} such situations, and doing "
        f"it always costs {verdict.costs:.2f} points.",
        (),
    )


def _not_twenty_one() -> Piece:
    def advised(each: Situation) -> set[Rank]:
        others = {rank for rank in each.ranks if each.count + rank.counting_value != LIMIT - 10}
        return others if others < each.ranks else set()

    return Piece("Do not bring the count to 21.", _text(_verdict(advised)), ())
