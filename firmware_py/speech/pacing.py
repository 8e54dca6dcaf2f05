"""The pace at which sound is passed on to a device: ahead of time, and no further ahead than a cut allows."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from firmware_py.speech.clip import CHANNELS, RATE, SAMPLE_BYTES, silence

LEAD = 0.2
"""The most sound, in seconds, that is passed on before it is due: the program may be late next time."""
IDLE_LEAD = 0.08
"""The silence, in seconds, that is left when a device gets more. Unread silence is taken back for a word."""
_PERIODS = 2
"""The player reads a whole period of the device at a time, so that it needs another one in advance."""
_PIECE_SECONDS = 0.02
_PIECE = len(silence(_PIECE_SECONDS))
"""The bytes that are passed on at a time."""
_IDLE_PIECE = silence(0.08)
"""The silence that a device gets at a time while nothing is said."""


class Piece(NamedTuple):
    """A piece of sound.

    Attributes:
        pcm: its samples.
        is_silence: True if the piece only fills the time between words.
    """

    pcm: bytes
    is_silence: bool


class Pacing:
    """The sound that waits for one device, and the time at which the device will have played what it has.

    The pacing has no clock: `now` is a time in seconds.

    Attributes:
        feeds_silence: True if the device gets silence while nothing is said; otherwise it gets nothing.
    """

    def __init__(self, period: float, *, feeds_silence: bool) -> None:
        """Begin with a device that has nothing to play.

        Args:
            period: the sound that the device takes at a time, in seconds.
            feeds_silence: True if the device gets silence while nothing is said; otherwise it gets nothing.
        """
        self.feeds_silence = feeds_silence
        self._idle_lead = max(IDLE_LEAD, _PERIODS * period)
        self._lead = max(LEAD, self._idle_lead + _PIECE_SECONDS)
        self._tail = silence(_PERIODS * period)  # moves the last word out of the player's own buffer
        self._waiting: deque[Piece] = deque()
        self._runs_out = 0.0
        self._last_word = 0.0
        self._silent_bytes = 0

    def add(self, pcm: bytes) -> None:
        """Let sound wait for its turn."""
        while self._waiting and self._waiting[-1].is_silence:
            self._waiting.pop()
        self._waiting += _pieces(pcm, is_silence=False)
        if not self.feeds_silence:
            self._waiting += _pieces(self._tail, is_silence=True)

    def has_only_silence(self, unread: int) -> bool:
        """Return True if nothing waits, and the last `unread` bytes that were passed on are silence."""
        return not self._waiting and unread <= self._silent_bytes

    def cut(self, taken_back: int) -> None:
        """Drop the sound that waits.

        Args:
            taken_back: the number of bytes that the device will not play although they were passed on.
        """
        self._waiting.clear()
        self._runs_out -= duration(taken_back)
        self._last_word = min(self._last_word, self._runs_out)

    def due_in(self, now: float) -> float | None:
        """Return the seconds until the next piece should be passed on; None if there is none."""
        if self._waiting:
            return max(0.0, self._runs_out - self._lead - now)
        return max(0.0, self._runs_out - self._idle_lead - now) if self.feeds_silence else None

    def next(self) -> Piece:
        """Return the piece to pass on."""
        return self._waiting[0] if self._waiting else Piece(_IDLE_PIECE, is_silence=True)

    def passed_on(self, piece: Piece, now: float) -> None:
        """Note that the piece that `next` returned has been passed on."""
        if self._waiting:
            self._waiting.popleft()
        self._runs_out = max(self._runs_out, now) + duration(len(piece.pcm))
        if piece.is_silence:
            self._silent_bytes += len(piece.pcm)
        else:
            self._silent_bytes, self._last_word = 0, self._runs_out

    def is_waiting(self) -> bool:
        """Return True if words wait to be passed on."""
        return any(not piece.is_silence for piece in self._waiting)

    def heard_in(self, now: float) -> float:
        """Return the seconds until the words that were passed on have been heard."""
        return max(0.0, self._last_word - now)


def _pieces(pcm: bytes, *, is_silence: bool) -> Iterator[Piece]:
    for start in range(0, len(pcm), _PIECE):
        yield Piece(pcm[start : start + _PIECE], is_silence)


def duration(size: int) -> float:
    """Return how long a number of bytes of sound lasts, in seconds."""
    return size / (RATE * CHANNELS * SAMPLE_BYTES)
