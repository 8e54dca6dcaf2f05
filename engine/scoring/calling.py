"""The calls with which players announce points: "fifteen two, fifteen four and a pair is six" (RULES.md 4,
Calling).

The words are English. A translation is a subclass of `CallWords` that overrides every constant and method. A
program that shows or speaks the calls can inherit its own messages from this class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.cards import CardWords
from engine.scoring.items import PAIRS, Finding, Item, Reason, total


class CallWords(CardWords):
    """The words that players use to call their points, in English (RULES.md 3; RULES.md 4, Calling)."""

    NINETEEN = "nineteen"
    """The traditional joke call for a hand without points, because no hand can score 19."""
    NOTHING = "nothing"
    """The call for a hand without points, if the game's rules make 19 points possible."""

    def number(self, number: int) -> str:
        """Return a number from -9999 to 9999 in words, such as `one hundred and one` or `minus two`."""
        if number < 0:
            return f"minus {self.number(-number)}"
        if number < 20:
            return _ONES[number]
        if number < 100:
            tens, ones = divmod(number, 10)
            return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
        if number >= 1000:
            thousands, rest = divmod(number, 1000)
            joined = f" {self.number(rest)}" if rest >= 100 else f" and {self.number(rest)}" if rest else ""
            return f"{_ONES[thousands]} thousand{joined}"
        hundreds, rest = divmod(number, 100)
        return f"{_ONES[hundreds]} hundred" + (f" and {self.number(rest)}" if rest else "")

    def reason(self, reason: Reason) -> str:
        """Return the name of a kind of score, such as `pair royal` or `his nobs`."""
        return reason.words

    def scored(self, reason: Reason, points: str) -> str:
        """Return the call that announces points and the reason for them, such as `two for his heels`."""
        if reason in _POINTS_FOR:
            return f"{points} for {_POINTS_FOR[reason]}"
        match reason:
            case Reason.FLUSH:
                return f"a flush of {points}"
            case Reason.MUGGINS:
                return f"muggins for {points}"
            case Reason.BY_HAND:
                return f"{points} by hand"
        return f"{self.reason(reason)} for {points}"

    def taken_back(self, points: str) -> str:
        """Return the announcement of points that have been taken back, such as `two taken back`."""
        return f"{points} taken back"

    def reached(self, count: str, points: str) -> str:
        """Return the call for a card that scores in the play, such as `fifteen for two`.

        Args:
            count: the count, in words.
            points: the card's points, in words.
        """
        return f"{count} for {points}"

    def with_go_or_last(self, calls: Sequence[str]) -> str:
        """Join the parts of the call for a card, such as `twenty-five for three` and `one for last`.

        The result is e.g. `twenty-five for three, and one for last`. A single part is returned unchanged.
        """
        return ", and ".join(calls)

    def part(self, part: Part) -> str:
        """Return the name that players use when they call a part of a hand, such as `a pair royal`."""
        match part.reason:
            case Reason.FIFTEEN:
                return "fifteen"
            case Reason.RUN:
                article = "an" if part.runs == 8 else "a"
                return f"{article} {self.part_in_short(part)} of {self.number(part.length)}"
            case Reason.FLUSH | Reason.NOBS:
                return self.scored(part.reason, self.number(part.points))
        return f"a {self.part_in_short(part)}"

    def part_in_short(self, part: Part) -> str:
        """Return the short name of a part of a hand, e.g. `run` rather than `a run of three`."""
        if part.runs > 1:
            return f"{'fourfold' if part.four_of_a_rank else _MANIFOLD[part.runs]} run"
        return self.reason(part.reason)

    def counted_up(self, parts: Sequence[Part], *, rest: bool = True) -> str:
        """Return the running total: `fifteen two and a pair is four`. Not `rest`: every card scores."""
        so_far = 0
        fifteens = []
        said = []
        for part in parts:
            so_far += part.points
            name = self.part(part)
            if part.reason is Reason.FIFTEEN:
                fifteens.append(f"{name} {self.number(so_far)}")
                said = [", ".join(fifteens)]
                continue
            # Runs, flushes and nobs say their points in their names, so the first part needs no "is three".
            opens = not said and f" {self.number(part.points)} " in f" {name} "
            said.append(name if opens else f"{name} is {self.number(so_far)}")
        if rest and fifteens and len(said) == 1:
            said.append("the rest won't do" if so_far == 2 else "the rest don't score")
        return " and ".join(said)

    def counted_by_kind(self, kinds: Mapping[Reason, int]) -> str:
        """Return the call for a hand: the points for each kind of score, and then the total.

        For example, `fifteen six and two makes eight`.

        Args:
            kinds: the total points for each kind of score, such as fifteens.
        """
        said = [
            self.scored(kind, self.number(points)) if kind is Reason.NOBS else self.number(points)
            for kind, points in kinds.items()
            if kind is not Reason.FIFTEEN
        ]
        if Reason.FIFTEEN in kinds:
            said.insert(0, f"fifteen {self.number(kinds[Reason.FIFTEEN])}")
        return f"{' and '.join(said)} makes {self.number(sum(kinds.values()))}"


