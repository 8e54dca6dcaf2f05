"""In the five-card game, the non-dealer gets three for last (RULES.md 1 and 2)."""

from engine.deal import Source
from engine.phases.pegging import three_for_last
from engine.rules import Rules
from tests.support.words import game


def test_three_for_last_belongs_to_the_five_card_game() -> None:
    assert three_for_last(Rules("five-card")) == 3
    assert three_for_last(Rules("five-card", three_for_last=False)) == 0
    assert three_for_last(Rules()) == three_for_last(Rules("seven-card")) == 0


def test_pone_gets_the_points_once_the_first_dealer_is_known() -> None:
    after = game("OK", rules=Rules("five-card"))
    assert [(entry.source, entry.seat, entry.points) for entry in after.entries] == [
        (Source.THREE_FOR_LAST, 1, 3)
    ]
    assert [side.front for side in after.sides] == [0, 3]
