"""A scorekeeper who only hears the voice, adds up the announced points, and follows the count."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.support.spoken_numbers import NUMBER, count_called, number, points_called, points_of_hand

_UNCERTAIN = ("taken back: ", "put back: the correction", "correction", "the deal is thrown in")
"""The beginnings of sentences after which the score is unknown until the voice says it."""


class Disagreement(AssertionError):
    """Raised when the voice announces a score that is not the sum of the points announced so far."""


class Scorekeeper:
    """A simulated scorekeeper, who keeps the score by listening to the voice.

    Attributes:
        scores: each side's score.
        count: the count of the play.
        cards_are_laid: True while the board asks for a card to be played.
        winner: the winners' names; None if nobody has won yet.
    """

    def __init__(self, names: Sequence[str], target: int = 121) -> None:
        self._names, self._target = tuple(names), target
        self._sides = 2 if len(names) == 4 else len(names)
        self.scores = [0] * self._sides
        self.count = 0
        self.cards_are_laid = False
        self.winner: str | None = None
        self._certain = True
        self._named = ""

    def hear(self, sentence: str) -> None:
        """Update the scores and the winner with the information in a sentence spoken by the voice.

        Raises:
            Disagreement: the sentence gives a score that differs from the sum of the announced points.
        """
        if sentence.startswith(_UNCERTAIN):
            self._certain, self.winner = False, None
        elif sentence == "a new game":
            self.scores, self.winner, self._certain = [0] * self._sides, None, True
        elif not (self._hears_scores(sentence) or self._hears_winner(sentence)):
            self._hears_points(sentence)

    def side(self, name: str) -> int:
        return self._names.index(name) % self._sides

    def _hears_scores(self, sentence: str) -> bool:
        """Check the scores in a sentence such as `Ann thirty-one, Bob twelve`, and remember them.

        Return False if the sentence contains no scores.

        Raises:
            Disagreement: a score differs from the sum of the announced points.
        """
        name = rf"(?:{'|'.join(self._names)})"
        found = [re.fullmatch(rf"({name})(?: and {name})? ({NUMBER})", part) for part in sentence.split(", ")]
        said = {self.side(score[1]): number(score[2]) for score in found if score}
        if not all(found):
            return False
        for side, points in said.items():
            if self._certain and self.scores[side] != points:
                raise Disagreement(f"{sentence!r}, but {self.scores} were called")
            self.scores[side] = points
        self._certain = self._certain or len(said) == self._sides
        return True

    def _hears_winner(self, sentence: str) -> bool:
        won = re.match(r"(\w+(?: and \w+)?) wins?\b", sentence)
        if won:
            self.winner = won[1]
        return bool(won)

    def _hears_points(self, sentence: str) -> None:
        hand = re.fullmatch(r"(\w+)'s (?:hand|crib): (.+)", sentence)
        if hand:
            self._peg(hand[1], points_of_hand(hand[2]))
            return
        first, colon, call = sentence.partition(": ")
        name = first.split(" and ")[0]
        if not colon:
            call = sentence
        elif name in self._names:
            self._named = name
        else:
            return
        points, count = points_called(call), count_called(call)
        if points is not None:
            self._peg(self._named, points)
        leads = self.cards_are_laid and self.count == 0  # `Ann: ten` is the card and the count
        if count is not None and (points is not None or not colon or leads):
            self.count = count
        score = re.fullmatch(rf"score set to ({NUMBER})", call)
        if score:
            self.scores[self.side(self._named)] = number(score[1])

    def _peg(self, name: str, points: int) -> None:
        side = self.side(name)
        self.scores[side] = min(self.scores[side] + points, self._target)
