"""The simulator as lines of text: which lines a key prints, and on which terminals it comes by itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware_py.emulator.text import TextScreen
from firmware_py.input.keys import Key, Press
from firmware_py.system.output import plain_text
from tests.support import keyed
from tests.support.board_process import InTerminal
from tests.support.command import ENVIRONMENT, MUGGINS
from tests.support.processes import ended, started

DEAL = "Left deals six cards each; two each to the crib. Turn up the starter."
HELP = "key the card you lay; OK shows the last counts; UNDO takes the last press back; / MENU opens the menu"
TABLE = "Left 2, back peg 0, dealer / on the table:"
NO_GO = "No go at 15: up to 21, any card can be played"


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ("OK", f"Left 0, back peg 0, dealer / {DEAL}"),
        ("OK 2", "Starter 2 / Right: card"),
        ("OK 2 10", "on the table: 10 = 10 / Left: card"),
        ("OK 2 10 5", f"{TABLE} 10 5 = 15 / Left: fifteen for two / Right: card"),
        ("OK 2 10 5 GO", NO_GO),
        ("OK 2 10 5 GO GO", NO_GO),  # although it has not changed
        ("OK 2 6 10 5 10", f"{TABLE} 6 10 5 10 = 31 / Left: thirty-one for two / Right: card"),
        ("OK 2 10 HELP", HELP),
        ("OK 2 10 MENU UNDO", "Left: card"),
        ("OK 2 10 MENU 4", "Throw the deal in? / Its points are lost, / same dealer again. / OK yes  GO no"),
        ("OK 2 SCORE", "Left 0, back peg 0, dealer / Right 0, back peg 0 / Starter 2 / Right: card"),
        ("K 5", f"Right 0, back peg 0, dealer / cut: K 5 / {DEAL.replace('Left', 'Right')}"),
    ],
)
def test_the_last_key_prints_the_lines_that_it_changes(
    keys: str, lines: str, capsys: pytest.CaptureFixture[str]
) -> None:
    board, screen = keyed.board(), TextScreen()
    screen.shown(board)
    for word in keys.split():
        capsys.readouterr()
        press = Press(Key.parse(word))
        screen.pressed(press, board.press(press.key))
        screen.shown(board)
    assert capsys.readouterr().out.splitlines() == lines.split(" / ")


def test_signs_and_missing_letters_become_similar_ones() -> None:
    assert plain_text("Zoë 5♥ \N{EN DASH} …", "ascii") == "Zoe 5H - ..."
    assert plain_text("Zoë 5♥", "latin-1") == "Zoë 5H"


@pytest.mark.parametrize(
    "environment",
    [{"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}, {"LC_ALL": "C"}, {"TERM": "linux"}],
    ids=str,
)
def test_a_terminal_with_few_characters_shows_text(tmp_path: Path, environment: dict[str, str]) -> None:
    environment |= {"XDG_CONFIG_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    is_utf8 = "TERM" in environment
    with InTerminal("simulate", "--names", "Ann,Bo", environment=environment, is_utf8=is_utf8) as terminal:
        terminal.until("Esc closes a page, or quits.", "Ann 0, back peg 0")
        terminal.type("o2h0\x1b[A5")  # an arrow key in between
        terminal.until("Starter 2H", "Ann: fifteen for two")
        assert "?" not in terminal.words
        terminal.type("m")
        terminal.until("A peg")
        terminal.type("\x1b")  # closes the menu
        terminal.until("K phone Bo: card")
        terminal.type("\x1b")
        assert terminal.ends() == 0
        sent = terminal.written.replace(b"\r\xc3\xa9\x1b[6n\r\x1b[K", b"")  # "do you show UTF-8?"
        assert sent.isascii() and b"\x1b" not in sent


def test_a_terminal_that_is_gone_ends_it(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    environment = ENVIRONMENT | {"TERM": "dumb", "XDG_STATE_HOME": str(tmp_path)}
    with started([*MUGGINS, "simulate"], stdin=theirs, stdout=theirs, env=environment) as process:
        os.close(theirs)
        with open(ours, "rb", buffering=0) as terminal:
            while b"back peg" not in terminal.read(1000):
                pass
        ended(process)
