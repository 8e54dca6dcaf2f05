"""Play sound on a device by running the program `aplay`, which is restarted when it fails."""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from firmware_py.errors import UsageError
from firmware_py.sound_cards import device_for, read_cards
from firmware_py.speech.aplay import Aplay
from firmware_py.speech.audio_buffer import AudioBuffer
from firmware_py.speech.clip import silence
from firmware_py.speech.device_faults import explained

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
            device: the ALSA name of the device, or `auto` for a USB speaker if one is connected.
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
        """Record a fault that stops the device from playing. Report it unless the last report was the same.

        Args:
            fault: a message about the fault.
            is_known: False if the cause is not certain yet. The fault is then not reported, because the next
                attempt to open the device will reveal its cause.
        """
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
        """Play sound until the device fails or the player is closed.

        Return True if the device could be opened.
        """
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
        """Wait until `aplay` has opened its device. Return False if it fails or takes too long."""
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
        """Send sound to a device as fast as the device plays it.

        Return when the device fails, or when the player is closed. If the player is finishing, return as soon
        as nothing is left to play.

        Args:
            aplay: the `aplay` process that plays the sound.
            buffer: the sound to send, and the times at which to send it.
        """
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
