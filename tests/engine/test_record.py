"""Whole games can be written as records and read back."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    CribbageError,
    Event,
    Game,
    History,
    InvalidRules,
    Kind,
    Prompt,
    Rank,
    RecordError,
    Rules,
    Setup,
    Suit,
)
from engine.match.record_lines import (
    FORMAT,
    VERSION,
    Word,
    number,
    read_event,
    read_header,
    split_into_words,
    write_event,
    write_header,
)
from tests.support.table import Table
from tests.support.words import event_of


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
            lines.append(write_event(one))
    assert all(line == line.strip() and "\n" not in line for line in lines)
    assert match.game.prompt is Prompt.GAME_OVER
    assert History.of(Game.of(read_header(lines[0]))).replay(map(read_event, lines[1:])) == match


@pytest.mark.parametrize("start", [(0, 0), (120, 0), (7, 93)])
def test_a_header_is_read_as_it_was_written(start: tuple[int, int]) -> None:
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
def test_a_malformed_header_is_refused(line: str, column: int | None, message: str) -> None:
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
        ("muggins 1 players=2 start=0,0 game=six-card gaem=six-card", 45),
        ("muggins 1 players=2 start=0,0 game=six-card objective=first_loses muggins=on", 45),
    ],
)
def test_an_error_in_the_header_has_the_column_of_its_word(line: str, column: int) -> None:
    with pytest.raises(RecordError) as caught:
        read_header(line)
    assert caught.value.column == column


@given(st.text() | st.text().map("muggins 1 players=2 start=0,0 ".__add__))
def test_any_text_is_a_header_or_a_record_error(text: str) -> None:
    try:
        header = read_header(text)
    except RecordError as error:
        assert str(error).isprintable()
    else:
        assert read_header(write_header(header)) == header


def test_a_start_beyond_the_target_is_refused() -> None:
    with pytest.raises(InvalidRules, match="start cannot be 121,0"):
        Setup(Rules(), (121, 0)).checked()


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


def test_each_word_has_its_column() -> None:
    assert split_into_words("  peg 0   12") == [Word("peg", 3), Word("0", 7), Word("12", 11)]
    assert split_into_words("   ") == []


@pytest.mark.parametrize(
    ("text", "name", "value"), [("0", "side", 0), ("9", "seat", 9), ("0121", "points", 121)]
)
def test_a_number_within_its_range_is_read(text: str, name: str, value: int) -> None:
    assert number(Word(text, 1), name, 1) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "seat is missing: write a whole number up to 9"),
        ("10", "seat has to be a whole number up to 9, not '10'"),
        ("-1", "seat has to be a whole number up to 9, not '-1'"),
        ("x", "seat has to be a whole number up to 9, not 'x'"),
        ("²", "seat has to be a whole number up to 9, not '²'"),
    ],
)
def test_another_word_is_refused_with_its_line_and_column(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        number(Word(text, 7), "seat", 4)
    assert (caught.value.line, caught.value.column, caught.value.message) == (4, 7, message)
