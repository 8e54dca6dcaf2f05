"""Points with their reasons, and how a count is called aloud.

A score is never a bare number: it is a list of items, each a reason, its points and the cards that make it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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

    @property
    def words(self) -> str:
        """The reason as a player names it: `pair royal`."""
        return _WORDS.get(self) or self.value.replace("_", " ")


_WORDS = {Reason.NOBS: "his nobs", Reason.THIRTY_ONE: "thirty-one"}

PAIRS = {2: (Reason.PAIR, 2), 3: (Reason.PAIR_ROYAL, 6), 4: (Reason.DOUBLE_PAIR_ROYAL, 12)}
"""What so many cards of a rank make, in a hand and in the play (RULES.md 3 and 4)."""


class Found(NamedTuple):
    """One reason for points among a sequence of cards.

    Attributes:
        reason: why.
        points: how many; 1 or more.
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
        points: how many, in full worth, also where the game hole cuts the pegging short.
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
    """A number from 0 to 99 in words: `twenty-nine`."""
    if number < 20:
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")


def call(items: Sequence[Found | Item], *, hand: bool = False) -> str:
    """A count as a player calls it, with a running total (RULES.md 4, Calling).

    Args:
        items: what was found.
        hand: in a hand or crib, where fifteens alone are called with a word for the rest.

    Fifteens come first, then pairs and runs (a run with its pairs under one name), flush, nobs; in the play
    what the card made, thirty-one, go or last at the end. Nothing at all is called `nineteen`, the one score
    below 25 that no hand of four cards can have.

    >>> call([Item(Reason.FIFTEEN, 2), Item(Reason.PAIR, 2)])
    'fifteen two and a pair is four'
    """
    if not items:
        return "nineteen"
    so_far = 0
    fifteens = []
    said = []
    for item in items:
        if item.reason is Reason.FIFTEEN:
            so_far += item.points
            fifteens.append(f"fifteen {spoken(so_far)}")
    if fifteens:
        said.append(", ".join(fifteens))
    named = _named(items)
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
    if name == _ALOUD[Reason.THIRTY_ONE]:
        return f"{name} for {spoken(points)}"
    number = spoken(points)
    if name.startswith(f"{number} ") or name.endswith(f" of {number}"):
        return name
    return f"{name} is {spoken(points)}"


def _named(items: Sequence[Found | Item]) -> list[tuple[str, int]]:
    """What is called after the fifteens: a name and its points, in the order of calling."""
    runs = [item for item in items if item.reason is Reason.RUN]
    pairs = [item for item in items if item.reason in _PAIR_REASONS]
    named: list[tuple[str, int]] = []
    if len(runs) > 1:
        # In a hand of five cards every pair beside two runs or more is part of them (RULES.md 4, Run names).
        length = spoken(runs[0].points)
        how_often = _MANIFOLD[len(runs)]
        named.append((f"a {how_often} run of {length}", total(runs) + total(pairs)))
    else:
        named += [(f"a {pair.reason.words}", pair.points) for pair in pairs]
        named += [(f"a run of {spoken(run.points)}", run.points) for run in runs]
    for item in items:
        name = _ALOUD.get(item.reason)
        if item.reason is Reason.FLUSH:
            name = f"a flush of {spoken(item.points)}"
        elif item.reason is Reason.HIS_HEELS:
            name = f"{spoken(item.points)} for his heels"
        if name:
            named.append((name, item.points))
    return named


_PAIR_REASONS = frozenset(reason for reason, _ in PAIRS.values())
_MANIFOLD = {2: "double", 3: "triple", 4: "quadruple"}
_ALOUD = {
    Reason.NOBS: "one for his nob",
    Reason.THIRTY_ONE: "thirty-one",
    Reason.GO: "one for the go",
    Reason.LAST_CARD: "one for last",
}
