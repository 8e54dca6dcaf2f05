"""The first line of a record can be written and read back, and a malformed one is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidRules, RecordError
from engine.game import Game
from engine.match.record import FORMAT, VERSION, read_header, write_header
from engine.rules import Rules
from engine.setup import Setup


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
