"""Play sound on a device by running the program `aplay`, which is restarted when it fails.

Sound is sent early enough to avoid gaps, but no earlier than necessary, so that speech can still be cut off.
"""

from __future__ import annotations

import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from firmware_py.system.errors import UsageError
from firmware_py.system.sound_cards import device_for, read_cards

from .aplay import Aplay, explained
from .clips import CHANNELS, RATE, SAMPLE_BYTES, silence

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


_OPENING = silence(0.04)
"""The first sound to send to `aplay`, which may not open the device until it receives some."""
_OPEN_PATIENCE = 5.0
"""The maximum time, in seconds, that a device may take to open."""
_CLOSING = 0.7
"""The time, in seconds, to wait for a device to close. It is enough to kill an `aplay` that does not exit."""
_STUCK = 3.0
"""The time, in seconds, after which a device that does not accept sound is closed and opened again."""
_RETRIES = (1.0, 2.0, 5.0)
"""The times, in seconds, to wait before each attempt to reopen a device. The last one is used repeatedly."""


class Player:
    """A player for an ALSA device.

    It keeps the device open, because some amplifiers pop when the sound stops.

    All methods can be called from any thread. Only `finish` and `close` wait for the device.

    Attributes:
        device: the ALSA name of the device, or `auto` for a USB speaker if one is connected.
        fault: the reason why the device is not working; None while it is working or being opened.
        failures: the number of times that the device has failed.
    """

    def __init__(
        self,
        device: str,
        *,
        keep_open: bool = True,
        warn: Callable[[str], None] = lambda line: None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """Open the device. If that fails, keep trying.

        Args:
            keep_open: if True, play silence when there is no other sound, so that the device does not stop.
            warn: called with a line of text when the device fails, and when it works again.
            changed: called when the device has opened or failed, and when all sound has been played.
        """
        self.device = device
        self.fault: str | None = None
        self.failures = 0
        self._reported: str | None = None
        self._last_line = ""
        self._keep_open, self._warn, self._changed = keep_open, warn, changed
        self._lock = threading.Lock()
        self._open: tuple[Aplay, AudioBuffer] | None = None
        self._is_playing = False
        self._finishing = self._closing = False
        self._woken, self._waker = os.pipe()
        for end in (self._woken, self._waker):
            os.set_blocking(end, False)
        self._thread = threading.Thread(target=self._run, name=f"player of {device}", daemon=True)
        self._thread.start()

    @property
    def is_open(self) -> bool:
        """True if the device is open and accepts sound."""
        return self._open is not None

    @property
    def is_playing(self) -> bool:
        """True while the device has sound to play. If the device fails, this becomes False."""
        return self._is_playing

    def play(self, pcm: bytes) -> None:
        """Queue sound, to be played after any sound already queued. If the device is not open, do nothing."""
        with self._lock:
            if self._open is None:
                return
            aplay, buffer = self._open
            if buffer.has_only_silence(aplay.unread()):
                buffer.cut(aplay.take_back())  # so that the word is heard sooner
            buffer.add(pcm)
            self._is_playing = True
        self._wake()

    def stop(self) -> None:
        """Cut off the sound that is being played.

        About 75 ms of sound, which the device has already received, can still be heard.
        """
        with self._lock:
            if self._open is not None:
                aplay, buffer = self._open
                buffer.cut(aplay.take_back())
            self._is_playing = False
        self._wake()

    def finish(self, seconds: float) -> None:
        """Play the remaining sound, for at most `seconds`, and close the device."""
        self._finishing = True
        self._wake()
        self._thread.join(seconds)
        self.close()

    def close(self, *, wait: bool = True) -> None:
        """Close the device without playing the rest of the sound.

        If `wait` is True, wait until the device has been closed, but no longer than `_CLOSING` seconds. If it
        is False, return immediately.
        """
        self._closing = True
        self._wake()
        if wait:
            self._thread.join(_CLOSING)

    def _wake(self) -> None:
        with suppress(BlockingIOError):  # enough wake-ups are waiting
            os.write(self._waker, b"w")

    def _sleep(self, seconds: float | None, *files: int, room_in: int | None = None) -> None:
        select.select([self._woken, *files], [] if room_in is None else [room_in], [], seconds)
        with suppress(BlockingIOError):
            os.read(self._woken, 1 << 16)

    def _run(self) -> None:
        in_a_row = 0
        while not (self._closing or self._finishing):
            try:
                device = device_for(self.device, read_cards())  # a speaker may have been plugged in meanwhile
                aplay = Aplay(device)
            except UsageError as error:
                self._fail(str(error))
            else:
                has_opened = self._use(aplay)
                if self._closing or self._finishing:
                    break
                in_a_row = 0 if has_opened else in_a_row
                stuck = (
                    f"sound device {device}: it takes no sound: unplug it and plug it in again, or restart"
                )
                why = explained(device, aplay.printed) if aplay.has_ended_by_itself else stuck
                self._fail(why, is_known=not has_opened)
            again = time.monotonic() + _RETRIES[min(in_a_row, len(_RETRIES) - 1)]
            while not self._closing and (left := again - time.monotonic()) > 0:
                self._sleep(left)
            in_a_row += 1

    def _fail(self, fault: str, *, is_known: bool = True) -> None:
        """Record a fault, and report it unless it was the last one reported."""
        if is_known and fault != self._reported:
            self._report(fault)
            self._reported = fault
        self.fault = fault
        self.failures += 1
        self._changed()

    def _report(self, line: str) -> None:
        if line != self._last_line:
            self._warn(line)
        self._last_line = line

    def _use(self, aplay: Aplay) -> bool:
        """Play until the device fails or the player is closed. Return True if the device could be opened."""
        try:
            if not self._has_opened(aplay):
                return False
            if self._reported is not None:
                self._report(f"sound device {aplay.device} works again")
            elif self.fault is not None:
                self._report(f"{self.fault} (it works again for now)")
            self.fault = self._reported = None
            # `aplay` mentions a mixer only after the settings, so `runs_on` may still change.
            buffer = AudioBuffer(aplay.period, feeds_silence=self._keep_open and not aplay.runs_on)
            with self._lock:
                self._open = aplay, buffer
            self._changed()
            self._feed(aplay, buffer)
            return True
        finally:
            with self._lock:
                self._open, self._is_playing = None, False
            if self._finishing and not self._closing:
                aplay.finish(_STUCK)
            else:
                aplay.end()

    def _has_opened(self, aplay: Aplay) -> bool:
        aplay.write(_OPENING)
        give_up = time.monotonic() + _OPEN_PATIENCE
        while not (aplay.is_open or aplay.has_ended or self._closing):
            left = give_up - time.monotonic()
            if left <= 0:
                return False
            self._sleep(left, aplay.log)
            aplay.read_log()
        return aplay.is_open and not aplay.has_ended

    def _feed(self, aplay: Aplay, buffer: AudioBuffer) -> None:
        """Send sound as fast as the device plays it, until it fails or the player closes or has finished."""
        took_some = time.monotonic()
        while not (self._closing or aplay.has_ended):
            now = time.monotonic()
            with self._lock:
                blocked = not self._pass_on(aplay, buffer, now)
                due, heard = buffer.due_in(now), buffer.heard_in(now)
                ends = self._is_playing and not buffer.is_waiting() and heard <= 0
                if ends:
                    self._is_playing = False
            if ends:
                self._changed()
            if self._finishing and not self._is_playing:
                return
            took_some = took_some if blocked else now
            if now - took_some > _STUCK:
                return
            if blocked:
                self._sleep(_STUCK, aplay.log, room_in=aplay.pipe)
            else:
                waits = [each for each in (due, heard if self._is_playing else None) if each is not None]
                self._sleep(min(waits, default=None), aplay.log)
            aplay.read_log()
            buffer.feeds_silence = self._keep_open and not aplay.runs_on

    @staticmethod
    def _pass_on(aplay: Aplay, buffer: AudioBuffer, now: float) -> bool:
        while buffer.due_in(now) == 0:
            piece = buffer.next()
            if not aplay.write(piece.pcm):
                return False
            buffer.passed_on(piece, now)
        return True
