"""The timeline of a game contains its events in order, each with the state of the game before it."""

import pytest

from engine.errors import InvalidGame
from engine.events import Event, Kind
from engine.game import Game
from engine.indices import EventIndex
from engine.match.timeline import Timeline
from tests.support.words import history


def test_each_step_has_the_game_before_it() -> None:
    start = Timeline(Game.new())
    cut = start.apply(0, Event.deals(0))
    assert [(step.applied, step.event, step.before) for step in cut.steps] == [
        (0, Event.deals(0), start.game)
    ]
    assert cut.without_last() == start


def test_a_new_game_begins_a_timeline() -> None:
    timeline = history("OK 2 K").timeline.apply(3, Event.new_game())
    assert [step.event.kind for step in timeline.steps] == [Kind.NEW_GAME]
    assert timeline.beginning == timeline


def test_the_beginning_of_a_game() -> None:
    match = history("OK J OK 3 K", (119, 0))
    assert match.timeline.beginning == history("OK J OK", (119, 0)).timeline
    assert history("OK 2 K").timeline.beginning == Timeline(Game.new())


def test_only_the_events_of_the_deal_can_be_corrected() -> None:
    assert [step.event.kind for step in history("4 9").timeline.this_deal] == [Kind.CUT, Kind.CUT]
    assert [step.event.kind for step in history("4 9 2 K").timeline.this_deal] == [Kind.STARTER, Kind.LAY]


def test_an_event_is_found_by_its_index_in_the_match() -> None:
    match = history("OK 2 UNDO 3 K NEW OK 4")  # the event undone has no index
    steps = match.timeline.steps
    assert [step.event.kind for step in steps] == [Kind.NEW_GAME, Kind.DEALS, Kind.STARTER]
    assert [step.at for step in steps] == [3, 4, 5]
    assert [step.applied for step in steps] == [5, 6, 7]
    for position, step in enumerate(steps):
        assert match.timeline.position_of(step.at) == position
        assert match.timeline.step_at(step.at) is step
    assert match.timeline.game_after(steps[1].at) is steps[2].before
    assert match.timeline.game_after(steps[2].at) is match.game


@pytest.mark.parametrize("index", [-1, 0, 2, 6, "x", None, 3.0])
def test_an_event_of_another_game_has_no_position(index: EventIndex) -> None:
    timeline = history("OK 2 UNDO 3 K NEW OK 4").timeline
    assert timeline.position_of(index) is None
    for look_up in (timeline.step_at, timeline.game_after, Timeline(Game.new()).step_at):
        with pytest.raises(InvalidGame, match="no event with the index"):
            look_up(index)


def test_equal_timelines_have_equal_hashes() -> None:
    assert len({history("OK 2 K").timeline, history("OK 2 K").timeline, history("OK 2 Q").timeline}) == 2
