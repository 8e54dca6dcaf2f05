"""Sound waiting to be sent to a device, and when to send it.

Sound is sent early enough to avoid gaps, but no earlier than necessary, so that speech can still be cut off.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from firmware_py.speech.clip import CHANNELS, RATE, SAMPLE_BYTES, silence

LEAD = 0.2
"""The length, in seconds, of the sound to send in advance, in case the program is late the next time."""
IDLE_LEAD = 0.08
"""The length, in seconds, of the silence that a device has left when more silence is sent."""
_PERIODS = 2
"""The number of periods to send in advance, because the player reads a whole period at a time."""
_PIECE_SECONDS = 0.02
_PIECE = len(silence(_PIECE_SECONDS))
"""The number of bytes to send at a time."""
_IDLE_PIECE = silence(0.08)
"""The piece of silence that is sent repeatedly while there are no words to say."""


class SoundPiece(NamedTuple):
    """A piece of sound.

    Attributes:
        pcm: the samples.
        is_silence: True if the piece only fills the time between words.
    """

    pcm: bytes
    is_silence: bool


class AudioBuffer:
    """The sound waiting to be sent to a device, and the time when the device will run out of sound.

    This class has no clock of its own. The argument `now` is always the current time in seconds.

    Attributes:
        feeds_silence: True if the device should receive silence between words, or False if it should receive
            nothing.
    """

    def __init__(self, period: float, *, feeds_silence: bool) -> None:
        """Start with an empty queue of sound, for a device that has not received any sound yet.

        Args:
            period: the length, in seconds, of the blocks of sound that the device takes.
            feeds_silence: True if the device should receive silence between words, or False if it should
                receive nothing.
        """
        self.feeds_silence = feeds_silence
        self._idle_lead = max(IDLE_LEAD, _PERIODS * period)
        self._lead = max(LEAD, self._idle_lead + _PIECE_SECONDS)
        self._tail = silence(_PERIODS * period)  # moves the last word out of the player's own buffer
        self._waiting: deque[SoundPiece] = deque()
        self._runs_out = 0.0
        self._last_word = 0.0
        self._silent_bytes = 0

    def add(self, pcm: bytes) -> None:
        """Add sound to the end of the queue."""
        while self._waiting and self._waiting[-1].is_silence:
            self._waiting.pop()
        self._waiting += _pieces(pcm, is_silence=False)
        if not self.feeds_silence:
            self._waiting += _pieces(self._tail, is_silence=True)

    def has_only_silence(self, unread: int) -> bool:
        """Return True if no sound is waiting and the last `unread` bytes sent to the device were silence."""
        return not self._waiting and unread <= self._silent_bytes

    def cut(self, taken_back: int) -> None:
        """Discard all sound that is waiting to be sent.

        Args:
            taken_back: the number of bytes that were already sent but that the device will not play.
        """
        self._waiting.clear()
        self._runs_out -= duration(taken_back)
        self._last_word = min(self._last_word, self._runs_out)

    def due_in(self, now: float) -> float | None:
        """Return how long after `now` the next piece of sound must be sent to the device, in seconds.

        Return None if there is nothing to send.
        """
        if self._waiting:
            return max(0.0, self._runs_out - self._lead - now)
        return max(0.0, self._runs_out - self._idle_lead - now) if self.feeds_silence else None

    def next(self) -> SoundPiece:
        """Return the next sound to send to the device, but keep it in the queue until `passed_on` is called.

        If no sound is waiting, return a short silence.
        """
        return self._waiting[0] if self._waiting else SoundPiece(_IDLE_PIECE, is_silence=True)

    def passed_on(self, piece: SoundPiece, now: float) -> None:
        """Record that `piece`, a piece of sound returned by `next`, was sent to the device at time `now`."""
        if self._waiting:
            self._waiting.popleft()
        self._runs_out = max(self._runs_out, now) + duration(len(piece.pcm))
        if piece.is_silence:
            self._silent_bytes += len(piece.pcm)
        else:
            self._silent_bytes, self._last_word = 0, self._runs_out

    def is_waiting(self) -> bool:
        """Return True if there is speech in the queue that has not been sent to the device yet.

        Return False if the queue contains only silence.
        """
        return any(not piece.is_silence for piece in self._waiting)

    def heard_in(self, now: float) -> float:
        """Return how many seconds after `now` the device will finish playing the words sent to it."""
        return max(0.0, self._last_word - now)


def _pieces(pcm: bytes, *, is_silence: bool) -> Iterator[SoundPiece]:
    for start in range(0, len(pcm), _PIECE):
        yield SoundPiece(pcm[start : start + _PIECE], is_silence)


def duration(size: int) -> float:
    """Return the duration, in seconds, of `size` bytes of sound."""
    return size / (RATE * CHANNELS * SAMPLE_BYTES)
