"""An opponent for a single player: it throws two of six cards to the crib, and plays the other four.

It sees only its own cards and those on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from engine.cards import Card
from engine.coach.given import check_dealer, checked_hand, given_cards, given_game
from engine.coach.play_choice import plays
from engine.coach.quick_play import pile_points
from engine.coach.throws import quick_throws, throws
from engine.game import Game
from engine.rules import LIMIT

_BEGINNERS_THROWS = 8
"""An easy opponent chooses from this many of the fifteen throws."""
_BEGINNERS_EYE = 0.5
"""The chance that an easy opponent notices a card that scores in the play."""


class Strength(Enum):
    """An opponent's strength. The enum value is its name on the command line."""

    EASY = "easy"
    """It throws one of the better half of the throws, and often misses points in the play."""
    MEDIUM = "medium"
    """It throws by the average points of hand and crib, and plays the card that scores most at once."""
    STRONG = "strong"
    """It throws and plays as the coach advises."""


def opponents_throw(
    strength: Strength, hand: Sequence[Card], chance: Callable[[], float], *, dealer: bool
) -> tuple[Card, Card]:
    """Return the two cards of six that an opponent throws to the crib.

    `chance` returns a random number, at least 0 and less than 1, like `random.random`.

    Raises:
        InvalidHand: the hand does not consist of six different cards with known suits.
        InvalidGame: `dealer` is neither True nor False.
    """
    hand = checked_hand(hand)
    check_dealer(dealer)
    if strength is Strength.STRONG:
        return throws(hand, dealer=dealer)[0].thrown
    ranked = quick_throws(hand, dealer=dealer)
    if strength is Strength.MEDIUM:
        return max(ranked, key=lambda throw: throw.hand + throw.crib).thrown
    return ranked[int(chance() * _BEGINNERS_THROWS)].thrown


def opponents_card(
    strength: Strength, game: Game, hand: Sequence[Card], chance: Callable[[], float]
) -> Card | None:
    """Return the card that an opponent plays, or None if the opponent must say go.

    A strong opponent may take a few tenths of a second.

    Args:
        game: the game. It is the opponent's turn in the play.
        hand: the cards that the opponent still holds.
        chance: a function that returns a random number, at least 0 and less than 1, like `random.random`.

    Raises:
        InvalidGame: no card is to be played now, or the coach does not support this variant of the game.
        InvalidHand: the hand does not consist of different cards. A strong opponent's hand must also have the
            right number of cards, and none that has already been seen elsewhere.
    """
    game, hand = given_game(game), given_cards(hand)
    pile = [game.deal_cards[index] for index in game.current_play.laid]
    fitting = [card for card in hand if game.count + card.rank.counting_value <= LIMIT]
    if not fitting:
        return None
    if strength is Strength.STRONG:
        return plays(game, hand)[0].card
    if strength is Strength.EASY and chance() >= _BEGINNERS_EYE:
        return fitting[int(chance() * len(fitting))]
    ranks = tuple(int(card.rank) for card in pile)
    return max(fitting, key=lambda card: (pile_points((*ranks, card.rank)), card.rank.counting_value))
