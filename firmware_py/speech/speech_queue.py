"""The sentences that are waiting to be said, and the rules for dropping them and cutting them off."""

from __future__ import annotations

from firmware_py.speech.sentence import Heard, Lasts, Sentence

MOST_PRESSES = 4
"""The maximum number of key presses whose sentences can wait. Beyond it, the score is announced instead."""


class SpeechQueue:
    """The sentences that are waiting to be said, and the sentence that is being said.

    Keys can be pressed faster than the voice can speak. If sentences about more than `MOST_PRESSES` key
    presses are waiting, only those about the latest key press are kept, and the score is announced instead
    of the others.
    """

    def __init__(self) -> None:
        self._waiting: list[Sentence] = []
        self._spoken: Sentence | None = None
        self._score: Sentence | None = None
        self._owes_score = False
        self._says_score = False

    @property
    def waiting(self) -> tuple[Sentence, ...]:
        """The sentences that are waiting to be said, in order."""
        return tuple(self._waiting)

    def add(self, heard: Heard) -> bool:
        """Add the narrator's new sentences and remove those that are outdated.

        Return True if the sentence that is being said is also outdated, and must be cut off.
        """

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
        """Remove and return the next sentence to say, or return None if the queue is empty.

        Call this once the previous sentence has been spoken.
        """
        score_next = not self._waiting or self._waiting[0].lasts is Lasts.UNTIL_NEXT_PRESS
        self._says_score = self._owes_score and score_next
        if self._says_score:
            self._owes_score, self._spoken = False, self._score
        else:
            self._spoken = self._waiting.pop(0) if self._waiting else None
        return self._spoken

    def _drop_if_too_many(self, latest: tuple[Sentence, ...]) -> None:
        """If too many sentences are waiting, keep only those about the latest key press.

        The score is announced instead of the discarded sentences.

        Args:
            latest: the sentences that have just been added.
        """
        lasting = [each.press for each in self._waiting if each.lasts is Lasts.UNTIL_SAID]
        if len(set(filter(None, lasting))) + lasting.count(0) > MOST_PRESSES and self._score is not None:
            newest = max(each.press for each in latest) if latest else 0
            self._waiting = [each for each in latest if each.press in (0, newest)]
            self._owes_score = True
