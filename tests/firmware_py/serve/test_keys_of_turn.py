"""Some keys on the phones are meant only for the player whose turn it is."""

from pathlib import Path
from typing import Any

import pytest

from engine.rules import Rules
from firmware_py.serve.page_view import keys_of_turn
from tests.support import keyed
from tests.support.views import last_view

RANKS_AND_GO = "A 2 3 4 5 6 7 8 9 10 J Q K GO".split()


def turn(folder: Path, words: str, rules: Rules | None = None) -> dict[str, Any] | None:
    return keys_of_turn(last_view(folder, keyed.board(rules=rules), words))


@pytest.mark.parametrize(
    ("words", "seat", "keys"),
    [
        ("OK 2", 1, RANKS_AND_GO),
        ("OK 2 10", 0, RANKS_AND_GO),  # whoever laid the ten can still press its suit
        (keyed.FLUSH, 1, [*RANKS_AND_GO, "OK"]),
    ],
)
def test_the_keys_of_a_turn_are_for_one_seat(tmp_path: Path, words: str, seat: int, keys: list[str]) -> None:
    assert turn(tmp_path, words) == {"seat": seat, "keys": keys}


@pytest.mark.parametrize("words", ["", "OK", "OK 2 10 MENU", keyed.CRIB])
def test_where_anybody_may_press_no_key_waits_for_a_seat(tmp_path: Path, words: str) -> None:
    assert turn(tmp_path, words) is None


def test_ok_is_for_the_dealer_too_while_his_heels_can_be_called_at_pones_hand(tmp_path: Path) -> None:
    rules = Rules(track="show", muggins=True, muggins_heels=True)
    assert turn(tmp_path, "OK J", rules) == {"seat": 1, "keys": RANKS_AND_GO}


def test_a_claim_is_its_owners_and_what_was_missed_is_everybodys(tmp_path: Path) -> None:
    rules = Rules(muggins=True)
    assert turn(tmp_path, keyed.COUNTED, rules) == {"seat": 1, "keys": [*RANKS_AND_GO, "OK"]}
    assert turn(tmp_path, f"{keyed.COUNTED} 2 OK", rules) is None
