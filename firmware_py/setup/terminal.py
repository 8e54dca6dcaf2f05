"""Questions and answers on a terminal or a pipe, one line at a time.

Whatever asks a question, here and in the other chapters of setup, raises UsageError if the input has ended.
"""

from __future__ import annotations

import os
import select
import sys
import termios
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from math import inf
from typing import TextIO, TypeVar

from firmware_py.system.errors import UsageError

T = TypeVar("T")

GRACE = 0.1
"""The maximum time, in seconds, between a key press on the terminal and the same one on the input device."""
_ENDED = "the input ended before the last question; nothing was written. Run muggins setup again"


class Terminal:
    """A terminal or a pipe that setup uses to ask questions and read the answers.

    Input is read directly from the file descriptor, without Python's buffers. This allows setup to discard
    the characters that the board's keypad types while the user is testing its keys.
    """

    def __init__(self, reader: int, writer: TextIO) -> None:
        """Create a terminal that writes to `writer` and reads from the file descriptor `reader`."""
        self._reader, self._writer = reader, writer
        self._waiting = b""
        self._ended = False
        self.is_terminal = os.isatty(reader)

    def say(self, text: str = "") -> None:
        """Write text, which may consist of several lines."""
        self._write(f"{text}\n")

    def ask(self, question: str) -> str:
        """Ask a question and return the answer without surrounding spaces."""
        self._write(f"{question} ")
        line = self._line()
        if not self.is_terminal:
            self.say()  # on a pipe, no Enter is shown after the answer
        return line

    def choice(self, question: str, answers: Mapping[str, T], usual: str | None = None) -> T:
        """Ask until the user gives one of the possible answers, and return its meaning.

        Args:
            answers: maps each possible answer, in lower case, to its meaning.
            usual: the answer to assume if the user presses Enter without typing anything, or None if there is
                no default.
        """
        while True:
            answer = self.ask(question).lower() or usual or ""
            if answer in answers:
                return answers[answer]
            shown = [word for word in answers if len(word) == 1 or word.isdigit()] or list(answers)
            enter = "" if usual is None else ", or Enter alone"
            self.say(f"Please answer {_either(shown)}{enter}.")

    def menu(self, question: str, options: Mapping[str, str], usual: str | None = None, why: str = "") -> str:
        """Show numbered options, ask until the user chooses one, and return it.

        Args:
            options: maps each option to its description. The user can type an option instead of its number.
            usual: the option to choose if the user presses Enter without typing anything, or None if there is
                no default.
            why: the reason for the default, in a few words.
        """
        self.say(question)
        for number, text in enumerate(options.values(), 1):
            self.say(f"  {number}  {text}")
        answers = {str(number): option for number, option in enumerate(options, 1)}
        enter = next((number for number, option in answers.items() if option == usual), None)
        reason = f" ({why})" if why else ""
        ask = "Its number:" if enter is None else f"Its number, or Enter for {enter}{reason}:"
        return self.choice(ask, {**answers, **{option: option for option in options}}, enter)

    def yes(self, question: str, usual: bool = True) -> bool:
        """Ask a yes-or-no question and return True if the answer is yes.

        If the user presses Enter without typing an answer, return `usual`.
        """
        answers = {"y": True, "n": False, "yes": True, "no": False}
        return self.choice(f"{question} [{'Y/n' if usual else 'y/N'}]", answers, "y" if usual else "n")

    def checked(self, question: str, read: Callable[[str], T]) -> T:
        """Ask until the answer is valid, and return the parsed answer.

        Args:
            read: a function that parses an answer. If the answer is not valid, it raises ValueError with a
                message that says which answers are valid.
        """
        while True:
            try:
                return read(self.ask(question))
            except ValueError as error:
                self.say(f"{str(error)[:1].upper()}{str(error)[1:]}.")

    def begin(self, text: str) -> None:
        """Write the beginning of a line. The next call to `say` completes it."""
        self._write(f"{text} ")

    def typed(self, wake: int) -> str | None:
        """Wait until the user types a line, and return it without surrounding spaces.

        Return None if the file descriptor `wake` becomes readable first.
        """
        while b"\n" not in self._waiting and not self._ended:
            ready, _, _ = select.select([self._reader, wake], [], [])
            if wake in ready:
                return None
            self._read()
        return self._line()

    def forget(self) -> None:
        """Discard all typed characters that have not been read yet. Input from a pipe is not discarded."""
        if self.is_terminal:
            self._waiting = b""
            with suppress(termios.error):
                termios.tcflush(self._reader, termios.TCIFLUSH)

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Return a context manager that hides the characters typed by the user while it is active."""
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
            self.say()  # end the line of the question
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
    """Return a terminal that uses the program's standard input, which may also be a pipe.

    Raises:
        UsageError: standard input is neither a terminal nor a pipe.
    """
    try:
        return Terminal(sys.stdin.fileno(), sys.stdout)
    except (AttributeError, OSError, ValueError):
        raise UsageError("setup asks questions, so it needs a terminal") from None


def _either(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def whole_number(text: str, wanted: str, low: int = 0, high: float = inf) -> int:
    """Parse an answer. ValueError: it is not a whole number from `low` to `high`."""
    if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
        raise ValueError(f"please answer with {wanted}")
    return int(text)


def number_from(low: int, high: int) -> Callable[[str], int]:
    """Return a function that parses an answer, which must be a whole number in this range."""
    return lambda text: whole_number(text, f"a number from {low} to {high}", low, high)
