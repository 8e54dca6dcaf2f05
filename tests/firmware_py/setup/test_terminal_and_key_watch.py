"""Questions and answers through a pipe, and key presses on pins and input devices that are replaced."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from firmware_py.doctor.machine import InputDevice
from firmware_py.input.press_detector import QUIET
from firmware_py.setup.find_parts import Hardware
from firmware_py.setup.terminal import Terminal
from firmware_py.setup.try_keys import CODE, PIN, Contact, DetectedPress, KeyWatch
from firmware_py.system.errors import UsageError
from tests.support.pi_captures import bare


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


NODE = "/dev/input/event0"


class Part:
    """A test double for a GPIO pin or input device that the program has opened."""

    def __init__(self, report: Callable[..., object]) -> None:
        self.report = report
        self.is_open = True

    def close(self) -> None:
        self.is_open = False


class KeyWatchRig:
    """A test rig: fake hardware, and the object that watches its keys.

    Attributes:
        parts: the parts opened so far, keyed by pin or device file.
        now: the time in seconds.
    """

    def __init__(self) -> None:
        self.parts: dict[int | str, Part] = {}
        self.now = 10.0
        self.watch = KeyWatch(
            Hardware(
                inspect=lambda config: bare(),
                display=lambda settings: None,
                lights=lambda settings: None,
                button=self._button,
                keyboard=self._keyboard,
                say=lambda text, settings: None,
                clock=lambda: self.now,
            )
        )

    def _button(self, pin: int, report: Callable[[bool], object]) -> Any:
        if pin == 4:
            raise UsageError("another program uses it")
        return self.parts.setdefault(pin, Part(report))

    def _keyboard(self, node: str, codes: Iterable[int], report: Callable[[int, bool], object]) -> Any:
        return self.parts.setdefault(node, Part(report))

    def next(self) -> DetectedPress | str:
        """Return the next key press, or the string `end` if no key has been pressed."""
        reader, writer = os.pipe()
        os.write(writer, b"end\n")
        os.close(writer)
        try:
            return self.watch.press_or_line(Terminal(reader, io.StringIO()))
        finally:
            os.close(reader)


@pytest.fixture
def bench() -> Iterator[KeyWatchRig]:
    bench = KeyWatchRig()
    yield bench
    bench.watch.close()
    assert not any(part.is_open for part in bench.parts.values())


def test_pins_that_cannot_be_watched_are_listed(bench: KeyWatchRig) -> None:
    bench.watch.add_pins([4, 5])
    assert bench.watch.pins == [5]
    assert bench.watch.refused == {4: "another program uses it"}


def test_a_press_is_returned_once_without_its_bounces(bench: KeyWatchRig) -> None:
    bench.watch.add_pins([5])
    for down, later in ((True, 0.0), (False, QUIET / 4), (True, QUIET / 4), (False, 1.0)):
        bench.now += later
        bench.parts[5].report(down)
    assert bench.next() == DetectedPress(Contact(PIN, 5), None)
    assert bench.next() == "end"


def test_a_key_is_returned_with_its_device(bench: KeyWatchRig) -> None:
    bench.watch.add_devices([InputDevice("Pad", NODE, frozenset({30}))])
    bench.parts[NODE].report(30, True)
    assert bench.next() == DetectedPress(Contact(CODE, 30), NODE)


def test_keys_of_an_ignored_device_do_not_count(bench: KeyWatchRig) -> None:
    bench.watch.add_devices([InputDevice("Pad", NODE, frozenset({30}))])
    bench.watch.left_out = {NODE}
    bench.parts[NODE].report(30, True)
    assert bench.next() == "end"


def test_enter_and_q_do_not_count_on_the_keyboard_that_the_user_types_on(bench: KeyWatchRig) -> None:
    bench.watch.add_devices([InputDevice("Keyboard", NODE, frozenset({16, 28, 30}))])
    bench.watch.typed_on = {NODE}
    for code in (28, 16, 30):
        bench.parts[NODE].report(code, True)
    assert bench.next() == DetectedPress(Contact(CODE, 30), NODE)


def test_presses_can_be_discarded(bench: KeyWatchRig) -> None:
    bench.watch.add_pins([5])
    bench.parts[5].report(True)
    bench.watch.forget()
    assert bench.next() == "end"
