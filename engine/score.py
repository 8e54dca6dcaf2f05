"""Points with their reasons, and how a count is called aloud.

A score is never a bare number: it is a list of items, each a reason, its points and the cards that make it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from engine.cards import Card


class Reason(Enum):
    """Why points are scored; the value is its name in the JSON of every command."""

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
"""What so many cards of a rank make, in a hand and in the play (RULES.md 3 and 4)."""


class Found(NamedTuple):
    """One reason for points among a sequence of cards.

    Attributes:
        reason: why.
        points: how many; below 0 only where points are taken back by hand.
        places: which cards make it, as places in that sequence.
    """

    reason: Reason
    points: int
    places: tuple[int, ...] = ()

    def moved(self, places: Sequence[int]) -> Found:
        """The same, where card `i` of the sequence stands at `places[i]` of a longer one."""
        return Found(self.reason, self.points, tuple(places[i] for i in self.places))


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
    def of(cls, found: Found, cards: Sequence[Card]) -> Item:
        """What was found, with the cards themselves in place of their places."""
        return cls(found.reason, found.points, tuple(cards[i] for i in found.places))


def total(found: Iterable[Found | Item]) -> int:
    """The points of all of them."""
    return sum(one.points for one in found)


_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def spoken(number: int) -> str:
    """A number from -999 to 999 in words: `twenty-nine`, `one hundred and one`, `minus two`."""
    if number < 0:
        return f"minus {spoken(-number)}"
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
    hundreds, rest = divmod(number, 100)
    return f"{_ONES[hundreds]} hundred" + (f" and {spoken(rest)}" if rest else "")


def call(
    items: Sequence[Found | Item], *, hand: bool = False, nineteen: bool = True, grouped: bool = False
) -> str:
    """A count as a player calls it, with a running total (RULES.md 4, Calling).

    Args:
        items: what was found.
        hand: in a hand or crib, where fifteens alone are called with a word for the rest.
        nineteen: nothing at all is called `nineteen`, which no such hand can count; otherwise `nothing`.
        grouped: in a hand or crib, say the points of each kind and only then what they make, as S0 does.

    Fifteens come first, then pairs and runs (a run with its pairs under one name), flush, nobs; in the play
    what the card made, thirty-one, go or last at the end.

    >>> call([Item(Reason.FIFTEEN, 2), Item(Reason.PAIR, 2)])
    'fifteen two and a pair is four'
    """
    if not items:
        return "nineteen" if nineteen else "nothing"
    if grouped and hand:
        kinds = Counter[Reason]()
        for item in items:
            kinds[_KIND.get(item.reason, item.reason)] += item.points
        if len(kinds) > 1:
            return _grouped(kinds)
    return _running(items, hand=hand)


def _grouped(kinds: Mapping[Reason, int]) -> str:
    """The points of each kind, fifteens first, and what they make together."""
    said = [spoken(points) for kind, points in kinds.items() if kind is not Reason.FIFTEEN]
    if Reason.FIFTEEN in kinds:
        said.insert(0, f"fifteen {spoken(kinds[Reason.FIFTEEN])}")
    return f"{' and '.join(said)} makes {spoken(sum(kinds.values()))}"


def _running(items: Sequence[Found | Item], *, hand: bool) -> str:
    """Each thing with what it brings the count to."""
    so_far = 0
    fifteens = []
    said = []
    for item in items:
        if item.reason is Reason.FIFTEEN:
            so_far += item.points
            fifteens.append(f"fifteen {spoken(so_far)}")
    if fifteens:
        said.append(", ".join(fifteens))
    named = [*_pairs_and_runs(items), *_others(items)]
    if hand and fifteens and not named:
        said.append("the rest won't do" if so_far == 2 else "the rest don't score")
    for name, points in named:
        so_far += points
        if said:
            said.append(f"{name} is {spoken(so_far)}")
        else:
            said.append(_opening(name, points))
    return " and ".join(said)


def _opening(name: str, points: int) -> str:
    """How a count begins that has no fifteens: `a pair is two`, `thirty-one for two`, `a run of three`."""
    number = spoken(abs(points))
    if name == _ALOUD[Reason.THIRTY_ONE]:
        return f"{name} for {number}"
    return name if f" {number} " in f" {name} " else f"{name} is {number}"


Named = Iterator[tuple[str, int]]
"""What is called, with its points."""


def _pairs_and_runs(items: Sequence[Found | Item]) -> Named:
    """Pairs and runs in the order of calling, a run with the pairs in it under one name."""
    runs = [item for item in items if item.reason is Reason.RUN]
    pairs = [item for item in items if item.reason in _PAIR_REASONS]
    # The one hand with two runs and no card in both is six cards in two blocks of three.
    apart = len(runs) == 2 and _places(runs[0]).isdisjoint(_places(runs[1]))
    if len(runs) < 2 or apart:
        yield from ((f"a {pair.reason.words}", pair.points) for pair in pairs)
        yield from ((f"a run of {spoken(run.points)}", run.points) for run in runs)
        return
    in_a_run = frozenset().union(*map(_places, runs))
    inside = [pair for pair in pairs if not in_a_run.isdisjoint(_places(pair))]
    yield from ((f"a {pair.reason.words}", pair.points) for pair in pairs if pair not in inside)
    fourfold = any(pair.reason is Reason.DOUBLE_PAIR_ROYAL for pair in inside)
    how_often = "a fourfold" if fourfold else _MANIFOLD[len(runs)]
    yield f"{how_often} run of {spoken(runs[0].points)}", total(runs) + total(inside)


def _places(item: Found | Item) -> frozenset[object]:
    """What tells the cards of one item from those of another."""
    return frozenset(item.places if isinstance(item, Found) else item.cards)


def _others(items: Sequence[Found | Item]) -> Named:
    """What is neither fifteen, pair nor run, in the order given."""
    for reason, points, _ in items:
        if reason in _ALOUD:
            yield _ALOUD[reason], points
        elif reason is Reason.BY_HAND and points < 0:
            yield f"{spoken(-points)} taken back", points
        elif reason in _WITH_NUMBER:
            yield _WITH_NUMBER[reason].format(spoken(points)), points


_PAIR_REASONS = frozenset(reason for reason, _ in PAIRS.values())
_KIND = dict.fromkeys(_PAIR_REASONS, Reason.PAIR)
# RULES.md 4, Run names: how many runs of one length there are, where no rank is there four times.
_MANIFOLD = {2: "a double", 3: "a triple", 4: "a quadruple", 6: "a sixfold", 8: "an eightfold"}
_ALOUD = {
    Reason.NOBS: "one for his nob",
    Reason.THIRTY_ONE: "thirty-one",
    Reason.GO: "one for the go",
    Reason.LAST_CARD: "one for last",
    Reason.CUT_OFFER: "one for the cut",
}
_WITH_NUMBER = {
    Reason.FLUSH: "a flush of {}",
    Reason.HIS_HEELS: "{} for his heels",
    Reason.THREE_FOR_LAST: "{} for last",
    Reason.MUGGINS: "muggins for {}",
    Reason.PENALTY: "{} for a wrong claim",
    Reason.BY_HAND: "{} by hand",
}
