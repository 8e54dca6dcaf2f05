"""A simulated person who answers the questions of `muggins setup`, and lists of answers."""

from __future__ import annotations

import io
import os
import pty
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware_py.setup.profile_choice import parts_of
from firmware_py.setup.terminal import Terminal
from firmware_py.setup.wizard import run
from tests.support.setup_rig import Reply, SetupRig, profile

Answers = Sequence[Reply] | Callable[[str], str]


class Person(io.TextIOBase):
    """A simulated person who answers the questions of `muggins setup` by typing lines or pressing keys.

    Attributes:
        said: everything that setup has printed, including the questions.
        questions: the questions asked so far, in order.
    """

    def __init__(self, answers: Answers, on_terminal: bool = False) -> None:
        """Prepare a person who types these answers in order, after which the input ends.

        Args:
            answers: lines to type, and functions to call that may return a line to type. Alternatively, one
                function that is called with each question and returns the line to type.
            on_terminal: True to type into a pseudo-terminal, False to write to a pipe.
        """
        self.reader, self.keyboard = self._terminal() if on_terminal else os.pipe()
        self._says = answers if callable(answers) else None
        self._answers = [] if callable(answers) else list(answers)
        self._on_terminal = on_terminal
        self._line = ""
        self.said = ""
        self.questions: list[str] = []

    @staticmethod
    def _terminal() -> tuple[int, int]:
        master, slave = pty.openpty()
        return slave, master

    def type(self, text: str) -> None:
        os.write(self.keyboard, text.encode())

    def write(self, text: str) -> int:
        self.said += text
        self._line += text
        *_, self._line = self._line.split("\n")
        if not self._line.strip():
            return len(text)
        self.questions.append(self._line.strip())
        if self._says:
            self.type(f"{self._says(self._line.strip())}\n")
            return len(text)
        if not self._answers:
            self._end()
            return len(text)
        answer = self._answers.pop(0)
        if isinstance(answer, str):
            self.type(f"{answer}\n")
        else:
            line = answer()
            pressed = self._line.startswith(("Press ", "Enter to begin"))
            assert pressed or isinstance(line, str), f"pressing something is no answer: {self._line}"
            if isinstance(line, str):
                self.type(f"{line}\n")
            self._line = ""
        return len(text)

    @property
    def left(self) -> int:
        return len(self._answers)

    def leave(self) -> None:  # not named `close`, which Python calls again when it discards the object
        os.close(self.reader)
        if self.keyboard >= 0:
            os.close(self.keyboard)

    def _end(self) -> None:
        if self._on_terminal:
            self.type("\x04")
        else:
            os.close(self.keyboard)
            self.keyboard = -1


def answers(
    rig: SetupRig,
    name: str,
    *,
    display: Sequence[Reply] = ("",),
    keys: Sequence[Reply] | None = None,
    lights: Sequence[Reply] = ("",),
    voice: Sequence[Reply] = ("",),
    more: Sequence[Reply] = (),
    end: Sequence[Reply] = ("y",),
) -> list[Reply]:
    """Return the answers with which `muggins setup` configures the board that a profile describes.

    There must be no configuration file yet.

    Args:
        rig: the simulated hardware.
        name: the name of the profile.
        display: the answers about the display, used only if the profile has a display.
        keys: the answers to setup's test of the keys; None to press the correct keys.
        lights: the answers about the LEDs, used only if the profile has LEDs.
        voice: the answers about the voice. The default is just Enter, which means no voice.
        more: the answers to "Anything else?", without the final Enter that means no.
        end: the answers to the last question, which asks whether to write the file.
    """
    config = profile(name)
    return [
        *named_parts(name),
        name,
        *(display if config.displays else ()),
        "",  # Enter starts the test of the keys
        *(rig.right() if keys is None else keys),
        *(lights if config.lights else ()),
        *voice,
        *more,
        "",  # nothing else
        *end,
    ]


def named_parts(name: str) -> list[Reply]:
    return [each or "none" for each in parts_of(name)]


def _overdue(*_: object) -> None:
    raise AssertionError("setup waits for something that was not done")


def set_up(
    rig: SetupRig,
    answers: Answers,
    out: Path | None,
    *,
    on_terminal: bool = False,
    meet: Callable[[Person], object] = lambda person: None,
) -> Person:
    """Run `muggins setup` with these answers, check that it used all of them, and return the person.

    Args:
        rig: the simulated hardware.
        answers: the answers that the person gives.
        out: the path to the configuration file to write; None for the default path.
        on_terminal: True if the person types in a terminal, False for a pipe.
        meet: a function that is called with the person before setup starts.
    """
    person = Person(answers, on_terminal)
    meet(person)
    before = signal.signal(signal.SIGALRM, _overdue)
    signal.alarm(30)
    try:
        run(Terminal(person.reader, person), rig.parts, out)
        assert not person.left
    except BaseException as error:
        error.add_note(person.said)
        raise
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        person.leave()
        rig.close()
    return person
