"""Questions and answers through a pipe."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator

import pytest

from firmware_py.setup.terminal import Terminal
from firmware_py.system.errors import UsageError


class Talk:
    """A terminal whose input is a pipe into which the test types.

    Attributes:
        terminal: the terminal under test.
        output: the output of the terminal so far.
    """

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        self._output = io.StringIO()
        self.terminal = Terminal(self._reader, self._output)

    @property
    def output(self) -> str:
        return self._output.getvalue()

    def answers(self, text: str) -> Terminal:
        """Type this text as the user's answers, end the input, and return the terminal."""
        os.write(self._writer, text.encode())
        os.close(self._writer)
        self._writer = -1
        return self.terminal

    def close(self) -> None:
        os.close(self._reader)
        if self._writer >= 0:
            os.close(self._writer)


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.close()


def test_answers_are_stripped_and_questions_written(talk: Talk) -> None:
    assert talk.answers("  Ann Bob \n").ask("The names:") == "Ann Bob"
    assert talk.output == "The names: \n"
    assert not talk.terminal.is_terminal


def test_enter_gives_the_default(talk: Talk) -> None:
    terminal = talk.answers("\n\nNO\n")
    assert terminal.yes("Is it?") is True
    assert terminal.yes("Is it?", usual=False) is False
    assert terminal.yes("Is it?") is False


def test_an_unknown_answer_is_asked_again(talk: Talk) -> None:
    terminal = talk.answers("x\n2\n")
    assert terminal.choice("How many?", {"2": "two", "3": "three"}) == "two"
    assert "Please answer 2 or 3.\n" in talk.output


def test_an_invalid_answer_is_asked_again_with_its_reason(talk: Talk) -> None:
    def read(answer: str) -> int:
        if not answer.isdigit():
            raise ValueError("please answer with a number")
        return int(answer)

    assert talk.answers("many\n4\n").checked("How many?", read) == 4
    assert "Please answer with a number.\n" in talk.output


def test_the_end_of_the_input_is_an_error(talk: Talk) -> None:
    with pytest.raises(UsageError, match="the input ended before the last question"):
        talk.answers("").ask("The names:")


def test_a_readable_wake_interrupts_typing(talk: Talk) -> None:
    wake, waker = os.pipe()
    try:
        os.write(waker, b".")
        assert talk.terminal.typed(wake) is None
        os.read(wake, 1)
        assert talk.answers(" q \n").typed(wake) == "q"
    finally:
        os.close(wake)
        os.close(waker)
