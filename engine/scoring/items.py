"""Points with their reasons, and how a count is called aloud.

A score is never a bare number: it is a list of items, each a reason, its points and the cards that make it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from engine.cards import Card


class Reason(Enum):
    """A reason for points; the value is its name in the JSON of every command."""

    FIFTEEN = "fifteen"
    PAIR = "pair"
    PAIR_ROYAL = "pair_royal"
    DOUBLE_PAIR_ROYAL = "double_pair_royal"
    RUN = "run"
    FLUSH = "flush"
    NOBS = "nobs"
    HIS_HEELS = "his_heels"
    THIRTY_ONE = "thirty_one"
    GO = "go"
    LAST_CARD = "last_card"
    THREE_FOR_LAST = "three_for_last"
    CUT_OFFER = "cut_offer"
    MUGGINS = "muggins"
    PENALTY = "penalty"
    BY_HAND = "by_hand"

    @property
    def words(self) -> str:
        """The reason as a player names it: `pair royal`."""
        return _WORDS.get(self) or self.value.replace("_", " ")


_WORDS = {Reason.NOBS: "his nobs", Reason.THIRTY_ONE: "thirty-one", Reason.CUT_OFFER: "the cut"}

PAIRS = {2: (Reason.PAIR, 2), 3: (Reason.PAIR_ROYAL, 6), 4: (Reason.DOUBLE_PAIR_ROYAL, 12)}
"""The reason and the points of two, three and four of a rank, in a hand and in the play."""


class Finding(NamedTuple):
    """One reason for points among a sequence of cards.

    Attributes:
        reason: why.
        points: how many; below 0 only where points are taken back by hand.
        indices: the cards that make it, as indices into that sequence.
    """

    reason: Reason
    points: int
    indices: tuple[int, ...] = ()

    def moved(self, places: Sequence[int]) -> Finding:
        """The same, where card `i` of the sequence stands at `places[i]` of a longer one."""
        return Finding(self.reason, self.points, tuple(places[i] for i in self.indices))


class Item(NamedTuple):
    """One reason for points, with the cards that make it.

    Attributes:
        reason: why.
        points: how many, in full worth, also where the game hole cuts the pegging short; below 0 only where
            points are taken back by hand.
        cards: the cards that make it, as laid and then the starter; none where no card does.
    """

    reason: Reason
    points: int
    cards: tuple[Card, ...] = ()

    @classmethod
    def of(cls, found: Finding, cards: Sequence[Card]) -> Item:
        """Return what was found, with the cards themselves in place of their places."""
        return cls(found.reason, found.points, tuple(cards[i] for i in found.indices))


def total(found: Iterable[Finding | Item]) -> int:
    """The points of all of them."""
    return sum(one.points for one in found)


_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def spoken(number: int) -> str:
    """Return a number from -9999 to 9999 in words: `twenty-nine`, `one hundred and one`, `minus two`."""
    if number < 0:
        return f"minus {spoken(-number)}"
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
    if number >= 1000:
        thousands, rest = divmod(number, 1000)
        joined = f" {spoken(rest)}" if rest >= 100 else f" and {spoken(rest)}" if rest else ""
        return f"{_ONES[thousands]} thousand{joined}"
    hundreds, rest = divmod(number, 100)
    return f"{_ONES[hundreds]} hundred" + (f" and {spoken(rest)}" if rest else "")


def call(items: Sequence[Finding | Item], *, nineteen: bool = True, grouped: bool = False) -> str:
    """Return a hand or crib as its owner calls it, with a running total (RULES.md 4, Calling).

    Args:
        items: why the hand scores.
        nineteen: call a hand without points `nineteen`, which no such hand can count; otherwise `nothing`.
        grouped: call the points of each kind, then the total, as S0 does.

    Fifteens come first, then pairs and runs (a run with its pairs under one name), flush and nobs.

    >>> call([Item(Reason.FIFTEEN, 2), Item(Reason.PAIR, 2)])
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


def call_pegged(items: Sequence[Finding | Item], count: int = 0) -> str:
    """Return points that no hand scored as a player calls them (RULES.md 3).

    A card of the play is called by the count it reaches and all its points together, then go or last:
    `fifteen for eight`, `twenty-five for three, and one for last`.

    Args:
        items: why the points are scored, one item at least.
        count: the count that a card of the play reached; 0 for points that no card of the play scored.

    >>> call_pegged([Item(Reason.FIFTEEN, 2), Item(Reason.PAIR_ROYAL, 6)], 15)
    'fifteen for eight'
    """
    return ", and ".join(parts_called(items, count, spoken))


