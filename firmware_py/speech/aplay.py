"""A running `aplay`, the sound player of alsa-utils, and why a device fails, in plain words.

`aplay` plays the sound that it reads from a pipe. Sound that it has not read yet can be removed from the
pipe.
"""

from __future__ import annotations

import fcntl
import os
import re
import struct
import subprocess
import termios
from contextlib import suppress
from errno import ENOENT
from pathlib import Path
from shutil import which

from firmware_py.system.errors import UsageError, system_words
from firmware_py.system.sound_cards import package_of

from .clips import CHANNELS, RATE

PROGRAM = "aplay"
BUFFER_MS = 60
"""The length, in milliseconds, of the sound that ALSA buffers for the device."""
PERIOD_MS = 15
"""The length, in milliseconds, of the blocks of sound that `aplay` reads before it plays any of it."""
_PIPE_BYTES = 8192
"""The size of the pipe: two pages of memory, or 186 ms of sound."""
_FEW_SECONDS = 0.3
"""The time, in seconds, after which an `aplay` that does not exit is killed."""
_KILLED = 5.0
"""The time, in seconds, to wait for a killed `aplay` to exit. A hanging driver may delay this."""
_KEPT_LINES = 50

_OPTIONS = (
    "--quiet",
    "--verbose",  # prints the device's settings once it is open
    "--file-type=raw",
    "--format=S16_LE",
    f"--rate={RATE}",
    f"--channels={CHANNELS}",
    f"--buffer-time={BUFFER_MS * 1000}",
    f"--period-time={PERIOD_MS * 1000}",
    "--start-delay=1",  # play the first period at once, instead of waiting for a full buffer
)
_PERIOD = re.compile(r"period_time *: (\d+)")
"""Matches the device's period in microseconds, which `aplay --verbose` prints when the device is open."""
_MIXER = "Direct Stream Mixing PCM"
"""The name of ALSA's mixer, dmix, in the output of `aplay --verbose` (alsa-lib, pcm_dmix.c)."""


def require_program() -> None:
    """Check that `aplay` is installed.

    Raises:
        UsageError: `aplay` is not installed.
    """
    if which(PROGRAM) is None:
        raise UsageError(_not_started(FileNotFoundError(ENOENT, os.strerror(ENOENT))))


def _not_started(error: OSError) -> str:
    why = system_words(error)
    return f"cannot start {PROGRAM}: {why}: 'sudo apt install {package_of('aplay')}' installs it"


