"""Whole games are played in the simulator through a pseudo-terminal, and its screen is checked as text."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pexpect
import pyte
import pytest

from engine.game import Game
from engine.match.history import History
from firmware_py.board.board import Board
from firmware_py.emulator.log import lines
from firmware_py.input.keys import Key
from firmware_py.render import oled
from tests.support.deadline import PATIENCE, Deadline
from tests.support.keyed import keys_in
from tests.support.processes import run

KEYS = Path(__file__).parents[2] / "benchmarks" / "ranks.keys"
LETTERS = {"10": "0", "GO": "g", "OK": "o", "UNDO": "u", "REDO": "r", "MENU": "m", "MUGGINS": "x"}


class Screen:
    """The simulator, running in a terminal with 80 columns and 24 lines."""

    def __init__(self, child: pexpect.spawn) -> None:
        self._child = child
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)

    def key(self, keys: Sequence[Key]) -> None:
        for key in keys:
            self._child.send(LETTERS.get(key.value, key.value.lower()))

    def settle(self, board: Board) -> None:
        """Read the output until the terminal shows the same OLED picture and last log line as the board."""
        last = [line.text for line in lines(board.history)[-1:]]
        picture = braille(board)
        deadline = Deadline()
        while True:
            glass = [line[:64].replace("\u2800", " ") for line in self._screen.display[:16]]
            calls = re.sub(r"\s+", " ", " ".join(self._screen.display[20:23]))
            if glass == picture and all(call in calls for call in last):
                return
            shown = "\n".join(self._screen.display)
            left = deadline.left(f"{last}:\n{shown}\ninstead of\n" + "\n".join(picture))
            with suppress(pexpect.TIMEOUT):
                self._stream.feed(self._child.read_nonblocking(65536, timeout=left))


def braille(board: Board) -> list[str]:
    """Return the board's OLED picture as 16 lines of 64 braille characters, with spaces for dark areas."""
    image = oled.draw(board.view)
    dots = ((0, 0, 1), (0, 1, 2), (0, 2, 4), (1, 0, 8), (1, 1, 16), (1, 2, 32), (0, 3, 64), (1, 3, 128))
    lines = []
    for top in range(0, 64, 4):
        cells = []
        for left in range(0, 128, 2):
            bits = sum(bit for x, y, bit in dots if image.getpixel((left + x, top + y)))
            cells.append(chr(0x2800 + bits) if bits else " ")
        lines.append("".join(cells))
    return lines


@contextmanager
def simulator(journal: Path) -> Iterator[Screen]:
    """Run the simulator with a journal, and end it by pressing Esc when the `with` block ends."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "firmware_py", "simulate", "--journal", str(journal)],
        env=os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
        dimensions=(24, 80),
        timeout=PATIENCE,
    )
    try:
        yield Screen(child)
        child.send("\x1b")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
    finally:
        child.close(force=True)


def replayed(keys: Sequence[Key], start: tuple[int, int] = (0, 0)) -> Board:
    board = Board(History.of(Game.new(start=start)))
    for key in keys:
        board.press(key)
    return board


@pytest.mark.slow
def test_a_whole_game(tmp_path: Path) -> None:
    keys = keys_in(KEYS.read_text(encoding="utf-8"))
    board = Board(History.of(Game.new()))
    with simulator(tmp_path / "games.txt") as screen:
        screen.settle(board)
        for first in range(0, len(keys), 20):
            screen.key(keys[first : first + 20])
            for key in keys[first : first + 20]:
                board.press(key)
            screen.settle(board)
    assert board.history.game.winner is not None


@pytest.mark.slow
def test_back_from_121_to_the_first_card_and_forth_again(tmp_path: Path) -> None:
    journal = tmp_path / "games.txt"
    start = (112, 113)
    keys = keys_in("K 4 2  10 5 5 5 6 K K 9  GO")
    run(
        [sys.executable, "-m", "firmware_py", "replay", "-", "--journal", str(journal), "--start", "112,113"],
        input="K",
        text=True,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    won = next(n for n in range(len(keys) + 1) if replayed(keys[:n], start).history.game.winner is not None)
    with simulator(journal) as screen:
        screen.key(keys[1:won])
        screen.settle(replayed(keys[:won], start))
        screen.key([Key.UNDO] * won)
        screen.settle(replayed([], start))
        screen.key([Key.REDO] * won)
        screen.settle(replayed(keys[:won], start))
