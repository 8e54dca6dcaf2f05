"""The timeline of a game contains its events in order, each with the state of the game before it."""

from engine.events import Event, Kind
from engine.game import Game
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


def test_equal_timelines_have_equal_hashes() -> None:
    assert len({history("OK 2 K").timeline, history("OK 2 K").timeline, history("OK 2 Q").timeline}) == 2
