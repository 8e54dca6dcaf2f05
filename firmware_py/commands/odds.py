"""`muggins odds`: who is likely to win, and how often each count occurs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.coach import chance_before_deal
from engine.scoring.fast_count import distribution
from firmware_py.commands.output import show
from firmware_py.words.in_use import words

if TYPE_CHECKING:
    from argparse import Namespace


def odds(options: Namespace) -> None:
    """Print each side's chance of winning at a given score, or how often each count of a hand occurs.

    Raises:
        InvalidGame: a score is not possible before a deal.
    """
    if options.hands:
        _show_hands(json=options.json)
        return
    scores, dealer = options.score, options.dealer
    chance = chance_before_deal(dealer=scores[dealer], pone=scores[1 - dealer])
    chances = [chance, 1 - chance] if dealer == 0 else [1 - chance, chance]
    if options.json:
        show({"chances": [round(each, 4) for each in chances]})
    else:
        rows = zip(words().seats(2), scores, chances, strict=True)
        show("\n".join(f"{name:<8} {score:>3} {each:>7.1%}" for name, score, each in rows))


def _show_hands(*, json: bool) -> None:
    """Print, for each count, the number of combinations of a hand and a starter that have this count."""
    numbers = distribution()
    if json:
        show({"hands": [{"points": points, "number": number} for points, number in enumerate(numbers)]})
        return
    total = sum(numbers)
    lines = ["{:>6} {:>9} {:>9}".format(*words().HANDS_COLUMNS)]
    lines += [f"{points:>6} {number:>9,} {number / total:>9.4%}" for points, number in enumerate(numbers)]
    show("\n".join(lines))
