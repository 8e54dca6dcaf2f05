"""A board and a narrator, for testing what the voice says about key presses."""

from __future__ import annotations

import json
from pathlib import Path

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.dialogue import Equipment
from firmware_py.input.keys import Press, parse_input
from firmware_py.outputs.window import ViewFile
from firmware_py.speech.aloud import Heard, Level
from firmware_py.speech.narrator import Narrator
from firmware_py.window.seen import SeenBoard

NAMES = ("Ann", "Bob", "Cid", "Dee")


class HeardBoard:
    """A board that writes its view file, as a running board does, and a narrator that reads this file.

    Attributes:
        board: the board.
        heard: everything that the narrator has said since the last key press.
    """

    def __init__(self, folder: Path, board: Board, level: Level = Level.FULL) -> None:
        self.board, self.narrator = board, Narrator(level)
        self._folder, self._file = folder, ViewFile(folder, 0o700)
        self._file.write(board)
        self.heard = self.hear()

    def view(self) -> SeenBoard:
        """Return the board as the view file currently describes it."""
        return SeenBoard.of(json.loads((self._folder / "view.json").read_text()))

    def hear(self) -> Heard:
        return self.narrator.hear(self.view())

    def press(self, word: str) -> Heard:
        """Press a key, and return what the narrator says about it."""
        self.press_unheard(word)
        self.heard = self.hear()
        return self.heard

    def press_unheard(self, word: str) -> None:
        """Press a key, and update the view file, but do not let the narrator read it."""
        self.press_at_once(word)

    def press_at_once(self, *words: str) -> None:
        """Press several keys, and update the view file only once, after the last key."""
        presses = [Press(parse_input(word)) for word in words]
        self._file.write(self.board, [(press, self.board.press(press.key)) for press in presses])

    def rewrite(self) -> None:
        """Write the view file again although no key has been pressed."""
        self._file.write(self.board)

    def stop(self) -> Heard:
        """Stop the board, and return what the narrator then says."""
        self._file.end()
        return self.hear()

    def restart(self) -> Heard:
        """Restart the board with the same match, and return what the narrator says about it."""
        self.restart_unheard()
        return self.hear()

    def restart_unheard(self) -> None:
        """Restart the board with the same match, without letting the narrator read the new view file."""
        self.board = Board(self.board.history)
        self._file = ViewFile(self._folder, 0o700)
        self._file.write(self.board)

    def heard_late(self) -> Heard:
        """Start a new narrator now, and return what it says when it first reads the view file."""
        return Narrator(Level.FULL).hear(self.view())

    def said(self, words: str) -> list[str]:
        """Press the keys in `words`, and return the sentences that are spoken after the last key."""
        for word in words.split():
            self.press(word)
        return [sentence.text for sentence in self.heard.sentences]


def heard_board(
    folder: Path,
    words: str = "",
    *,
    level: Level = Level.FULL,
    rules: Rules | None = None,
    start: tuple[int, ...] = (),
    powers_off: bool = False,
) -> HeardBoard:
    """Create a board with named players, and a narrator that listens to it from the start.

    Args:
        folder: the folder for the board's files.
        words: the keys to press before the board is returned.
        level: how much the narrator says.
        rules: the rules of the game; None for the default rules.
        start: the initial scores.
        powers_off: True if the board can power off its computer.
    """
    rules = rules or Rules()
    game = Game.new(rules, start, NAMES[: rules.players])
    made = HeardBoard(folder, Board(History.of(game), equipment=Equipment(powers_off=powers_off)), level)
    made.said(words)
    return made
