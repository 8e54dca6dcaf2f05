"""The journal: what it looks like, what it notices, and playing on."""

import os
import stat
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cards import Rank
from engine.errors import IllegalEvent
from engine.events import Event, Kind
from engine.game_setup import Setup
from engine.rules import Rules
from firmware_py.board import Board
from firmware_py.errors import JournalBusy, JournalError
from firmware_py.input.keys import Key
from firmware_py.journal.journal import Journal
from firmware_py.journal.recovery import Reading, read_journal
from tests.support import keyed

WORDS = "4 9 J H K 5 UNDO 6 UNDO REDO 9"
HEADER = (
    "muggins 1 players=2 start=0,0 game=six-card target=121 heels_points=2 heels_can_win=yes "
    "lead_after_go=left_of_last go_multi=all_play_on combo_after_go=counts five_card_replay=stop "
    "five_card_play_on=must three_for_last=on crib_flush=all_five ace_11=off objective=first_wins "
    "first_deal=low next_game_dealer=loser cut_before_deal=optional skunk_worth=2 double_worth=4 "
    "muggins=off muggins_opens=after_next_card muggins_heels=no track=play reveal=at_once calling=running"
)
"""The first line of a standard game: players, start, and every option of RULES.md 2 in its order there."""


def line(text: str, before: bytes) -> bytes:
    """A line as DESIGN.md wants it, its checksum that of all texts up to it."""
    return b"%s #%08x\n" % (text.encode(), crc32(before + text.encode()))


def written(*texts: str) -> bytes:
    """A whole journal of these lines."""
    before, content = b"", b""
    for text in texts:
        content += line(text, before)
        before += text.encode()
    return content


def content_of(path: Path) -> bytes:
    """What a journal holds, without the blanks into which it will write."""
    return path.read_bytes().rstrip(b" ")


def keep(path: Path, words: str, header: Setup | None = None) -> bytes:
    """Play these keys on a journal; what the file then holds."""
    journal = Journal(path, header)
    board = Board(journal.history, journal)
    assert all(outcome.took for outcome in keyed.press(board, words))
    journal.close()
    return content_of(path)


def read_back(path: Path) -> Reading:
    reading = read_journal(path)
    assert reading is not None
    return reading


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.txt"


# -- what it looks like


def test_a_header_then_an_event_a_line_each_with_its_checksum(path: Path) -> None:
    assert keep(path, "4 9 J H UNDO REDO K 5 4") == written(
        HEADER,
        "cut 4",
        "cut 9",
        "starter J",
        "suit H",
        "undo",
        "redo",
        "lay K",
        "lay 5",
        "lay 4",
    )


def test_the_header_says_what_is_played(path: Path) -> None:
    header = Setup(Rules(), (119, 60))
    assert keep(path, "OK J OK", header) == written(
        HEADER.replace("0,0", "119,60"), "deals 0", "starter J", "next-game"
    )
    assert read_back(path).header == header.checked()


def test_it_is_text_that_can_be_read(path: Path) -> None:
    content = keep(path, WORDS)
    assert all(32 <= byte < 127 or byte == 10 for byte in content)
    assert content.endswith(b"\n")


def test_nothing_is_written_before_the_first_press(path: Path) -> None:
    journal = Journal(path)
    journal.close()
    assert content_of(path) == b""
    assert read_journal(path) is None


def test_missing_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "state" / "muggins" / "games.txt"
    keep(path, "4")
    assert read_back(path).history.applied == 1


def test_anyone_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "state" / "games.txt"
    before = os.umask(0o022)
    try:
        keep(path, "4")
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o755


# -- playing on


def test_opened_again_the_board_stands_where_it_stood(path: Path) -> None:
    words = keyed.whole_game(7, suits=True, second_thoughts=True)
    content = keep(path, " ".join(words))
    journal = Journal(path)
    expected = keyed.board(" ".join(words)).history
    assert journal.history == expected
    assert journal.notice is None
    journal.close()
    assert content_of(path) == content


def test_a_journal_played_in_pieces_is_the_journal_played_at_once(path: Path, tmp_path: Path) -> None:
    words = keyed.whole_game(8, second_thoughts=True)
    whole = keep(path, " ".join(words))
    pieces = tmp_path / "pieces.txt"
    for start in range(0, len(words), 37):
        content = keep(pieces, " ".join(words[start : start + 37]))
    assert content == whole


def test_undo_still_reaches_back_after_it_was_opened_again(path: Path) -> None:
    words = "OK J OK 3 K 5"
    keep(path, words, Setup(Rules(), keyed.WON))
    journal = Journal(path)
    board = Board(journal.history, journal)
    for _ in words.split():
        assert board.press(Key.UNDO).took
    assert board.press(Key.UNDO).why == "Nothing to undo"
    journal.close()
    again = Journal(path)
    board = Board(again.history, again)
    for _ in words.split():
        assert board.press(Key.REDO).took
    assert board.history.game.sides == keyed.board(words, start=keyed.WON).history.game.sides
    again.close()


def test_a_journal_that_holds_something_keeps_its_own_rules(path: Path) -> None:
    keep(path, "OK", Setup(Rules(), (10, 20)))
    journal = Journal(path, Setup(Rules(), (1, 2)))
    assert journal.header == Setup(Rules(), (10, 20)).checked()
    assert [side.front for side in journal.history.game.sides] == [10, 20]
    journal.close()


