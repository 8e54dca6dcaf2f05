"""The score of a hand in short form, such as `hand 12: 15s 4, double run 8`."""

from __future__ import annotations

import pytest

from engine.cards import Card
from engine.scoring.hands_and_crib import count_show
from engine.scoring.items import Finding
from firmware_py.view.calls import hand_in_short


@pytest.mark.parametrize(
    ("cards", "forms"),
    [
        ("2H 4S 6D 8C KH", ()),
        ("5H 10S 2D 4C KH", ("15s 4",)),
        ("5H 5S KD 9C 2H", ("15s 4, pair 2", "15s 4, pairs 2", "15s 4+2")),
        ("2H 2S 9D 9C 7H", ("pairs 4",)),
        ("4H 5S 5D 6C 2H", ("15s 4, double run 8", "15s 4, runs 8", "15s 4+8")),
        ("AH 2S 3D 8C 8H", ("pair 2, run 3", "pairs 2, runs 3", "2+3")),
        ("2H 4H 6H JH KH", ("flush 5, nobs", "flush 5, nobs", "5+1")),
    ],
)
def test_a_hand_is_listed_by_name_by_kind_and_by_number(cards: str, forms: tuple[str, ...]) -> None:
    *hand, starter = deal = [Card.parse(card) for card in cards.split()]
    items = count_show(hand, starter).items
    findings = [Finding(item.reason, item.points, tuple(map(deal.index, item.cards))) for item in items]
    assert hand_in_short(findings) == forms
