"""The speaker, which describes each change on the board aloud.

Its queue decides which sentences are dropped or cut off when keys are pressed faster than the voice speaks.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from firmware_py.system.errors import UsageError
from firmware_py.window.seen import SeenBoard

from .aloud import Heard, Lasts, Sentence
from .narrator import Narrator
from .player import Player
from .voice import Voice

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
        lasting = [each.press for each in self._waiting if each.lasts is Lasts.UNTIL_SAID]
        if len(set(filter(None, lasting))) + lasting.count(0) > MOST_PRESSES and self._score is not None:
            newest = max(each.press for each in latest) if latest else 0
            self._waiting = [each for each in latest if each.press in (0, newest)]
            self._owes_score = True


_CLOSING = 0.1
"""The time, in seconds, to wait for the thread, which may be busy synthesising a sentence."""
PAUSE = 0.15
"""The time, in seconds, between two sentences."""


class Speaker:
    """Describes each change on the board aloud, in a separate thread.

    Another thread calls `hear` each time the board changes.
    """

    def __init__(
        self,
        narrator: Narrator,
        voice: Voice,
        outputs: Callable[[Callable[[], None]], Sequence[Player]],
        warn: Callable[[str], None],
    ) -> None:
        """Start the speaker's thread.

        Args:
            outputs: a function that opens the sound devices, all of which play the same sound. It takes a
                callback, which is called when a device opens, fails or has played everything.
        """
        self._narrator, self._voice, self._warn = narrator, voice, warn
        self._news = threading.Condition()
        self._queue = SpeechQueue()
        self._saying: Sentence | None = None
        self._closing = False
        self._outputs = outputs(self._notify)
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def hear(self, view: SeenBoard) -> None:
        """Say what is new in a view of the board. If this makes the current sentence outdated, cut it off."""
        heard = self._narrator.hear(view)
        with self._news:
            if self._queue.add(heard):
                self._saying = None
                for each in self._outputs:
                    each.stop()
            self._news.notify_all()

    def finish(self, timeout: float) -> None:
        """Wait until everything has been said, but for at most `timeout` seconds."""
        with self._news:
            self._news.wait_for(
                lambda: not self._is_open() or not (self._saying or self._queue.waiting), timeout
            )

    def close(self) -> None:
        """Stop speaking and close the devices."""
        with self._news:
            self._closing = True
            self._saying = None
            self._news.notify_all()
        for wait in (False, True):  # so that all devices close at the same time
            for each in self._outputs:
                each.close(wait=wait)
        self._thread.join(_CLOSING)

    def _notify(self) -> None:
        with self._news:
            self._news.notify_all()

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closing or (self._is_open() and self._take_next()))
                if self._closing:
                    return
                sentence = self._saying
            # A sentence that was being said when the last device failed is said again, if it is not outdated.
            while sentence is not None and not self._has_said(sentence):
                pass
            with self._news:
                self._news.wait_for(lambda: self._closing, PAUSE if self._queue.waiting else 0)

    def _is_open(self) -> bool:
        return any(each.is_open for each in self._outputs)

    def _take_next(self) -> bool:
        before, self._saying = self._saying, self._queue.next()
        if before is not None and self._saying is None:
            self._news.notify_all()  # for `finish`
        return self._saying is not None

    def _has_said(self, sentence: Sentence) -> bool:
        """Say a sentence once a device is open. Return False if all devices failed before its end."""
        with self._news:
            self._news.wait_for(lambda: self._is_open() or self._saying is not sentence)
            begun = [(each, each.failures) for each in self._outputs if each.is_open]
        try:
            for pcm in self._voice.clips(sentence.text):
                with self._news:
                    if self._saying is not sentence:
                        return True
                    for each in self._outputs:
                        each.play(pcm)
        except UsageError as error:
            self._warn(str(error))
        with self._news:
            self._news.wait_for(
                lambda: self._saying is not sentence or not any(each.is_playing for each in self._outputs)
            )
            return self._saying is not sentence or any(
                each.is_open and each.failures == before for each, before in begun
            )
