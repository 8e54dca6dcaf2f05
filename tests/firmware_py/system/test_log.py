"""The log lines on standard error, for systemd's journal and for people."""

import os
import sys
from collections.abc import Iterator
from typing import IO

import pytest

from firmware_py.system.output import Log
from tests.support.processes import Lines

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
