"""Rank the ways to throw two of six cards to the crib."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from engine.cards import PACK, Card
from engine.coach.crib import crib_mean, other_throws
from engine.coach.given import check_dealer, checked_hand
from engine.coach.tables import habits, play_mean, usual_crib_mean, usual_play_mean
from engine.game_forms import HAND_SIZES, SIX_CARD
from engine.rules import Rules
from engine.scoring.fast_count import show_points


class Throw(NamedTuple):
    """Two cards to throw to the crib, with the points that can be expected from this throw.

    Attributes:
        thrown: the two cards to throw.
        kept: the four cards to keep.
        hand: the average points for the cards kept, over the 46 possible starters.
        crib: the average points of the crib; negative if the crib belongs to the opponent.
        play: the player's average points in the play, minus the opponent's, plus the points that the opponent
            scores in the play on average over all hands.
        win: the player's chance of winning the game, from 0 to 1; None if no score was given.
    """

    thrown: tuple[Card, Card]
    kept: tuple[Card, ...]
    hand: float
    crib: float
    play: float
    win: float | None = None

    @property
    def total(self) -> float:
        """The points that the player can expect from the throw: the sum of `hand`, `crib` and `play`."""
        return self.hand + self.crib + self.play


def throws(hand: Sequence[Card], *, dealer: bool, score: tuple[int, int] | None = None) -> tuple[Throw, ...]:
    """Return the fifteen ways to throw two of six cards to the crib, best first.

    The best throw has the highest total or, if the score is given, the highest chance of winning. The other
    player is assumed to throw and play well. With a score, this takes about a second.

    Args:
        hand: the six cards, with their suits.
        dealer: True if the player is the dealer, so that the crib is the player's own.
        score: the player's score and the opponent's score before the deal, with a target of 121; None if
            only points matter.

    Raises:
        InvalidHand: the argument does not consist of six different cards with known suits.
        InvalidGame: `dealer` is neither True nor False, a score is not a whole number from 0 to 120, or there
            are not two of them.
    """
    hand = checked_hand(hand)
    check_dealer(dealer)
    found = _by_total(hand, dealer=dealer)
    if score is None:
        return found
    from engine.coach.throw_chances import throw_chances

    chances = throw_chances(hand, [throw.thrown for throw in found], dealer=dealer, score=score)
    won = [throw._replace(win=win) for throw, win in zip(found, chances, strict=True)]
    return tuple(sorted(won, key=lambda throw: -(throw.win or 0.0)))


def _by_total(hand: Sequence[Card], *, dealer: bool) -> tuple[Throw, ...]:
    unseen = [card for card in PACK if card not in hand]
    others = other_throws(unseen, habits(dealer=not dealer))
    sign = 1 if dealer else -1
    usual = usual_play_mean(dealer=dealer).others
    found = []
    for first, second in combinations(hand, 2):
        kept = tuple(card for card in hand if card is not first and card is not second)
        mean = sum(show_points(kept, starter) for starter in unseen) / len(unseen)
        crib = crib_mean((first, second), unseen, others)
        play = play_mean(kept, dealer=dealer)
        found.append(Throw((first, second), kept, mean, sign * crib, play.own - (play.others - usual)))
    return tuple(sorted(found, key=lambda throw: -throw.total))


def quick_throws(hand: Sequence[Card], *, dealer: bool) -> tuple[Throw, ...]:
    """Return the fifteen ways to throw two of six cards to the crib, best first.

    Args:
        hand: the six cards. Cards without suits cannot score a flush or his nobs.
        dealer: True if the player is the dealer, so that the crib is the player's own.
    """
    unseen = _unseen(hand)
    sign = 1 if dealer else -1
    usual = usual_play_mean(dealer=dealer).others
    found = []
    for indices in combinations(range(len(hand)), 2):
        first, second = (hand[index] for index in indices)
        # Cards without suits are equal if their ranks are, so only their indices tell them apart.
        kept = tuple(card for index, card in enumerate(hand) if index not in indices)
        mean = sum(show_points(kept, starter) for starter in unseen) / len(unseen)
        crib = sign * usual_crib_mean(first, second, dealer=dealer)
        play = play_mean(kept, dealer=dealer)
        found.append(Throw((first, second), kept, mean, crib, play.own - (play.others - usual)))
    return tuple(sorted(found, key=lambda throw: -throw.total))


def _unseen(hand: Sequence[Card]) -> list[Card]:
    """Return the cards in the pack that are not in a hand.

    If a card in the hand has no suit, an arbitrary card of the same rank is left out.
    """
    unseen = [card for card in PACK if card not in hand]
    for card in hand:
        if card.suit is None:
            unseen.remove(next(each for each in unseen if each.rank is card.rank))
    return unseen


_THROWN = 2
GAMES = {size + _THROWN: game for game, size in HAND_SIZES.items() if game != SIX_CARD}
"""The names of the games, keyed by the number of cards that each player is dealt."""


class ShowThrow(NamedTuple):
    """Two cards to throw to the crib, and the points to expect in the show after this throw.

    Attributes:
        thrown: the two cards to throw.
        kept: the cards to keep.
        hand: the average points for the cards kept, over all possible starters.
        crib: the average points of the crib; negative if the crib belongs to the opponent.
    """

    thrown: tuple[Card, Card]
    kept: tuple[Card, ...]
    hand: float
    crib: float

    @property
    def total(self) -> float:
        """The sum of `hand` and `crib`. The crib counts as negative if it belongs to the opponent."""
        return self.hand + self.crib


def show_throws(hand: Sequence[Card], *, dealer: bool) -> tuple[ShowThrow, ...]:
    """Return the ways to throw two of five or seven cards to the crib, best first.

    The best throw has the highest `total`. The opponent is assumed to throw as in the six-card game.

    Args:
        hand: the five or seven cards, with their suits.
        dealer: True if the player is the dealer, so that the crib is the player's own.

    Raises:
        InvalidHand: the argument does not consist of five or seven different cards with known suits.
        InvalidGame: `dealer` is neither True nor False.
    """
    hand = checked_hand(hand, sizes=tuple(GAMES))
    check_dealer(dealer)
    rules = Rules(GAMES[len(hand)])
    unseen = [card for card in PACK if card not in hand]
    others = other_throws(unseen, habits(dealer=not dealer))
    sign = 1 if dealer else -1
    found = []
    for first, second in combinations(hand, _THROWN):
        kept = tuple(card for card in hand if card is not first and card is not second)
        mean = sum(show_points(kept, starter, rules) for starter in unseen) / len(unseen)
        found.append(
            ShowThrow((first, second), kept, mean, sign * crib_mean((first, second), unseen, others))
        )
    return tuple(sorted(found, key=lambda throw: -throw.total))
