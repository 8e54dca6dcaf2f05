"""The simulator's process can be stopped and continued without losing the game or disturbing the terminal."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_py.emulator.terminal.suspension import resume_only_what_was_suspended
from tests.support.deadline import until
from tests.support.in_terminal import InTerminal


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="Linux says there if a process is stopped")
def test_stopped_and_continued_it_plays_on_and_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with InTerminal("simulate", environment={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        terminal.until("To begin, cut a pack")
        for key, said in (("o", "Left deals"), ("j", "two for his heels"), ("5", "Right lays 5")):
            terminal.signal(signal.SIGSTOP)
            until(lambda: terminal.is_stopped, "the simulator to stop")
            terminal.signal(signal.SIGCONT)
            terminal.type(key)
            terminal.until(said)
        terminal.type("\x1b")
        assert terminal.ends() == 0


@pytest.fixture
def handled() -> Iterator[list[str]]:
    """Handle SIGTSTP and SIGCONT in place of Textual. Yield a list that collects the signals received."""
    handled: list[str] = []
    before = {
        number: signal.signal(number, lambda number, frame: handled.append(signal.Signals(number).name))
        for number in (signal.SIGTSTP, signal.SIGCONT)
    }
    yield handled
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_program_that_was_suspended_resumes_once(handled: list[str]) -> None:
    resume_only_what_was_suspended()
    for number in (signal.SIGCONT, signal.SIGTSTP, signal.SIGCONT, signal.SIGCONT, signal.SIGTSTP):
        signal.raise_signal(number)
    assert handled == ["SIGTSTP", "SIGCONT", "SIGTSTP"]


def test_without_a_terminal_nothing_is_changed() -> None:
    before = signal.getsignal(signal.SIGTSTP), signal.getsignal(signal.SIGCONT)
    resume_only_what_was_suspended()
    assert (signal.getsignal(signal.SIGTSTP), signal.getsignal(signal.SIGCONT)) == before
