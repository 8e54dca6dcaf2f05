"""The explanation of the symbols on the display."""

import pytest

from engine.rules import Rules
from tests.support import keyed


@pytest.mark.parametrize("players", [2, 3, 4])
def test_symbols_are_explained_in_the_menu(players: int) -> None:
    board = keyed.board(rules=Rules(players=players))
    first = " ".join(board.view.legend)
    keyed.press(board, "OK 2 MENU 9")
    assert board.view.page is not None
    page = " ".join(" ".join(row) for row in board.view.page.rows)
    for said in (first, page):
        assert "D" in said.split() and "dealer" in said
        assert ("lit score" if players == 3 else "◀ ▶") in said and "whose turn" in said
    assert "count" in page and "thick peg" in page and "thin peg" in page
    keyed.press(board, "GO")
    assert (board.view.page, board.view.legend) == (None, ())
