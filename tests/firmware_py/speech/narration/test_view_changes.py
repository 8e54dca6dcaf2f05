"""The voice finds new key presses in the view file, and notices when the board has restarted or stopped."""

from typing import Any

from firmware_py.window.seen import ViewComparer


def view(run: str, sequence: int, *presses: int, running: bool = True) -> dict[str, Any]:
    recent = [{"sequence": each, "key": "OK"} for each in presses]
    return {"run": run, "sequence": sequence, "running": running, "recent": recent}


def new(comparer: ViewComparer, shown: dict[str, Any]) -> list[int]:
    """Pass a view to `comparer`, and return the sequence numbers of the key presses it reports as new."""
    found = comparer.look(shown)
    return [] if found is None else [press["sequence"] for press in found.presses]


def test_presses_from_before_the_first_look_are_not_new() -> None:
    comparer = ViewComparer()
    assert new(comparer, view("a", 5, 3, 5)) == []
    assert new(comparer, view("a", 7, 3, 5, 6, 7)) == [6, 7]
    assert new(comparer, view("a", 7, 3, 5, 6, 7)) == []


def test_a_first_look_and_a_restart_are_starts() -> None:
    comparer = ViewComparer()
    starts = [comparer.look(view(run, 1)) for run in ("a", "a", "b", "b")]
    assert [found.starts for found in starts if found] == [True, False, True, False]


def test_the_presses_after_a_restart_are_new_however_they_are_numbered() -> None:
    comparer = ViewComparer()
    comparer.look(view("a", 50, 50))
    assert new(comparer, view("b", 3, 2, 3)) == [2, 3]


def test_a_board_stops_once() -> None:
    comparer = ViewComparer()
    comparer.look(view("a", 1))
    stops = [comparer.look(view("a", sequence, running=False)) for sequence in (2, 2)]
    assert [found.stops for found in stops if found] == [True, False]


def test_a_board_that_stopped_before_the_first_look_is_nothing_to_tell() -> None:
    comparer = ViewComparer()
    assert comparer.look(view("a", 9, 9, running=False)) is None
    assert comparer.look(view("b", 1)) is not None


def test_a_window_full_of_new_presses_may_have_lost_some() -> None:
    comparer = ViewComparer()
    comparer.look(view("a", 1))
    some, full = comparer.look(view("a", 32, *range(2, 33))), comparer.look(view("a", 64, *range(33, 65)))
    assert some and not some.missed
    assert full and full.missed
