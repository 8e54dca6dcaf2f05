"""`muggins discard`: rank the ways to throw two of six cards to the crib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.cards import Card
from engine.coach import Throw, throws
from engine.scoring.hands_and_crib import count_show
from firmware_py.commands.output import show
from firmware_py.words.in_use import words

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence


def discard(options: Namespace) -> None:
    """Print the fifteen ways to throw two of the six cards given on the command line, best first.

    Raises:
        InvalidCard: an argument is not a card.
        InvalidHand: the cards are not six different cards with suits.
        InvalidGame: a score is not possible before a deal.
    """
    hand = [Card.parse(card) for card in options.cards]
    ranked = throws(hand, dealer=options.dealer, score=options.score)
    if options.json:
        show({"throws": [throw_object(throw) for throw in ranked]})
    else:
        show(throws_text(ranked, dealer=options.dealer))


def throw_object(throw: Throw) -> dict[str, Any]:
    """Return the object that `muggins discard --json` prints for a throw."""
    return {
        "thrown": [str(card) for card in throw.thrown],
        "hand": round(throw.hand, 2),
        "crib": round(throw.crib, 2),
        "play": round(throw.play, 2),
        "total": round(throw.total, 2),
        "win": None if throw.win is None else round(throw.win, 4),
    }


def throws_text(ranked: Sequence[Throw], *, dealer: bool) -> str:
    """Return a table with a line for each throw, followed by the reasons for the best throw.

    Args:
        ranked: the throws, best first.
        dealer: True if the crib is the player's own.
    """
    columns = words().THROW_COLUMNS if ranked[0].win is None else (*words().THROW_COLUMNS, words().WIN)
    lines = [_row(words().THROW, words().KEPT, columns)]
    for throw in ranked:
        figures = [f"{value:.2f}" for value in (throw.hand, throw.crib, throw.play, throw.total)]
        if throw.win is not None:
            figures.append(f"{throw.win:.1%}")
        lines.append(_row(_cards(throw.thrown), _cards(throw.kept), figures))
    best = ranked[0]
    points = count_show(best.kept).points
    lines.append(words().best_throw(_cards(best.thrown), points, abs(best.crib), dealer=dealer))
    if best.win is not None:
        lines.append(words().best_throw_wins(best.win))
    return "\n".join(lines)


def _row(thrown: str, kept: str, figures: Sequence[str]) -> str:
    return f"{thrown:<9} {kept:<15}" + "".join(f"{figure:>8}" for figure in figures)


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(card.pretty for card in cards)
