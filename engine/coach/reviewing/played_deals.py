"""The deals in a game as they were played, for a review of the game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from engine.cards import Card
from engine.deals import Entry, Source
from engine.events import Kind
from engine.game import Game
from engine.indices import STARTER, DealIndex, Seat, Side
from engine.match.timeline import Timeline
from engine.scoring.items import total
from engine.scoring.suit_questions import Question

_COUNTED = (Source.HAND, Source.CRIB)


class PlayedDeal(NamedTuple):
    """A deal that was played to the end, or in which the game was won.

    Attributes:
        number: the number of the deal in the game, starting at 1.
        before: the state of the game before the starter was turned up.
        games: the state of the game after the starter was turned up, and after each later event in the deal.
    """

    number: int
    before: Game
    games: tuple[Game, ...]

    @property
    def after(self) -> Game:
        """The last state of the game before the starter of the next deal is turned up.

        Players can still enter the last card's suit after the deal is over. Unlike `ended`, this state
        includes that suit.
        """
        return self.games[-1]

    @property
    def ended(self) -> Game:
        """The state of the game just after the deal ended or the game was won."""
        return next(game for game in self.games if game.deals > self.before.deals or game.winner is not None)

    @property
    def turned_up(self) -> Game:
        """The state of the game after the starter was turned up, with its suit if it was named at once."""
        first, *others = self.games
        named = others[0] if others and others[0].cards[:-1] == first.cards[:-1] else first
        return named if named.cards[-1].suit else first

    @property
    def dealer(self) -> Seat:
        """The player who dealt."""
        return self.before.current_dealer

    @property
    def starter(self) -> Card:
        """The card that was turned up as the starter."""
        return self.after.deal_cards[STARTER]

    @property
    def crib(self) -> tuple[Card, ...]:
        """The cards in the crib. There are fewer than four if the game was won before they were entered."""
        return self._cards(self.after.latest_deal.crib)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The records of the points pegged in the deal, oldest first."""
        return self.after.entries[self.after.latest_deal.entries :]

    @property
    def are_hands_known(self) -> bool:
        """True if all cards of both hands were entered."""
        return all(len(hand) == self.after.rules.hand_size for hand in self.after.latest_deal.hands)

    @property
    def is_crib_known(self) -> bool:
        """True if all cards in the crib were entered."""
        return len(self.after.latest_deal.crib) == self.after.rules.crib_size

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """Return the known cards of a player's hand: fewer than four if the game was won in the play."""
        return self._cards(self.after.latest_deal.hands[seat])

    def is_flush(self, seat: Seat) -> bool:
        """Return True if the players said that the four cards in the hand at `seat` are all of one suit."""
        deal = self.after.latest_deal
        flushes = (Question.FLUSH, Question.FLUSH_WITH_STARTER)
        return any(
            each.yes and each.question in flushes and each.hand == deal.hands[seat] for each in deal.answers
        )

    def counted(self, seat: Seat, source: Source) -> int | None:
        """Return the points in a player's hand or crib, or None if it was not counted.

        `source` is `Source.HAND` or `Source.CRIB`. Points that the player missed under muggins are included.
        """
        for entry in self.entries:
            if entry.source is source and entry.seat == seat:
                return total(entry.findings)
        return None

    def pegged(self, side: Side) -> int:
        """Return the points that a side pegged in the play, including points taken by muggins."""
        return sum(
            entry.points
            for entry in self._entries_before_show()
            if entry.side == side and entry.source in (Source.PLAY, Source.MUGGINS)
        )

    def scores_after(self, number: int) -> tuple[int, ...]:
        """Return each side's score after the first `number` of the deal's `entries` have been pegged."""
        scores = [pegs.front for pegs in self.before.sides]
        for entry in self.entries[:number]:
            scores[entry.side] = entry.score
        return tuple(scores)

    def _entries_before_show(self) -> Iterator[Entry]:
        for entry in self.entries:
            if entry.source in _COUNTED:
                return
            yield entry

    def _cards(self, indices: tuple[DealIndex, ...]) -> tuple[Card, ...]:
        return tuple(self.after.deal_cards[index] for index in indices)


def played_deals(timeline: Timeline) -> tuple[PlayedDeal, ...]:
    """Return the deals in a game that were played to the end, oldest first.

    A deal in which the game was won is included. Deals that the players abandoned are left out.
    """
    found: list[PlayedDeal] = []
    games = [*(step.before for step in timeline.steps), timeline.game]
    begins = [index for index, step in enumerate(timeline.steps) if step.event.kind is Kind.STARTER]
    for begin, end in pairwise([*begins, len(timeline.steps)]):
        # The suit of the last card of the crib can be named until the next starter is turned up.
        states = games[begin + 1 : end + 1]
        last = states[-1]
        if last.deal is not None and (last.deals > games[begin].deals or last.winner is not None):
            found.append(PlayedDeal(len(found) + 1, games[begin], tuple(states)))
    return tuple(found)


def deals_thrown_in(timeline: Timeline) -> int:
    """Return the number of deals in a game that were abandoned, e.g. because of a misdeal."""
    return sum(step.event.kind in (Kind.THROWN_IN, Kind.MISDEAL) for step in timeline.steps)
