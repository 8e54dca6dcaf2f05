"""`ToldChanges` remembers which key press caused each recent change in a match."""

from firmware_py.speech.narrator import MOST, ToldChanges


def test_the_latest_changes_are_taken_back_with_their_presses() -> None:
    told = ToldChanges()
    told.add(2, press=1)
    told.add(3, press=2)
    told.add(1, press=3)
    assert told.take_back(2) == {2, 3}
    assert told.take_back(2) == {2}
    assert told.take_back(2) == {1}


def test_nothing_taken_back_concerns_no_press() -> None:
    told = ToldChanges()
    told.add(2, press=1)
    assert told.take_back(0) == frozenset()
    assert told.take_back(2) == {1}


def test_changes_from_before_it_began_concern_no_press() -> None:
    assert ToldChanges().take_back(5) == frozenset()


def test_only_the_latest_changes_are_kept() -> None:
    told = ToldChanges()
    for press in range(10 * MOST):
        told.add(1, press=press)
    assert len(told.take_back(10 * MOST)) == MOST
