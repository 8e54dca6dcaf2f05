"""`muggins count`: count one hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import Card
from engine.rules import Rules
from engine.scoring.hands_and_crib import count_show, suits_could_add
from firmware_py.commands import report
from firmware_py.commands.output import show

if TYPE_CHECKING:
    from argparse import Namespace


def count(options: Namespace) -> None:
    """Print the count of the hand on the command line, item by item.

    Raises:
        InvalidCard, InvalidHand, InvalidRules: there is no such card, hand or option.
    """
    rules = Rules.parse(options.set)
    hand = [Card.parse(card) for card in options.cards]
    starter = None if options.starter is None else Card.parse(options.starter)
    counted = count_show(hand, starter, rules, crib=options.crib)
    if options.json:
        show(report.count_object(counted))
    else:
        show(report.count_text(counted, suits_could_add(hand, starter, rules, crib=options.crib)))
