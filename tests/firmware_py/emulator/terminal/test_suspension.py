"""The simulator's process can be stopped and continued without losing the game or disturbing the terminal."""

from __future__ import annotations

import asyncio
import io
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.app import App
from textual.drivers._writer_thread import WriterThread
from textual.drivers.linux_driver import LinuxDriver

from firmware_py.emulator.app import SuspendableDriver
from tests.support.deadline import Deadline, until
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


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="Linux says there if a process is stopped")
def test_stopped_again_and_again_while_it_starts_it_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with InTerminal("simulate", environment={"XDG_STATE_HOME": str(tmp_path)}) as terminal:
        deadline = Deadline()
        while "To begin, cut a pack" not in terminal.words:
            deadline.left("the first picture")
            terminal.signal(signal.SIGSTOP)
            until(lambda: terminal.is_stopped, "the simulator to stop")
            terminal.signal(signal.SIGCONT)
            terminal.read()
        terminal.type("\x1b")
        assert terminal.ends() == 0


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let Textual's driver do nothing with the terminal. Yield a list of what it was asked to do."""
    done: list[str] = []

    def start(driver: LinuxDriver) -> None:
        done.append("start")
        if done != ["stop", "start"]:  # the first time, the process is in the background
            driver._writer_thread = WriterThread(io.StringIO())

    monkeypatch.setattr(LinuxDriver, "start_application_mode", start)
    monkeypatch.setattr(LinuxDriver, "stop_application_mode", lambda driver: done.append("stop"))
    monkeypatch.setattr(LinuxDriver, "close", lambda driver: None)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)}
    yield done
    for number, handler in handlers.items():
        signal.signal(number, handler)


def test_a_driver_that_was_suspended_resumes_once_as_soon_as_it_can(done: list[str]) -> None:
    async def work() -> None:
        driver = SuspendableDriver(App())
        driver.resume_application_mode()
        driver.suspend_application_mode()
        driver.resume_application_mode()
        driver.resume_application_mode()
        driver.resume_application_mode()
        driver.suspend_application_mode()

    asyncio.run(work())
    assert done == ["stop", "start", "start", "stop"]
