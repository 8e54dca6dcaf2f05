"""The key presses of people who play game after game, and the state of the board after each key press."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from engine.prompts import Prompt
from firmware_py.input.keys import Key
from tests.support import keyed
from tests.support.processes import run
from tests.support.table import Table

ROOT = Path(__file__).parents[2]
PROFILE = ROOT / "hardware/profiles/usb-numpad.toml"
OFTEN = 0.06
"""The probability, after each key press, that the player undoes some."""


def played(random: Random, ended: Callable[[], None] = lambda: None) -> Iterator[str]:
    """Yield the keys for an endless series of games, including UNDO and REDO. All keys take effect.

    Args:
        random: the source of all random choices.
        ended: a function that is called at the end of each game.
    """
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
        ended()
        yield pressed("OK")


class Keys:
    """All key presses made in a test, in order, and the codes that a keypad sends for them."""

    def __init__(self, random: Random) -> None:
        self._codes: dict[str, int] = tomllib.loads(PROFILE.read_text())["keyboard"]["codes"]
        self._words: list[str] = []
        self._ends: list[int] = []
        self._coming = played(random, lambda: self._ends.append(len(self._words)))

    @property
    def codes(self) -> list[int]:
        return list(self._codes.values())

    def code(self, word: str) -> int:
        return self._codes[word]

    def words(self, first: int, count: int) -> list[str]:
        """Return `count` successive key presses, e.g. `["OK", "5"]`.

        Args:
            first: the index of the first of them among all key presses of the test, counted from 0.
            count: how many key presses to return.
        """
        return self._to(first + count)[first:]

    def end_of_game(self, number: int) -> int:
        """Return the number of key presses from the start of the first game to the end of game `number`.

        Games are numbered from 1.
        """
        while len(self._ends) < number:
            self._words.append(next(self._coming))
        return self._ends[number - 1]

    def end_of_deal(self, first: int) -> int:
        """Find the first deal that ends after at least `first` key presses.

        Return how many key presses have been made by the end of this deal, counted from the beginning of the
        test.
        """
        board, ended = keyed.board(), (0, 0)
        for presses in count(1):
            board.press(Key.parse(self._to(presses)[-1]))
            game = board.history.game
            # After UNDO and REDO, the same deal ends again.
            if game.prompt is Prompt.STARTER and (game.number, game.deals) > ended:
                ended = game.number, game.deals
                if presses >= first and game.deals:
                    return presses
        raise AssertionError("players play for ever")

    def order(self, number: int) -> str:
        """Return the key code of the key press at index `number`, with an `L` after it for a long press."""
        word = self._to(number + 1)[number]
        # The keypad has no key for REDO, which is a long press of UNDO.
        return f"{self._codes['UNDO']}L" if word == "REDO" else str(self._codes[word])

    def standing(self, presses: int) -> dict[str, Any]:
        """Return the state of the game after `presses` key presses, as printed by `muggins replay --json`."""
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
