"""Dropping the games that undo can no longer reach does not change how a match continues."""

from random import Random
from typing import Any

import pytest

from engine import (
    Card,
    Event,
    History,
    IllegalEvent,
    Kind,
    RecordError,
    Rules,
    Setup,
    Suit,
    read_record,
    write_record,
)
from engine.match.checkpoint import Checkpoint, compact
from engine.match.record_lines import continues, write_event
from tests.engine.test_games import match_of
from tests.support.random_matches import SOME_FORMS
from tests.support.words import history

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
    setup, events = match_of(3, form, presses=700)
    match = read_record(write_record(setup, ())).history
    chance = Random(form)
    times = 0
    for event in events:
        match = match.apply(event)
        begins = event.kind in (Kind.NEXT_GAME, Kind.NEW_GAME)
        if not begins and chance.random() > 0.03:
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


@pytest.mark.parametrize("form", SOME_FORMS)
def test_a_match_compacted_at_every_game_goes_on_to_the_same_scores(form: str) -> None:
    setup, events = match_of(4, form, presses=700)
    match = through = read_record(write_record(setup, ())).history
    times = 0
    for event in events:
        match, through = match.apply(event), through.apply(event)
        if event.kind in (Kind.NEXT_GAME, Kind.NEW_GAME):
            compacted = compacted_and_read_back(setup, through)
            times += compacted is not None
            through = compacted or through
        assert seen(through) == seen(match)
    assert times


def test_a_match_can_be_compacted_from_its_second_game_on() -> None:
    # The games before the previous one are left out.
    assert compact(history("OK J", (119, 0))) is None
    second = history("OK J OK 3", (119, 0))
    compacted = compact(second)
    # 119 to 0 is a double skunk, which counts four games (RULES.md 5), and the loser deals.
    here = Checkpoint(3, 3, 1, 1, Card.parse("J"), (), Setup(games=(4, 0)).checked())
    assert compacted is not None
    assert (compacted.start, compacted.checkpoint) == (None, here)
    assert [write_event(event) for event in compacted.earlier] == ["deals 0", "starter J", "next-game"]
    assert [write_event(event) for event in compacted.later] == ["starter 3"]
    third = second.apply(Event(Kind.NEW_GAME))
    compacted = compact(third)
    assert compacted is not None
    assert (compacted.start, compacted.checkpoint) == (
        here,
        Checkpoint(5, 5, 2, None, None, (), Setup().checked()),
    )
    # Events that redo can still apply must not be left out.
    assert compact(third.apply(UNDO)) is None
    assert compact(third.apply(UNDO).apply(REDO)) is not None


def test_events_undone_for_good_still_count_as_applied() -> None:
    match = history("OK J OK 3 K 5 UNDO UNDO Q", (119, 0)).apply(Event(Kind.NEW_GAME))
    compacted = compact(match)
    assert compacted is not None
    assert [
        event.kind.value for event in compacted.earlier
    ] == "starter lay undo lay undo lay new-game".split()
    assert read_again(Setup(), compacted.earlier, compacted.start).applied == match.applied == 10


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


def test_three_for_last_at_the_beginning_of_a_game() -> None:
    """RULES.md 1: in the five-card game, the event that begins a game gives the non-dealer three points."""
    match = history("OK J OK 3 K", (60, 0), Rules("five-card")).apply(Event(Kind.NEW_GAME))
    compacted = compacted_and_read_back(Setup(Rules("five-card"), (60, 0)), match)
    assert compacted is not None
    for moment in (compacted.apply(UNDO), match.apply(UNDO)):
        assert [(press, entry.points) for press, entry in moment.pegged] == [(2, 3)]


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


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (GOOD.split("\n")[0], "'continues' has to follow"),
        (GOOD.replace("continues", "starter"), "the second line has to be 'continues applied events"),
        (GOOD.replace("28 2 1 KH", "28 2 KH"), "seat has to be a whole number"),
        (GOOD.replace("2 1 KH", "2 1 1H"), "'1H' isn't a card"),
        (GOOD.replace("30 28", "30 many"), "events has to be a whole number"),
        (
            GOOD.replace("30 28", "0 28"),
            "line 2, column 11: this number cannot be 0: the match would go on from nothing",
        ),
        (GOOD.replace("30 28 2 1", "0 0 0 -"), "the match would go on from nothing"),
        (GOOD.replace("30 28 2 1", "0 0 2 1"), "the match would go on from nothing"),
        (GOOD.replace(" 2 1 KH", " 2 7 KH"), "There is no seat 7"),
        (GOOD.replace("KH players=2", "KH players=5"), "players"),
        (GOOD.replace("muggins 2", "muggins 1"), "'continues' isn't an event"),
        (GOOD.replace("muggins 2", "muggins 3"), "format '3' is unknown: this program reads 1 and 2"),
    ],
)
def test_a_malformed_checkpoint_is_refused(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        read_record(text)
