"""What programs share: the log, the end on a signal, the version, how to install what is optional."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from firmware_py.start import simulator
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


def test_a_signal_that_is_not_named_keeps_its_effect() -> None:
    end_on_signals(lambda: None, [signal.SIGTERM])
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)


def test_a_wait_ends_even_if_its_end_came_first() -> None:
    command = EndOfCommand()
    end_on_signals(command.end)
    os.kill(os.getpid(), signal.SIGTERM)
    command.wait()


def test_a_signal_ends_a_wait() -> None:
    command = EndOfCommand()
    end_on_signals(command.end)
    sender = threading.Timer(
        0.05, lambda: signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
    )
    sender.start()
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


def test_outside_a_virtual_environment_it_is_debians_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert how_to_install("python3-tornado", "serve") == "install it with 'sudo apt install python3-tornado'"


def test_in_a_virtual_environment_it_is_its_own_pip(tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    venv.create(folder)
    done = subprocess.run(
        [
            folder / "bin/python",
            "-c",
            "from firmware_py.system.process import how_to_install as how; print(how('x', 'serve'))",
        ],
        env={"PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"install it with: '{folder}/bin/pip' install 'muggins[serve]'\n"


def test_the_version_is_that_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == process.VERSION


def test_the_debian_package_is_known_by_where_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    build = (ROOT / "systemd" / "build-deb").read_text(encoding="utf-8")
    assert f'LIBRARY = "{str(process.LIBRARY).lstrip("/")}"' in build
    assert not process.is_packaged()
    assert "/bin/pip install '.[simulator]'" in simulator._how_to_get_textual()
    monkeypatch.setattr(process, "LIBRARY", Path(process.__file__).parents[1])
    assert process.is_packaged()
    assert "pip" not in simulator._how_to_get_textual()
