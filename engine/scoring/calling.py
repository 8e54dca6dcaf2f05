"""Points called aloud: "fifteen two, fifteen four and a pair is six" (RULES.md 4, Calling)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.scoring.items import PAIRS, Finding, Index, Item, Reason, total

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_words(number: int) -> str:
    """Return a number from -9999 to 9999 in words: `twenty-nine`, `one hundred and one`, `minus two`."""
    if number < 0:
        return f"minus {in_words(-number)}"
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
    if number >= 1000:
        thousands, rest = divmod(number, 1000)
        joined = f" {in_words(rest)}" if rest >= 100 else f" and {in_words(rest)}" if rest else ""
        return f"{_ONES[thousands]} thousand{joined}"
    hundreds, rest = divmod(number, 100)
    return f"{_ONES[hundreds]} hundred" + (f" and {in_words(rest)}" if rest else "")


def call_hand(items: Sequence[Finding[Index] | Item], *, nineteen: bool = True, grouped: bool = False) -> str:
    """Return the words with which a player counts a hand or crib aloud (RULES.md 4, Calling).

    Fifteens come first, then pairs and runs (a run with its pairs under one name), flush and nobs.

    Args:
        items: the reasons for the points of the hand.
        nineteen: True to call a hand without points "nineteen" in jest, False to call it "nothing".
        grouped: True to call the points of each kind and then the total, instead of a running total.

    >>> call_hand([Item(Reason.FIFTEEN, 2), Item(Reason.PAIR, 2)])
    'fifteen two and a pair is four'
    """
    if not items:
        return "nineteen" if nineteen else "nothing"
    if grouped:
        kinds = Counter[Reason]()
        for item in items:
            kinds[_KIND.get(item.reason, item.reason)] += item.points
        if len(kinds) > 1:
            return _grouped(kinds)
    return _running(items)


def call_pegged(items: Sequence[Finding[Index] | Item], count: int = 0) -> str:
    """Return the words with which a player calls points other than those of a hand (RULES.md 3).

    For a card laid in the play, the player says the count and the points of the card, then go or last:
    "fifteen for eight", "twenty-five for three, and one for last".

    Args:
        items: the reasons for the points, at least one.
        count: the count with the card that scored; 0 if no card of the play scored.

    >>> call_pegged([Item(Reason.FIFTEEN, 2), Item(Reason.PAIR_ROYAL, 6)], 15)
    'fifteen for eight'
    """
    return ", and ".join(parts_called(items, count, in_words))


def parts_called(
    items: Sequence[Finding[Index] | Item], count: int, number: Callable[[int], str]
) -> tuple[str, ...]:
    """Return the parts of a call that `call_pegged` joins: the points of the card, then go or last.

    Args:
        items: the reasons for the points, at least one.
        count: the count with the card that scored; 0 if no card of the play scored.
        number: the function that turns a number into text: `in_words` for words, or `str` for digits.
    """
    apart = [item for item in items if not count or item.reason in _ENDS_A_COUNT]
    named = tuple(_named(item, number) for item in apart)
    if not count:
        return named
    points = total(items) - total(apart)
    reached = number(count)
    return (f"{reached} for {number(points)}" if points else reached, *named)


def _named(item: Finding[Index] | Item, number: Callable[[int], str] = in_words) -> str:
    """Return the words for a score called by its name: `two for his heels`."""
    template = _BY_NAME.get(item.reason) or f"{item.reason.words} for {{}}"
    if item.points < 0:
        template = "{} taken back"
    return template.format(number(abs(item.points)))


def _grouped(kinds: Mapping[Reason, int]) -> str:
    """Return what a player says when counting a hand: the points of each kind, then the total.

    An example is `fifteen six and two makes eight`. `kinds` maps each kind to its points.
    """
    said = [
        _named(Finding(kind, points)) if kind is Reason.NOBS else in_words(points)
        for kind, points in kinds.items()
        if kind is not Reason.FIFTEEN
    ]
    if Reason.FIFTEEN in kinds:
        said.insert(0, f"fifteen {in_words(kinds[Reason.FIFTEEN])}")
    return f"{' and '.join(said)} makes {in_words(sum(kinds.values()))}"


def _running(items: Sequence[Finding[Index] | Item]) -> str:
    """Return what a player says when counting with a running total: `fifteen two and a pair is four`."""
    so_far = 0
    fifteens = []
    said = []
    for kind, name, points, _ in parts_of_hand(items):
        so_far += points
        if kind is Reason.FIFTEEN:
            fifteens.append(f"{name} {in_words(so_far)}")
            said = [", ".join(fifteens)]
            continue
        # The names of a run, a flush and nobs say their points, so as the first part they need no "is three".
        opens = not said and f" {in_words(points)} " in f" {name} "
        said.append(name if opens else f"{name} is {in_words(so_far)}")
    if fifteens and len(said) == 1:
        said.append("the rest won't do" if so_far == 2 else "the rest don't score")
    return " and ".join(said)


class Part(NamedTuple):
    """A part of a hand that is called under one name.

    Attributes:
        kind: FIFTEEN, PAIR (for royals too), RUN (with the pairs in a double run), FLUSH or NOBS.
        name: the name, such as `a pair royal`.
        points: the points of the part.
        short: the name without article and cards: `pair royal`, `double run`.
    """

    kind: Reason
    name: str
    points: int
    short: str


def parts_of_hand(items: Sequence[Finding[Index] | Item]) -> Iterator[Part]:
    """Yield the parts of a hand in the order of calling: each fifteen, then pairs, runs, flush and nobs."""
    for item in items:
        if item.reason is Reason.FIFTEEN:
            yield Part(item.reason, "fifteen", item.points, "fifteen")
    yield from _pairs_and_runs(items)
    for item in items:
        if item.reason in (Reason.FLUSH, Reason.NOBS):
            yield Part(item.reason, _named(item), item.points, item.reason.words)


def _pairs_and_runs(items: Sequence[Finding[Index] | Item]) -> Iterator[Part]:
    """Yield the pairs and runs of a hand. A double run and the pairs in it form a single part."""
    runs = [item for item in items if item.reason is Reason.RUN]
    pairs = [item for item in items if item.reason in _PAIR_REASONS]
    # Only six cards in two blocks of three have two runs without a common card.
    apart = len(runs) == 2 and _cards_of(runs[0]).isdisjoint(_cards_of(runs[1]))
    if len(runs) < 2 or apart:
        yield from map(_pair, pairs)
        yield from (Part(Reason.RUN, f"a run of {in_words(run.points)}", run.points, "run") for run in runs)
        return
    in_a_run = frozenset().union(*map(_cards_of, runs))
    inside = [pair for pair in pairs if not in_a_run.isdisjoint(_cards_of(pair))]
    yield from (_pair(pair) for pair in pairs if pair not in inside)
    fourfold = any(pair.reason is Reason.DOUBLE_PAIR_ROYAL for pair in inside)
    article, manifold = ("a", "fourfold") if fourfold else _MANIFOLD[len(runs)]
    name = f"{article} {manifold} run of {in_words(runs[0].points)}"
    yield Part(Reason.RUN, name, total(runs) + total(inside), f"{manifold} run")


def _pair(pair: Finding[Index] | Item) -> Part:
    return Part(Reason.PAIR, f"a {pair.reason.words}", pair.points, pair.reason.words)


def _cards_of(item: Finding[Index] | Item) -> frozenset[object]:
    """Return the cards of an item, or the indices of the cards of a finding."""
    return frozenset(item.indices if isinstance(item, Finding) else item.cards)


_PAIR_REASONS = frozenset(reason for reason, _ in PAIRS.values())
_KIND = dict.fromkeys(_PAIR_REASONS, Reason.PAIR)
# RULES.md 4, Run names: by the number of runs; four of a rank has a name of its own.
_MANIFOLD = {
    2: ("a", "double"),
    3: ("a", "triple"),
    4: ("a", "quadruple"),
    6: ("a", "sixfold"),
    8: ("an", "eightfold"),
}
_ENDS_A_COUNT = (Reason.GO, Reason.LAST_CARD)
_BY_NAME = {
    Reason.FLUSH: "a flush of {}",
    Reason.NOBS: "{} for his nob",
    Reason.GO: "{} for the go",
    Reason.LAST_CARD: "{} for last",
    Reason.CUT_OFFER: "{} for the cut",
    Reason.HIS_HEELS: "{} for his heels",
    Reason.THREE_FOR_LAST: "{} for last",
    Reason.MUGGINS: "muggins for {}",
    Reason.PENALTY: "{} for a wrong claim",
    Reason.BY_HAND: "{} by hand",
}
