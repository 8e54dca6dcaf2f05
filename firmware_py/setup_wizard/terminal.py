"""Questions and answers, a line each, on a terminal or a pipe."""

from __future__ import annotations

import os
import select
import sys
import termios
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TextIO, TypeVar

from firmware_py.errors import UsageError

T = TypeVar("T")

GRACE = 0.1
"""Seconds by which one key press may reach the terminal and the input device apart."""
_ENDED = "the input ended before the last question; nothing was written. Run muggins setup again"


class Terminal:
    """A terminal or a pipe that asks questions and reads the answers.

    Input is read from the descriptor, without Python's buffers. This way, characters that the keys of the
    board send to the terminal can be discarded.
    """

    def __init__(self, reader: int, writer: TextIO) -> None:
        """Ask questions on a writer and read the answers from a descriptor."""
        self._reader, self._writer = reader, writer
        self._waiting = b""
        self._ended = False
        self.is_terminal = os.isatty(reader)

    def say(self, text: str = "") -> None:
        """Write one line or several."""
        self._write(f"{text}\n")

    def ask(self, question: str) -> str:
        """Ask a question and return the answer, stripped.

        Raises:
            UsageError: the input has ended.
        """
        self._write(f"{question} ")
        line = self._line()
        if not self.is_terminal:
            self.say()  # only a terminal shows the Enter that ends the answer
        return line

    def choice(self, question: str, answers: Mapping[str, T], usual: str | None = None) -> T:
        """Ask until the answer is one of several, and return its meaning.

        Args:
            question: the question.
            answers: the meaning of each answer, by its word in lower case.
            usual: the answer that Enter alone gives.

        Raises:
            UsageError: the input has ended.
        """
        while True:
            answer = self.ask(question).lower() or usual or ""
            if answer in answers:
                return answers[answer]
            shown = [word for word in answers if len(word) == 1 or word.isdigit()] or list(answers)
            enter = "" if usual is None else ", or Enter alone"
            self.say(f"Please answer {_either(shown)}{enter}.")

    def yes(self, question: str, usual: bool = True) -> bool:
        """Ask a yes-or-no question; Enter alone gives the default.

        Raises:
            UsageError: the input has ended.
        """
        answers = {"y": True, "n": False, "yes": True, "no": False}
        return self.choice(f"{question} [{'Y/n' if usual else 'y/N'}]", answers, "y" if usual else "n")

    def checked(self, question: str, read: Callable[[str], T]) -> T:
        """Ask until the answer is valid, and return it as read.

        Args:
            question: the question.
            read: converts an answer; raises ValueError with a message that says which answers are valid.

        Raises:
            UsageError: the input has ended.
        """
        while True:
            try:
                return read(self.ask(question))
            except ValueError as error:
                self.say(f"{str(error)[:1].upper()}{str(error)[1:]}.")

    def begin(self, text: str) -> None:
        """Write the beginning of a line, which a later call completes."""
        self._write(f"{text} ")

    def typed(self, wake: int) -> str | None:
        """Wait for a line and return it stripped; return None as soon as the descriptor `wake` is readable.

        Raises:
            UsageError: the input has ended.
        """
        while b"\n" not in self._waiting and not self._ended:
            ready, _, _ = select.select([self._reader, wake], [], [])
            if wake in ready:
                return None
            self._read()
        return self._line()

    def forget(self) -> None:
        """Discard typed input that was not read yet; input from a pipe is kept."""
        if self.is_terminal:
            self._waiting = b""
            with suppress(termios.error):
                termios.tcflush(self._reader, termios.TCIFLUSH)

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Hide typed characters for the duration of a `with` block."""
        try:
            before = termios.tcgetattr(self._reader)
        except termios.error:
            yield
            return
        off = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
        termios.tcsetattr(self._reader, termios.TCSANOW, off)
        try:
            yield
        finally:
            termios.tcsetattr(self._reader, termios.TCSAFLUSH, before)

    def _write(self, text: str) -> None:
        self._writer.write(text)
        self._writer.flush()

    def _line(self) -> str:
        while b"\n" not in self._waiting and not self._ended:
            self._read()
        if not self._waiting:
            self.say()  # ends the line of the question
            raise UsageError(_ENDED)
        line, _, self._waiting = self._waiting.partition(b"\n")
        return line.decode("utf-8", "replace").strip()

    def _read(self) -> None:
        try:
            more = os.read(self._reader, 4096)
        except OSError:  # the other end of the pseudo-terminal was closed
            more = b""
        self._ended = not more
        self._waiting += more


def standard() -> Terminal:
    """Return the terminal of the program, or the pipe at its standard input.

    Raises:
        UsageError: there is neither.
    """
    try:
        return Terminal(sys.stdin.fileno(), sys.stdout)
    except (AttributeError, OSError, ValueError):
        raise UsageError("setup asks questions, so it needs a terminal") from None


def _either(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