def test_only_one_program_can_hold_it_and_any_may_read_it(path: Path) -> None:
    keep(path, WORDS)
    holder = Journal(path)
    with pytest.raises(JournalBusy) as error:
        Journal(path)
    # Linux tells which process holds a lock.
    whose = f" (process {os.getpid()})" if os.path.exists("/proc/locks") else ""
    assert str(error.value) == f"{path}: another Muggins{whose} is using it; stop that one first"
    with pytest.raises(JournalError):
        Journal(path, repair=True)
    assert read_back(path).history == holder.history
    holder.append(Event(Kind.LAY, Rank.TWO))
    assert read_back(path).history.applied == holder.history.applied + 1
    holder.close()
    Journal(path).close()


def test_the_lock_follows_the_file_and_not_a_name_that_was_moved_away(path: Path) -> None:
    keep(path, WORDS)
    holder = Journal(path)
    path.rename(path.with_name("old.txt"))
    other = Journal(path)
    assert other.history.applied == 0
    other.close()
    holder.close()


# -- what it notices


LINES = written(
    HEADER,
    "cut 4",
    "cut 9",
    "starter J",
    "lay K",
    "lay 5",
    "undo",
    "redo",
).splitlines(keepends=True)


def damage_in(path: Path, lines: list[bytes]) -> tuple[int | None, int]:
    """The line at which damage is seen, and how many presses are whole before it."""
    path.write_bytes(b"".join(lines))
    before = content_of(path)
    reading = read_back(path)
    assert content_of(path) == before
    assert reading.text == b"".join(lines[: (reading.damage.line - 1) if reading.damage else None])
    return reading.damage.line if reading.damage else None, reading.history.applied


def test_a_whole_journal_has_no_damage(path: Path) -> None:
    assert damage_in(path, LINES) == (None, 7)


@pytest.mark.parametrize("number", range(1, 8))
def test_a_changed_line_is_noticed(path: Path, number: int) -> None:
    for place in range(len(LINES[number]) - 1):
        for bit in (1, 32):
            byte = bytes([LINES[number][place] ^ bit])
            if byte == b"\n":
                continue
            changed = LINES[number][:place] + byte + LINES[number][place + 1 :]
            lines = [*LINES[:number], changed, *LINES[number + 1 :]]
            assert damage_in(path, lines) == (number + 1, number - 1)


def test_a_changed_header_is_noticed(path: Path) -> None:
    for place in range(len(LINES[0]) - 1):
        changed = LINES[0][:place] + b"~" + LINES[0][place + 1 :]
        assert damage_in(path, [changed, *LINES[1:]]) == (1, 0)


@pytest.mark.parametrize("number", range(1, 7))
def test_a_line_that_is_gone_is_noticed(path: Path, number: int) -> None:
    assert damage_in(path, [*LINES[:number], *LINES[number + 1 :]]) == (number + 1, number - 1)


@pytest.mark.parametrize("number", range(8))
def test_a_line_that_is_there_twice_is_noticed(path: Path, number: int) -> None:
    lines = [*LINES[: number + 1], *LINES[number:]]
    assert damage_in(path, lines) == (number + 2, number)


@pytest.mark.parametrize("number", range(1, 7))
def test_lines_that_changed_places_are_noticed(path: Path, number: int) -> None:
    lines = [*LINES[:number], LINES[number + 1], LINES[number], *LINES[number + 2 :]]
    assert damage_in(path, lines) == (number + 1, number - 1)


@pytest.mark.parametrize(
    "wrong",
    [b"\n", b"lay 3\n", b"\xff\xfe\n", b" #\n", b"lay 3 #\n", b"\0" * 40 + b"\n", b"#" * 5000 + b"\n"],
)
def test_a_line_that_never_was_one_is_noticed(path: Path, wrong: bytes) -> None:
    assert damage_in(path, [*LINES[:5], wrong, *LINES[5:]]) == (6, 4)


def test_a_checksum_in_capitals_is_not_what_was_written(path: Path) -> None:
    place = next(number for number, one in enumerate(LINES) if number and one[-9:] != one[-9:].upper())
    shouted = LINES[place][:-9] + LINES[place][-9:].upper()
    assert damage_in(path, [*LINES[:place], shouted, *LINES[place + 1 :]]) == (place + 1, place - 1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("go", "'go' cannot happen here: No go at 0"),
        ("jump", "'jump' isn't an event"),
        ("lay 1", "'1' isn't a rank"),
        ("undo 2", "'undo' ends here"),
        (
            "muggins 1 players=2 start=0,0 game=six-card",
            "seat has to be a whole number up to 9, not 'players=2'",
        ),
    ],
)
def test_a_line_whose_checksum_fits_and_that_cannot_be_is_damage(path: Path, text: str, why: str) -> None:
    path.write_bytes(written("muggins 1 players=2 start=0,0 game=six-card", "deals 0", "starter 3", text))
    reading = read_back(path)
    assert reading.damage is not None
    assert reading.damage.line == 4
    assert why in str(reading.damage)
    assert reading.history.applied == 2


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])  # each example writes the file anew
@given(st.data())
def test_whatever_happens_to_its_bytes_what_is_read_is_the_beginning_of_what_was_written(
    path: Path, data: st.DataObject
) -> None:
    content = bytearray(b"".join(LINES))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(start + 30, len(content))))
        content[start:end] = data.draw(st.binary(max_size=12))
    path.write_bytes(bytes(content))
    try:
        reading = read_journal(path)
    except JournalError:
        return
    if reading is not None:
        assert b"".join(LINES).startswith(reading.text)
        assert bytes(content).startswith(reading.text)


def test_an_event_that_cannot_happen_never_reaches_it(path: Path) -> None:
    journal = Journal(path)
    with pytest.raises(IllegalEvent):
        journal.history.apply(Event(Kind.GO))
    board = Board(journal.history, journal)
    board.press(Key.GO)
    journal.close()
    assert content_of(path) == b""
