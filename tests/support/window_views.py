"""A board as its view file describes it after each key press, without a running board."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from firmware_py.board.board import Board
from firmware_py.input.keys import Key, Press
from firmware_py.outputs.window import ViewFile
from firmware_py.window.folder import VIEW
from firmware_py.window.seen import SeenBoard


def views(folder: Path, board: Board, words: str = "") -> Iterator[SeenBoard]:
    """Yield the board as its view file describes it, at the start and then after each key in `words`."""
    file = ViewFile(folder, 0o750)
    file.write(board)
    yield SeenBoard.of(json.loads((folder / VIEW).read_bytes()))
    for word in words.split():
        key = Key.parse(word)
        file.write(board, [(Press(key), board.press(key))])
        yield SeenBoard.of(json.loads((folder / VIEW).read_bytes()))


def last_view(folder: Path, board: Board, words: str = "") -> SeenBoard:
    *_, last = views(folder, board, words)
    return last
