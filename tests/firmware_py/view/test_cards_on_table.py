"""The cards on the table.

If the last key press ended a count of the play, the view also contains the total and the cards of that count.
"""

from __future__ import annotations

import pytest

from engine.cards import Card
from firmware_py.view.view import EndedCount
from tests.support.views import view_after


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("", ""),
        ("4", "4"),
        ("10 H 10 S", "10♥ 10♠"),
        ("OK", ""),
        ("OK 2 H", "Starter 2♥"),
        ("OK 2 8 7 H 9", "8 7♥ 9"),
        ("OK 2 10 5 6 K", ""),  # 31: the next count has no card yet
        ("OK 2 10 5 6 9 3", "3"),
        ("OK 2 10 5 5 5 6 K K 9", ""),  # the show
    ],
)
def test_the_table_has_the_cards_cut_the_starter_or_the_count(keys: str, text: str) -> None:
    assert view_after(keys).cards_text == text


def test_only_a_starter_just_turned_up_is_shown_as_the_starter() -> None:
    assert [view_after(keys).shows_starter for keys in ("OK", "OK 2", "OK 2 8")] == [False, True, False]


def ended(total: int, cards: str) -> EndedCount:
    return EndedCount(total, tuple(Card.parse(card) for card in cards.split()))


@pytest.mark.parametrize(
    ("keys", "rules", "expected"),
    [
        ("OK 2 10 5 6 K", "", ended(31, "10 5 6 K")),
        ("OK 2 10 5 6 9", "", None),  # 30
        ("OK 2 10 5 6 9 GO GO", "", ended(30, "10 5 6 9")),
        ("OK 2 10 5 6 9 GO GO UNDO", "", None),
        ("OK 2 10 5 6 9 3", "", ended(30, "10 5 6 9")),  # the three would pass 31
        ("OK 2 10 5 6 9 3 H", "", ended(30, "10 5 6 9")),
        ("OK 2 10 5 6 9 3 4", "", None),
        ("OK 2 K Q A OK", "ace_11=on", ended(31, "K Q A")),
        ("OK 2 K Q A GO", "ace_11=on", None),
    ],
)
def test_a_count_that_the_last_press_ended_is_kept_until_the_next_press(
    keys: str, rules: str, expected: EndedCount | None
) -> None:
    assert view_after(keys, rules).ended_count == expected
