"""Events can be written as lines of a record and read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Rank, Suit
from engine.errors import CribbageError, RecordError
from engine.events import Event, Kind
from engine.match.record import read_event, write_event, write_header
from engine.rules import Rules
from engine.setup import Setup

PLAIN: dict[str, Event] = {
    "deals 0": Event(Kind.DEALS, numbers=(0,)),
    "go": Event(Kind.GO),
    "yes": Event(Kind.YES),
    "no": Event(Kind.NO),
    "next-game": Event(Kind.NEXT_GAME),
    "new-game": Event(Kind.NEW_GAME),
    "undo": Event(Kind.UNDO),
    "redo": Event(Kind.REDO),
    "call": Event(Kind.CALL),
    "reveal": Event(Kind.REVEAL),
    "pack-cut": Event(Kind.PACK_CUT),
    "pack-taken": Event(Kind.PACK_TAKEN),
    "deal-over": Event(Kind.DEAL_OVER),
    "thrown-in": Event(Kind.THROWN_IN),
    "misdeal": Event(Kind.MISDEAL),
    "deals 3": Event(Kind.DEALS, numbers=(3,)),
    "take 2": Event(Kind.TAKE, numbers=(2,)),
    "claim 29": Event(Kind.CLAIM, numbers=(29,)),
    "muggins 12 2": Event(Kind.MUGGINS, numbers=(12, 2)),
    "peg 1 12": Event(Kind.PEG, numbers=(1, 12)),
    "take-back 0 3": Event(Kind.TAKE_BACK, numbers=(0, 3)),
    "score 2 120": Event(Kind.SCORE, numbers=(2, 120)),
    "take-out 4711": Event(Kind.TAKE_OUT, numbers=(4711,)),
    "put-in 7 go": Event(Kind.PUT_IN, numbers=(7,), other=Event(Kind.GO)),
    "change 12 lay 5": Event(Kind.CHANGE, numbers=(12,), other=Event(Kind.LAY, Rank.FIVE)),
    "change 12 peg 0 5": Event(Kind.CHANGE, numbers=(12,), other=Event(Kind.PEG, numbers=(0, 5))),
}
RANKED = {
    "cut": Kind.CUT,
    "starter": Kind.STARTER,
    "lay": Kind.LAY,
    "rest": Kind.REST,
    "hand": Kind.HAND,
    "crib": Kind.CRIB,
}
LINES: dict[str, Event] = (
    PLAIN
    | {f"{word} {rank.symbol}": Event(make, rank) for word, make in RANKED.items() for rank in Rank}
    | {f"suit {suit.letter}": Event(Kind.SUIT, suit) for suit in Suit}
)


@pytest.mark.parametrize("line", list(LINES))
def test_an_event_is_read_as_it_was_written(line: str) -> None:
    assert write_event(LINES[line]) == line
    assert read_event(line) == LINES[line]


def test_no_two_events_have_the_same_line() -> None:
    assert len({write_event(event) for event in LINES.values()}) == len(LINES)
    assert {event.kind for event in LINES.values()} == set(Kind)


def test_a_new_game_can_hold_a_setup() -> None:
    setup = Setup(Rules("five-card", track="show"), (3, 4), ("Ann", "Bob"), (1, 0)).checked()
    event = Event(Kind.NEW_GAME, setup=setup)
    words = write_event(event).split()
    assert words[:6] == ["new-game", "players=2", "start=3,4", "names=Ann,Bob", "games=1,0", "game=five-card"]
    assert read_event(write_event(event)) == event
    assert write_event(event) == "new-game " + write_header(setup).split(" ", 2)[2]


def test_spaces_between_words_are_ignored() -> None:
    for line, event in LINES.items():
        assert read_event(f"   {line.replace(' ', '    ')}  ") == event


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("", 1, "'' isn't an event"),
        ("Lay 5", 1, "'Lay' isn't an event"),
        (" lays 5", 2, "'lays' isn't an event"),
        ("   ", 1, "'' isn't an event"),
        ("lays 5", 1, "'lays' isn't an event"),
        ("5", 1, "'5' isn't an event"),
        ("lay", 5, "'' isn't a rank"),
        ("lay ", 5, "'' isn't a rank"),
        ("lay 1", 5, "'1' isn't a rank"),
        ("lay 5H", 5, "'5H' isn't a rank"),
        ("lay 5 6", 7, "'lay' ends here: remove '6'"),
        ("lay  1 ", 6, "'1' isn't a rank"),
        ("lay\t5", 1, "'lay\\t5' isn't an event"),
        ("starter X", 9, "'X' isn't a rank"),
        ("cut 0", 5, "'0' isn't a rank"),
        ("crib", 6, "'' isn't a rank"),
        ("suit", 6, "'' isn't a suit"),
        ("suit X", 6, "'X' isn't a suit"),
        ("suit HH", 6, "'HH' isn't a suit"),
        ("go 5", 4, "'go' ends here: remove '5'"),
        ("undo undo", 6, "'undo' ends here: remove 'undo'"),
        ("next-game 2", 11, "'next-game' ends here: remove '2'"),
        ("deals", 7, "seat is missing: write a whole number up to 9"),
        ("deals 10", 7, "seat has to be a whole number up to 9, not '10'"),
        ("deals -1", 7, "seat has to be a whole number up to 9, not '-1'"),
        ("peg 0", 7, "points is missing: write a whole number up to 9999"),
        ("peg 0 10000", 7, "points has to be a whole number up to 9999, not '10000'"),
        ("peg 0 1 2", 9, "'peg' ends here: remove '2'"),
        ("muggins 5", 11, "seat is missing: write a whole number up to 9"),
        ("claim ²", 7, "points has to be a whole number up to 9999, not '²'"),
        ("take-out", 10, "index is missing: write a whole number up to 1000000000"),
        ("take-out 1000000001", 10, "index has to be a whole number up to 1000000000, not '1000000001'"),
        ("take-out 3 go", 12, "'take-out' ends here: remove 'go'"),
        ("change 3", 10, "'' isn't an event"),
        ("change 3 lay", 14, "'' isn't a rank"),
        ("put-in 3 lay X", 14, "'X' isn't a rank"),
        ("put-in 3 go 5", 13, "'go' ends here: remove '5'"),
        ("put-in 3 put-in 4 go", 10, "'put-in' cannot hold 'put-in'"),
        ("change 3 take-out 4", 10, "'change' cannot hold 'take-out'"),
        ("put-in 0 " * 5000 + "go", 10, "'put-in' cannot hold 'put-in'"),
        ("new-game players=2", None, "start=… is missing"),
        ("new-game players=9 start=0,0", 10, "9 players is not possible"),
        ("new-game players=2 start=0,0 go", 30, "there is no option 'go'"),
    ],
)
def test_a_malformed_line_is_refused_with_its_column(line: str, column: int | None, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_event(line, 17)
    error = caught.value
    assert error.line == 17
    if column is not None:
        assert error.column == column
    assert error.message.startswith(message)
    assert str(error) == f"line 17, column {error.column}: {error.message}"
    assert isinstance(error, CribbageError)


def test_the_message_for_an_unknown_event_lists_the_known_ones() -> None:
    with pytest.raises(RecordError) as caught:
        read_event("deal")
    for word in ("lay", "go", "suit", "undo", "deals", "yes"):
        assert word in caught.value.message


@given(st.text())
def test_any_text_is_an_event_or_a_record_error(text: str) -> None:
    try:
        event = read_event(text, 3)
    except RecordError as error:
        assert error.line == 3
        assert 1 <= error.column <= len(text) + 2
        assert str(error).isprintable()
    else:
        assert read_event(write_event(event)) == event
