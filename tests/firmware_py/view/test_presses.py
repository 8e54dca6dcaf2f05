"""A key press in words, as a sentence and as part of a sentence."""

from __future__ import annotations

import pytest

from firmware_py.input.correction import press_as_noun, press_as_sentence
from tests.support.views import board_after


@pytest.mark.parametrize(
    ("keys", "sentence", "noun"),
    [
        ("4", "Left cut 4", "Left's cut"),
        ("OK 2", "starter 2", "the starter"),
        ("OK 2 7", "Right laid 7", "Right's 7"),
        ("OK 2 7 H", "its suit ♥", "the suit ♥"),
        ("OK 2 10 5 6 9 GO", "Right: go", "Right's go"),
        ("OK 2 10 5 5 5 6 K K 9 GO 8 9", "crib 9", "the crib's 9"),
        ("OK 2 A MENU A 5 OK", "points pegged", "points by hand"),
    ],
)
def test_the_last_press_in_words(keys: str, sentence: str, noun: str) -> None:
    history = board_after(keys).history
    step = history.timeline.steps[-1]
    assert press_as_sentence(step, history.game).startswith(sentence)
    assert press_as_noun(step, history.game) == noun


def test_a_card_that_leads_a_new_count_belongs_to_the_player_who_lays_it() -> None:
    history = board_after("OK 2 10 5 6 9 3").history
    step = history.timeline.steps[-1]
    (name,) = [
        name
        for name, hand in zip(("Left", "Right"), history.game.deal.hands, strict=True)  # type: ignore[union-attr]
        if len(step.before.deal_cards) in hand
    ]
    assert press_as_sentence(step, history.game) == f"{name} laid 3"
