"""The events that a game accepts at each prompt, and `accepts`, which lists their kinds."""

from collections.abc import Iterator
from copy import deepcopy

import pytest

from engine.events import CORRECTS, NUMBERS, TAKES, Event, Kind
from engine.game import Game
from engine.game_state import Prompt
from engine.match.history import History
from engine.match.record import read_event
from engine.refusals import IllegalEvent
from tests.support.random_matches import AT, EVERY_EVENT, FORMS, NOT_WHEN_OVER, SOME_FORMS, SUITS, walk
from tests.support.words import game

NEW_GAME = Event(Kind.NEW_GAME)
NEVER_REFUSED = (Kind.CUT, Kind.STARTER, Kind.YES, Kind.NO, Kind.REVEAL, Kind.DEAL_OVER, Kind.NEXT_GAME)
OF_HISTORY = {Kind.UNDO, Kind.REDO, *CORRECTS}


def events(kind: Kind) -> Iterator[Event]:
    """Yield sample events of this kind.

    A game that accepts events of this kind accepts at least one of the samples.
    """
    if kind in TAKES:
        yield from (Event(kind, named) for named in TAKES[kind])
    elif kind is Kind.CALL:
        yield from (Event.call(), *map(Event.call, range(16)))
    elif kind is Kind.CLAIM:
        yield from map(Event.claim, range(48))
    elif kind is Kind.MUGGINS:
        yield from (Event.muggins(points, seat) for points in range(48) for seat in range(5))
    elif NUMBERS.get(kind) == ("side", "points"):
        yield from (Event(kind, numbers=(side, points)) for side in range(4) for points in range(3))
    elif NUMBERS.get(kind) == ("seat",):
        yield from (Event(kind, numbers=(seat,)) for seat in range(5))
    else:
        yield Event(kind)


EVENTS = {kind: tuple(events(kind)) for kind in Kind if kind not in CORRECTS}
FORGOTTEN = (Event.peg(0, 1), Event.peg(1, 1), Event.go())


def takes(it: Game | History, event: Event) -> bool:
    try:
        it.apply(event)
    except IllegalEvent:
        return False
    return True


def corrections(kind: Kind, match: History) -> Iterator[Event]:
    """Yield sample corrections of this kind at every position in the match, including the end.

    Args:
        kind: the kind of correction, i.e. removing an event, inserting one or replacing one.
        match: the match to correct.
    """
    for index in range(match.game.at + 1):
        if kind is Kind.TAKE_OUT:
            yield Event.take_out(index)
        else:
            make = Event.put_in if kind is Kind.PUT_IN else Event.change
            yield from (make(index, event) for event in FORGOTTEN)


@pytest.mark.parametrize("form", SOME_FORMS)
def test_a_kind_is_accepted_if_and_only_if_an_event_of_it_is_taken(form: str) -> None:
    for number, (match, _, _) in enumerate(walk(8, form, 150, second_thoughts=0.1, target=41)):
        taken = {kind for kind in EVENTS if any(takes(match.game, event) for event in EVENTS[kind])}
        assert match.game.accepts == taken - OF_HISTORY, match.game.prompt
        there = {kind for kind in (Kind.UNDO, Kind.REDO) if takes(match, Event(kind))}
        assert match.accepts & {Kind.UNDO, Kind.REDO} == there
        assert match.accepts - OF_HISTORY == match.game.accepts
        if number % 10 == 0 or not match.game.at:
            made = {kind for kind in CORRECTS if any(takes(match, each) for each in corrections(kind, match))}
            assert match.accepts & set(CORRECTS) == made


def test_a_new_game_accepts_a_cut_or_a_dealer() -> None:
    kinds = {Kind.CUT, Kind.DEALS, Kind.PEG, Kind.SCORE, Kind.NEW_GAME}
    assert Game.new().accepts == kinds
    assert History.of(Game.new()).accepts == kinds


def test_go_is_accepted_from_a_count_of_22() -> None:
    """RULES.md 3: any card can be played up to a count of 21, so a go is accepted only from 22 upwards."""
    assert Kind.GO not in game("OK 2 K A K").accepts
    assert Kind.GO in game("OK 2 K 2 K").accepts


def test_a_suit_is_accepted_while_one_is_left_for_the_card() -> None:
    # Once three fives have suits, the fourth five can only be given the remaining suit.
    words = "OK 5 S 5 H 5 D 5"
    assert game(words).accepts >= {Kind.SUIT}
    assert Kind.SUIT not in game(f"{words} C").accepts
    assert game(words).prompt is Prompt.PLAY


def test_a_correction_is_accepted_once_there_is_something_to_correct() -> None:
    match = History.of(Game.new())
    assert not match.accepts & {Kind.UNDO, *CORRECTS}
    match = match.apply(read_event("deals 0"))
    assert match.accepts >= {Kind.UNDO, *CORRECTS}
    assert Kind.REDO in match.apply(Event.undo()).accepts


@pytest.mark.parametrize("form", FORMS)
def test_an_event_is_taken_where_the_prompt_takes_it_and_nowhere_else(form: str) -> None:
    for number, (before, _, _) in enumerate(walk(1, form, 120)):
        if number % 3 == 0:
            check_every_event(before.game)


def test_the_forms_lead_to_every_prompt() -> None:
    seen = {after.game.prompt for form in FORMS for _, _, after in walk(1, form, 120)}
    assert seen == set(Prompt)


def check_every_event(now: Game) -> None:
    """Check that each event gives a new state or is refused with a reason, and does not change `now`."""
    before = deepcopy(now)
    for event in EVERY_EVENT:
        try:
            after = now.apply(event)
        except IllegalEvent as refused:
            check_reason(str(refused))
            assert event.kind not in NEVER_REFUSED or event not in AT[now.prompt]
        else:
            assert event in (*AT[now.prompt], *SUITS, NEW_GAME) or (
                event in NOT_WHEN_OVER and now.prompt is not Prompt.GAME_OVER
            )
            assert after.at == now.at + 1
            if event.kind is Kind.SUIT:
                assert after.cards[-1].suit is event.named
        assert now == before


def check_reason(why: str) -> None:
    """Check that the message about a refused event is one line without a full stop."""
    assert why
    assert why.isprintable()
    assert not why.endswith(".")
