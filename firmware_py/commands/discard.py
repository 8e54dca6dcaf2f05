"""`muggins discard`: rank the ways to throw two cards to the crib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.cards import Card
from engine.coach import Throw, throws
from engine.coach.throws import GAMES, show_throws
from firmware_py.commands.output import show
from firmware_py.errors import UsageError
from firmware_py.view.throw_text import reasons_in_words, throws_text

if TYPE_CHECKING:
    from argparse import Namespace


def discard(options: Namespace) -> None:
    """Print the ways to throw two of the cards given on the command line, best first.

    With five or seven cards, the throws are ranked only by the average points of the hand and the crib.

    Raises:
        InvalidCard: an argument is not a card.
        InvalidHand: the cards are not five, six or seven different cards with suits.
        InvalidGame: a score given with `--score` is not possible before a deal.
        UsageError: `--score` is given with five or seven cards.
    """
    hand = [Card.parse(card) for card in options.cards]
    if len(hand) not in GAMES:
        ranked = throws(hand, dealer=options.dealer, score=options.score)
    elif options.score is None:
        ranked = show_throws(hand, dealer=options.dealer)
    else:
        raise UsageError(f"--score is for the six-card game: give six cards, not {len(hand)}, or no score")
    if options.json:
        reasons = reasons_in_words(ranked, dealer=options.dealer)
        show({"throws": [throw_object(throw) for throw in ranked], "reasons": reasons})
    else:
        show(throws_text(ranked, dealer=options.dealer))


def throw_object(throw: Throw) -> dict[str, Any]:
    """Return the object that `muggins discard --json` prints for a throw."""
    return {
        "thrown": [str(card) for card in throw.thrown],
        "hand": round(throw.hand, 2),
        "crib": round(throw.crib, 2),
        "play": None if throw.play is None else round(throw.play, 2),
        "total": round(throw.total, 2),
        "win": None if throw.win is None else round(throw.win, 4),
    }
