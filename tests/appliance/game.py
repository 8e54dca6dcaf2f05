"""What people key in game after game, and where a board stands when it has taken so many of their presses."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from firmware_py.input.keys import Key
from tests.support import keyed
from tests.support.processes import run
from tests.support.table import Table

ROOT = Path(__file__).parents[2]
PROFILE = ROOT / "hardware/profiles/usb-numpad.toml"
OFTEN = 0.06
"""How often somebody has second thoughts."""


def played(random: Random) -> Iterator[str]:
    """The words of keys that all take effect, without end: games, with presses taken back now and then."""
    board = keyed.board()

    def pressed(word: str) -> str:
        assert board.press(Key.parse(word)).took, word
        return word

    while True:
        for word in Table(random).keys(lambda: board.history.game):
            yield pressed(word)
            if random.random() < OFTEN:
                back = min(random.randint(1, 3), len(board.history.past))
                for again in ["UNDO"] * back + ["REDO"] * back:
                    yield pressed(again)
            elif random.random() < OFTEN:
                yield pressed("UNDO")
                yield pressed(word)
        yield pressed("OK")


class Keys:
    """The presses of a run, in order, and the codes that a keypad sends for them."""

    def __init__(self, random: Random) -> None:
        self._codes: dict[str, int] = tomllib.loads(PROFILE.read_text())["keyboard"]["codes"]
        self._coming = played(random)
        self._words: list[str] = []

    @property
    def codes(self) -> list[int]:
        """The codes of all keys of the keypad."""
        return list(self._codes.values())

    def code(self, word: str) -> int:
        """The code of a key, as key files have its word."""
        return self._codes[word]

    def words(self, first: int, count: int) -> list[str]:
        """So many presses from a certain one on, as key files have them."""
        return self._to(first + count)[first:]

    def order(self, number: int) -> str:
        """The press that follows so many others, as `guest_keypad` takes it."""
        word = self._to(number + 1)[number]
        # The keypad has no key of its own for REDO: it is a long press of UNDO.
        return f"{self._codes['UNDO']}L" if word == "REDO" else str(self._codes[word])

    def standing(self, presses: int) -> dict[str, Any]:
        """Where a board stands that has taken the first presses: what `muggins replay --json` says."""
        command = [sys.executable, "-m", "firmware_py", "replay", "-", "--json"]
        typed = " ".join(self._to(presses))
        done = run(command, input=typed, capture_output=True, text=True, check=True, cwd=ROOT)
        standing: dict[str, Any] = json.loads(done.stdout)
        assert standing["presses"] == presses and not standing["refused"]
        return standing

    def _to(self, count: int) -> list[str]:
        while len(self._words) < count:
            self._words.append(next(self._coming))
        return self._words[:count]
