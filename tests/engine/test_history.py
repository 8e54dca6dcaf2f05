"""A match: undo and redo, its invariants in random games, and checkpoints without what undo cannot reach."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine import (
    Card,
    Event,
    Game,
    History,
    IllegalEvent,
    InvalidGame,
    Kind,
    Rank,
    RecordError,
    Rules,
    Setup,
    Suit,
    read_record,
    write_record,
)
from engine.indices import EventIndex
from engine.match.checkpoint import Checkpoint, compact
from engine.match.record_lines import continues, write_event
from engine.match.timeline import Timeline
from tests.engine.test_records import MISTAKES, match_of
from tests.support.random_matches import SOME_FORMS, Seen, walk
from tests.support.table import Table
from tests.support.words import event_of, history


def whole_games(seed: int, games: int = 1, start: tuple[int, int] = (0, 0)) -> Iterator[Seen]:
    """Yield each event of one or more whole games, with the match before and after it.

    Every card is entered, and its suit too if `seed` is odd.

    Args:
        seed: the seed for the random numbers.
        games: the number of games.
        start: each side's score at the start of the first game.
    """
    chance = Random(seed)
    match = History.of(Game.new(start=start))
    for number in range(games):
        if number:
            after = match.apply(Event(Kind.NEXT_GAME))
            yield match, Event(Kind.NEXT_GAME), after
            match = after
        words = Table(chance, suits=bool(seed % 2)).keys(lambda: match.game)  # noqa: B023 - taken one by one
        for word in words:
            event = event_of(word, match.game.prompt)
            assert event is not None
            after = match.apply(event)
            yield match, event, after
            match = after


def alike(one: History, other: History) -> bool:
    return (one.game, one.past) == (other.game, other.past)


@pytest.mark.parametrize("form", SOME_FORMS)
def test_undo_then_redo_leads_to_the_same_match(form: str) -> None:
    # After undo and redo, only the number of applied events is different.
    for before, event, after in walk(2, form, 250, second_thoughts=0.15):
        back = after.apply(Event(Kind.UNDO))
        again = back.apply(Event(Kind.REDO))
        assert alike(again, after)
        assert again.applied == after.applied + 2
        assert again.pegged == after.pegged
        if event.kind is Kind.REDO:
            assert (back.game, back.undone) == (before.game, before.undone)
        elif event.kind is not Kind.UNDO:
            assert back.game == before.game


def test_undo_reaches_the_first_event_of_the_previous_game() -> None:
    games = list(whole_games(3, games=3, start=(80, 80)))
    begun = [place for place, (_, event, _) in enumerate(games) if event.kind is Kind.NEXT_GAME]
    match = games[-1][2]
    back = 0
    while match.past:
        match = match.apply(Event(Kind.UNDO))
        back += 1
    # The previous game is the second; its first event is the one after the event that began it.
    assert back == len(games) - 1 - begun[0]
    assert match.game == games[begun[0]][2].game
    # Redo applies all events again.
    for _ in range(back):
        match = match.apply(Event(Kind.REDO))
    assert alike(match, games[-1][2])


def test_a_game_that_was_given_up_moves_the_reach_of_undo_too() -> None:
    assert len(history("OK 5 9 NEW 2 3").past) == 6
    match = history("OK 5 9 NEW 2 3 NEW")
    assert [move.event for move in match.past] == [
        Event(Kind.CUT, Rank.TWO),
        Event(Kind.CUT, Rank.THREE),
        Event(Kind.NEW_GAME),
    ]
    # The reach of undo is the same after the new game is taken back and begun again.
    assert history("OK 5 9 NEW 2 3 NEW UNDO REDO UNDO NEW").past[0].event == Event(Kind.CUT, Rank.TWO)
    assert len(history("NEW NEW").past) == 1


def test_a_new_event_ends_redo() -> None:
    # Redo is still possible after an event that is refused.
    match = history("OK 2 K UNDO")
    match.apply(Event.redo())
    with pytest.raises(IllegalEvent):
        match.apply(Event(Kind.GO))
    match.apply(Event.redo())
    with pytest.raises(IllegalEvent, match="Nothing to redo"):
        match.apply(Event(Kind.LAY, Rank.QUEEN)).apply(Event.redo())


def test_equal_histories_have_equal_hashes() -> None:
    for (_, _, one), (_, _, other) in zip(walk(5, "2", 200), walk(5, "2", 200), strict=True):
        assert one == other and hash(one) == hash(other)
    assert len({history("OK 2 K"), history("OK 2 K"), history("OK 2 Q")}) == 2


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


UNDO, REDO = Event(Kind.UNDO), Event(Kind.REDO)


def seen(match: History) -> tuple[Any, ...]:
    """Return everything about a match that a user can see, so that two matches can be compared."""
    game = match.game
    return (
        match.applied,
        (match.pegged, game.sides, game.prompt, game.to_act, game.dealer, game.first_dealer),
        (game.count, game.deals, game.winner, game.skunk, game.number, game.at, game.names, game.rules),
        tuple((step.applied, step.event, step.at) for step in match.this_deal),
        game.offered,
    )


def apply_until_refused(match: History, event: Event) -> list[tuple[Any, ...]]:
    """Apply `event` (undo or redo) again and again until it is refused.

    Return everything about the match that a user can see: at the start, and after each of these events.
    """
    steps = [seen(match)]
    while True:
        try:
            match = match.apply(event)
        except IllegalEvent:
            return steps
        steps.append(seen(match))


def back_to_the_end(match: History) -> History:
    for _ in range(len(match.past)):
        match = match.apply(UNDO)
    return match


def read_again(setup: Setup, events: tuple[Event, ...], checkpoint: Checkpoint | None) -> History:
    text = write_record(setup, events, checkpoint)
    record = read_record(text)
    assert (record.checkpoint, record.events) == (checkpoint, events)
    return record.history


def compacted_and_read_back(setup: Setup, match: History) -> History | None:
    """Drop the games of a match that undo can no longer reach, write the rest as a record, and read it back.

    Return None if no games can be dropped. Also check that players see no difference, neither at first nor
    after any UNDO that is still possible.
    """
    compacted = compact(match)
    if compacted is None:
        return None
    here = read_again(setup, compacted.later, compacted.checkpoint)
    assert seen(here) == seen(match)
    undone = apply_until_refused(here, UNDO)
    assert undone == apply_until_refused(match, UNDO)[: len(undone)]
    assert here.game.number == match.game.number
    return read_again(setup, (*compacted.earlier, *compacted.later), compacted.start)


@pytest.mark.parametrize("form", SOME_FORMS)
def test_a_compacted_match_has_the_same_state_and_the_same_undo_and_redo(form: str) -> None:
    setup, events = match_of(3, form, presses=500)
    match = read_record(write_record(setup, ())).history
    chance = Random(form)
    times = 0
    for event in events:
        match = match.apply(event)
        begins = event.kind in (Kind.NEXT_GAME, Kind.NEW_GAME)
        if not begins and chance.random() > 0.02:
            continue
        restored = compacted_and_read_back(setup, match)
        if restored is None:
            continue
        times += 1
        undone, wanted = apply_until_refused(restored, UNDO), apply_until_refused(match, UNDO)
        assert undone == wanted
        redone = apply_until_refused(back_to_the_end(restored), REDO)
        assert [step[1:] for step in redone] == [step[1:] for step in reversed(undone)]
    assert times >= 3


def test_a_checkpoint_keeps_cards_cut_for_a_deal_that_never_came() -> None:
    match = history("4", rules=Rules(track="points"))
    match = match.replay([Event(Kind.PEG, numbers=(0, 121)), Event(Kind.NEXT_GAME)])
    compacted = compact(match)
    assert compacted is not None
    assert compacted.checkpoint == Checkpoint(
        3, 3, 1, 1, None, (Card.parse("4"),), Setup(match.game.rules, games=(4, 0)).checked()
    )
    here = read_again(Setup(match.game.rules), compacted.later, compacted.checkpoint)
    assert here.game == match.game
    assert here.apply(Event(Kind.SUIT, Suit.HEARTS)).game.cards == (Card.parse("4H"),)


GOOD = "muggins 2 players=2 start=0,0\ncontinues 30 28 2 1 KH players=2 start=0,0 games=1,1\n"


def test_the_second_line_of_a_record_is_a_checkpoint() -> None:
    record = read_record(f"{GOOD}starter J\n")
    assert record.checkpoint == Checkpoint(30, 28, 2, 1, Card.parse("KH"), (), Setup(games=(1, 1)).checked())
    assert (record.history.applied, record.history.game.at) == (31, 29)
    assert [(side.front, side.games) for side in record.history.game.sides] == [(0, 1), (2, 1)]
    assert continues(GOOD.split("\n")[0]) and not continues("muggins 1 players=2 start=0,0")


def test_a_match_can_begin_after_games_that_are_archived() -> None:
    record = read_record(GOOD.replace("30 28 2 1 KH", "0 0 12 - -") + "deals 0\nundo\n")
    assert (record.history.applied, record.history.game.number, record.history.past) == (2, 12, ())
    compacted = compact(record.history.apply(Event(Kind.DEALS, numbers=(1,))).apply(Event(Kind.NEW_GAME)))
    assert compacted is not None
    assert (compacted.start, compacted.checkpoint.games) == (None, 13)
    assert [write_event(event) for event in compacted.earlier] == ["deals 1", "undo", "deals 1", "new-game"]


@pytest.mark.parametrize(("text", "why"), MISTAKES["checkpoint"])
def test_a_malformed_checkpoint_is_refused(text: str, why: str) -> None:
    with pytest.raises(RecordError) as refused:
        read_record(text)
    assert why in str(refused.value)
