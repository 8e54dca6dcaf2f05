"""The voice finds new key presses in the view file, and notices when the board has restarted or stopped."""

from typing import Any

from firmware_py.speech.narration.progress import Progress


def view(run: str, sequence: int, *presses: int, running: bool = True) -> dict[str, Any]:
    recent = [{"sequence": each, "key": "OK"} for each in presses]
    return {"run": run, "sequence": sequence, "running": running, "recent": recent}


def new(progress: Progress, shown: dict[str, Any]) -> list[int]:
    """Pass a view to `progress`, and return the sequence numbers of the key presses it reports as new."""
    found = progress.look(shown)
    return [] if found is None else [press["sequence"] for press in found.presses]


def test_presses_from_before_the_first_look_are_not_new() -> None:
    progress = Progress()
    assert new(progress, view("a", 5, 3, 5)) == []
    assert new(progress, view("a", 7, 3, 5, 6, 7)) == [6, 7]
    assert new(progress, view("a", 7, 3, 5, 6, 7)) == []


def test_a_first_look_and_a_restart_are_starts() -> None:
    progress = Progress()
    starts = [progress.look(view(run, 1)) for run in ("a", "a", "b", "b")]
    assert [found.starts for found in starts if found] == [True, False, True, False]


def test_the_presses_after_a_restart_are_new_however_they_are_numbered() -> None:
    progress = Progress()
    progress.look(view("a", 50, 50))
    assert new(progress, view("b", 3, 2, 3)) == [2, 3]


def test_a_board_stops_once() -> None:
    progress = Progress()
    progress.look(view("a", 1))
    stops = [progress.look(view("a", sequence, running=False)) for sequence in (2, 2)]
    assert [found.stops for found in stops if found] == [True, False]


def test_a_board_that_stopped_before_the_first_look_is_nothing_to_tell() -> None:
    progress = Progress()
    assert progress.look(view("a", 9, 9, running=False)) is None
    assert progress.look(view("b", 1)) is not None


def test_a_window_full_of_new_presses_may_have_lost_some() -> None:
    progress = Progress()
    progress.look(view("a", 1))
    some, full = progress.look(view("a", 32, *range(2, 33))), progress.look(view("a", 64, *range(33, 65)))
    assert some and not some.missed
    assert full and full.missed