def parts_called(
    items: Sequence[Finding | Item], count: int, number: Callable[[int], str]
) -> tuple[str, ...]:
    """Return the parts of such a call: what the card makes, then go or last.

    Args:
        items: why the points are scored.
        count: the count that a card of the play reached; 0 for points that no card of the play scored.
        number: writes a number: `spoken` in words, `str` in figures.
    """
    apart = [item for item in items if not count or item.reason in _ENDS_A_COUNT]
    named = tuple(_named(item, number) for item in apart)
    if not count:
        return named
    points = total(items) - total(apart)
    reached = number(count)
    return (f"{reached} for {number(points)}" if points else reached, *named)


def _named(item: Finding | Item, number: Callable[[int], str] = spoken) -> str:
    """Return the name of points that are called by themselves: `two for his heels`."""
    template = _BY_NAME.get(item.reason) or f"{item.reason.words} for {{}}"
    if item.points < 0:
        template = "{} taken back"
    return template.format(number(abs(item.points)))


def _grouped(kinds: Mapping[Reason, int]) -> str:
    """Return the points of each kind, fifteens first and his nobs by name, and what they make together."""
    said = [
        _named(Finding(kind, points)) if kind is Reason.NOBS else spoken(points)
        for kind, points in kinds.items()
        if kind is not Reason.FIFTEEN
    ]
    if Reason.FIFTEEN in kinds:
        said.insert(0, f"fifteen {spoken(kinds[Reason.FIFTEEN])}")
    return f"{' and '.join(said)} makes {spoken(sum(kinds.values()))}"


def _running(items: Sequence[Finding | Item]) -> str:
    """Each part of a hand with what it brings the count to."""
    so_far = 0
    fifteens = []
    said = []
    for kind, name, points in parts_of_hand(items):
        so_far += points
        if kind is Reason.FIFTEEN:
            fifteens.append(f"{name} {spoken(so_far)}")
            said = [", ".join(fifteens)]
            continue
        # A run, a flush and his nobs name their points: without fifteens they open the count as they are.
        opens = not said and f" {spoken(points)} " in f" {name} "
        said.append(name if opens else f"{name} is {spoken(so_far)}")
    if fifteens and len(said) == 1:
        said.append("the rest won't do" if so_far == 2 else "the rest don't score")
    return " and ".join(said)


class Part(NamedTuple):
    """A part of a hand as it is called.

    Attributes:
        kind: fifteen, pair for all pairs that are in no double run, run, flush or nobs.
        name: its name: `a pair royal`.
        points: what it counts.
    """

    kind: Reason
    name: str
    points: int


def parts_of_hand(items: Sequence[Finding | Item]) -> Iterator[Part]:
    """Yield the parts of a hand in the order of calling: each fifteen, pairs and runs, flush, nobs."""
    for item in items:
        if item.reason is Reason.FIFTEEN:
            yield Part(item.reason, "fifteen", item.points)
    yield from _pairs_and_runs(items)
    for item in items:
        if item.reason in (Reason.FLUSH, Reason.NOBS):
            yield Part(item.reason, _named(item), item.points)


def _pairs_and_runs(items: Sequence[Finding | Item]) -> Iterator[Part]:
    """Yield pairs and runs, a run with the pairs in it under one name."""
    runs = [item for item in items if item.reason is Reason.RUN]
    pairs = [item for item in items if item.reason in _PAIR_REASONS]
    # The one hand with two runs and no card in both is six cards in two blocks of three.
    apart = len(runs) == 2 and _places(runs[0]).isdisjoint(_places(runs[1]))
    if len(runs) < 2 or apart:
        yield from map(_pair, pairs)
        yield from (Part(Reason.RUN, f"a run of {spoken(run.points)}", run.points) for run in runs)
        return
    in_a_run = frozenset().union(*map(_places, runs))
    inside = [pair for pair in pairs if not in_a_run.isdisjoint(_places(pair))]
    yield from (_pair(pair) for pair in pairs if pair not in inside)
    fourfold = any(pair.reason is Reason.DOUBLE_PAIR_ROYAL for pair in inside)
    how_often = "a fourfold" if fourfold else _MANIFOLD[len(runs)]
    name = f"{how_often} run of {spoken(runs[0].points)}"
    yield Part(Reason.RUN, name, total(runs) + total(inside))


def _pair(pair: Finding | Item) -> Part:
    return Part(Reason.PAIR, f"a {pair.reason.words}", pair.points)


def _places(item: Finding | Item) -> frozenset[object]:
    """The cards of an item, as values that tell them from those of another."""
    return frozenset(item.indices if isinstance(item, Finding) else item.cards)


_PAIR_REASONS = frozenset(reason for reason, _ in PAIRS.values())
_KIND = dict.fromkeys(_PAIR_REASONS, Reason.PAIR)
# RULES.md 4, Run names: how many runs of one length there are, where no rank is there four times.
_MANIFOLD = {2: "a double", 3: "a triple", 4: "a quadruple", 6: "a sixfold", 8: "an eightfold"}
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
