"""Each kind of event has a constructor that refuses malformed events."""

from typing import Any

import pytest

from engine.cards import Card, Rank, Suit
from engine.events import Event, Kind
from engine.match.record import read_event
from engine.refusals import IllegalEvent
from engine.rules import Rules
from engine.setup import Setup

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
    assert made == read_event(line)
    assert type(made) is Event


def test_each_kind_has_a_constructor_named_like_its_word() -> None:
    assert {made.kind for made, _ in MADE} == set(Kind)
    for kind in Kind:
        assert callable(getattr(Event, kind.value.replace("-", "_")))


def test_a_new_game_can_have_another_setup() -> None:
    setup = Setup(Rules(players=3), (5, 0, 0))
    assert Event.new_game(setup) == Event(Kind.NEW_GAME, setup=setup)


def test_an_event_is_still_a_tuple() -> None:
    # No constructor hides the methods `count` and `index` of a tuple.
    event = Event.lay(Rank.TWO)
    assert (event.count(None), event.index(Rank.TWO)) == (2, 1)


WRONG: tuple[tuple[Any, tuple[Any, ...], str], ...] = (
    (Event.lay, (2,), "lay needs a rank: 2 was given"),
    (Event.lay, (None,), "lay needs a rank: none was given"),
    (Event.starter, (Suit.HEARTS,), "starter needs a rank"),
    (Event.hand, (Card(Rank.TWO),), "hand needs a rank"),
    (Event.suit, ("H",), "suit needs a suit: 'H' was given"),
    (Event.deals, (-1,), "deals: seat is a whole number from 0 to 9, not -1"),
    (Event.deals, (True,), "deals: seat is a whole number from 0 to 9, not True"),
    (Event.peg, (0, 2.5), "peg: points is a whole number from 0 to 9999, not 2.5"),
    (Event.peg, ([], 2), "peg: side is a whole number from 0 to 9"),
    (Event.claim, (None,), "claim: points is a whole number from 0 to 9999, not None"),
    (Event.call, ("2",), "call: points is a whole number from 0 to 9999, not '2'"),
    (Event.change, (0, None), "change needs the event to put in"),
    (Event.change, (0, Event.undo), "is not an event"),
    (Event.put_in, (0, Event.take_out(1)), "A correction cannot put in take-out"),
    (Event.change, (0, Event(Kind.LAY)), "lay needs a rank: none was given"),
    (Event.new_game, (Rules(),), "new-game takes a Setup"),
    (Event.new_game, (Setup(start=(500, 0)),), "start cannot be 500,0"),
)


@pytest.mark.parametrize(("make", "arguments", "why"), WRONG)
def test_a_malformed_event_is_not_made(make: Any, arguments: tuple[Any, ...], why: str) -> None:
    with pytest.raises(IllegalEvent) as refused:
        make(*arguments)
    assert why in str(refused.value)