class Aplay:
    """A running `aplay` program.

    Attributes:
        is_open: True if the device is open and accepts sound.
        period: the length, in seconds, of the blocks of sound that `aplay` reads.
        runs_on: True if the device keeps running while it receives no sound, as ALSA's mixer does, so that
            no silence has to be sent to it.
        has_ended_by_itself: True if `aplay` exited before `end` or `finish` was called.
    """

    def __init__(self, device: str) -> None:
        """Start `aplay` for a sound device.

        Raises:
            UsageError: `aplay` is not installed.
        """
        self.device = device
        self.is_open = self.runs_on = self.has_ended = self.has_ended_by_itself = False
        self.period = PERIOD_MS / 1000
        self._log: list[str] = []
        self._rest = b""
        reading, self._pipe = os.pipe()
        with suppress(OSError):
            fcntl.fcntl(self._pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        try:
            self._process = subprocess.Popen(
                [PROGRAM, f"--device={device}", *_OPTIONS],
                stdin=reading,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env={**os.environ, "LC_ALL": "C"},
                start_new_session=True,  # Ctrl-C is for this program, which then ends `aplay`
            )
        except OSError as error:
            os.close(self._pipe)
            raise UsageError(_not_started(error)) from None
        finally:
            os.close(reading)
        assert self._process.stdout is not None
        self._output = self._process.stdout.fileno()
        os.set_blocking(self._output, False)
        os.set_blocking(self._pipe, False)

    @property
    def log(self) -> int:
        """The file descriptor for reading the messages that `aplay` prints.

        It becomes readable when `aplay` has printed something or has exited.
        """
        return self._output

    @property
    def pipe(self) -> int:
        """The file descriptor of the pipe, which becomes writable when there is room for more sound."""
        return self._pipe

    @property
    def printed(self) -> str:
        """The last lines that `aplay` has printed, separated by newlines, such as an error message.

        Lines that list the device's settings are left out.
        """
        return "\n".join(self._log)

    def write(self, pcm: bytes) -> bool:
        """Write up to 4096 bytes of sound to the pipe. Return False if the pipe has no room for them.

        If `aplay` has exited, discard the sound and return True.
        """
        try:
            return os.write(self._pipe, pcm) == len(pcm)  # a write to a pipe is all or nothing up to PIPE_BUF
        except BlockingIOError:
            return False
        except OSError:
            self.has_ended = True
            return True

    def unread(self) -> int:
        """Return the number of bytes in the pipe that `aplay` has not read yet."""
        count = struct.pack("i", 0)
        with suppress(OSError):
            count = fcntl.ioctl(self._pipe, termios.FIONREAD, count)
        return int(struct.unpack("i", count)[0])

    def take_back(self) -> int:
        """Remove from the pipe all sound that `aplay` has not read yet.

        Return the number of bytes removed.
        """
        taken = 0
        with suppress(OSError):
            # Opening either end of a pipe for reading creates a new read end (proc_pid_fd(5), pipe(7)). The
            # read end of `aplay` is not suitable, because it would become non-blocking for `aplay` too.
            reading = os.open(f"/proc/self/fd/{self._pipe}", os.O_RDONLY | os.O_NONBLOCK)
            with suppress(BlockingIOError), os.fdopen(reading, "rb", buffering=0) as unread:
                while piece := unread.read(_PIPE_BYTES):
                    taken += len(piece)
        return taken

    def read_log(self) -> None:
        """Read what `aplay` has printed so far, and update attributes such as `is_open` and `has_ended`.

        Do not wait for more output.
        """
        try:
            piece = os.read(self._output, 1 << 16)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self.has_ended = True
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in lines:
            self._note(line.decode(errors="replace").strip())

    def _note(self, line: str) -> None:
        self.runs_on = self.runs_on or _MIXER in line
        if not self.is_open and (found := _PERIOD.match(line)):
            self.is_open, self.period = True, int(found[1]) / 1_000_000
        if line.startswith(("ALSA lib", PROGRAM)):
            self._log = [*self._log, line][-_KEPT_LINES:]

    def finish(self, seconds: float) -> None:
        """Stop `aplay` once it has played all sound written to it, or after `seconds` at the latest."""
        self._close_pipe()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        self.end()

    def end(self) -> None:
        """Stop `aplay` immediately. Any sound that it has not played yet is lost."""
        self.has_ended_by_itself = self.has_ended
        self._close_pipe()
        for stop, patience in ((self._process.terminate, _FEW_SECONDS), (self._process.kill, _KILLED)):
            stop()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
                break
        if self._process.stdout is not None and not self._process.stdout.closed:
            self.read_log()  # the reason why it ended
            self._process.stdout.close()
        self.has_ended = True

    def _close_pipe(self) -> None:
        if self._pipe >= 0:
            os.close(self._pipe)
            self._pipe = -1


SOUND_NODES = Path("/dev/snd")
"""The folder that contains the device files for sound, which belong to the group audio."""

_FAULTS = (
    ("Device or resource busy", "another program is using it: end that program, or use a device that mixes"),
    ("Permission denied", "permission denied: 'sudo adduser $USER audio' lets you; then log in again"),
    ("Connection refused", "its sound server is not running: name a device of 'aplay -L' instead"),
    ("Host is down", "its sound server is not running: name a device of 'aplay -L' instead"),
)
"""Parts of ALSA's error messages, and what they mean."""
_MISSING = "there is no such sound device: plug it in, or choose one of those that 'aplay -L' lists"

_UNKNOWN = "unplug it and plug it in again, or ask 'muggins doctor'"


def explained(device: str, printed: str, nodes: Path = SOUND_NODES) -> str:
    """Return a line of text that explains why a device has failed and what to do about it."""
    for theirs, ours in _FAULTS:
        if theirs in printed:
            return f"sound device {device}: {ours}"
    if _is_forbidden(nodes):
        return f"sound device {device}: {_FAULTS[1][1]}"
    if "Unknown PCM" in printed or "No such" in printed:
        return f"sound device {device}: {_MISSING}"
    last = printed.rpartition("\n")[2]
    return f"sound device {device}: it failed{f' ({last})' if last else ''}: {_UNKNOWN}"


def _is_forbidden(folder: Path) -> bool:
    """ALSA does not report missing permissions, but that there is no sound card."""
    try:
        nodes = [node for node in folder.iterdir() if node.name.startswith("pcm") and node.name.endswith("p")]
    except OSError:
        return False
    return bool(nodes) and not any(os.access(node, os.R_OK | os.W_OK) for node in nodes)
