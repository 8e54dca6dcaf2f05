"""The number of key presses in a deal if the players enter only ranks."""

from __future__ import annotations

from random import Random

from engine.game import Game
from engine.match.history import History
from engine.prompts import Prompt
from firmware_py.board import Board
from firmware_py.input.keys import Key
from tests.support.table import Keep, Table, keep_any, keep_best


def rows(deals: int) -> list[tuple[str, str, str, str]]:
    """Return two table rows with the mean number of key presses per deal.

    In the first row, the players keep random cards. In the second row, they keep the best four.

    Args:
        deals: the minimum number of deals to play for the first row. The second row uses a fifth of them.
    """
    return [
        (
            "presses a deal, random hands, random legal play",
            f"{mean(deals, keep_any):.2f}",
            "16.1",
            "29.2 with every suit",
        ),
        (
            "presses a deal, best four kept",
            f"{mean(deals // 5, keep_best):.2f}",
            "15.3",
            "29.2 with every suit",
        ),
    ]


def mean(deals: int, keep: Keep) -> float:
    """Play whole games, and return the mean number of key presses per deal.

    Args:
        deals: the minimum number of deals to play.
        keep: a function that chooses which cards a player keeps.
    """
    random = Random(121)
    finished = presses = 0
    while finished < deals:
        board = Board(History.of(Game.new()))
        in_deal = done = 0
        for word in Table(random, keep=keep).keys(lambda board=board: board.history.game):
            in_deal += board.history.game.prompt is not Prompt.CUT_FOR_DEAL
            board.press(Key.parse(word))
            if board.history.game.deals > done:
                done, finished, presses, in_deal = done + 1, finished + 1, presses + in_deal, 0
    return presses / finished
