"""A malformed event is refused before it is applied, and changes nothing."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine import Card, Event, Game, History, IllegalEvent, Kind, Prompt, Rank, Rules, Setup, Suit
from engine.events import CORRECTS, HOLDS_ANOTHER, NUMBERS, OPTIONAL, TAKES
from engine.match.record_lines import read_event, write_event
from tests.support.random_matches import BY_DAY, SOME_FORMS, walk
from tests.support.words import game


def event(kind: Any, *fields: Any, **more: Any) -> Event:
    """Create an `Event` from values of any type, so that the type checker does not object to wrong types."""
    return Event(kind, *fields, **more)


@pytest.mark.parametrize(
    ("words", "malformed", "why"),
    [
        ("", event(Kind.DEALS, numbers=(-1,)), "deals: seat is a whole number from 0 to 9, not -1"),
        ("", event(Kind.DEALS), "deals needs numbers=(seat,): () was given"),
        ("", event(Kind.DEALS, Rank.ACE), "deals takes no rank and no suit, but <Rank.ACE: 1> was given"),
        ("OK", event(Kind.STARTER, 2), "starter needs a rank: 2 was given"),
        ("OK 2", event(Kind.SUIT, Rank.TWO), "suit needs a suit: <Rank.TWO: 2> was given"),
        ("OK", event(Kind.SCORE, numbers=(0, -5)), "score: points is a whole number from 0 to 9999, not -5"),
        ("OK", event(Kind.NEW_GAME, setup="six-card"), "new-game takes a Setup: 'six-card' was given"),
        (
            "OK",
            event(Kind.NEW_GAME, setup=Setup(start=(0, -1))),
            "start cannot be 0,-1: give 2 numbers from 0",
        ),
        ("OK 2", event(Kind.GO, other=Event(Kind.GO)), "go holds no other event, but "),
        ("OK 2", event("lay", Rank.TWO), "'lay' is not a kind of event"),
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
        (event(Kind.CHANGE, numbers=(2,), other=event(Kind.LAY)), "lay needs a rank: none was given"),
        (
            event(Kind.PUT_IN, numbers=(2,), other=event(Kind.TAKE_OUT, numbers=(2,))),
            "A correction cannot put in take-out",
        ),
        (event(Kind.TAKE_OUT, numbers=(2,), other=Event(Kind.GO)), "take-out holds no other event"),
    ],
)
def test_a_malformed_correction_is_refused(malformed: Event, why: str) -> None:
    match = History.of(Game.new())
    for each in ("deals 0", "starter 2", "lay K"):
        match = match.apply(read_event(each))
    with pytest.raises(IllegalEvent) as caught:
        match.apply(malformed)
    assert why in str(caught.value)


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


@pytest.mark.parametrize("form", SOME_FORMS)
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


MADE = (
    (Event.cut(Rank.SEVEN), "cut 7"),
    (Event.deals(1), "deals 1"),
    (Event.pack_cut(), "pack-cut"),
    (Event.pack_taken(), "pack-taken"),
    (Event.starter(Rank.JACK), "starter J"),
    (Event.lay(Rank.TEN), "lay 10"),
    (Event.go(), "go"),
    (Event.call(), "call"),
    (Event.call(2), "call 2"),
    (Event.take(2), "take 2"),
    (Event.rest(Rank.KING), "rest K"),
    (Event.hand(Rank.ACE), "hand A"),
    (Event.yes(), "yes"),
    (Event.no(), "no"),
    (Event.claim(12), "claim 12"),
    (Event.muggins(2, seat=1), "muggins 2 1"),
    (Event.reveal(), "reveal"),
    (Event.crib(Rank.TWO), "crib 2"),
    (Event.suit(Suit.HEARTS), "suit H"),
    (Event.deal_over(), "deal-over"),
    (Event.peg(side=0, points=3), "peg 0 3"),
    (Event.take_back(side=1, points=3), "take-back 1 3"),
    (Event.score(side=1, points=60), "score 1 60"),
    (Event.renege(seat=0, cards=2), "renege 0 2"),
    (Event.seen_card(seat=1), "seen-card 1"),
    (Event.false_claim(seat=1), "false-claim 1"),
    (Event.thrown_in(), "thrown-in"),
    (Event.misdeal(), "misdeal"),
    (Event.change(4, Event.lay(Rank.SIX)), "change 4 lay 6"),
    (Event.put_in(4, Event.go()), "put-in 4 go"),
    (Event.take_out(4), "take-out 4"),
    (Event.next_game(), "next-game"),
    (Event.new_game(), "new-game"),
    (Event.undo(), "undo"),
    (Event.redo(), "redo"),
)


@pytest.mark.parametrize(("made", "line"), MADE, ids=[line for _, line in MADE])
def test_an_event_is_what_its_line_in_a_record_says(made: Event, line: str) -> None:
    assert made == read_event(line) == read_event(f"   {line.replace(' ', '    ')}  ")
    assert write_event(made) == line
    assert type(made) is Event


def test_each_kind_has_a_constructor_named_like_its_word() -> None:
    assert {made.kind for made, _ in MADE} == set(Kind)
    for kind in Kind:
        assert callable(getattr(Event, kind.value.replace("-", "_")))


TEXT = (Path(engine.__file__).parent / "RECORD.md").read_text(encoding="utf-8")
EVENTS = TEXT[TEXT.index("## Events") : TEXT.index("## Finished games")]
# The ways to write an event, each as its word and the names of its fields in capitals.
WRITTEN = [
    words.split()
    for line in EVENTS.splitlines()
    if line.startswith("| `")
    for words in re.findall(r"`([^`]+)`", line.split("|")[1])
]


def test_each_kind_is_described_and_no_other() -> None:
    assert {word for word, *_ in WRITTEN} == {kind.value for kind in Kind}


@pytest.mark.parametrize("kind", Kind)
def test_an_event_holds_the_fields_that_are_described(kind: Kind) -> None:
    described = [names for word, *names in WRITTEN if word == kind.value]
    held = [{Rank: "RANK", Suit: "SUIT"}[TAKES[kind]]] if kind in TAKES else []
    held += [name.upper() for name in NUMBERS.get(kind, ())]
    held += ["EVENT"] if kind in HOLDS_ANOTHER else []
    assert held == max(described, key=len)
    assert (kind in OPTIONAL) is (len(described) > 1)  # only these fields may be left out


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
    elif kind is Kind.RENEGE:
        yield Event.renege(0, 1)
    elif NUMBERS.get(kind) == ("seat",):
        yield from (Event(kind, numbers=(seat,)) for seat in range(5))
    else:
        yield Event(kind)


SOME_EVENTS = {kind: tuple(events(kind)) for kind in Kind if kind not in CORRECTS}
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
    for number, (match, _, _) in enumerate(walk(8, form, 100, second_thoughts=0.1, target=41)):
        taken = {kind for kind in SOME_EVENTS if any(takes(match.game, event) for event in SOME_EVENTS[kind])}
        assert match.game.accepts == taken - OF_HISTORY, match.game.prompt
        there = {kind for kind in (Kind.UNDO, Kind.REDO) if takes(match, Event(kind))}
        assert match.accepts & {Kind.UNDO, Kind.REDO} == there
        assert match.accepts - OF_HISTORY == match.game.accepts
        if number % 10 == 0 or not match.game.at:
            made = {kind for kind in CORRECTS if any(takes(match, each) for each in corrections(kind, match))}
            assert match.accepts & set(CORRECTS) == made


def test_the_forms_lead_to_every_prompt() -> None:
    seen = {after.game.prompt for form in BY_DAY for _, _, after in walk(1, form, 120)}
    assert seen == set(Prompt)
