"""Work out the coach's advice about a deal. This module runs in a separate process, not in the board's."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from engine.coach import chance_before_deal
from engine.coach.reviewing.crib_split import KeptCards, split_as_told, splits
from engine.coach.reviewing.reviewed_throws import review_throw
from engine.indices import Seat
from firmware_py.view.coach import Advice, CountedDeal, RatedThrow, as_text, read_deal

_NICENESS = 10
"""The increase of its nice value: a busy board gets nine times as much of a processor core (sched(7)).
With the highest value, 19, the coach would hardly get any of a core that is always busy."""


def main() -> None:
    """Print the coach's advice about the deal described by the last command-line argument.

    The process's priority is lowered first, so that key presses take precedence.
    """
    with suppress(OSError):
        os.nice(_NICENESS)
    print(as_text(work_out(read_deal(sys.argv[-1]))), flush=True)


def work_out(deal: CountedDeal) -> Advice:
    """Return the coach's advice about a deal.

    It agrees with the review of the game: a better throw scores more and wins more often. If it is not known
    which of the crib's cards each player threw, the coach assumes the most likely throws. If suits are
    unknown, it assumes suits that are as mixed as possible.
    """
    kept = [KeptCards(*each) for each in zip(deal.hands, deal.flushes, strict=True)]
    pone = Seat(1 - deal.dealer)
    if deal.thrown:
        split = split_as_told(deal.crib, deal.thrown[deal.dealer])
    else:
        split = splits(kept[deal.dealer], kept[pone], deal.crib)[0]
    thrown = {deal.dealer: split.dealers, pone: split.pones}
    rated = []
    for seat, (cards, is_flush) in enumerate(kept):
        own = thrown[Seat(seat)]
        score = (deal.before[seat], deal.before[1 - seat]) if deal.before else None
        found = review_throw(cards, own, dealer=seat == deal.dealer, is_flush=is_flush, score=score)
        rated.append(RatedThrow(cards, own, found.best, round(found.cost, 3)))
    has_suits = all(card.suit for hand in (*deal.hands, deal.crib) for card in hand)
    return Advice(tuple(rated), _chances(deal), round(split.chance, 3), has_suits)


def _chances(deal: CountedDeal) -> tuple[float, ...]:
    dealer, pone = deal.next_dealer, 1 - deal.next_dealer
    chance = chance_before_deal(dealer=deal.scores[dealer], pone=deal.scores[pone])
    return (chance, 1 - chance) if dealer == 0 else (1 - chance, chance)


if __name__ == "__main__":
    main()
