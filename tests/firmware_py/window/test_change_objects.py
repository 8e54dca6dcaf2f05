"""Changes as JSON objects: every type has a name, and each object contains the fields of its change."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from engine import Rank, Rules, changes
from engine import change_types as change
from engine.cards import Card, Suit
from engine.deals import Source
from engine.indices import Seat, Side
from engine.scoring.items import Item, Reason
from firmware_py.window.change_objects import change_object
from tests.support.random_matches import FORMS, walk

FIVE, TEN = Card(Rank.FIVE, Suit.HEARTS), Card(Rank.TEN)


def test_a_card_laid() -> None:
    assert change_object(change.CardLaid(Seat(1), FIVE, 15)) == {
        "what": "laid",
        "seat": 1,
        "card": "5H",
        "count": 15,
    }


def test_points_say_their_reasons_with_the_cards() -> None:
    item = Item(Reason.FIFTEEN, 2, (TEN, FIVE))
    made = change.Points(Side(1), Seat(1), 2, 31, Source.PLAY, (item,), 15)
    assert change_object(made) == {
        "what": "points", "side": 1, "seat": 1, "points": 2, "score": 31, "source": "play", "count": 15,
        "by": None,
        "items": [{"reason": "fifteen", "points": 2, "cards": ["10", "5H"]}],
    }  # fmt: skip


def test_a_new_game_says_what_is_played() -> None:
    made = change.GameBegun(2, Rules(), ("Ann", "Bob"), (0, 0), (1, 2))
    assert change_object(made) == {
        "what": "game", "number": 2, "rules": {"players": 2, "game": "six-card", "target": 121},
        "names": ["Ann", "Bob"], "scores": [0, 0], "games": [1, 2],
    }  # fmt: skip


def test_what_is_taken_back_is_said_whole() -> None:
    back = change.TakenBack((change.CardLaid(Seat(0), TEN, 10), change.Go(Seat(1))))
    assert change_object(back) == {
        "what": "taken_back",
        "changes": [
            {"what": "laid", "seat": 0, "card": "10", "count": 10},
            {"what": "go", "seat": 1, "implied": False},
        ],
    }


def test_every_type_of_change_has_a_name_of_its_own() -> None:
    kinds = [kind for kind in get_args(change.Change) if kind is not change.TakenBack]
    names = {change_object(kind(*[None] * len(kind._fields)))["what"] for kind in kinds}
    assert len(names) == len(kinds) and "taken_back" not in names


@pytest.mark.parametrize("form", FORMS)
def test_whatever_happens_can_be_written_as_json(form: str) -> None:
    for before, _, after in walk(8, form, 150, second_thoughts=0.1):
        for made in changes(before, after):
            written = change_object(made)
            assert json.loads(json.dumps(written)) == written
