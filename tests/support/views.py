"""Views of boards after some keys: the view itself, its file, and what add-ons give it to show."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.rules import Rules
from firmware_py.board.board import Board
from firmware_py.input.dialogue import PhoneOffer
from firmware_py.input.keys import Key, Press
from firmware_py.input.page import Page
from firmware_py.input.settings import Equipment
from firmware_py.outputs.view_json import ViewFile
from firmware_py.view.coach import Advice, CoachOffer, CountedDeal, RatedThrow, advice_pages, counted_deal
from firmware_py.view.view import Additions, View
from firmware_py.window.folder import VIEW
from firmware_py.window.seen import SeenBoard
from tests.support import keyed


def board_after(
    keys: str, rules: str = "", players: int = 2, start: tuple[int, ...] = (), names: tuple[str, ...] = ()
) -> Board:
    """Return a new board after pressing these keys, which must all be accepted.

    Args:
        keys: the keys, separated by spaces.
        rules: options such as `muggins=on`, separated by spaces.
        players: the number of players.
        start: each side's score at the start of the game; 0 by default.
        names: the players' names; none by default.
    """
    return keyed.board(keys, start=start, rules=Rules.parse(rules.split(), players=players), names=names)


def view_after(keys: str, rules: str = "", *others: Any, **named: Any) -> View:
    """Return the view of a new board after these keys. Everything is said as in `board_after`."""
    return board_after(keys, rules, *others, **named).view


def page_after(keys: str, rules: str = "", players: int = 2, names: tuple[str, ...] = ()) -> Page:
    """Return the page on the display of a new board after pressing these keys, which must all be accepted.

    `rules` contains options such as `muggins=on`, separated by spaces.
    """
    return view_after(keys, rules, players, names=names).page


def texts_of(page: Page) -> list[str]:
    return [text for row in ((page.title, page.corner), *page.rows) for text in row if text]


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


def show_phones(board: Board, offer: PhoneOffer) -> None:
    board.show_also(Additions(phones=offer))


def show_advice(board: Board, offer: CoachOffer) -> None:
    board.show_also(Additions(more_pages=advice_pages(board.history.game, offer)))


COUNTED = f"{keyed.CRIB} 2 9 2 Q"
"""The keys of a deal, to the last card of the crib. Left deals and keeps 4 5 10 10, Right keeps K 8 K 6."""


def coached_board(words: str = COUNTED, rules: Rules | None = None, *, coach: bool = True) -> Board:
    board = keyed.board(words, rules=rules)
    board.equip(Equipment(coach=coach))
    return board


def counted(board: Board) -> CountedDeal:
    return counted_deal(board.history.game)


def advice_about(deal: CountedDeal, cost: float = 0.8) -> Advice:
    """Return made-up advice: the dealer threw the best cards, and pone's throw lost `cost` points."""
    first, second, third, fourth = deal.crib
    pone = 1 - deal.dealer
    best = deal.hands[pone][:2]
    throws: dict[int, RatedThrow] = {
        deal.dealer: RatedThrow(deal.hands[deal.dealer], (first, second), (first, second), 0.0),
        pone: RatedThrow(deal.hands[pone], (third, fourth), best, cost),
    }
    return Advice((throws[0], throws[1]), (0.56, 0.44), 0.83, False)
