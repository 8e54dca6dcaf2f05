"""`muggins count`: count a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.cards import Card
from engine.rules import Rules
from engine.scoring.hands_and_crib import CouldAdd, Count, count_show, suits_could_add
from engine.scoring.items import Reason
from firmware_py.commands.output import show
from firmware_py.window.change_objects import item_object
from firmware_py.words.in_use import words

if TYPE_CHECKING:
    from argparse import Namespace


def count(options: Namespace) -> None:
    """Count the hand given on the command line, and print each combination that scores, with its points.

    Raises:
        InvalidCard: a card does not exist.
        InvalidHand: the cards do not form a hand.
        InvalidRules: a rule given on the command line does not exist or has an invalid value.
    """
    rules = Rules.parse(options.set)
    hand = [Card.parse(card) for card in options.cards]
    starter = None if options.starter is None else Card.parse(options.starter)
    counted = count_show(hand, starter, rules, crib=options.crib)
    if options.json:
        show(count_object(counted))
    else:
        show(count_text(counted, suits_could_add(hand, starter, rules, crib=options.crib)))


def count_object(count: Count) -> dict[str, Any]:
    """Return the count of a hand or crib as the object that `muggins count --json` prints."""
    return {
        "points": count.points,
        "call": count.called(words()),
        "items": [item_object(item) for item in count.items],
    }


_NOTHING = CouldAdd()


def count_text(count: Count, could_add: CouldAdd = _NOTHING) -> str:
    """Return a count as text: a line for each item, the total in words, and any points that could be added.

    Args:
        count: the count.
        could_add: the points that the hand could also score, depending on suits that are not known.
    """
    lines = []
    so_far = 0
    for item in count.items:
        so_far += item.points
        cards = " ".join(card.pretty for card in item.cards)
        lines.append(f"{words().reason(item.reason):<18} {cards:<20} {item.points:>3} {so_far:>4}")
    lines.append(words().points_and_call(count.points, count.called(words())))
    flush, nobs, together = could_add
    if flush or nobs:
        longer = any(item.reason is Reason.FLUSH for item in count.items)
        lines.append(words().missing_suits_could_add(flush, nobs, longer=longer, together=together))
    return "\n".join(lines)
