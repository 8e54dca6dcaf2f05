"""Changes of different types are never equal, and any change can be hashed and pickled."""

import pickle

from engine.cards import Card
from engine.change_types import CardLaid, CountRestarted, CribCard, HandCard, PlayEnded
from engine.indices import Seat

FIVE = Card.parse("5H")


def test_changes_of_different_types_are_never_equal() -> None:
    assert CountRestarted() != PlayEnded()
    assert HandCard(Seat(0), FIVE) != CribCard(Seat(0), FIVE)
    assert HandCard(Seat(0), FIVE) != (0, FIVE)
    assert len({HandCard(Seat(0), FIVE), CribCard(Seat(0), FIVE), CountRestarted(), PlayEnded()}) == 4


def test_equal_changes_have_equal_hashes() -> None:
    assert CardLaid(Seat(1), FIVE, 15) == CardLaid(Seat(1), FIVE, 15)
    assert len({CardLaid(Seat(1), FIVE, 15), CardLaid(Seat(1), FIVE, 15)}) == 1


def test_a_change_can_be_pickled() -> None:
    change = CardLaid(Seat(1), FIVE, 15)
    assert pickle.loads(pickle.dumps(change)) == change
