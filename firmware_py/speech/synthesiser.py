"""Synthesisers: programs that convert text to speech, started with a command line from the configuration.

Such a program may hang, fail or print endlessly; `run` ends it then.
"""

from __future__ import annotations

import os
import selectors
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from typing import NamedTuple

from firmware_py.config.programs import synthesiser_words
from firmware_py.system.errors import UsageError, system_words
from firmware_py.system.sound_cards import package_of

from . import clips
from .wav import UnusableSound

TIMEOUT = 20.0
"""The time, in seconds, after which a synthesiser is killed."""
LONGEST_TEXT = 500
"""The maximum length of a spoken text, in characters. The rest is not spoken."""

_MOST = 32_000_000
"""The maximum output of a synthesiser, in bytes."""


class SynthesiserError(UsageError):
    """Raised when a synthesiser fails. The message says, on a single line, what went wrong and what to do."""


class Synthesiser(NamedTuple):
    """A program that converts text to speech.

    Attributes:
        words: the command line. In each word, `{text}` is replaced by the text, and `{file}` by the name of
            the WAV file to write. If no word contains `{text}`, the program reads the text from standard
            input. If no word contains `{file}`, it writes the WAV file to standard output.
    """

    words: tuple[str, ...]

    @staticmethod
    def parse(line: str) -> Synthesiser:
        """Return the synthesiser that a command line starts. See `synthesiser_words`."""
        return Synthesiser(synthesiser_words(line))

    @property
    def program(self) -> str:
        """The program's name, without its folder."""
        return Path(self.words[0]).name

    def missing(self) -> str | None:
        """Return a message that says how to install this synthesiser, or None if it is already installed."""
        from shutil import which

        return None if which(self.words[0]) else _not_started(self.words, FileNotFoundError())

    def speak(self, text: str) -> bytes:
        """Return a clip of the spoken text. The clip is empty if the text contains no letters or digits.

        The text is never interpreted as a shell command or as an option of the synthesiser program.

        Raises:
            SynthesiserError: the program is missing, fails, hangs, or writes something other than sound.
        """
        spoken = harmless(text)
        if not spoken:
            return b""
        try:
            with self._output_file() as file:
                data = self._written(spoken, file)
        except OSError as error:
            raise SynthesiserError(f"{self.program}: no temporary file: {error.strerror}") from None
        try:
            return clips.from_wav(data)
        except UnusableSound as what:
            raise SynthesiserError(f"{self.program} wrote {what}: {_try_out(spoken)}") from None

    @contextmanager
    def _output_file(self) -> Iterator[Path | None]:
        """Yield a path in a temporary folder, or None if the command line does not use `{file}`."""
        if not any("{file}" in word for word in self.words):
            yield None
            return
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="muggins-") as folder:
            yield Path(folder) / "speech.wav"  # pico2wave requires this suffix

    def _written(self, text: str, file: Path | None) -> bytes:
        """Run the synthesiser and return its WAV file, which is empty if it wrote none."""

        command = [word.replace("{file}", str(file)).replace("{text}", text) for word in self.words]
        given = b"" if any("{text}" in word for word in self.words) else f"{text}\n".encode()
        try:
            finished = run(command, given, seconds=TIMEOUT, most=_MOST)
        except OSError as error:
            raise SynthesiserError(_not_started(self.words, error)) from None
        if finished.status:
            said = finished.errors.decode(errors="replace").split("\n")[0].strip()
            what = said or f"exit status {finished.status}"
            raise SynthesiserError(f"{self.program} failed: {what}: {_try_out(text)}")
        if file is None:
            return finished.output
        try:
            with open(file, "rb") as written:
                return written.read(_MOST)
        except FileNotFoundError:
            return b""


def harmless(text: str) -> str:
    """Convert text to a single line that a synthesiser cannot interpret as an option or a command.

    Without this conversion, a hyphen at the beginning would turn the text into an option, and espeak-ng would
    interpret `[[` as the beginning of phonemes.
    """
    printable = "".join(char if char.isprintable() and char not in "[]<>{}" else " " for char in text)
    line = " ".join(printable.split()).lstrip("-+@ ")[:LONGEST_TEXT]
    return line if any(map(str.isalnum, line)) else ""


def _try_out(text: str) -> str:
    return f"try its command line in a terminal, with the text '{text}'"


def _not_started(words: Sequence[str], error: OSError) -> str:
    name = words[0]
    if not isinstance(error, FileNotFoundError):
        return f"{name} cannot be started: {system_words(error)}"
    package = package_of(name)
    how = f"'sudo apt install {package}' installs it" if package else "install it"
    return (
        f"{name} is not installed: {how}, or choose another synthesiser in the configuration, under [speech]"
    )


_CHUNK = 65_536
_ERRORS = 4_096
"""The maximum number of bytes of error output to keep."""


class Finished(NamedTuple):
    """The result of a program that has exited.

    Attributes:
        status: the exit status, which is negative if the program was killed by a signal.
        errors: the beginning of the standard error output.
    """

    status: int
    output: bytes
    errors: bytes


def run(command: Sequence[str], given: bytes = b"", *, seconds: float, most: int) -> Finished:
    """Run a program, without a shell, until it exits.

    If the program is killed, the programs that it has started are also killed.

    Args:
        given: the standard input, which must fit in a pipe (4096 bytes).
        seconds: the time, in seconds, after which the program is killed.
        most: the maximum size of the standard output, in bytes.

    Raises:
        OSError: the program cannot be started.
        SynthesiserError: the program did not exit in time, or printed more than `most` bytes.
    """
    give_up, name = time.monotonic() + seconds, Path(command[0]).name
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True) as process:
        try:
            assert process.stdin
            with suppress(BrokenPipeError):
                process.stdin.write(given)
                process.stdin.flush()
            with suppress(BrokenPipeError):
                process.stdin.close()
            output, errors = _printed(process, give_up, most)
            if len(output) > most:
                raise SynthesiserError(f"{name} does not stop writing: check its command line")
            process.wait(max(0.0, give_up - time.monotonic()))
        except BaseException as error:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            if isinstance(error, TimeoutExpired):
                late = f"{name} did not end within {seconds:g} seconds: try its command line in a terminal"
                raise SynthesiserError(late) from None
            raise
    return Finished(process.returncode, output, errors)


def _printed(process: Popen[bytes], give_up: float, most: int) -> tuple[bytes, bytes]:
    """Read until the program closes both outputs or prints too much. Only the beginning of errors is kept."""
    assert process.stdout
    assert process.stderr
    output, errors = bytearray(), bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ, output)
        selector.register(process.stderr, selectors.EVENT_READ, errors)
        while selector.get_map() and len(output) <= most:
            left = give_up - time.monotonic()
            ready = selector.select(left) if left > 0 else []
            if not ready:
                raise TimeoutExpired(process.args, left)
            for key, _ in ready:
                data = os.read(key.fd, _CHUNK)
                if not data:
                    selector.unregister(key.fd)
                key.data.extend(data)
            del errors[_ERRORS:]
    return bytes(output), bytes(errors)
