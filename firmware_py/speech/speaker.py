"""The speaker, which describes each change on the board aloud."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from firmware_py.errors import UsageError
from firmware_py.speech.narration.narrator import Narrator
from firmware_py.speech.sentence import Sentence
from firmware_py.speech.speech_queue import SpeechQueue

_CLOSING = 0.1
"""The time, in seconds, to wait for the thread, which may be busy synthesising a sentence."""
PAUSE = 0.15
"""The time, in seconds, between two sentences."""


class Clips(Protocol):
    """The interface that a voice must have. A voice converts text to sound."""

    def clips(self, text: str) -> Iterable[bytes]:
        """Return the sound of the spoken text, as clips to play one after another.

        Raises:
            UsageError: the text cannot be spoken.
        """


class SoundOutput(Protocol):
    """The interface of an object that plays sound on one device."""

    @property
    def failures(self) -> int:
        """The number of times that the device has failed."""

    @property
    def is_open(self) -> bool:
        """True if the device accepts sound."""

    @property
    def is_playing(self) -> bool:
        """True while the device has sound to play. If the device fails, this becomes False."""

    def play(self, pcm: bytes) -> None:
        """Play sound after any sound that is still waiting, and return immediately."""

    def stop(self) -> None:
        """Stop the sound immediately."""

    def close(self, *, wait: bool = True) -> None:
        """Close the device. If `wait` is True, return only after it has been closed."""


class Speaker:
    """Describes each change on the board aloud, in a separate thread.

    Another thread calls `hear` each time the board changes.
    """

    def __init__(
        self,
        narrator: Narrator,
        voice: Clips,
        outputs: Callable[[Callable[[], None]], Sequence[SoundOutput]],
        warn: Callable[[str], None],
    ) -> None:
        """Start the speaker's thread.

        Args:
            narrator: finds the sentences to say about each state of the board.
            voice: converts sentences to sound.
            outputs: a function that opens the sound devices, all of which play the same sound. It takes a
                callback, which is called when a device opens, fails or has played everything.
            warn: called with a message about each problem.
        """
        self._narrator, self._voice, self._warn = narrator, voice, warn
        self._news = threading.Condition()
        self._queue = SpeechQueue()
        self._saying: Sentence | None = None
        self._closing = False
        self._outputs = outputs(self._notify)
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def hear(self, view: Mapping[str, Any]) -> None:
        """Say what is new in a view of the board. If this makes the current sentence outdated, cut it off.

        `view` is the JSON object from the file `view.json`.
        """
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
        """Say a sentence as soon as a device is open.

        Return False if all devices failed before the sentence was finished.
        """
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
