"""Reading the history in a journal, from its checkpoint and from its beginning."""

from pathlib import Path

from engine.events import Event, Kind
from firmware_py.journal.journal import Journal
from firmware_py.reports.match import report_object
from tests.support.journals import AGAIN, WIN, content_of, play, written


def test_a_start_replays_only_the_game_in_progress_and_undo_still_reaches_the_game_before(path: Path) -> None:
    match = play(path, f"OK {WIN} {AGAIN} OK 3 K")
    journal = Journal(path)
    assert report_object(journal.history) == report_object(match)
    assert len(journal.history.past) == 2  # the starter and the king
    assert journal.history.replay([Event(Kind.UNDO), Event(Kind.UNDO)]).game.number == 2
    whole = journal.reach()
    assert whole is not None and len(whole.past) == len(match.past) == 5
    assert report_object(whole) == report_object(match)
    assert journal.reach() is None
    journal.close()


def test_a_checkpoint_that_contradicts_the_events_is_ignored(path: Path) -> None:
    play(path, f"OK {WIN} OK 3")
    texts = [line.rpartition(b" #")[0].decode() for line in content_of(path).splitlines()]
    index = next(number for number, text in enumerate(texts) if text.startswith("# continues"))
    texts[index] = texts[index].replace("# continues 3 3 1 1", "# continues 3 3 1 0")
    path.write_bytes(written(*texts))
    match = play(path, "K")  # the first press reads everything that UNDO can reach
    assert match.game.dealer == 0
