"""The words that players use to call their points, in English.

A translation is a subclass of `CallWords` that overrides every constant and method. A program that shows or
speaks the calls can inherit its own messages from this class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.card_words import CardWords
from engine.scoring.hand_parts import Part
from engine.scoring.items import Reason


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
        match reason:
            case Reason.FLUSH:
                return f"a flush of {points}"
            case Reason.NOBS:
                return f"{points} for his nob"
            case Reason.GO:
                return f"{points} for the go"
            case Reason.LAST_CARD | Reason.THREE_FOR_LAST:
                return f"{points} for last"
            case Reason.CUT_OFFER:
                return f"{points} for the cut"
            case Reason.HIS_HEELS:
                return f"{points} for his heels"
            case Reason.MUGGINS:
                return f"muggins for {points}"
            case Reason.PENALTY:
                return f"{points} for a wrong claim"
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

    def counted_up(self, parts: Sequence[Part]) -> str:
        """Return the call for a hand as a running total, such as `fifteen two and a pair is four`."""
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
        if fifteens and len(said) == 1:
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


_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_MANIFOLD = {2: "double", 3: "triple", 4: "quadruple", 6: "sixfold", 8: "eightfold"}
"""The names of multiple runs, keyed by the number of runs (RULES.md 4, Run names)."""

ENGLISH = CallWords()
