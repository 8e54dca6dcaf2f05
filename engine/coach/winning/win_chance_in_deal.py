"""Estimate the chance of winning in the middle of a deal, by simulating the rest of the deal many times.

Only the cards that everyone at the table can see are taken as known. The hands are drawn at random from those
that the players are likely to hold. The random numbers depend only on the situation, so the same situation
always has the same chance.
"""

from __future__ import annotations

from random import Random

from engine.cards import Card, Suit
from engine.coach.crib.crib_points import crib_points
from engine.coach.playing.quick_play import play_on
from engine.coach.tables import winning
from engine.coach.unseen_cards.likely_hands import LikelyHands
from engine.coach.unseen_cards.public_view import DEALER, PONE, PublicView, Role, other_role
from engine.games_known_to_coach import TARGET
from engine.scoring.fast_count import show_points

DEALS = 400
"""The number of times that the rest of a deal is played."""


def chance_of_dealer(view: PublicView, deals: int = DEALS) -> float:
    """Return the dealer's chance of winning the game, from 0 to 1, in the middle of a deal.

    Args:
        view: the deal, as everyone at the table sees it.
        deals: how many times to simulate the rest of the deal.
    """
    return _Rest(view).mean(deals)


class _Rest:
    """A simulation of the rest of a deal, with random cards in place of those that are unknown."""

    def __init__(self, view: PublicView) -> None:
        self._view = view
        self._pone = self._likely(PONE)
        self._dealer = self._likely(DEALER)
        # The question is written as it always was, so that its answer stays the same.
        self._random = Random(repr(view).replace("Card(", "Card.parse("))
        self._after_crib: dict[tuple[int, int], float] = {}
        self._crib = crib_points(view.starter, *view.hands, view.crib)

    def _likely(self, player: Role) -> LikelyHands:
        view = self._view
        seen = (view.starter, *view.hands[other_role(player)], *view.crib)
        return LikelyHands(view.hands[player], seen, dealer=player == DEALER, denied=view.denied[player])

    def mean(self, deals: int) -> float:
        """Return the dealer's chance of winning, as the mean of `deals` simulations of the rest of the deal.

        A single simulation is used if both hands and the starter are known, including the suits.
        """
        if self._pone.certain and self._dealer.certain and self._view.starter.suit:
            return self._follow(self._draw(0.5))
        offset = self._random.random()
        won = sum(self._follow(self._draw((each + offset) / deals)) for each in range(deals))
        return min(1.0, won / deals)

    def _draw(self, at: float) -> tuple[tuple[Card, ...], tuple[Card, ...], Card]:
        """Return random hands for pone and the dealer, and the starter.

        Unknown suits are also chosen at random. If the cards cannot occur together, new cards are drawn.

        Args:
            at: a number from 0 to 1 that selects the first hand to try for pone. Evenly spaced numbers yield
                each hand roughly in proportion to its probability.
        """
        random, starter = self._random, self._view.starter
        crib = self._view.crib
        while True:
            pone = self._pone.complete(at, random)
            at = random.random()
            if pone is None:
                continue
            dealer = self._dealer.complete(random.random(), random)
            if dealer is None or any(card in pone for card in dealer):
                continue
            top = starter
            if top.suit is None:
                top = Card(top.rank, 1 + int(random.random() * len(Suit)))
                if top in pone or top in dealer or top in crib:
                    continue
            return pone, dealer, top

    def _follow(self, drawn: tuple[tuple[Card, ...], tuple[Card, ...], Card]) -> float:
        *hands, starter = drawn
        view = self._view
        scores = list(view.scores)
        if max(scores) >= TARGET:
            return float(scores[DEALER] >= TARGET)
        if view.turn is not None:
            held = [hand[len(shown) :] for hand, shown in zip(hands, view.hands, strict=True)]
            pile = [int(card.rank) for card in view.pile]
            ranks = [[int(card.rank) for card in hand] for hand in held]
            for player, points in play_on(ranks, view.turn, pile, view.last):
                scores[player] += points
                if scores[player] >= TARGET:
                    return float(player)
        for player in (PONE, DEALER)[view.counted :]:
            scores[player] += show_points(hands[player], starter)
            if scores[player] >= TARGET:
                return float(player)
        return self._before_crib(scores[DEALER], scores[PONE])

    def _before_crib(self, dealer: int, pone: int) -> float:
        """Return the dealer's chance of winning when only the crib is left to count, given both scores."""
        found = self._after_crib.get((dealer, pone))
        if found is None:
            found = 0.0
            for points, chance in enumerate(self._crib):
                if chance:
                    found += chance * self._after_deal(dealer + points, pone)
            found = self._after_crib[dealer, pone] = min(1.0, found)
        return found

    def _after_deal(self, dealer: int, pone: int) -> float:
        """Return the dealer's chance of winning after this deal, given the scores at its end."""
        if dealer >= TARGET:
            return 1.0
        if self._view.deals_again:
            return winning()[dealer][pone]
        return 1 - winning()[pone][dealer]
