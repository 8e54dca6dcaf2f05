"""The simulator, started with an encoding other than UTF-8.

The tests set `PYTHONIOENCODING` instead of the locale, because few machines have a Latin-1 locale installed.
"""

from __future__ import annotations

import io
import os
import sys
import termios
from pathlib import Path

import pytest

from firmware_py.emulator import glass
from tests.support.board_process import InTerminal

LOCALES = ["latin-1", "ascii", "cp1252:replace"]
BRAILLE = range(0x2800, 0x2900)


def simulator(tmp_path: Path, locale: str, *, is_utf8: bool = True, is_silent: bool = False) -> InTerminal:
    return InTerminal(
        "simulate",
        environment={
            "PYTHONIOENCODING": locale,
            "PYTHONUTF8": "0",
            "XDG_STATE_HOME": str(tmp_path / "state"),
            "XDG_CONFIG_HOME": str(tmp_path),
        },
        is_utf8=is_utf8,
        is_silent=is_silent,
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_a_terminal_that_shows_utf8_is_drawn_on_all_the_same(tmp_path: Path, locale: str) -> None:
    with simulator(tmp_path, locale) as terminal:
        terminal.until("To begin, cut a pack", "Esc quit", "♠")
        assert "\\u" not in terminal.words and "?" not in terminal.words
        assert any(ord(char) in BRAILLE for char in terminal.words)
        terminal.type("\x1b")
        assert terminal.ends() == 0


@pytest.mark.parametrize(
    ("is_utf8", "is_silent"),
    [
        pytest.param(False, False, id="latin-1"),
        pytest.param(True, True, id="silent", marks=pytest.mark.slow),  # it is given five seconds
    ],
)
def test_a_terminal_without_utf8_is_refused_in_a_line(tmp_path: Path, is_utf8: bool, is_silent: bool) -> None:
    with simulator(tmp_path, "latin-1", is_utf8=is_utf8, is_silent=is_silent) as terminal:
        assert terminal.ends() == 2
        assert terminal.words.startswith("muggins: this terminal does not show UTF-8")
        assert "LC_ALL=C.UTF-8" in terminal.words
    assert not (tmp_path / "state").exists()


def test_a_terminal_that_does_not_answer_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glass, "PATIENCE", 0.1)
    ours, theirs = os.openpty()
    before = termios.tcgetattr(theirs)
    with (
        open(ours, "rb", buffering=0) as user,
        open(theirs, "r+b", buffering=0) as terminal,
        io.TextIOWrapper(terminal, "latin-1", write_through=True) as stream,
    ):
        monkeypatch.setattr(sys, "__stdin__", stream)
        monkeypatch.setattr(sys, "__stderr__", stream)
        assert not glass.use_utf8()
        assert stream.encoding == "latin-1"
        assert b"\x1b[6n" in user.read(1024)
        assert termios.tcgetattr(theirs) == before


def test_with_utf8_the_terminal_is_not_asked(tmp_path: Path) -> None:
    with simulator(tmp_path, "utf-8", is_silent=True) as terminal:
        terminal.until("Esc quit")
        assert b"\x1b[6n" not in terminal.written
        terminal.type("\x1b")
        assert terminal.ends() == 0
