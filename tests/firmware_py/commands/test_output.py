"""Output in any encoding, a full or closed standard output, and errors on a single line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_py.system.output import complain, say, show
from tests.support.command import check_error, process
from tests.support.processes import run

COUNT = ["count", "5H", "5C", "5S", "JD"]
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}


def test_text_is_printed_as_it_is_and_an_object_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    show("two\nlines")
    show({"points": 2, "name": "Zoë"})
    assert capsys.readouterr() == ('two\nlines\n{"points": 2, "name": "Zo\\u00eb"}\n', "")


def test_unprintable_characters_of_an_error_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    complain("a\nb\x1b[31m é")
    assert capsys.readouterr() == ("", "muggins: a\\nb\\x1b[31m é\n")


def test_suits_are_letters_if_the_terminal_lacks_the_symbols() -> None:
    done = process(*COUNT, environment=ASCII)
    assert (done.status, done.err) == (0, "")
    assert "5H JD" in done.out


def test_json_is_ascii_everywhere() -> None:
    done = process("replay", "-", "--json", stdin="OK 2 H 2 H", environment=ASCII)
    assert (done.status, done.err) == (0, "")
    assert done.out.isascii()


def test_a_full_standard_output_is_an_error_of_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        check_error(process(*COUNT, stdout=full), "standard output", "no space left")


def test_a_closed_standard_output_is_no_error() -> None:
    command = f'"{sys.executable}" -m firmware_py {" ".join(COUNT)} >&-'
    done = run(["sh", "-c", command], stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", [COUNT, ["replay", "-"], ["replay", "-", "--json"]])
def test_a_reader_that_closes_the_pipe_is_no_error(command: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        result = process(*command, stdin="OK 3 K 5", stdout=writing)
    finally:
        os.close(writing)
    assert (result.status, result.err) == (0, "")


def test_closed_pipe_raises_broken_pipe_error(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    closed = open(writing, "w")  # noqa: SIM115  # its end cannot flush either
    monkeypatch.setattr(sys, "stdout", closed)
    with pytest.raises(BrokenPipeError):
        say("anything")
    os.dup2(os.open(os.devnull, os.O_WRONLY), writing)
    closed.close()


def test_an_error_stays_on_one_line_whatever_it_quotes() -> None:
    check_error(process("replay", "a\nb"), r"a\nb")
    check_error(process("count", "5H", "5C", "5S", "J" * 100_000), "…")
