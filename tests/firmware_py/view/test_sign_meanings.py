"""The meanings of the symbols on the display."""

from __future__ import annotations

import pytest

from tests.support.views import page_after, view_after


@pytest.mark.parametrize(
    ("players", "turn"),
    [(2, "◀ ▶ whose turn it is"), (3, "lit score: whose turn"), (4, "◀ ▶ whose turn it is")],
)
def test_the_signs_are_explained_while_players_cut_for_the_first_deal(players: int, turn: str) -> None:
    for keys in ("", "4", "5 5 5 5"[: 2 * players - 1]):
        assert view_after(keys, players=players).legend == (turn, "D the dealer")


@pytest.mark.parametrize("keys", ["4 5", "5 5 4 6", "OK"])
def test_they_are_not_explained_once_a_player_deals(keys: str) -> None:
    assert view_after(keys).legend == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_page_of_the_menu_explains_all_of_them(players: int) -> None:
    page = page_after("MENU 9", players=players)
    signs = [left for left, _ in page.rows]
    assert signs[0] == "D" and signs[-2:] == ["thick peg", "thin peg"]
    assert ("◀ ▶" in signs) == (players != 3)
    assert all(right for _, right in page.rows)
