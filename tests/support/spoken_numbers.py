"""Parse numbers, cards and points in words, as a listener would understand them."""

from __future__ import annotations

import re

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
RANK_NAMES = "ace two three four five six seven eight nine ten jack queen king".split()
NAME_OF = dict(zip(RANKS, RANK_NAMES, strict=True))
KEY_OF = dict(zip(RANK_NAMES, RANKS, strict=True))
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = {
    word: 10 * ten
    for ten, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}
_WORD = "|".join((*_ONES, *_TENS, "hundred"))
NUMBER = rf"(?:{_WORD})(?:(?:-| | and )(?:{_WORD}))*"
"""A regular expression for a number in words."""


def number(words: str) -> int:
    """Return the value of a number in words, e.g. 121 for `one hundred and twenty-one`."""
    total = 0
    for word in re.split(r" and |[ -]", words):
        if word == "hundred":
            total *= 100
        elif word in _TENS:
            total += _TENS[word]
        else:
            total += _ONES.index(word)
    return total


def points_called(call: str) -> int | None:
    """Return the points in a call for a card, a go or his heels, or None if the call contains no points.

    For example, `fifteen for two` contains 2 points, and `twenty-five, and one for last` contains 1.
    """
    taken = re.fullmatch(rf"({NUMBER}) taken back", call)
    if taken:
        return -number(taken[1])
    parts = call.split(", and ")
    found = [
        re.fullmatch(rf"(?:muggins|{NUMBER}) for ({NUMBER})", part)
        or re.fullmatch(rf"({NUMBER}) (?:for (?:the go|last|his heels|the cut)|by hand)", part)
        or re.fullmatch(rf"({NUMBER}): \w+'s claim was wrong", part)
        for part in parts
    ]
    if not any(found) or not all(found[1:]):
        return None
    return sum(number(part[1]) for part in found if part)


def points_of_hand(call: str) -> int:
    """Return the points in a call for a hand, e.g. 4 for `fifteen two and a pair is four`."""
    pegged = re.search(rf"; ({NUMBER}) (?:to go out|pegged)$", call)
    if pegged:
        return number(pegged[1])
    if call in ("nineteen", "nothing"):
        return 0
    call = re.sub(r" and the rest (?:won't do|don't score)$", "", call)
    by_kind = re.search(rf" makes ({NUMBER})$", call)
    if by_kind:
        return number(by_kind[1])
    one = re.fullmatch(rf"({NUMBER}) for his nob", call)
    if one:
        return number(one[1])
    # A running total ends with the total; fifteens, a run or a flush that stand alone end with their points.
    last = re.search(r"(?:fifteen|is|of) ([a-z-]+)$", call)
    assert last, call
    return number(last[1])


def count_called(call: str) -> int | None:
    """Return the running count after a spoken call, or None if the call does not reveal it.

    The count is 0 after 31, a go or the last card.
    """
    said = re.fullmatch(
        rf"(?:the count is )?({NUMBER})(?: for {NUMBER})?(, and one for (?:the go|last))?", call
    )
    if re.fullmatch(rf"{NUMBER} for (?:the go|last)", call) or (said and said[2]):
        return 0
    if not said:
        return None
    return number(said[1]) % 31
