"""The calls with which players announce points: "fifteen two, fifteen four and a pair is six" (RULES.md 4,
Calling).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from engine.scoring.call_words import ENGLISH, CallWords
from engine.scoring.hand_parts import kind_of, parts_of_hand
from engine.scoring.items import Finding, Index, Item, Reason, total


def call_hand(
    items: Sequence[Finding[Index] | Item],
    *,
    nineteen: bool = True,
    grouped: bool = False,
    words: CallWords = ENGLISH,
) -> str:
    """Return the call for a hand or crib (RULES.md 4, Calling).

    Fifteens come first, then pairs and runs, then the flush and nobs. Pairs that are part of runs are called
    together with the runs, for example as a double run.

    Args:
        items: the scores in the hand.
        nineteen: if True, jokingly call a hand without points "nineteen"; if False, call it "nothing".
        grouped: if True, call the points of each kind and then the total; otherwise call a running total.
        words: the words to use; the English ones by default.

    >>> call_hand([Item(Reason.FIFTEEN, 2), Item(Reason.PAIR, 2)])
    'fifteen two and a pair is four'
    """
    if not items:
        return words.NINETEEN if nineteen else words.NOTHING
    if grouped:
        kinds = Counter[Reason]()
        for item in items:
            kinds[kind_of(item.reason)] += item.points
        if len(kinds) > 1:
            return words.counted_by_kind(kinds)
    return words.counted_up(tuple(parts_of_hand(items)))


def call_pegged(items: Sequence[Finding[Index] | Item], count: int = 0, *, words: CallWords = ENGLISH) -> str:
    """Return the call for points scored outside the show, e.g. for a card or for his heels (RULES.md 3).

    For example, a player who scores in the play says "fifteen for eight", or "twenty-five for three, and one
    for last".

    Args:
        items: the scores to call; must not be empty.
        count: the count including the card that scored; 0 if the points were not scored in the play.
        words: the words to use; the English ones by default.

    >>> call_pegged([Item(Reason.FIFTEEN, 2), Item(Reason.PAIR_ROYAL, 6)], 15)
    'fifteen for eight'
    """
    return words.with_go_or_last(parts_called(items, count, words.number, words=words))


def parts_called(
    items: Sequence[Finding[Index] | Item],
    count: int,
    number: Callable[[int], str],
    *,
    words: CallWords = ENGLISH,
) -> tuple[str, ...]:
    """Return the call for points scored outside the show, in separate parts. `call_pegged` joins these parts.

    For a card in the play, the first part is the count and the card's points, such as "fifteen for two". The
    point for go or last, if scored, is the second part. If `count` is 0, each score is a separate part.

    Args:
        items: the scores to call, such as a pair for two points; must not be empty.
        count: the count including the card that scored; 0 if the points were not scored in the play.
        number: a function that converts a number to text: `words.number` for words, or `str` for digits.
        words: the words to use; the English ones by default.
    """
    apart = [item for item in items if not count or item.reason in _ENDS_A_COUNT]
    named = tuple(_named(item, number, words) for item in apart)
    if not count:
        return named
    points = total(items) - total(apart)
    reached = number(count)
    return (words.reached(reached, number(points)) if points else reached, *named)


def _named(item: Finding[Index] | Item, number: Callable[[int], str], words: CallWords) -> str:
    """Return the call for a single score with its reason, such as `two for his heels`.

    Args:
        item: the score. Negative points are called as points taken back.
        number: a function that converts a number to text.
        words: the words to use.
    """
    points = number(abs(item.points))
    return words.taken_back(points) if item.points < 0 else words.scored(item.reason, points)


_ENDS_A_COUNT = (Reason.GO, Reason.LAST_CARD)
