"""A game as text, one event a line, and back (DESIGN.md, Principles, and Where things live)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Rank, Suit
from engine.errors import CribbageError, InvalidRules, RecordError
from engine.events import Event, Kind
from engine.game import Game
from engine.game_setup import Setup
from engine.game_state import Prompt
from engine.match.history import History
from engine.match.record import FORMAT, VERSION, read, read_header, write, write_header
from engine.rules import Rules
from tests.support.table import Table
from tests.support.words import event_of

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
def test_an_event_is_written_as_it_is_read(line: str) -> None:
    assert write(LINES[line]) == line
    assert read(line) == LINES[line]


def test_no_two_events_are_written_alike() -> None:
    assert len({write(event) for event in LINES.values()}) == len(LINES)
    assert {event.kind for event in LINES.values()} == set(Kind)


def test_a_new_game_says_what_it_begins_with_if_that_is_new() -> None:
    setup = Setup(Rules("five-card", track="show"), (3, 4), ("Ann", "Bob"), (1, 0)).checked()
    event = Event(Kind.NEW_GAME, setup=setup)
    words = write(event).split()
    assert words[:6] == ["new-game", "players=2", "start=3,4", "names=Ann,Bob", "games=1,0", "game=five-card"]
    assert read(write(event)) == event
    assert write(event) == "new-game " + write_header(setup).split(" ", 2)[2]


def test_words_may_stand_apart() -> None:
    for line, event in LINES.items():
        assert read(f"   {line.replace(' ', '    ')}  ") == event


@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_as_text_and_back(seed: int) -> None:
    header = Setup(Rules(), (0, 30))
    match = History.of(Game.of(header))
    lines = [write_header(header)]
    for word in Table(Random(seed), suits=bool(seed)).keys(lambda: match.game):  # noqa: B023 - taken one by one
        event = event_of(word, match.game.prompt)
        assert event is not None
        for one in (event, Event(Kind.UNDO), Event(Kind.REDO)) if len(lines) % 7 == 0 else (event,):
            match = match.apply(one)
            lines.append(write(one))
    assert all(line == line.strip() and "\n" not in line for line in lines)
    assert match.game.prompt is Prompt.GAME_OVER
    assert History.of(Game.of(read_header(lines[0]))).replay(map(read, lines[1:])) == match


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
def test_a_line_that_is_no_event_is_refused_with_its_place(
    line: str, column: int | None, message: str
) -> None:
    with pytest.raises(RecordError) as caught:
        read(line, 17)
    error = caught.value
    assert error.line == 17
    if column is not None:
        assert error.column == column
    assert error.message.startswith(message)
    assert str(error) == f"line 17, column {error.column}: {error.message}"
    assert isinstance(error, CribbageError)


def test_what_an_event_is_stands_in_the_message() -> None:
    """DESIGN.md, Commands: what was wrong, where, and what would be right."""
    with pytest.raises(RecordError) as caught:
        read("deal")
    for word in ("lay", "go", "suit", "undo", "deals", "yes"):
        assert word in caught.value.message


@given(st.text())
def test_any_text_is_an_event_or_is_refused_in_a_line(text: str) -> None:
    try:
        event = read(text, 3)
    except RecordError as error:
        assert error.line == 3
        assert 1 <= error.column <= len(text) + 2
        assert str(error).isprintable()
    else:
        assert read(write(event)) == event


# The header


@pytest.mark.parametrize("start", [(0, 0), (120, 0), (7, 93)])
def test_a_header_is_written_as_it_is_read(start: tuple[int, int]) -> None:
    header = Setup(Rules(), start)
    line = write_header(header)
    assert line.startswith(f"muggins 1 players=2 start={start[0]},{start[1]} game=six-card target=121 ")
    assert read_header(line) == header.checked()
    assert Game.of(read_header(line)) == Game.new(Rules(), start)


def test_the_header_by_default() -> None:
    assert (FORMAT, VERSION) == ("muggins", 1)
    assert Setup().checked() == Setup(Rules(), (0, 0), (), (0, 0))
    assert read_header("muggins 1 players=2 start=0,0") == Setup().checked()


@pytest.mark.parametrize(
    ("line", "column", "message"),
    [
        ("", 1, "a record has to begin with 'muggins 1', not ''"),
        ("muggins", 1, "a record has to begin with 'muggins 1', not 'muggins'"),
        ("Muggins 1 players=2 start=0,0", 1, "a record has to begin with 'muggins 1', not "),
        ("lay 5", 1, "a record has to begin with 'muggins 1', not 'lay 5'"),
        ("muggins 3 players=2 start=0,0", 9, "format '3' is unknown: this program reads 1 and 2"),
        ("muggins  players=2 start=0,0", 10, "format 'players=2' is unknown: this program reads 1 and 2"),
        ("muggins 1.0 players=2 start=0,0", 9, "format '1.0' is unknown: this program reads 1 and 2"),
        ("muggins 1", None, "players=… is missing"),
        ("muggins 1 players=2", None, "start=… is missing"),
        ("muggins 1 start=0,0", None, "players=… is missing"),
        ("muggins 1 players=two start=0,0", None, "players= takes whole numbers"),
        ("muggins 1 players=2 start=0,x", None, "start= takes whole numbers"),
        ("muggins 1 players=2 start=", None, "start= takes whole numbers"),
        ("muggins 1 players=2 start=0", None, "start cannot be 0: give 2 numbers from 0 to 120"),
        ("muggins 1 players=2 start=0,0,0", None, "start cannot be 0,0,0: give 2 numbers from 0 to 120"),
        ("muggins 1 players=2 start=0,121", None, "start cannot be 0,121: give 2 numbers from 0 to 120"),
        ("muggins 1 players=2 start=-1,0", 21, "start= takes whole numbers, not '-1,0'"),
        ("muggins 1 players=7 start=0,0", None, "7 players is not possible"),
        ("muggins 1 players=2 start=0,0 game=whist", None, "game cannot be 'whist'"),
        ("muggins 1 players=2 start=0,0 gaem=six-card", None, "there is no option 'gaem'"),
        ("muggins 1 players=2 start=0,0 six-card", None, "there is no option 'six-card'"),
        ("muggins 1 players=2 start=0,0 =", 31, "there is no option ''"),
        ("muggins 1 players=2 start=0,0 start=1,1", 31, "start is given twice"),
    ],
)
def test_a_header_that_cannot_be_is_refused(line: str, column: int | None, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_header(line, 4)
    error = caught.value
    assert error.line == 4
    if column is not None:
        assert error.column == column
    assert error.message.startswith(message)


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("muggins 1 players=7 start=0,0 game=six-card", 11),
        ("muggins 1 players=2 start=0,x game=six-card", 21),
        ("muggins 1 players=2 start=0,121 game=six-card", 21),
        ("muggins 1 players=2 start=0,0 game=whist", 31),
    ],
)
def test_an_error_in_the_header_points_at_its_word(line: str, column: int) -> None:
    """DESIGN.md, Commands: an error says what was wrong and where."""
    with pytest.raises(RecordError) as caught:
        read_header(line)
    assert caught.value.column == column


@given(st.text() | st.text().map("muggins 1 players=2 start=0,0 ".__add__))
def test_any_text_is_a_header_or_is_refused_in_a_line(text: str) -> None:
    try:
        header = read_header(text)
    except RecordError as error:
        assert str(error).isprintable()
    else:
        assert read_header(write_header(header)) == header


def test_a_start_that_the_rules_do_not_have_is_refused_by_the_header_too() -> None:
    with pytest.raises(InvalidRules, match="start cannot be 121,0"):
        Setup(Rules(), (121, 0)).checked()
