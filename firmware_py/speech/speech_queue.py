"""The sentences that wait to be said, and the manners of the voice: what is dropped, and what is cut off."""

from __future__ import annotations

from firmware_py.speech.sentence import Heard, Lasts, Sentence

MOST_PRESSES = 4
"""The number of presses whose sentences may wait until they are said. If more wait, the score is said."""


class SpeechQueue:
    """The sentences that wait to be said, and the sentence that is being said.

    The queue has no clock and no lock. The speaker asks for the next sentence when it has said one.

    Keys can be pressed faster than the voice speaks. If sentences of more than `MOST_PRESSES` presses wait,
    all but those of the latest press are dropped, and the score is said instead. A sentence about no press,
    such as a notice, counts like a press.
    """

    def __init__(self) -> None:
        self._waiting: list[Sentence] = []
        self._spoken: Sentence | None = None
        self._score: Sentence | None = None
        self._owes_score = False
        self._says_score = False

    @property
    def waiting(self) -> tuple[Sentence, ...]:
        """The sentences that wait, the next one first, without the score that may be owed."""
        return tuple(self._waiting)

    def add(self, heard: Heard) -> bool:
        """Take in what the narrator heard; return True if the sentence being said must be cut off now."""

        def is_outdated(sentence: Sentence) -> bool:
            if sentence.press in heard.taken_back:
                return True
            return heard.pressed and sentence.lasts is Lasts.UNTIL_NEXT_PRESS

        self._score = heard.score or self._score
        self._waiting = [sentence for sentence in self._waiting if not is_outdated(sentence)]
        self._waiting += heard.sentences
        self._drop_if_too_many(heard.sentences)
        if self._spoken is None or not is_outdated(self._spoken):
            return False
        self._spoken = None
        self._owes_score = self._owes_score or self._says_score
        self._says_score = False
        return True

    def next(self) -> Sentence | None:
        """Return the next sentence to say; None if there is nothing to say. The last one has been said."""
        score_next = not self._waiting or self._waiting[0].lasts is Lasts.UNTIL_NEXT_PRESS
        self._says_score = self._owes_score and score_next
        if self._says_score:
            self._owes_score, self._spoken = False, self._score
        else:
            self._spoken = self._waiting.pop(0) if self._waiting else None
        return self._spoken

    def _drop_if_too_many(self, latest: tuple[Sentence, ...]) -> None:
        """If too much waits, keep only the latest, and remember that the score is to be said."""
        lasting = [each.press for each in self._waiting if each.lasts is Lasts.UNTIL_SAID]
        if len(set(filter(None, lasting))) + lasting.count(0) > MOST_PRESSES and self._score is not None:
            newest = max(each.press for each in latest) if latest else 0
            self._waiting = [each for each in latest if each.press in (0, newest)]
            self._owes_score = True
