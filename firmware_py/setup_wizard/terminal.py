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
"""Seconds within which what is typed and what an input device reports may be the same key."""
_ENDED = "the input ended before the last question; nothing was written. Run muggins setup again"


class Terminal:
    """Where a person is asked.

    Input is read from its descriptor, past Python's buffers: so a key that is pressed on the board, of which
    the terminal gets the character too, can be thrown away.
    """

    def __init__(self, reader: int, writer: TextIO) -> None:
        """Read answers from a descriptor, and write questions."""
        self._reader, self._writer = reader, writer
        self._waiting = b""
        self._ended = False
        self.is_terminal = os.isatty(reader)

    def say(self, text: str = "") -> None:
        """Write a line, or several."""
        self._write(f"{text}\n")

    def ask(self, question: str) -> str:
        """Ask a question and return the answer, stripped.

        Raises:
            UsageError: there are no more answers.
        """
        self._write(f"{question} ")
        line = self._line()
        if not self.is_terminal:
            self.say()  # a terminal shows what is typed, Enter included
        return line

    def choice(self, question: str, answers: Mapping[str, T], usual: str | None = None) -> T:
        """Ask until the answer is one of several, and return its meaning.

        Args:
            question: what is asked.
            answers: what each stands for, by its word in lower case.
            usual: the answer that Enter stands for.

        Raises:
            UsageError: there are no more answers.
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
            UsageError: there are no more answers.
        """
        answers = {"y": True, "n": False, "yes": True, "no": False}
        return self.choice(f"{question} [{'Y/n' if usual else 'y/N'}]", answers, "y" if usual else "n")

    def checked(self, question: str, read: Callable[[str], T]) -> T:
        """Ask until the answer is valid, and return it as read.

        Args:
            question: what is asked.
            read: reads an answer; raises ValueError that says what would be right.

        Raises:
            UsageError: there are no more answers.
        """
        while True:
            try:
                return read(self.ask(question))
            except ValueError as error:
                self.say(f"{str(error)[:1].upper()}{str(error)[1:]}.")

    def begin(self, text: str) -> None:
        """Write the first part of a line."""
        self._write(f"{text} ")

    def typed(self, wake: int) -> str | None:
        """The next line typed, without spaces round it; None as soon as there is something to read at `wake`.

        Raises:
            UsageError: there are no more answers.
        """
        while b"\n" not in self._waiting and not self._ended:
            ready, _, _ = select.select([self._reader, wake], [], [])
            if wake in ready:
                return None
            self._read()
        return self._line()

    def forget(self) -> None:
        """Throw away what was typed and not read yet. What comes through a pipe stays."""
        if self.is_terminal:
            self._waiting = b""
            with suppress(termios.error):
                termios.tcflush(self._reader, termios.TCIFLUSH)

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Meanwhile a terminal does not show what is typed."""
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
            self.say()  # the question stands in an unfinished line
            raise UsageError(_ENDED)
        line, _, self._waiting = self._waiting.partition(b"\n")
        return line.decode("utf-8", "replace").strip()

    def _read(self) -> None:
        try:
            more = os.read(self._reader, 4096)
        except OSError:  # the other end of a pseudo-terminal is gone
            more = b""
        self._ended = not more
        self._waiting += more


def standard() -> Terminal:
    """The terminal that the program was started in, or the pipe that it was given.

    Raises:
        UsageError: there is neither.
    """
    try:
        return Terminal(sys.stdin.fileno(), sys.stdout)
    except (AttributeError, OSError, ValueError):
        raise UsageError("setup asks questions, so it needs a terminal") from None


def _either(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
