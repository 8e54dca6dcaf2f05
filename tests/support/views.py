"""Create a board, press keys on it, and return the board or what it then shows."""

from __future__ import annotations

from engine.game import Game
from engine.match.history import History
from engine.rules import Rules
from engine.setup import Setup
from firmware_py.board import Board
from firmware_py.view.page import Page
from firmware_py.view.view import View
from tests.support.keys_in import keys_in


def board_after(
    keys: str,
    rules: str = "",
    players: int = 2,
    start: tuple[int, ...] = (),
    names: tuple[str, ...] = (),
) -> Board:
    """Return a new board after pressing these keys, which must all be accepted.

    Args:
        keys: the keys, separated by spaces.
        rules: options such as `muggins=on`, separated by spaces.
        players: the number of players.
        start: each side's score at the start of the game; 0 by default.
        names: the players' names; none by default.
    """
    board = Board(History.of(Game.of(Setup(Rules.parse(rules.split(), players=players), start, names))))
    for key in keys_in(keys):
        assert board.press(key).why is None, key
    return board


def view_after(
    keys: str,
    rules: str = "",
    players: int = 2,
    start: tuple[int, ...] = (),
    names: tuple[str, ...] = (),
) -> View:
    """Return the view of a new board after pressing these keys, which must all be accepted.

    `rules` contains options such as `muggins=on`, separated by spaces.
    """
    return board_after(keys, rules, players, start, names).view


def page_after(keys: str, rules: str = "", players: int = 2, names: tuple[str, ...] = ()) -> Page:
    """Return the page on the display of a new board after pressing these keys, which must all be accepted.

    `rules` contains options such as `muggins=on`, separated by spaces.
    """
    page = view_after(keys, rules, players, names=names).page
    assert page is not None
    return page


def texts_of(page: Page) -> list[str]:
    return [text for row in ((page.title, page.corner), *page.rows) for text in row if text]