_POINTS_FOR = {
    Reason.NOBS: "his nob",
    Reason.GO: "the go",
    Reason.LAST_CARD: "last",
    Reason.THREE_FOR_LAST: "last",
    Reason.CUT_OFFER: "the cut",
    Reason.HIS_HEELS: "his heels",
    Reason.PENALTY: "a wrong claim",
    Reason.RENEGE: "a renege",
    Reason.SEEN_CARD: "a seen card",
    Reason.FALSE_CLAIM: "a false claim of game",
}
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_MANIFOLD = {2: "double", 3: "triple", 4: "quadruple", 6: "sixfold", 8: "eightfold"}
"""The names of multiple runs, keyed by the number of runs (RULES.md 4, Run names)."""

ENGLISH = CallWords()


def call_hand(
    items: Sequence[Finding | Item],
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


def call_pegged(items: Sequence[Finding | Item], count: int = 0, *, words: CallWords = ENGLISH) -> str:
    """Return the call for points scored outside the show, e.g. for a card or for his heels (RULES.md 3).

    Args:
        items: the scores to call; must not be empty.
        count: the count including the card that scored; 0 if the points were not scored in the play.

    >>> call_pegged([Item(Reason.FIFTEEN, 2), Item(Reason.PAIR_ROYAL, 6)], 15)
    'fifteen for eight'
    """
    return words.with_go_or_last(parts_called(items, count, words.number, words=words))


def parts_called(
    items: Sequence[Finding | Item],
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
    """
    apart = [item for item in items if not count or item.reason in _ENDS_A_COUNT]
    named = tuple(_named(item, number, words) for item in apart)
    if not count:
        return named
    points = total(items) - total(apart)
    reached = number(count)
    return (words.reached(reached, number(points)) if points else reached, *named)


def _named(item: Finding | Item, number: Callable[[int], str], words: CallWords) -> str:
    points = number(abs(item.points))
    if item.points < 0:
        points = words.taken_back(points)
        return points if item.reason is Reason.BY_HAND else words.scored(item.reason, points)
    return words.scored(item.reason, points)


_ENDS_A_COUNT = (Reason.GO, Reason.LAST_CARD)


class Part(NamedTuple):
    """A part of a hand that a player calls by a single name, such as a pair royal or a double run.

    Attributes:
        reason: FIFTEEN, PAIR, PAIR_ROYAL, DOUBLE_PAIR_ROYAL, FLUSH, NOBS, or RUN. A double run, including
            its pairs, is a RUN.
        points: the points that the part scores.
        length: the number of cards in each run; 0 if the part is not a run.
        runs: the number of runs, such as 2 for a double run; 0 if the part is not a run.
        four_of_a_rank: True for a multiple run with four cards of one rank, such as 3-3-3-3-4-5.
    """

    reason: Reason
    points: int
    length: int = 0
    runs: int = 0
    four_of_a_rank: bool = False

    @property
    def kind(self) -> Reason:
        """The kind of this part: FIFTEEN, PAIR (including pairs royal), RUN, FLUSH or NOBS."""
        return kind_of(self.reason)


def kind_of(reason: Reason) -> Reason:
    """Return PAIR for a pair, pair royal or double pair royal. Return any other reason unchanged."""
    return Reason.PAIR if reason in _PAIR_REASONS else reason


def parts_of_hand(items: Sequence[Finding | Item]) -> Iterator[Part]:
    """Yield the parts of a hand's score in the order in which a player calls them.

    The order is: fifteens, pairs and runs, flush, nobs. A double run and its pairs become a single part.
    """
    for item in items:
        if item.reason is Reason.FIFTEEN:
            yield Part(item.reason, item.points)
    yield from _pairs_and_runs(items)
    for item in items:
        if item.reason in (Reason.FLUSH, Reason.NOBS):
            yield Part(item.reason, item.points)


def _pairs_and_runs(items: Sequence[Finding | Item]) -> Iterator[Part]:
    runs = [item for item in items if item.reason is Reason.RUN]
    pairs = [item for item in items if item.reason in _PAIR_REASONS]
    # Only six cards in two blocks of three have two runs without a common card.
    apart = len(runs) == 2 and _cards_of(runs[0]).isdisjoint(_cards_of(runs[1]))
    if len(runs) < 2 or apart:
        yield from (Part(pair.reason, pair.points) for pair in pairs)
        yield from (Part(Reason.RUN, run.points, length=run.points, runs=1) for run in runs)
        return
    in_a_run = frozenset().union(*map(_cards_of, runs))
    inside = [pair for pair in pairs if not in_a_run.isdisjoint(_cards_of(pair))]
    yield from (Part(pair.reason, pair.points) for pair in pairs if pair not in inside)
    four_of_a_rank = any(pair.reason is Reason.DOUBLE_PAIR_ROYAL for pair in inside)
    yield Part(Reason.RUN, total(runs) + total(inside), runs[0].points, len(runs), four_of_a_rank)


def _cards_of(item: Finding | Item) -> frozenset[object]:
    return frozenset(item.indices if isinstance(item, Finding) else item.cards)


_PAIR_REASONS = frozenset(reason for reason, _ in PAIRS.values())
