"""What programs share: the log, the end on a signal, the version, how to install what is optional."""

import asyncio
import os
import signal
import sys
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from firmware_py.system import process
from firmware_py.system.output import Log
from firmware_py.system.process import EndOfCommand, end_on_signals, end_server_on_signals, how_to_install
from tests.support.command import ROOT
from tests.support.deadline import PATIENCE
from tests.support.processes import Lines


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_ends_the_server_and_later_ones_are_ignored(number: signal.Signals) -> None:
    async def serve() -> None:
        ended = asyncio.Event()
        end_server_on_signals(ended)
        os.kill(os.getpid(), number)
        await asyncio.wait_for(ended.wait(), PATIENCE)

    asyncio.run(serve())
    for again in (signal.SIGINT, signal.SIGTERM):
        os.kill(os.getpid(), again)  # would otherwise raise KeyboardInterrupt, or end the test


def test_the_function_is_called_once() -> None:
    calls: list[None] = []
    end_on_signals(lambda: calls.append(None))
    for number in (signal.SIGTERM, signal.SIGTERM, signal.SIGINT):
        os.kill(os.getpid(), number)
    assert calls == [None]


@pytest.mark.parametrize("before", [False, True])
def test_a_signal_ends_a_wait_even_if_it_came_first(before: bool) -> None:
    command = EndOfCommand()
    end_on_signals(command.end)
    main = threading.main_thread().ident or 0
    sender = threading.Timer(0 if before else 0.05, lambda: signal.pthread_kill(main, signal.SIGTERM))
    sender.start()
    if before:
        sender.join(PATIENCE)
    command.wait()
    sender.join(PATIENCE)


LINES = ("41 lay 5; Right: fifteen for two", "display: it does not answer; check its wires")


class Pipe:
    """A pipe that replaces standard error."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        self.reading: IO[str] = os.fdopen(reading, encoding="utf-8")
        self.stream: IO[str] = os.fdopen(writing, "w", encoding="utf-8")

    @property
    def name(self) -> str:
        """The value that systemd would assign to the variable JOURNAL_STREAM for this pipe."""
        file = os.fstat(self.stream.fileno())
        return f"{file.st_dev}:{file.st_ino}"

    def lines(self) -> list[str]:
        self.stream.close()
        return self.reading.read().splitlines()


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    made = Pipe()
    yield made
    made.stream.close()
    made.reading.close()


def say(log: Log) -> None:
    event, fault = LINES
    log.info(event)
    log.warning(fault)


def test_the_journal_is_told_the_priority_of_each_line(pipe: Pipe) -> None:
    log = Log(pipe.stream, {"JOURNAL_STREAM": pipe.name})
    assert log.is_followed
    say(log)
    assert pipe.lines() == [f"<6>{LINES[0]}", f"<4>{LINES[1]}"]


@pytest.mark.parametrize("journal", ["", "0:0", "nonsense"])
def test_elsewhere_than_in_the_journal_only_warnings_are_written(pipe: Pipe, journal: str) -> None:
    log = Log(pipe.stream, {"JOURNAL_STREAM": journal})
    assert not log.is_followed
    say(log)
    assert pipe.lines() == [f"muggins: {LINES[1]}"]


def test_at_a_terminal_everything_is_written_without_priorities() -> None:
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "w", encoding="utf-8") as stream:
        say(Log(stream, {}))
        lines = Lines(ours)
        said = [lines.line().rstrip("\r") for _ in LINES]
    os.close(ours)
    assert said == [LINES[0], f"muggins: {LINES[1]}"]


def test_unprintable_characters_are_escaped(pipe: Pipe) -> None:
    log = Log(pipe.stream, {"JOURNAL_STREAM": pipe.name})
    log.info("new-game names=A\nB\r\x1b[2J\u2028\x85,♥")
    assert pipe.lines() == ["<6>new-game names=A\\nB\\r\\x1b[2J\\u2028\\x85,♥"]


def test_a_log_without_a_reader_is_no_error(pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe.reading.close()
    journal = {"JOURNAL_STREAM": pipe.name}
    log = Log(pipe.stream, journal)
    say(log)
    # The stream keeps the text that it could not write, and would try again when it is closed.
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), pipe.stream.fileno())
    pipe.stream.close()
    say(log)
    monkeypatch.setattr(sys, "stderr", None)
    say(Log(None, journal))


def test_what_is_optional_is_installed_by_apt_or_by_the_pip_of_the_virtual_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert how_to_install("python3-tornado", "serve") == "install it with 'sudo apt install python3-tornado'"
    monkeypatch.setattr(sys, "prefix", "/home/ann/my games")
    monkeypatch.setattr(sys, "executable", "/home/ann/my games/bin/python")
    pip = "'/home/ann/my games/bin/pip'"
    assert how_to_install("x", "serve") == f"install it with: {pip} install 'muggins[serve]'"


def test_the_version_is_that_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == process.VERSION


def test_the_debian_package_is_known_by_where_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    build = (ROOT / "systemd" / "build-deb").read_text(encoding="utf-8")
    assert f'LIBRARY = "{str(process.LIBRARY).lstrip("/")}"' in build
    assert not process.is_packaged()
    monkeypatch.setattr(process, "LIBRARY", Path(process.__file__).parents[1])
    assert process.is_packaged()
