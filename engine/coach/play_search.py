"""Find the card that is best on average, by searching the rest of the play.

The search is used once each player has played a card. It considers every hand that the opponent may hold,
weighted by its probability. The opponent is assumed to play good cards more often than bad ones. A card is
good if it scores at once, makes a go likely or leaves few chances for a scoring reply. The player always
plays the best card.

Ranks are numbers from 1 for an ace to 13 for a king.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from engine.coach.quick_play import VALUES, pile_points, scoring_replies
from engine.coach.unseen import Ranks
from engine.rules import LIMIT

REPLIES = 0.6
"""The share of the points of the replies to a card that count against it, because a reply can be answered."""
GO = 0.7
"""The value, in points, of leaving the player without a card that can be played."""
HIGH = 0.02
"""The bonus, in points, for each additional pip of a card that is played, because low cards win the go."""
DOUBT = 0.02
"""The least likelihood of any card that was played, whatever the hand, because people play any card."""
_RANKS = range(1, 14)

Rests = list[tuple[Ranks, float]]
"""The hands that the opponent may hold, each with its weight."""
Merits = dict[int, float]
"""How likely the opponent is to play a card of each rank, compared with other ranks in the same hand."""


class Earlier(NamedTuple):
    """A card that the opponent has already played.

    Attributes:
        rank: the rank of the card.
        pile: the ranks of the cards played before it in the same count.
        public: for each rank, the number of cards that everyone had seen when this card was played; index 0
            is unused.
        own_cards: the number of cards that the current player held at that time.
    """

    rank: int
    pile: Ranks
    public: tuple[int, ...]
    own_cards: int


def merits(pile: Ranks, public: Sequence[int], own_cards: int) -> Merits:
    """Return relative weights that say how likely the opponent is to play each rank, keyed by rank.

    Ranks that would take the count above 31 are left out.

    Args:
        pile: the ranks of the cards played since the count was last reset, oldest first.
        public: for each rank, the number of cards that everyone has seen; index 0 is unused.
        own_cards: the number of cards held by the player for whom the search is made.
    """
    count = sum(VALUES[rank] for rank in pile)
    unseen = 52 - sum(public)
    found = {}
    for rank in _RANKS:
        then = count + VALUES[rank]
        if then > LIMIT:
            break
        laid = (*pile, rank)
        merit = pile_points(laid) + HIGH * VALUES[rank]
        if then < LIMIT and own_cards:
            for reply, points in scoring_replies(laid):
                free = 4 - public[reply] - (reply == rank)
                if free > 0:
                    merit -= REPLIES * points * min(1.0, own_cards * free / unseen)
            if then > LIMIT - 10:
                fitting = sum(max(0, 4 - public[low] - (low == rank)) for low in range(1, LIMIT - then + 1))
                merit += GO * max(0.0, 1 - fitting / unseen) ** own_cards
        found[rank] = exp(merit)
    return found


def weighed(rests: dict[Ranks, float], earlier: Sequence[Earlier]) -> Rests:
    """Return the hands that the opponent may still hold, weighted according to the cards already played.

    The weights in `rests` are those before this adjustment. The oldest card comes first in `earlier`.
    """
    played = [card.rank for card in earlier]
    steps = [
        (card, played[number:], merits(card.pile, card.public, card.own_cards))
        for number, card in enumerate(earlier)
    ]
    found = []
    for rest, weight in rests.items():
        for card, then_held, merit in steps:
            total = sum(merit.get(rank, 0.0) for rank in {*rest, *then_held})
            weight *= merit[card.rank] / total + DOUBT
        found.append((rest, weight))
    return found


class PlaySearch:
    """Searches the rest of the play, to find the value of each card that the player can play now."""

    def __init__(self, public: Sequence[int]) -> None:
        """Prepare a search.

        Args:
            public: for each rank, the number of cards that everyone has seen; index 0 is unused.
        """
        self._public = list(public)

    def values(self, own: Ranks, rests: Rests, pile: Ranks) -> dict[int, float]:
        """Return the value of each rank that the player can play, keyed by rank.

        A value is the player's expected points from this card to the end of the play, minus the opponent's
        expected points. Each value is multiplied by the sum of the weights in `rests`.

        Args:
            own: the ranks that the player holds.
            rests: the hands that the opponent may hold, with their weights.
            pile: the ranks of the cards played in this count so far, oldest first.
        """
        count = sum(VALUES[rank] for rank in pile)
        total = sum(weight for _, weight in rests)
        found = {}
        for rank in sorted(set(own)):
            if count + VALUES[rank] > LIMIT:
                break
            at = own.index(rank)
            left = own[:at] + own[at + 1 :]
            laid = (*pile, rank)
            self._public[rank] += 1
            rest_of_play = self._after_own_card(left, rests, laid, count + VALUES[rank])
            self._public[rank] -= 1
            found[rank] = total * pile_points(laid) + rest_of_play
        return found

    def _after_own_card(self, own: Ranks, rests: Rests, laid: Ranks, count: int) -> float:
        if not rests[0][0]:  # the opponent has no cards
            answering, others = [], rests
        else:
            lowest = LIMIT - count
            answering = [each for each in rests if VALUES[each[0][0]] <= lowest]
            others = [each for each in rests if VALUES[each[0][0]] > lowest]
        value = self._others_turn(own, answering, laid) if answering else 0.0
        if not others:
            return value
        if own and count + VALUES[own[0]] <= LIMIT:
            return value + self._own_turn(own, others, laid)
        if count != LIMIT:
            value += sum(weight for _, weight in others)
        return value + (
            self._others_turn(own, others, ()) if others[0][0] else self._own_turn(own, others, ())
        )

    def _own_turn(self, own: Ranks, rests: Rests, pile: Ranks) -> float:
        return max(self.values(own, rests, pile).values()) if own else 0.0

    def _others_turn(self, own: Ranks, rests: Rests, pile: Ranks) -> float:
        count = sum(VALUES[rank] for rank in pile)
        value = 0.0
        for rank, after in self._choices(len(own), rests, pile, count).items():
            laid = (*pile, rank)
            then = count + VALUES[rank]
            points = pile_points(laid)
            if points:
                value -= points * sum(weight for _, weight in after)
            self._public[rank] += 1
            value += self._after_others_card(own, after, laid, then)
            self._public[rank] -= 1
        return value

    def _after_others_card(self, own: Ranks, rests: Rests, laid: Ranks, count: int) -> float:
        if own and count + VALUES[own[0]] <= LIMIT:
            return self._own_turn(own, rests, laid)
        value = 0.0
        others = rests
        if rests[0][0]:
            lowest = LIMIT - count
            going_on = [each for each in rests if VALUES[each[0][0]] <= lowest]
            others = [each for each in rests if VALUES[each[0][0]] > lowest]
            if going_on:
                value += self._others_turn(own, going_on, laid)
        if not others:
            return value
        if count != LIMIT:
            value -= sum(weight for _, weight in others)
        if own:
            return value + self._own_turn(own, others, ())
        return value + (self._others_turn(own, others, ()) if others[0][0] else 0.0)

    def _choices(self, own_cards: int, rests: Rests, pile: Ranks, count: int) -> dict[int, Rests]:
        """Return the ranks that the opponent may play next, each with the weights of what may remain."""
        found: dict[int, Rests] = {}
        if len(rests[0][0]) == 1:
            for rest, weight in rests:
                found.setdefault(rest[0], []).append(((), weight))
            return found
        merit = merits(pile, self._public, own_cards)
        highest = LIMIT - count
        for rest, weight in rests:
            ranks = [rank for rank in rest if VALUES[rank] <= highest]
            if len(ranks) > 1:
                ranks = list(dict.fromkeys(ranks))
                weight /= sum([merit[rank] for rank in ranks])
                for rank in ranks:
                    at = rest.index(rank)
                    left = rest[:at] + rest[at + 1 :]
                    found.setdefault(rank, []).append((left, weight * merit[rank]))
            else:
                at = rest.index(ranks[0])
                left = rest[:at] + rest[at + 1 :]
                found.setdefault(ranks[0], []).append((left, weight))
        return found
