"""Rank the ways to throw two cards to the crib.

`throws` is exact, for the six-card game. `quick_throws` is a thousand times faster and takes cards without
suits, but its average crib comes from a table that does not take the four cards kept into account.
`show_throws` is for five or seven cards. The coach's tables are for the six-card game, so there they only
predict the opponent's throw, and the play and the chance of winning are not considered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.cards import PACK, Card
from engine.coach.crib import crib_mean, other_throws
from engine.coach.given import check_dealer, checked_hand
from engine.coach.tables import habits, play_mean, usual_crib_mean, usual_play_mean
from engine.coach.throw_chances import throw_chances
from engine.errors import one_line
from engine.options import HAND_SIZES, SIX_CARD
from engine.rules import Rules
from engine.scoring.fast_count import show_points

_THROWN = 2
GAMES = {size + _THROWN: game for game, size in HAND_SIZES.items() if game != SIX_CARD}
"""The names of the other games for two, keyed by the number of cards that each player is dealt."""


@one_line
class Throw(NamedTuple):
    """Two cards to throw to the crib, with the points that can be expected from this throw.

    Attributes:
        thrown: the two cards to throw.
        kept: the cards to keep.
        hand: the average points for the cards kept, over all possible starters.
        crib: the average points of the crib; negative if the crib belongs to the opponent.
        play: the player's average points in the play, minus the opponent's, plus the points that the opponent
            scores in the play on average over all hands; None in the games with five and seven cards.
        win: the player's chance of winning the game, from 0 to 1; None if no score was given.
    """

    thrown: tuple[Card, Card]
    kept: tuple[Card, ...]
    hand: float
    crib: float
    play: float | None
    win: float | None = None

    @property
    def total(self) -> float:
        """The points that the player can expect from the throw: the sum of `hand`, `crib` and `play`."""
        return self.hand + self.crib + (self.play or 0.0)


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
    found = _ranked(hand, _exact_crib(hand, dealer=dealer), _play_of(dealer=dealer))
    if score is None:
        return found
    chances = throw_chances(hand, [throw.thrown for throw in found], dealer=dealer, score=score)
    won = [throw._replace(win=win) for throw, win in zip(found, chances, strict=True)]
    return tuple(sorted(won, key=lambda throw: -(throw.win or 0.0)))


def quick_throws(hand: Sequence[Card], *, dealer: bool) -> tuple[Throw, ...]:
    """Return the ways to throw two of five, six or seven cards to the crib, best first.

    Cards without suits cannot score a flush or his nobs. The opponent is assumed to throw as in the six-card
    game.
    """
    sign = 1 if dealer else -1

    def crib_of(thrown: tuple[Card, Card]) -> float:
        return sign * usual_crib_mean(*thrown, dealer=dealer)

    if len(hand) in GAMES:
        return _ranked(hand, crib_of, lambda kept: None, Rules(GAMES[len(hand)]))
    return _ranked(hand, crib_of, _play_of(dealer=dealer))


def show_throws(hand: Sequence[Card], *, dealer: bool) -> tuple[Throw, ...]:
    """Return the ways to throw two of five or seven cards to the crib, best first.

    The opponent is assumed to throw as in the six-card game.

    Raises:
        InvalidHand: the argument does not consist of five or seven different cards with known suits.
        InvalidGame: `dealer` is neither True nor False.
    """
    hand = checked_hand(hand, sizes=tuple(GAMES))
    check_dealer(dealer)
    return _ranked(hand, _exact_crib(hand, dealer=dealer), lambda kept: None, Rules(GAMES[len(hand)]))


def _ranked(
    hand: Sequence[Card],
    crib_of: Callable[[tuple[Card, Card]], float],
    play_of: Callable[[tuple[Card, ...]], float | None],
    rules: Rules | None = None,
) -> tuple[Throw, ...]:
    unseen = _unseen(hand)
    found = []
    for first, second in combinations(range(len(hand)), _THROWN):
        # Cards without suits are equal if their ranks are, so only their indices tell them apart.
        kept = tuple(card for index, card in enumerate(hand) if index not in (first, second))
        thrown = hand[first], hand[second]
        mean = sum(show_points(kept, starter, rules) for starter in unseen) / len(unseen)
        found.append(Throw(thrown, kept, mean, crib_of(thrown), play_of(kept)))
    return tuple(sorted(found, key=lambda throw: -throw.total))


def _exact_crib(hand: Sequence[Card], *, dealer: bool) -> Callable[[tuple[Card, Card]], float]:
    unseen = _unseen(hand)
    others = other_throws(unseen, habits(dealer=not dealer))
    sign = 1 if dealer else -1
    return lambda thrown: sign * crib_mean(thrown, unseen, others)


def _play_of(*, dealer: bool) -> Callable[[tuple[Card, ...]], float]:
    usual = usual_play_mean(dealer=dealer).others

    def play_of(kept: tuple[Card, ...]) -> float:
        play = play_mean(kept, dealer=dealer)
        return play.own - (play.others - usual)

    return play_of


def _unseen(hand: Sequence[Card]) -> list[Card]:
    """Return the cards not in a hand. For a card without a suit, any card of its rank is left out."""
    unseen = [card for card in PACK if card not in hand]
    for card in hand:
        if card.suit is None:
            unseen.remove(next(each for each in unseen if each.rank is card.rank))
    return unseen
