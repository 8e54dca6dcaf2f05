"""A malformed event is refused before it is applied, and changes nothing."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.cards import Card, Rank, Suit
from engine.events import CORRECTS, HOLDS_ANOTHER, NUMBERS, TAKES, Event, Kind
from engine.game import Game
from engine.match.history import History
from engine.match.record import read_event, write_event
from engine.refusals import IllegalEvent
from engine.rules import Rules
from engine.setup import Setup
from tests.support.random_matches import FORMS, walk
from tests.support.words import game


def event(kind: Any, *fields: Any, **more: Any) -> Event:
    """Create an `Event` from values of any type, so that the type checker does not object to wrong types."""
    return Event(kind, *fields, **more)


@pytest.mark.parametrize(
    ("words", "malformed", "why"),
    [
        ("", event(Kind.DEALS, numbers=(-1,)), "deals: seat is a whole number from 0 to 9, not -1"),
        ("", event(Kind.DEALS, numbers=(True,)), "deals: seat is a whole number from 0 to 9, not True"),
        ("", event(Kind.DEALS, numbers=(1.0,)), "deals: seat is a whole number from 0 to 9, not 1.0"),
        ("", event(Kind.DEALS, numbers=("1",)), "deals: seat is a whole number from 0 to 9, not '1'"),
        ("", event(Kind.DEALS), "deals needs numbers=(seat,): () was given"),
        ("", event(Kind.DEALS, numbers=(0, 1)), "deals needs numbers=(seat,): (0, 1) was given"),
        ("", event(Kind.DEALS, numbers=1), "deals needs numbers=(seat,): 1 was given"),
        ("", event(Kind.DEALS, Rank.ACE), "deals takes no rank and no suit, but <Rank.ACE: 1> was given"),
        ("OK", event(Kind.STARTER, Suit.HEARTS), "starter needs a rank: <Suit.HEARTS: 2> was given"),
        ("OK", event(Kind.STARTER, 2), "starter needs a rank: 2 was given"),
        ("OK", event(Kind.STARTER, "2"), "starter needs a rank: '2' was given"),
        ("OK", event(Kind.STARTER), "starter needs a rank: none was given"),
        ("OK 2", event(Kind.SUIT, Rank.TWO), "suit needs a suit: <Rank.TWO: 2> was given"),
        ("OK 2", event(Kind.LAY, Rank.TWO, (1,)), "lay takes no numbers: (1,) was given"),
        ("OK", event(Kind.SCORE, numbers=(0, -5)), "score: points is a whole number from 0 to 9999, not -5"),
        ("OK", event(Kind.PEG, numbers=(0,)), "peg needs numbers=(side, points): (0,) was given"),
        (
            "OK",
            event(Kind.PEG, numbers=(0, 10**5)),
            "peg: points is a whole number from 0 to 9999, not 100000",
        ),
        ("OK 2", event(Kind.MISDEAL, setup=Setup()), "misdeal takes no setup"),
        ("OK", event(Kind.NEW_GAME, setup="six-card"), "new-game takes a Setup: 'six-card' was given"),
        ("OK", event(Kind.NEW_GAME, setup=Rules()), "new-game takes a Setup: "),
        (
            "OK",
            event(Kind.NEW_GAME, setup=Setup(start=(0, -1))),
            "start cannot be 0,-1: give 2 numbers from 0",
        ),
        ("OK 2", event(Kind.GO, other=Event(Kind.GO)), "go holds no other event, but "),
        ("OK 2", event("lay", Rank.TWO), "'lay' is not a kind of event"),
        ("OK 2", event([]), "[] is not a kind of event"),
        ("OK 2", None, "None is not an event"),
        ("OK 2", (Kind.LAY, Rank.TWO, (), None, None), "is not an event"),
    ],
)
def test_a_malformed_event_is_refused_and_says_why(words: str, malformed: Any, why: str) -> None:
    before = game(words)
    for apply in (before.apply, History.of(before).apply):
        with pytest.raises(IllegalEvent) as caught:
            apply(malformed)
        assert why in str(caught.value)


@pytest.mark.parametrize(
    ("malformed", "why"),
    [
        (event(Kind.CHANGE, numbers=(2,)), "change needs the event to put in"),
        (event(Kind.CHANGE, other=Event(Kind.LAY, Rank.TWO)), "change needs numbers=(index,): () was given"),
        (event(Kind.CHANGE, numbers=(-1,), other=Event(Kind.GO)), "change: index is a whole number from 0"),
        (event(Kind.CHANGE, numbers=(2,), other=event(Kind.LAY)), "lay needs a rank: none was given"),
        (event(Kind.CHANGE, numbers=(2,), other="lay 2"), "'lay 2' is not an event"),
        (
            event(Kind.PUT_IN, numbers=(2,), other=event(Kind.TAKE_OUT, numbers=(2,))),
            "A correction cannot put in take-out",
        ),
        (event(Kind.TAKE_OUT, numbers=(2,), other=Event(Kind.GO)), "take-out holds no other event"),
        (event(Kind.UNDO, numbers=(1,)), "undo takes no numbers"),
        (event(Kind.REDO, Rank.ACE), "redo takes no rank and no suit"),
    ],
)
def test_a_malformed_correction_is_refused(malformed: Event, why: str) -> None:
    match = History.of(Game.new())
    for each in ("deals 0", "starter 2", "lay K"):
        match = match.apply(read_event(each))
    with pytest.raises(IllegalEvent) as caught:
        match.apply(malformed)
    assert why in str(caught.value)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_and_sides_that_do_not_exist_are_refused(players: int) -> None:
    """RULES.md 1: events for seats or sides that do not exist are refused."""
    rules = Rules(players=players)
    with pytest.raises(IllegalEvent, match=f"There is no seat {players}"):
        Game.new(rules).apply(Event(Kind.DEALS, numbers=(players,)))
    for kind in (Kind.PEG, Kind.TAKE_BACK, Kind.SCORE):
        with pytest.raises(IllegalEvent, match=f"There is no side {rules.sides}"):
            game("OK", rules=rules).apply(Event(kind, numbers=(rules.sides, 1)))


# -- random games with malformed events in between

GARBAGE: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 10**10, 1.5, float("nan"), "", "5", "H", b"x", object()),
    *((), (-1,), (None,), (True,), ("0",), (0, 0), (0, 1, 2), (0, -1), [0], {0}, {}, [[]]),
    *(Rank.FIVE, Suit.HEARTS, Card(Rank.FIVE), Kind.LAY, Kind.UNDO, "lay", Rules(), Game.new()),
    *(Event(Kind.GO), Event(Kind.UNDO), Event(Kind.TAKE_OUT, numbers=(0,))),
    *(Setup(), Setup(start=(0,)), event(Kind.LAY), Setup(Rules(players=3), (0, 0))),
    *(
        Setup._make(fields)
        for fields in ((None, (), (), ()), (Rules(), 5, (), ()), (Rules(), (), (3, 4), ()))
    ),
    *(Setup._make(fields) for fields in ((Rules(), (), "AB", ()), (Rules(), ("a", 1), (), ()), (3, 3, 3, 3))),
)


def malformed(chance: Random, good: Event) -> Iterator[Any]:
    """Yield events with random errors.

    Most of them are copies of `good` or of another valid event, with one or two fields replaced.
    """
    for _ in range(3):
        fields = list(chance.choice([good, *(event(kind) for kind in chance.sample(list(Kind), 3))]))
        for place in chance.sample(range(len(fields)), chance.choice([1, 1, 2])):
            fields[place] = chance.choice(GARBAGE)
        yield Event._make(fields)
    yield chance.choice(GARBAGE)
    yield Event(chance.choice(list(CORRECTS)), numbers=(0,), other=event(chance.choice(GARBAGE)))


def well_formed(thrown: Any) -> bool:
    """Return True if a value is an event that is valid according to RECORD.md.

    Args:
        thrown: any value, such as an event with a field of the wrong type.
    """
    if type(thrown) is not Event or type(thrown.kind) is not Kind or type(thrown.numbers) is not tuple:
        return False
    kind, named, numbers, other, setup = thrown
    names = NUMBERS.get(kind, ())
    left_out = kind is Kind.CALL and numbers == ()
    return (
        (type(named) is TAKES[kind] if kind in TAKES else named is None)
        and (left_out or len(numbers) == len(names))
        and all(type(number) is int and number >= 0 for number in numbers)
        and (well_formed(other) and other.kind not in CORRECTS if kind in HOLDS_ANOTHER else other is None)
        and (setup is None or kind is Kind.NEW_GAME)
    )


@pytest.mark.parametrize("form", FORMS)
def test_nothing_but_illegal_event_comes_out(form: str) -> None:
    chance = Random(form)
    for match, good, after in walk(3, form, 60, second_thoughts=0.1):
        for thrown in malformed(chance, good):
            for apply in (match.apply, match.game.apply):
                try:
                    came = apply(thrown)
                except IllegalEvent as refused:
                    assert str(refused).isprintable() and not str(refused).endswith("."), thrown
                else:
                    assert well_formed(thrown), thrown
                    assert isinstance(came, History | Game)
        assert match.apply(good) == after


@pytest.mark.parametrize("form", FORMS[::4])
def test_every_event_that_is_taken_can_be_written_and_read_back(form: str) -> None:
    for _, taken, _ in walk(4, form, 200, second_thoughts=0.1):
        assert read_event(write_event(taken)) == taken
